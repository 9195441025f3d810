"""The command line: what each command prints, its exit status, and that nothing is left behind."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import leafjax
from leafjax.autograd import api
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
    script("import torch\nVALUE = torch.ones(1)\n", "sibling.py")
    text = "import sys\nimport torch\nimport sibling\nassert sibling.VALUE == 1\nsys.path.append('x')\nsys.argv.append('y')\n"
    modules, path, argv = set(sys.modules), list(sys.path), list(sys.argv)
    place, main_module, finders = sys.path, sys.modules["__main__"], list(sys.meta_path)
    for command in ("run", "check", "explain"):
        assert main([command, "--semantics", "1.6", script(text)]) == 0
    new = set(sys.modules) - modules
    assert not [m for m in new if m.partition(".")[0] in ("torch", "sibling")]
    assert (sys.path, sys.argv, sys.meta_path) == (path, argv, finders)
    assert sys.path is place and sys.modules["__main__"] is main_module
    assert api.watch is None


def test_a_torch_that_was_imported_before_comes_back(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    real, part = ModuleType("torch"), ModuleType("torch.optim")
    monkeypatch.setitem(sys.modules, "torch", real)
    monkeypatch.setitem(sys.modules, "torch.optim", part)
    text = "import torch\nassert torch.__name__ == 'leafjax'\ntry:\n    import torch.optim\nexcept ImportError:\n    pass\nelse:\n    1 / 0\n"
    assert main(["run", script(text)]) == 0
    assert sys.modules["torch"] is real and sys.modules["torch.optim"] is part


def test_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "leafjax", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"leafjax {leafjax.__version__}\n"


def test_a_script_from_standard_input() -> None:
    text = "import torch\nx = torch.ones(2, requires_grad=True)\n(x * x).sum().backward()\nprint(x.grad, __name__)\n"
    done = subprocess.run(
        [sys.executable, "-m", "leafjax", "check", "-"], cwd=ROOT, capture_output=True, text=True, input=text
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "tensor([2., 2.]) __main__" in done.stdout
    assert "Gradients of <stdin>" in done.stdout and "all agree" in done.stdout


# ---- where options may stand ---------------------------------------------------------------------------------------

ASKS = "import sys\nimport leafjax\nprint(leafjax.config.profile.version, sys.argv[1:])\n"


@pytest.mark.parametrize(
    ("before", "behind", "said"),
    [
        ([], [], "2.13 []"),
        (["--semantics", "1.6"], ["a"], "1.6 ['a']"),
        ([], ["--semantics", "1.6", "a"], "1.6 ['a']"),
        ([], ["--semantics=1.6", "--", "--semantics", "b"], "1.6 ['--semantics', 'b']"),
        ([], ["a", "--semantics", "1.6"], "2.13 ['a', '--semantics', '1.6']"),
        ([], ["--help"], "2.13 ['--help']"),
        (["--semantics", "1.6"], ["--", "--semantics", "x"], "1.6 ['--semantics', 'x']"),
    ],
)
@pytest.mark.parametrize("command", ["run", "check", "explain"])
def test_semantics_before_the_script_or_right_after_it(
    command: str, before: list[str], behind: list[str], said: str, script: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *before, script(ASKS), *behind]) == 0
    assert capsys.readouterr().out.splitlines()[0] == said
    assert leafjax.config.profile.version == "2.13"


@pytest.mark.parametrize("wrong", [[], ["check"], ["fly", "x.py"], ["run", "--semantics", "1.7", "x.py"],
    ["run", "x.py", "--semantics", "1.7"], ["run", "x.py", "--semantics"]])  # fmt: skip
def test_wrong_usage(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(wrong)
    assert end.value.code == 2
    assert "usage: leafjax" in capsys.readouterr().err


def test_what_is_no_text_is_no_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "noise.py").write_bytes(b"x = '\xff\xfe'\n")
    assert main(["run", str(tmp_path / "noise.py")]) == 2
    assert main(["run", str(tmp_path)]) == 2
    assert "is a directory" in capsys.readouterr().err.lower()


# ---- errors --------------------------------------------------------------------------------------------------------


def test_a_traceback_has_the_frames_of_the_user_alone(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\ndef f(x):\n    return x.view(7)\ntry:\n    f(torch.ones(2))\nexcept RuntimeError as e:\n    raise KeyError('k') from e\n"
    assert main(["run", script(text)]) == 1
    err = capsys.readouterr().err
    assert re.findall(r"line (\d+), in (.*)", err) == [("5", "<module>"), ("3", "f"), ("7", "<module>")]
    assert "shape '[7]' is invalid for input of size 2" in err
    assert err.endswith("KeyError: 'k'\n")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import torch.optim.lr_scheduler", "torch.optim"),
        ("from torch.utils.data import DataLoader", "torch.utils"),
        ("import torch\ntorch.compile", "torch.compile"),
        ("import torch.nn as nn\nnn.Module", "torch.nn.Module"),
        ("from torch import compile", "torch.compile" if sys.version_info >= (3, 12) else "such name in torch"),
    ],
)
def test_what_is_missing_is_named(text: str, name: str, script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", script(text + "\n")]) == 1
    assert f"The script runs on leafjax, which has no {name}." in capsys.readouterr().err


def test_a_caught_error_is_listed_and_explained(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
import torch
def step(weight):
    out = weight.exp()
    with torch.no_grad():
        out.add_(1)
    try:
        out.sum().backward()
    except RuntimeError:
        print("caught")
step(torch.ones(2, requires_grad=True))
step(torch.ones(2, requires_grad=True))
try:
    torch.ones(2).sum().backward()
except RuntimeError:
    pass
"""
    assert main(["check", script(text)]) == 0
    out = capsys.readouterr().out
    assert out.count("caught\n") == 2
    assert out.count("Line 8, backward of a result of SumBackward0, raises") == 1
    assert "Then add_ at script.py:6, in step (`out.add_(1)`) changed it to version 1" in " ".join(out.split())
    assert "element 0 of tensors does not require grad" in out
    assert out.endswith("Verdict: 0 of 3 backward passes checked; 3 raised.\n")


