"""The command line: ``leafjax check SCRIPT``, ``leafjax explain SCRIPT``, ``leafjax run SCRIPT``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import leafjax
from leafjax.autograd import api
from leafjax.check import Report
from leafjax.config import PROFILES
from leafjax.graph.history import here, name_of
from leafjax.graph.told import shown
from leafjax.running import Outcome, run, tensors_of, told

OK, DISAGREES, USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status: 1 on disagreement or an error of the script, 2 if there is no script."""
    given = _parser().parse_args(arguments)
    if not given.script.is_file():
        print(f"leafjax: no such file: {given.script}", file=sys.stderr)
        return USAGE
    with leafjax.semantics(given.semantics):
        try:
            return given.command(given.script, given.arguments)
        except SyntaxError as error:
            print(told(error), end="", file=sys.stderr)
            return USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="leafjax", description="Run PyTorch scripts on JAX, check their gradients, explain their tensors."
    )
    parser.add_argument("--version", action="version", version=f"leafjax {leafjax.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, text in (
        ("check", check, "run a script and cross-check every backward() in it with jax.vjp"),
        ("explain", explain, "run a script and tell the life of its tensors, or of the one an error is about"),
        ("run", execute, "run a script, and nothing else"),
    ):
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        sub.add_argument(
            "--semantics", choices=tuple(PROFILES), default="2.13", help="the PyTorch version to follow (default: 2.13)"
        )
        sub.add_argument("script", type=Path, help="a Python file; `import torch` in it means leafjax")
        sub.add_argument("arguments", nargs=argparse.REMAINDER, help="what the script finds in sys.argv")
        sub.set_defaults(command=command)
    return parser


# ---- run -----------------------------------------------------------------------------------------------------------


def execute(script: Path, arguments: Sequence[str]) -> int:
    """``leafjax run``."""
    return _ending(run(script, arguments))


def _ending(outcome: Outcome) -> int:
    """Print the error that ended a script, if one did; the exit status."""
    error = outcome.error
    if error is None:
        return OK
    if isinstance(error, SystemExit):
        if isinstance(error.code, int):
            return error.code
        print(error.code, file=sys.stderr)
        return 1
    sys.stdout.flush()
    print(told(error), end="", file=sys.stderr)
    return 1


# ---- check ---------------------------------------------------------------------------------------------------------


class Pass:
    """One backward pass of a script: where, from what, what both engines said, and the error it raised, if any."""

    def __init__(
        self, passes: list[Pass], roots: Sequence[leafjax.Tensor], gradients: Sequence[leafjax.Tensor]
    ) -> None:
        self.place = here()
        self.root = ", ".join([_name(t) for t in roots])
        self.report: Report | None = None
        self.error: BaseException | None = None
        passes.append(self)
        try:
            self.report = leafjax.crosscheck(roots, gradients)
        except RuntimeError:
            return  # the pass itself is about to raise, and more to the point
        for leaf in self.report.leaves:
            leaf.leaf.extra.name = name_of(leaf.leaf)

    def __enter__(self) -> Pass:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, where: Any) -> None:
        self.error = error

    @property
    def verdict(self) -> str:
        if self.error is not None:
            return "raises"
        return self.report.verdict if self.report is not None else "not checked"


def check(script: Path, arguments: Sequence[str]) -> int:
    """``leafjax check``."""
    passes: list[Pass] = []
    api.watch = partial(Pass, passes)
    try:
        outcome = run(script, arguments)
    finally:
        api.watch = None
    status = _ending(outcome)
    sys.stderr.flush()
    _print_passes(script, passes)
    if outcome.error is not None:
        _print_about(outcome.error)
    return DISAGREES if status == OK and any([p.verdict in ("mismatch", "not checked") for p in passes]) else status


def _name(tensor: leafjax.Tensor) -> str:
    return name_of(tensor) or f"a tensor of shape {list(tensor.shape)}"


def _console() -> Any:
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=max(console.width, 120))


def _print_passes(script: Path, passes: Sequence[Pass]) -> None:
    from rich.table import Table

    console = _console()
    console.print()
    if not passes:
        console.print(f"{script.name}: no backward pass, nothing to check.")
        return
    table = Table(title=f"Gradients of {script.name}: leafjax's formulas beside jax.vjp of the same graph")
    for column in ("line", "backward of", "leaf", "largest difference", "relative", "tolerance", "verdict"):
        table.add_column(column, justify="right" if column in ("line", "relative", "tolerance") else "left")
    for one in passes:
        for row in _rows(one):
            table.add_row(*row)
    console.print(table)
    for one in passes:
        for found in one.report.divergences if one.report is not None and one.error is None else ():
            console.print(f"{found.kind} at {found.node.name()}, recorded at {shown(found.place)}", markup=False)
            console.print(f"  formula {found.own}\n  jax.vjp {found.jax}", markup=False)
    console.print(_summary(passes), markup=False)


def _rows(one: Pass) -> Iterator[tuple[str, ...]]:
    line = str(one.place.line) if one.place is not None else "?"
    if one.report is None or one.error is not None:
        yield line, one.root, "", "", "", "", one.verdict
        return
    for i, leaf in enumerate(one.report.leaves):
        name = name_of(leaf.leaf) or leaf.name
        verdict = "agrees" if leaf.agrees else one.report.verdict
        numbers = (f"{leaf.absolute:.3g}", f"{leaf.relative:.3g}", f"{leaf.tolerance:.0e}", verdict)
        yield (line, one.root, name, *numbers) if i == 0 else ("", "", name, *numbers)


def _summary(passes: Sequence[Pass]) -> str:
    verdicts = [p.verdict for p in passes]
    checked = [v for v in verdicts if v not in ("raises", "not checked")]
    parts = [f"{len(checked)} of {len(passes)} backward passes checked"]
    if "mismatch" in verdicts:
        parts.append(f"{verdicts.count('mismatch')} MISMATCH")
    if "kink" in verdicts:
        parts.append(f"{verdicts.count('kink')} at a kink, where conventions differ")
    if checked and set(checked) == {"agree"}:
        parts.append("all agree")
    if "raises" in verdicts:
        parts.append(f"{verdicts.count('raises')} raised")
    return "Verdict: " + "; ".join(parts) + "."


def _print_about(error: BaseException) -> None:
    tensor = getattr(error, "tensor", None)
    if isinstance(tensor, leafjax.Tensor):
        print(f"\nThe life of the tensor that the error is about\n\n{leafjax.explain(tensor)}")


# ---- explain -------------------------------------------------------------------------------------------------------


def explain(script: Path, arguments: Sequence[str]) -> int:
    """``leafjax explain``."""
    outcome = run(script, arguments)
    status = _ending(outcome)
    sys.stderr.flush()
    tensors = tensors_of(outcome.namespace)
    for name, tensor in tensors.items():
        tensor.extra.name = name
    if outcome.error is not None and isinstance(getattr(outcome.error, "tensor", None), leafjax.Tensor):
        _print_about(outcome.error)
        return status
    for name, tensor in tensors.items():
        print(f"\n{leafjax.explain(tensor, name)}")
    return status
