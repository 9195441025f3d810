"""The command line: what each command prints, its exit status, and that nothing is left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import leafjax
from leafjax.cli import main
from leafjax.ops.registry import REGISTRY

ROOT = Path(__file__).resolve().parent.parent
GOOD = """
import sys
import torch
from torch import nn
import torch.nn.functional as F

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = F.mse_loss(w * 3, torch.zeros(2))
loss.backward()
print("grad", w.grad.tolist(), sys.argv[1:], __name__)
"""


@pytest.fixture
def script(tmp_path: Path) -> Any:
    def write(text: str, name: str = "script.py") -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def test_check_prints_a_table_and_a_verdict(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", script(GOOD), "a", "-b"]) == 0
    out = capsys.readouterr().out
    assert "grad [9.0, 18.0] ['a', '-b'] __main__" in out
    assert "│    9 │ loss" in out
    assert "Verdict: 1 of 1 backward passes checked; all agree." in out


def test_run_only_runs(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", script(GOOD)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("grad")
    assert "Verdict" not in out


def test_a_wrong_formula_is_named(
    script: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sin = REGISTRY["sin"]
    monkeypatch.setitem(sin.formulas, "self", lambda grad, self: grad * self.cos() * 1.01)
    sin.plans.clear()
    text = "import torch\nx = torch.ones(2, requires_grad=True)\ny = (x * 2).sin()\ny.sum().backward()\n"
    assert main(["check", script(text)]) == 1
    sin.plans.clear()
    out = capsys.readouterr().out
    assert "1 MISMATCH" in out
    assert "mismatch at SinBackward0, recorded at script.py:3" in out


def test_a_kink_is_no_disagreement(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\nx = torch.zeros(2, requires_grad=True)\nx.abs().sum().backward()\n"
    assert main(["check", script(text)]) == 0
    assert "1 at a kink" in capsys.readouterr().out


def test_no_backward_at_all(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", script("import torch\n")]) == 0
    assert "nothing to check" in capsys.readouterr().out


@pytest.mark.parametrize(("version", "where"), [("1.6", "line 30"), ("2.13", "line 27")])
def test_the_question_is_answered(version: str, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--semantics", version, str(ROOT / "examples" / "leaf_moved.py")]) == 1
    said = capsys.readouterr()
    assert where in said.err
    assert "What to write instead" in said.err
    assert "The life of the tensor that the error is about" in said.out
    assert "`leaf`" in said.out
    assert leafjax.config.profile.version == "2.13"


def test_explain_tells_of_every_named_tensor(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\na = torch.ones(2, requires_grad=True)\nb = a * 2\nb[0] = 1.0\n"
    assert main(["explain", script(text)]) == 0
    out = capsys.readouterr().out
    assert out.index("`a`") < out.index("`b`")
    assert "script.py:4" in out


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("import torch\nimport torch.optim\n", 1, "No module named 'torch.optim'"),
        ("import torch\ntorch.nothing\n", 1, "has no attribute 'nothing'"),
        ("import sys\nsys.exit(3)\n", 3, ""),
        ("import sys\nsys.exit('so long')\n", 1, "so long"),
        ("import sys\nsys.exit()\n", 0, ""),
        ("def f(:\n", 2, "SyntaxError"),
        ("1 / 0\n", 1, "ZeroDivisionError"),
    ],
)
def test_how_a_script_ends(text: str, status: int, said: str, script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", script(text)]) == status
    err = capsys.readouterr().err
    assert said in err
    assert "leafjax/running.py" not in err


def test_there_is_no_such_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "nowhere.py"]) == 2
    assert "no such file" in capsys.readouterr().err


def test_nothing_is_left_behind(script: Any) -> None:
    modules, path, argv = set(sys.modules), list(sys.path), list(sys.argv)
    script("VALUE = 5\n", "sibling.py")
    assert main(["run", script("import torch\nimport sibling\nassert sibling.VALUE == 5\n")]) == 0
    assert {m for m in set(sys.modules) - modules if m.startswith("torch")} == set()
    assert (sys.path, sys.argv) == (path, argv)


def test_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "leafjax", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"leafjax {leafjax.__version__}\n"