def test_the_error_that_ends_a_script_is_told_once(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\nx = torch.ones(2, requires_grad=True)\nloss = x * 2\nloss.backward()\n"
    assert main(["check", script(text)]) == 1
    said = capsys.readouterr()
    assert said.err.count("grad can be implicitly created only for scalar outputs") == 1
    assert "implicitly created" not in said.out
    assert said.out.count("`loss`: torch.float32") == 1
    assert said.out.endswith("Verdict: 0 of 1 backward passes checked; 1 raised; the script ended in an error.\n")


@pytest.mark.parametrize(("code", "status"), [("0", 0), ("None", 0), ("3", 1), ("'why'", 1)])
def test_check_has_three_exit_statuses(code: str, status: int, script: Any) -> None:
    assert main(["check", script(f"import sys\nsys.exit({code})\n")]) == status
    assert main(["explain", script(f"import sys\nsys.exit({code})\n")]) == status


# ---- what a check finds --------------------------------------------------------------------------------------------


def test_passes_of_one_line_are_told_together(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    script("def down(loss):\n    loss.backward()\n", "sibling.py")
    text = """
import torch
from sibling import down
w = torch.tensor([0.5], dtype=torch.float64, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for i in range(5):
    loss = ((w * i).tanh() + b).sum()
    down(loss)
(g,) = torch.autograd.grad((w ** 2).sum(), [w])
torch.autograd.backward([w.sin().sum(), b], [torch.tensor(2.0), torch.ones(1)])
"""
    assert main(["check", script(text)]) == 0
    rows = [
        [c.strip() for c in line.strip("│").split("│")] for line in capsys.readouterr().out.splitlines() if "│" in line
    ]
    assert [row[:4] + row[7:] for row in rows] == [
        ["sibling.py:2", "5", "loss", "w [1]", "agrees"],
        ["", "", "", "b [1]", "agrees"],
        ["9", "1", "a result of SumBackward0", "w [1]", "agrees"],
        ["10", "1", "a result of SumBackward0, b", "w [1]", "agrees"],
        ["", "", "", "b [1]", "agrees"],
    ]


WRONG = """
import torch
x = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0])
y = x.clone()
y[:2].{operation}
{write}
y.sum().backward()
"""


def test_a_kink_inside_a_write_is_one(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", script(WRONG.format(operation="abs_()", write=""))]) == 0
    assert "kink at torch::autograd::CopySlices, recorded at script.py:6" in capsys.readouterr().out


@pytest.mark.parametrize("text", [WRONG.format(operation="mul_(w)", write="w.data.zero_()"), """
import torch
x = torch.tensor([0.3, 0.0], requires_grad=True)
w = torch.ones(2)
y = x * w
pass
w.data.zero_()
y.sum().backward()
"""])  # fmt: skip
def test_a_silently_wrong_gradient_is_no_kink(text: str, script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", script(text)]) == 1
    out = capsys.readouterr().out
    assert (
        "The latest write that was not noticed: zero_ at script.py:7 (`w.data.zero_()`) wrote the data of `w`." in out
    )
    assert "1 SILENTLY WRONG" in out


def test_a_check_that_fails_is_told_and_does_not_disturb(
    script: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise IndexError("inside the check")

    monkeypatch.setattr(leafjax, "crosscheck", fails)
    assert main(["check", script(GOOD)]) == 1
    out = capsys.readouterr().out
    assert "grad [9.0, 18.0]" in out
    assert "IndexError: inside the check" in out
    assert "1 could not be checked" in out


def test_long_names_are_told_in_full(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    name = "a_name_" * 30
    text = f"import torch\n{name} = torch.ones(2, requires_grad=True)\n({name} * 2).sum().backward()\n"
    assert main(["check", script(text)]) == 0
    cells = [line.split("│")[3].strip() for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert "".join(cells).replace(" ", "") == f"{name}[2]"


SENSITIVE = """
import gc, warnings, weakref
import torch
torch.manual_seed(0)
warnings.simplefilter("always")
seen = []
def look(*given):
    seen.append(len(given))
x = torch.rand(3, requires_grad=True)
y = x * x
y.retain_grad()
y.register_hook(look)
y.grad_fn.register_hook(look)
z = y[:2]
with warnings.catch_warnings(record=True) as caught:
    z.abs().sum().backward(retain_graph=True, create_graph=True)
print([str(w.message)[:30] for w in caught])
print(x.grad, x.grad._version, x._version, y.grad, z.grad_fn.name(), seen)
print(torch.rand(3), torch.is_grad_enabled(), y.grad_fn._saved_self is x)
v = x.detach().requires_grad_()
alive = weakref.ref(v)
(v * 2).sum().backward()
print(v.grad, v.grad._version)
del v
gc.collect()
print(alive() is None)
try:
    torch.autograd.grad((x * 2).sum(), [torch.ones(1, requires_grad=True)])
except RuntimeError as error:
    print(error)
"""


def test_a_check_changes_nothing_that_the_script_sees(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(SENSITIVE)
    assert main(["run", path]) == 0
    plain = capsys.readouterr().out
    assert main(["check", path]) == 0
    assert capsys.readouterr().out.startswith(plain + "\n")
    assert plain.count("\n") == SENSITIVE.count("print(")


# ---- explain and the examples --------------------------------------------------------------------------------------


def test_explain_tells_one_tensor_once(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\na = torch.ones(2, requires_grad=True)\nb = a\n_hidden = a * 2\nc = a[:1]\n"
    assert main(["explain", script(text)]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^`(\w+)`", out, re.MULTILINE) == ["a", "b", "c"]
    assert "`b` is `a`: one tensor, two names." in out
    assert "A view of `a`, `a[:1]`" in out


def test_explain_after_an_error_tells_of_its_tensor(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "import torch\nother = torch.ones(1)\ndef f(p):\n    p.mul_(2)\nw = torch.ones(2, requires_grad=True)\nf(w)\n"
    )
    assert main(["explain", script(text)]) == 1
    said = capsys.readouterr()
    assert "`p` is a leaf" in said.err and "`p`: torch.float32" in said.out
    assert "`other`" not in said.out
    assert main(["explain", script("import torch\nother = torch.ones(1)\n1 / 0\n")]) == 1
    assert "`other`" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "status", "verdict"),
    [
        ("kink", 0, "3 of 3 backward passes checked; 2 at a kink, where conventions differ."),
        ("silently_wrong", 1, "1 of 2 backward passes checked; 1 SILENTLY WRONG, as a saved value was overwritten; 1 raised."),
        ("leaf_moved", 1, "1 of 1 backward passes checked; all agree; the script ended in an error."),
    ],
)  # fmt: skip
def test_examples(name: str, status: int, verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(ROOT / "examples" / f"{name}.py")]) == status
    assert capsys.readouterr().out.endswith(f"Verdict: {verdict}\n")


@pytest.mark.torch
@pytest.mark.parametrize("name", sorted(p.stem for p in (ROOT / "examples").glob("*.py")))
def test_examples_print_what_they_print_with_pytorch(name: str) -> None:
    path = str(ROOT / "examples" / f"{name}.py")
    real = subprocess.run([sys.executable, path], capture_output=True, text=True)
    own = subprocess.run([sys.executable, "-m", "leafjax", "run", path], cwd=ROOT, capture_output=True, text=True)
    address = re.compile(r"0x[0-9a-f]+")
    assert address.sub("0x", own.stdout) == address.sub("0x", real.stdout)
    assert own.returncode == real.returncode
    assert real.stderr.strip() in own.stderr  # the notes follow
