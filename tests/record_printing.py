"""Record how PyTorch prints: `python tests/record_printing.py` writes data/printing.json.

Run with PyTorch 2.13 it writes the record, run with 1.6 it adds the texts that differ there.
"""

import json
import operator
import pathlib
import random
import sys
import warnings

FILE = pathlib.Path(__file__).parent / "data" / "printing.json"
SEEDS = 320
INF, NAN = float("inf"), float("nan")
FLOATS = ["float32", "float32", "float64", "float64", "float16", "bfloat16"]
INTEGERS = ["int64", "int64", "int32", "int16", "int8", "uint8"]
COMPLEX = ["complex64", "complex128"]
NUMBERS = {
    "whole": lambda rng: float(int(rng.random() * 200 - 100)),
    "whole, of all sizes": lambda rng: float(int(10 ** (rng.random() * 10))),
    "fractions": lambda rng: rng.random() * 4 - 2,
    "hundreds": lambda rng: rng.random() * 400,
    "of some sizes": lambda rng: 10 ** (rng.random() * 4 - 2),
    "of all sizes": lambda rng: 10 ** (rng.random() * 20 - 10),
    "tiny": lambda rng: rng.random() * 1e-6,
    "huge": lambda rng: -rng.random() * 1e9,
    "zeros": lambda rng: 0.0 if rng.random() < 0.5 else -0.0,
}
ODD = [NAN, INF, -INF, 0.0, -0.0, 1.0, 1000.0, 1e-4, 1e8]


def one_of(rng, items):
    """One of the items; `random.choice` differs between the versions of Python."""
    return items[int(rng.random() * len(items))]


def draw(seed):
    """A case: what tensor to make and which options to print it with."""
    rng = random.Random(seed)
    kind = one_of(rng, ["float", "float", "float", "int", "bool", "complex"])
    dtype = one_of(rng, {"float": FLOATS, "int": INTEGERS, "bool": ["bool"], "complex": COMPLEX}[kind])
    longest = one_of(rng, [3, 3, 6, 12, 40])
    shape = [1 + int(rng.random() * longest) for _ in range(int(rng.random() * 4))]
    if shape and rng.random() < 0.08:
        shape[int(rng.random() * len(shape))] = 0
    if len(shape) == 3 and longest > 6:
        shape[0] = 1
    shown = one_of(rng, list(NUMBERS))
    odd = one_of(rng, [0, 0, 0.2, 1])
    count = 1
    for length in shape:
        count *= length

    def real():
        return one_of(rng, ODD) if rng.random() < odd else NUMBERS[shown](rng)

    if kind == "int":
        numbers = [int(rng.random() * 120) - (0 if dtype == "uint8" else 30) for _ in range(count)]
    elif kind == "bool":
        numbers = [rng.random() < 0.5 for _ in range(count)]
    elif kind == "complex":
        numbers = [complex(real(), real()) for _ in range(count)]
    else:
        numbers = [real() for _ in range(count)]
    options = {
        "precision": one_of(rng, [0, 1, 2, 3, 6, 10]),
        "threshold": one_of(rng, [0, 1, 10, 50]),
        "edgeitems": one_of(rng, [1, 2, 4]),
        "linewidth": one_of(rng, [1, 20, 40, 60, 100, 200]),
        "profile": one_of(rng, ["default", "short", "full"]),
        "sci_mode": one_of(rng, [True, False]),
    }
    chosen = {name: value for name, value in options.items() if rng.random() < 0.25}
    if count > 200:
        chosen["threshold"] = 100
    grad = one_of(rng, ["", "", "leaf", "mul", "view"]) if kind in ("float", "complex") else ""
    default = one_of(rng, ["float32"] * 6 + ["float64", "float16"])
    return {"dtype": dtype, "shape": shape, "numbers": numbers, "options": chosen, "grad": grad, "default": default}


def text_of(torch, case):
    """The case as `torch` prints it, or its error; print options and default dtype are put back."""
    torch.set_default_dtype(getattr(torch, case["default"]))
    try:
        torch.set_printoptions(**case["options"])
        x = torch.tensor(case["numbers"], dtype=getattr(torch, case["dtype"])).reshape(case["shape"])
        if case["grad"]:
            x.requires_grad_()
        x = {"mul": lambda: x * 1, "view": lambda: x.unsqueeze(0)}.get(case["grad"], lambda: x)()
        return repr(x)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
    finally:
        torch.set_default_dtype(torch.float32)
        torch.set_printoptions(profile="default")


