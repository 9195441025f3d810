"""The command line: ``leafjax check SCRIPT``, ``leafjax explain SCRIPT``, ``leafjax run SCRIPT``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import leafjax
from leafjax.autograd import api
from leafjax.check import KINDS, LeafCheck, Report, brief
from leafjax.config import PROFILES
from leafjax.graph.history import Place, here, name_of
from leafjax.graph.told import missed, shown
from leafjax.running import Outcome, Script, load, run, tensors_of, told
from leafjax.tensor.alias import CopySlices

OK, FAILED, USAGE = 0, 1, 2
WIDTH = 120  # at least, where the output goes to no terminal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status."""
    own, passed_on = _split(sys.argv[1:] if arguments is None else list(arguments))
    given = _parser().parse_args(own)
    try:
        script = load(given.script)
    except FileNotFoundError:
        print(f"leafjax: no such file: {given.script}", file=sys.stderr)
        return USAGE
    except OSError as error:
        print(f"leafjax: {error}", file=sys.stderr)
        return USAGE
    except (SyntaxError, ValueError) as error:
        print(told(error), end="", file=sys.stderr)
        return USAGE
    with leafjax.semantics(given.semantics):
        status: int = given.command(script, passed_on)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="leafjax", description="Run PyTorch scripts on JAX, check their gradients, explain their tensors."
    )
    parser.add_argument("--version", action="version", version=f"leafjax {leafjax.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, text, statuses in (
        (
            "check",
            check,
            "run a script and cross-check every backward() in it with jax.vjp",
            "1 if a backward pass disagrees or could not be checked, or if the script ends in an error",
        ),
        (
            "explain",
            explain,
            "run a script and tell the life of its tensors, or of the one an error is about",
            "1 if the script ends in an error",
        ),
        ("run", execute, "run a script, and nothing else", "that of the script"),
    ):
        sub = commands.add_parser(
            name,
            allow_abbrev=False,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=f"Exit status: {statuses}; 2 if there is no script to run.",
        )
        sub.add_argument(
            "--semantics",
            choices=tuple(PROFILES),
            default="2.13",
            help="the PyTorch version to follow (default: 2.13), before the script or right after it",
        )
        sub.add_argument("script", help="a Python file, or - for standard input; `import torch` in it means leafjax")
        sub.add_argument("arguments", nargs="*", default=[], help="what the script finds in sys.argv (after --, as is)")
        sub.set_defaults(command=command)
    return parser


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What is for leafjax, up to the script and a ``--semantics`` right after it, and the arguments of the script."""
    end = 1
    while arguments[end : end + 1] and arguments[end].startswith("-") and arguments[end] != "-":
        end += 2 if arguments[end] == "--semantics" else 1
    behind = arguments[end + 1 : end + 2]
    end += 3 if behind == ["--semantics"] else 2 if behind and behind[0].startswith("--semantics=") else 1
    rest = arguments[end:]
    return arguments[:end], rest[1:] if rest[:1] == ["--"] else rest


# ---- run -----------------------------------------------------------------------------------------------------------


def execute(script: Script, arguments: Sequence[str]) -> int:
    """``leafjax run``."""
    outcome = run(script, arguments)
    _print_ending(outcome)
    return outcome.status


def _print_ending(outcome: Outcome) -> None:
    """Print the error that ended a script, if one did, as Python does."""
    sys.stdout.flush()
    if outcome.error is not None:
        print(told(outcome.error), end="", file=sys.stderr, flush=True)


# ---- check ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Row:
    """What was found of one leaf, at its worst, in all passes that are told together."""

    name: str
    absolute: float
    relative: float
    tolerance: float
    agrees: bool

    def join(self, other: Row) -> None:
        self.absolute, self.relative = max(self.absolute, other.absolute), max(self.relative, other.relative)
        self.agrees &= other.agrees


@dataclass(slots=True)
class Finding:
    """What is told of the backward passes of one line that went alike. It holds no tensor, so the script's live no longer."""

    line: str
    root: str
    verdict: str  # a report's, or "raises", or "not checked"
    rows: list[Row]
    told: list[str]  # where the engines differ, or the error
    error: int | None = None  # the identity of the latest error
    life: str = ""  # of the tensor that it is about
    passes: int = 1

    def join(self, other: Finding) -> None:
        """Add a pass that went alike."""
        self.passes += 1
        self.error = other.error
        for mine, its in zip(self.rows, other.rows, strict=True):
            mine.join(its)

    @property
    def key(self) -> tuple[Any, ...]:
        return self.line, self.root, self.verdict, tuple([row.name for row in self.rows]), tuple(self.told[:1])


