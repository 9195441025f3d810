"""Record PyTorch's random streams: `python tests/record_random.py` writes data/random_streams.json.

A program is a seed and a list of calls, each a method of leafjax's `Generator` with its arguments; `run_torch` runs it
with PyTorch and `run_leafjax` without. The record keeps a digest of what each call gave, and the first numbers to read.
"""

import hashlib
import json
import pathlib
import sys

import numpy as np

FILE = pathlib.Path(__file__).parent / "data" / "random_streams.json"
SHORT = 3  # so many numbers are kept to be read
FLOATS = ("float32", "float64", "float16", "bfloat16")
SIZES = (1, 2, 15, 16, 17, 31, 32, 33, 100, 1000)
SPANS = (2, 100, 2**28 - 1, 2**28, 2**32, 2**40 + 7)
WHOLE = ("int64", "int32", "int16", "int8", "uint8", "bool", *FLOATS)


def programs():
    """The programs of the record: each method alone over sizes and dtypes, then all of them in turn."""
    yield [1, [["rand", n, d] for n in SIZES for d in (*FLOATS, "complex64", "complex128")]]
    yield [2, [["uniform", n, low, high, d] for n in SIZES for low, high in ((-3.3, 5.7), (2, 2)) for d in FLOATS]]
    yield [3, [["uniform", 1000, 1e7, 1e7 + 3, d] for d in ("float32", "float64")]]
    yield [4, [["randn", n, d] for n in SIZES for d in (*FLOATS, "complex64", "complex128")]]
    yield [5, [["normal", n, m, s, d] for n in SIZES for m, s in ((1.3, 2.7), (0, 0), (-5, 0.01)) for d in FLOATS]]
    yield [6, [["strided_normal", n, d] for n in (5, 40) for d in FLOATS]]
    yield [7, [["randint", low, low + span, 50, "int64"] for span in SPANS for low in (0, -17, 123456789012)]]
    yield [8, [["randint", 0, 2, 50, d] for d in WHOLE] + [["randint", -(2**63), 2**63 - 1, 50, "int64"]]]
    yield [9, [["random", 50, d] for d in WHOLE]]
    yield [10, [["randperm", n] for n in (0, 1, 2, 3, 10, 1000)]]
    yield [11, [["bernoulli", n, p, d] for n in (1, 50) for p in (0, 0.3, 1) for d in ("float32", "int64", "bool")]]
    yield [12, [["bernoulli_of", [0, 0.2, 0.5, 0.9, 1] * 9, d] for d in FLOATS]]
    yield [13, [["exponential", 50, rate, d] for rate in (1, 1.7) for d in FLOATS]]
    yield [14, [["cauchy", 50, 0.5, 1.7, d] for d in FLOATS] + [["geometric", 50, 0.2, d] for d in ("int64", *FLOATS)]]
    yield [15, [["log_normal", n, 0.5, 0.7, d] for n in (1, 49) for d in FLOATS]]
    yield [
        16,
        [["multinomial", 4, 30, n, again, d] for n in (1, 7) for again in (0, 1) for d in ("float32", "float64")],
    ]
    yield [17, [["dropout", n, p] for n in (3, 50) for p in (0.1, 0.5)]]
    yield from (random_program(seed) for seed in range(100, 130))


def random_program(seed):
    """A program of 20 calls of all kinds."""
    rng = np.random.default_rng(seed)
    return [int(rng.integers(2**63)) - int(rng.integers(2**62)), [random_call(rng) for _ in range(20)]]


def random_call(rng):
    """One call, small values of `n` more often than not."""
    n, d = int(rng.choice([1, 2, 7, 15, 16, 20, 64, 333])), str(rng.choice(FLOATS))
    name = str(
        rng.choice(["rand", "randn", "normal", "uniform", "randint", "random", "randperm", "bernoulli", "other"])
    )
    if name == "other":
        name = str(rng.choice(["exponential", "cauchy", "log_normal", "geometric", "multinomial", "strided_normal"]))
    size = float(rng.uniform(0.1, 9))
    return {
        "rand": [name, n, d],
        "randn": [name, n, d],
        "normal": [name, n, -size, size, d],
        "uniform": [name, n, -size, size / 3, d],
        "randint": [name, -int(size), int(rng.choice(SPANS)), n, "int64"],
        "random": [name, n, str(rng.choice(WHOLE))],
        "randperm": [name, n],
        "bernoulli": [name, n, size / 9.1, d],
        "exponential": [name, n, size, d],
        "cauchy": [name, n, size, size, d],
        "log_normal": [name, n, 0.1, 0.7, d],
        "geometric": [name, n, size / 9.1, d],
        "multinomial": [name, 2, 9, 3, int(rng.integers(2)), "float32"],
        "strided_normal": [name, n, d],
    }[name]