def stale(torch):
    """A view that was made without a graph, after a write to its base."""
    x = torch.ones(2, requires_grad=True)
    base = x * 2
    with torch.no_grad():
        view = base[:1]
    base.mul_(3)
    return view


def written(torch, write):
    """A tensor after a write through a view: its `grad_fn`, and the view's."""
    base = torch.ones(2, 3, requires_grad=True) * 1
    view = base[0]
    write(view)
    return [base, view, base.t(), base[1], base.detach(), base.sum()]


def size_texts(torch):
    size = torch.ones(2, 3).shape
    return [size, torch.Size([]), torch.Size([1]), size[1:], str(size), f"{size}", [size]]


def tried(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return [type(error).__name__, str(error)]


PROGRAMS = {
    "a stale view": stale,
    "a write by mul_": lambda torch: written(torch, lambda view: view.mul_(2)),
    "a write of a number": lambda torch: written(torch, lambda view: view.fill_(2)),
    "sizes": size_texts,
    "containers": lambda torch: [(torch.ones(2), {"x": torch.zeros(1)}), [torch.tensor(1)]],
    "format": lambda torch: [
        tried(format, torch.tensor(value), spec)
        for value in (1.5, 3, True, [1.5], [])
        for spec in ("", ".2f", ">8", "d", "x", "e", "s")
    ],
    "format of a complex number": lambda torch: [tried(format, torch.tensor(1.5 + 2j), spec) for spec in ("", ".1f")],
    "format with a graph": lambda torch: tried(format, torch.tensor(2.0, requires_grad=True) * 1, ".1f"),
    "percent": lambda torch: [
        tried(operator.mod, text, torch.tensor(3.5)) for text in ("%s", "%r", "%d", "%.2f", "%x")
    ],
    "numbers read from a tensor": lambda torch: [
        torch.tensor(2) * 1.5,
        torch.tensor([1]) * 0.5,
        torch.tensor(1) + True,
    ],
    "a summary of many dimensions": lambda torch: torch.arange(4096).reshape(8, 8, 8, 8)[:7],
    "a long leaf": lambda torch: torch.ones(1200, dtype=torch.float64, requires_grad=True),
    "the largest integers": lambda torch: torch.tensor([2**63 - 1, -(2**63)]),
    "the ends of a dtype": lambda torch: [
        torch.tensor(
            [f(torch.finfo(d)) for f in (lambda i: i.max, lambda i: i.min, lambda i: i.tiny, lambda i: i.eps)], dtype=d
        )
        for d in (torch.float16, torch.float32, torch.float64)
    ],
}
BAD_OPTIONS = [
    {"precision": "a"}, {"precision": -1}, {"threshold": "a"}, {"edgeitems": "a"}, {"linewidth": "a"},
    {"profile": "x"}, {"profile": "FULL"}, {"sci_mode": 1}, {"sci_mode": "a"}, {"linewidth": 0}, {"linewidth": -3},
    {"edgeitems": 0}, {"edgeitems": -1}, {"edgeitems": -20}, {"threshold": -1}, {"precision": True}, {"width": 3}, {"linewidth": 30.5},
]  # fmt: skip


def text_with(torch, options):
    """What tensors look like with odd options, or the error."""
    found = []
    for make in (
        lambda: torch.arange(14.0) / 4,
        lambda: torch.arange(14),
        lambda: torch.zeros(2, 3),
        lambda: torch.ones(5, 3),
        lambda: torch.zeros(0),
    ):
        try:
            torch.set_printoptions(**dict({"threshold": 12}, **options))
            found.append(repr(make()))
        except Exception as error:
            found.append(f"{type(error).__name__}: {error}")
        finally:
            torch.set_printoptions(profile="default")
    return found


def record(torch):
    """All texts, by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        texts = {f"seed {seed}": text_of(torch, draw(seed)) for seed in range(SEEDS)}
        texts.update({name: repr(tried(program, torch)) for name, program in PROGRAMS.items()})
        texts.update({f"options {options}": text_with(torch, options) for options in BAD_OPTIONS})
    return texts


def main():
    """Write the record, or add the differences of an older PyTorch."""
    import torch

    texts = record(torch)
    if torch.__version__.startswith("1.6"):
        data = json.loads(FILE.read_text())
        data["1.6"] = {name: text for name, text in texts.items() if data["2.13"][name] != text}
    else:
        data = {"2.13": texts}
    FILE.write_text(json.dumps(data, indent=0) + "\n")
    sys.stdout.write(f"{FILE.name}: {FILE.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
