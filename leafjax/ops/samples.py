"""Samples: the calls that an operation's tests are made from. They are part of its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np


@dataclass(frozen=True, slots=True)
class Arg:
    """A tensor argument: its shape and where its numbers come from."""

    shape: tuple[int, ...]
    kind: str = "float"  # "float" (the operation's domain), "int" in [low, high), "bool"
    low: int = 0
    high: int = 2


@dataclass(frozen=True, slots=True)
class Sample:
    """One call: positional arguments (an `Arg` becomes a tensor) and keywords."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def samples(*args: Any, **kwargs: Any) -> Sample:
    """One sample call: ``samples("2 3", "3", dim=1)``; a string is the shape of a float tensor, a list holds several."""
    return Sample(tuple([_parsed(a) for a in args]), {k: _parsed(v) for k, v in kwargs.items()})


def floats(shape: str) -> Arg:
    """A float tensor where a string would be read as a parameter's value."""
    return Arg(_shape(shape))


def ints(shape: str, low: int, high: int) -> Arg:
    """An int64 tensor of numbers in [low, high)."""
    return Arg(_shape(shape), "int", low, high)


def bools(shape: str) -> Arg:
    """A bool tensor."""
    return Arg(_shape(shape), "bool")


def _parsed(a: Any) -> Any:
    if isinstance(a, str) and all([c.isdigit() or c == " " for c in a]):
        return Arg(_shape(a))
    return [_parsed(x) for x in a] if isinstance(a, list) else a


def _shape(text: str) -> tuple[int, ...]:
    return tuple([int(n) for n in text.split()])


# Where a function is smooth and its numbers moderate.
DOMAINS = {
    "real": (-2.0, 2.0),
    "positive": (0.3, 2.5),
    "unit": (-0.9, 0.9),
    "probability": (0.1, 0.9),
    "above one": (1.2, 3.0),
    "nonzero": (0.4, 2.0),  # with either sign
}


def numbers(arg: Arg, domain: str, seed: str, dtype: Any = np.float64) -> np.ndarray:
    """The array of an argument: reproducible, all entries distinct, away from 0 and from each other."""
    rng = np.random.default_rng(crc32(seed.encode()))
    n = int(np.prod(arg.shape))
    if arg.kind == "int":
        return rng.integers(arg.low, arg.high, arg.shape).astype(np.int64)
    if arg.kind == "bool":
        return rng.integers(0, 2, arg.shape).astype(bool)
    low, high = DOMAINS[domain]
    real = _spread(rng, n, low, high, domain == "nonzero").reshape(arg.shape)
    if not np.issubdtype(dtype, np.complexfloating):
        return real.astype(dtype)
    return (real + 1j * _spread(rng, n, 0.3, 1.2, False).reshape(arg.shape)).astype(dtype)


def _spread(rng: np.random.Generator, n: int, low: float, high: float, signed: bool) -> np.ndarray:
    """Numbers spread over [low, high], each in a cell of its own, in random order."""
    cells = (np.arange(n) + rng.uniform(0.25, 0.75, n)) / max(n, 1)
    found = rng.permutation(low + (high - low) * cells)
    return found * rng.choice([-1.0, 1.0], n) if signed else np.where(np.abs(found) < 1e-3, 0.05, found)
