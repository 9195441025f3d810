"""Small promises about the project as a whole."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINES = 700
# Found in recordings and examples that were pasted together on somebody's machine.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|farm|root|home|Users|tmp/\w+/bin)/[\w.]")
IMPORT = """
import json, sys, jax
before = jax.config.values.copy()
import leafjax
changed = [k for k, v in jax.config.values.items() if before.get(k) != v]
print(json.dumps({"modules": sorted(sys.modules), "changed": changed}))
"""


def texts() -> Iterator[Path]:
    """The project's own text files."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f == ".ci" or not f.startswith((".", "__pycache__"))]
        if folder == str(ROOT):
            folders[:] = [f for f in folders if f not in ("build", "dist")]
        yield from (p for n in names if (p := Path(folder, n)).suffix not in (".pyc", ".png", ".npz", ".gz"))


def test_the_changelog_tells_of_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1].split()[0] == version


@pytest.mark.parametrize("x64", ["0", "1"])
def test_importing_leafjax_needs_little_and_changes_nothing(x64: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", IMPORT],
        cwd=ROOT,
        env={**os.environ, "JAX_ENABLE_X64": x64},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["changed"] == []
    tops = {name.partition(".")[0] for name in told["modules"]}
    assert not tops & {"torch", "rich", "jinja2", "hypothesis", "pytest"}


@pytest.mark.parametrize("path", sorted((ROOT / "leafjax").rglob("*.py")), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_a_file_fits_in_the_head(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LINES, f"{lines} lines: one subject each, {LINES} lines at most"


def test_no_path_of_anybodys_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert not found, "\n".join(found)


def test_the_leak_check_watches_all_that_it_names(unwatched: list[str]) -> None:
    assert unwatched == []