class Pass:
    """One backward pass of a script: checked before it runs, without a trace; what was found is added when it has ended."""

    def __init__(
        self, script: Script, findings: dict[tuple[Any, ...], Finding], roots: Sequence[Any], gradients: Sequence[Any]
    ) -> None:
        self.findings = findings
        place = here()
        line = _line(place, script)
        self.finding = Finding(line, ", ".join([_root(t) for t in roots]), "not checked", [], [])
        try:
            report = leafjax.crosscheck(roots, gradients)
        except (
            Exception
        ) as error:  # the pass itself is about to raise as well, and more to the point; if not, this is told
            self.finding.told = [f"{type(error).__name__}: {error}"]
            return
        self.finding.verdict = report.verdict
        self.finding.rows = [Row(_leaf(c), c.absolute, c.relative, c.tolerance, c.agrees) for c in report.leaves]
        self.finding.told = list(_differences(report))

    def __enter__(self) -> Pass:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, where: Any) -> None:
        found = self.finding
        if error is not None:
            tensor = getattr(error, "tensor", None)
            found.verdict, found.rows, found.error = "raises", [], id(error)
            found.told = [f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())]
            found.life = str(leafjax.explain(tensor)) if isinstance(tensor, leafjax.Tensor) else ""
        same = self.findings.setdefault(found.key, found)
        if same is not found:
            same.join(found)


def _line(place: Place | None, script: Script) -> str:
    if place is None:
        return "?"
    name = str(place).partition(",")[0]
    return name.rpartition(":")[2] if name.rpartition(":")[0] == script.title else name


def _root(tensor: Any) -> str:
    if not isinstance(tensor, leafjax.Tensor):
        return type(tensor).__name__
    name, node = name_of(tensor), tensor._grad_fn
    return name or (f"a result of {node.name()}" if node is not None else f"a tensor of shape {list(tensor.shape)}")


def _leaf(found: LeafCheck) -> str:
    return f"{name_of(found.leaf) or found.name} {list(found.leaf.shape)}"


def _differences(report: Report) -> Iterator[str]:
    for found in report.divergences:
        yield f"{found.kind} at {found.node.name()}, recorded at {shown(found.place)}"
        yield f"  formula {brief(found.own)}".replace("\n", "\n          ")
        yield f"  jax.vjp {brief(found.jax)}".replace("\n", "\n          ")
        yield f"  That is, {KINDS[found.kind]}."
        inner = found.node.inner if isinstance(found.node, CopySlices) else found.node
        for saved in (inner.saved or ()) if found.kind == "overwritten" else ():
            if write := missed(saved):
                yield f"  The latest write that was not noticed: {write}."


def check(script: Script, arguments: Sequence[str]) -> int:
    """``leafjax check``."""
    findings: dict[tuple[Any, ...], Finding] = {}
    api.watch = partial(Pass, script, findings)
    try:
        outcome = run(script, arguments)
    finally:
        api.watch = None
    _print_ending(outcome)
    found = list(findings.values())
    console = _console()
    console.print()
    if found:
        console.print(_table(script, found))
        for one in found:
            for line in one.told if one.verdict != "raises" else ():
                console.print(line)
    _print_errors(console, found, outcome.error)
    console.print(_summary(script, found, outcome))
    well = all([one.verdict in ("agree", "kink", "raises") for one in found])
    return OK if outcome.status == 0 and well else FAILED


