"""Every code block of README.md and docs/*.md runs, top to bottom, one namespace per file. The conventions:

- ```python           the block is executed
- ```python with >>>  the block is a doctest; `...` in the expected output stands for anything
- ```console          each line that starts with `$ leafjax` is run at the project's root, and what it prints must be
                      what follows it, if anything does (`...` as above). It must succeed, or end as a comment says:
                      `$ leafjax check script.py  # exit 1`. Lines that start with `$` otherwise are not run.

Blocks of any other kind (text, sh, mermaid, ...) are prose.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ leafjax\b(?P<args>.*?)(?:\s+# exit (?P<status>\d+))?$")
LEAFJAX = "import sys; from leafjax.cli import main; sys.argv[0] = 'leafjax'; sys.exit(main())"
FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of the page where the text starts."""

    language: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    return [Block(m[1], m[2], page.count("\n", 0, m.start(2)) + 1) for m in FENCE.finditer(page)]


def run_python(block: Block, where: str, namespace: dict[str, Any]) -> None:
    """Execute a block; tracebacks, and the source lines that leafjax reports, are the page's own."""
    exec(compile("\n" * (block.line - 1) + block.text, where, "exec"), namespace)


def run_doctest(block: Block, where: str, namespace: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, {}, where, where, block.line - 1)
    test.globs = namespace
    report: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)


def run_console(block: Block, where: str) -> None:
    for session in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE):
        command, _, expected = session.partition("\n")
        found = COMMAND.match(command)
        if found:
            run_leafjax(found["args"], int(found["status"] or 0), expected, where)


def run_leafjax(args: str, status: int, expected: str, where: str) -> None:
    """Run a command, as a person with a plain terminal of 120 columns would."""
    env = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"}
    argv = [sys.executable, "-c", LEAFJAX, *shlex.split(args)]
    done = subprocess.run(argv, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
    told = f"{where}: leafjax{args}\n"
    assert done.returncode == status, f"{told}exit status {done.returncode}, not {status}\n{done.stdout}{done.stderr}"
    got, want = plain(done.stdout), plain(expected)
    if want.strip():
        checker, example = doctest.OutputChecker(), doctest.Example("", want)
        assert checker.check_output(want, got, FLAGS), told + checker.output_difference(example, got, FLAGS)


def plain(output: str) -> str:
    """Without the blanks at the ends of lines, and the empty lines at both ends."""
    return "\n".join(line.rstrip() for line in output.splitlines()).strip("\n") + "\n"


def run_page(page: str, where: str) -> None:
    found = [b for b in blocks(page) if b.language in ("python", "console")]
    assert found, f"{where} has no code block: a page shows what it tells"
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in found:
        place = f"{where}, line {block.line}"
        if block.language == "console":
            run_console(block, place)
        elif ">>> " in block.text:
            run_doctest(block, where, namespace)
        else:
            run_python(block, where, namespace)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_code_block_of_a_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_page(page.read_text(encoding="utf-8"), str(page))


def test_blocks_of_one_page_share_a_namespace() -> None:
    run_page("```python\na = 1\n```\n```python\n>>> a + 1\n2\n>>> b = a\n```\n```python\nassert b == 1\n```\n", "x")


@pytest.mark.parametrize(
    "page",
    [
        "no block at all",
        "```text\nonly prose\n```\n",
        "```python\nassert False\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\n>>> print('a b')\na  b\n```\n",
    ],
)
def test_the_test_notices_a_wrong_page(page: str) -> None:
    with pytest.raises(AssertionError):
        run_page(page, "x")


def test_an_error_names_the_line_of_the_page() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run_page("# title\n\n```python\na = 0\n1 / a\n```\n", "x")
    assert caught.traceback[-1].lineno == 4  # counted from 0


@pytest.mark.parametrize(
    ("line", "args", "status"),
    [
        ("$ leafjax check a.py", " check a.py", None),
        ("$ leafjax check --semantics 1.6 a.py  # exit 1", " check --semantics 1.6 a.py", "1"),
    ],
)
def test_commands_are_read_with_their_status(line: str, args: str, status: str | None) -> None:
    found = COMMAND.match(line)
    assert found and (found["args"], found["status"]) == (args, status)
    assert not COMMAND.match("$ make demo")