def weights(rows, columns, kind):
    """Weights for multinomial, none of them zero."""
    return (np.arange(1, rows * columns + 1).reshape(rows, columns) % 7 + 1).astype(kind) / 3


# ---- with PyTorch --------------------------------------------------------------------------------------------------


def run_torch(torch, seed, calls):
    """What each call gives, as float64, or int64 where it counts."""
    generator = torch.Generator().manual_seed(seed)
    return [as_numpy(torch, torch_call(torch, generator, *call)) for call in calls]


def as_numpy(torch, x):
    """A tensor as an array of doubles or whole numbers."""
    x = torch.view_as_real(x) if x.is_complex() else x
    return (x.double() if x.is_floating_point() else x.long()).numpy().ravel()


def torch_call(torch, g, name, *args):
    """One call of a program, with PyTorch."""
    last = args[-1]
    empty = {"dtype": getattr(torch, last)} if isinstance(last, str) else {}
    if name in ("rand", "randn"):
        return getattr(torch, name)(args[0], generator=g, **empty)
    if name in ("uniform", "normal", "exponential", "cauchy", "log_normal", "geometric", "bernoulli", "random"):
        return getattr(torch.empty(args[0], **empty), f"{name}_")(*args[1:-1], generator=g)
    if name == "strided_normal":
        return torch.empty(args[0], 2, **empty)[:, 0].normal_(generator=g)
    if name == "randint":
        return torch.empty(args[2], **empty).random_(args[0], args[1], generator=g)
    if name == "randperm":
        return torch.randperm(args[0], generator=g)
    if name == "bernoulli_of":
        return torch.bernoulli(torch.tensor(args[0], **empty), generator=g)
    if name == "dropout":  # what `torch.nn.functional.dropout` does, which takes no generator
        return torch.empty(args[0]).bernoulli_(1 - args[1], generator=g)
    rows, columns, n, again, kind = args
    return torch.multinomial(torch.from_numpy(weights(rows, columns, kind)), n, bool(again), generator=g)


# ---- without -------------------------------------------------------------------------------------------------------


def run_leafjax(seed, calls):
    """What each call gives, as float64, or int64 where it counts."""
    from leafjax.generator import Generator

    generator = Generator().manual_seed(seed)
    return [plain(leafjax_call(generator, *call)) for call in calls]


def plain(x):
    """An array as doubles or whole numbers."""
    x = x.view(x.real.dtype) if x.dtype.kind == "c" else x
    return x.astype(np.int64 if x.dtype.kind in "iub" else np.float64).ravel()


def leafjax_call(g, name, *args):
    """One call of a program, with leafjax."""
    from leafjax.dtypes import DTYPES

    of = [DTYPES[args[-1]]] if isinstance(args[-1], str) else []
    if name == "bernoulli_of":
        return g.bernoulli_of(np.array(args[0], of[0].np))
    if name == "multinomial":
        return g.multinomial(weights(args[0], args[1], args[4]), args[2], bool(args[3]))
    if name == "strided_normal":
        return g.normal(args[0], of=of[0], contiguous=False)
    if name == "dropout":
        return g.bernoulli(args[0], 1 - args[1])
    return getattr(g, name)(*(args[:-1] if of else args), *of)


# ---- the record ----------------------------------------------------------------------------------------------------


def shown(x):
    """The first numbers of a result, and a digest of all of them."""
    return [*x[:SHORT].tolist(), hashlib.sha256(x.tobytes()).hexdigest()[:16]]


def record(torch):
    """Every program and what PyTorch gave."""
    return [{"seed": s, "calls": c, "results": list(map(shown, run_torch(torch, s, c)))} for s, c in programs()]


def state_after(torch, seed):
    """A digest of PyTorch's state after some draws, a second normal number among it."""
    generator = torch.Generator().manual_seed(seed)
    torch.randn(3, generator=generator)
    return hashlib.sha256(generator.get_state().numpy().tobytes()).hexdigest()


def main():
    """Write the record."""
    import torch

    data = {"states": {str(seed): state_after(torch, seed) for seed in (0, 5, 2**40)}, "programs": record(torch)}
    lines = ",\n".join(json.dumps(program) for program in data["programs"])
    FILE.write_text(f'{{"states": {json.dumps(data["states"])},\n"programs": [\n{lines}\n]}}\n')
    sys.stdout.write(f"{FILE.name}: {FILE.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