def _console() -> Any:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    return console if console.is_terminal else Console(
        highlight=False, markup=False, emoji=False, soft_wrap=True, width=max(console.width, WIDTH)
    )  # fmt: skip


def _table(script: Script, found: Sequence[Finding]) -> Any:
    from rich.table import Table
    from rich.text import Text

    often = any([one.passes > 1 for one in found])
    table = Table(title=Text(f"Gradients of {script.title}: leafjax's formulas beside jax.vjp of the same graph"))
    for column in ("line", "passes", "backward of", "leaf", "largest difference", "relative", "tolerance", "verdict"):
        right = column not in ("backward of", "leaf", "verdict")
        if often or column != "passes":
            table.add_column(column, justify="right" if right else "left", overflow="fold")
    for one in found:
        count = (f"{one.passes}",) if often else ()
        head: tuple[str, ...] = (one.line, *count, one.root)
        if not one.rows:
            table.add_row(*map(Text, (*head, "", "", "", "", one.verdict)))
        for row in one.rows:
            verdict = "agrees" if row.agrees else one.verdict
            numbers = (f"{row.absolute:.3g}", f"{row.relative:.3g}", f"{row.tolerance:.0e}", verdict)
            table.add_row(*map(Text, (*head, row.name, *numbers)))
            head = ("",) * len(head)
    return table


def _print_errors(console: Any, found: Sequence[Finding], ending: BaseException | None) -> None:
    """Every error that a pass raised, told and explained; of the one that ended the script, the traceback says it all."""
    raised = [one for one in found if one.verdict == "raises"]
    ended = next((one for one in reversed(raised) if ending is not None and one.error == id(ending)), None)
    for one in raised:
        if one is not ended:
            console.print(f"\nLine {one.line}, backward of {one.root}, raises")
            for line in one.told:
                console.print(f"  {line}")
            if one.life:
                console.print(f"  The life of the tensor that the error is about\n\n{one.life}")
    if ending is not None:
        _print_about(ending)


def _summary(script: Script, found: Sequence[Finding], outcome: Outcome) -> str:
    counts = {verdict: sum([one.passes for one in found if one.verdict == verdict]) for verdict in _SAID}
    total, checked = sum(counts.values()), sum(counts.values()) - counts["raises"] - counts["not checked"]
    if not total:
        parts = [f"{script.title}: no backward pass, nothing to check"]
    else:
        parts = [f"Verdict: {checked} of {total} backward passes checked"]
        if checked and counts["agree"] == checked:
            parts.append("all agree")
        parts += [text.format(count) for verdict, text in _SAID.items() if text and (count := counts[verdict])]
    if outcome.status:
        parts.append("the script ended in an error")
    return "; ".join(parts) + "."


_SAID = {
    "agree": "",
    "kink": "{} at a kink, where conventions differ",
    "mismatch": "{} MISMATCH",
    "overwritten": "{} SILENTLY WRONG, as a saved value was overwritten",
    "not checked": "{} could not be checked",
    "raises": "{} raised",
}


def _print_about(error: BaseException) -> None:
    tensor = getattr(error, "tensor", None)
    if isinstance(tensor, leafjax.Tensor):
        print(f"\nThe life of the tensor that the error is about\n\n{leafjax.explain(tensor)}\n")


# ---- explain -------------------------------------------------------------------------------------------------------


def explain(script: Script, arguments: Sequence[str]) -> int:
    """``leafjax explain``."""
    outcome = run(script, arguments)
    _print_ending(outcome)
    if outcome.error is not None and isinstance(getattr(outcome.error, "tensor", None), leafjax.Tensor):
        _print_about(outcome.error)
        return FAILED
    first: dict[int, str] = {}
    for name, tensor in tensors_of(outcome.namespace).items():
        same = first.setdefault(id(tensor), name)
        print(
            f"\n{leafjax.explain(tensor, name)}" if same == name else f"\n`{name}` is `{same}`: one tensor, two names."
        )
    if not first:
        print(f"{script.title}: no tensor has a name at the end.")
    return FAILED if outcome.status else OK
