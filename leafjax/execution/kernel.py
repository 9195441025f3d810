"""A `Kernel` is a pure function of arrays; a `Signature` is that kernel for given static parameters and avals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from leafjax.execution.value import Aval, aval_of

# What a Python number is while it is an operand: numbers are data of a program, never part of its structure.
NUMBER_DTYPES = {
    bool: np.dtype(bool),
    int: np.dtype(np.int64),
    float: np.dtype(np.float64),
    complex: np.dtype(np.complex128),
}
NUMBER_AVALS = {kind: aval_of((), dtype) for kind, dtype in NUMBER_DTYPES.items()}

# Optimising a single kernel does not pay: it doubles the time to compile, and whole programs are compiled anew anyway.
FAST_COMPILE = {"xla_backend_optimization_level": 0}


class Kernel:
    """A named pure function ``fn(*arrays, **static)`` that returns one array or a tuple of arrays."""

    __slots__ = ("fn", "name", "signatures")

    def __init__(self, name: str, fn: Callable[..., Any]) -> None:
        self.name = name
        self.fn = fn
        self.signatures: dict[Any, Signature] = {}

    def signature(self, operands: tuple[Aval, ...], static: tuple[tuple[str, Any], ...] = ()) -> Signature:
        """This kernel for operands of these avals; traced the first time to learn the avals of its results."""
        key = (operands, static)
        found = self.signatures.get(key)
        if found is None:
            found = self.signatures[key] = Signature(self, operands, static)
        return found

    def __repr__(self) -> str:
        return f"Kernel({self.name})"


class Signature:
    """One specialised kernel: `run` takes and returns arrays; `compiled` is its own executable, shared by all programs."""

    __slots__ = ("_compiled", "kernel", "many", "operands", "results", "static")

    def __init__(self, kernel: Kernel, operands: tuple[Aval, ...], static: tuple[tuple[str, Any], ...]) -> None:
        self.kernel = kernel
        self.operands = operands
        self.static = static
        with jax.enable_x64(True):
            out = jax.eval_shape(self.run, *(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in operands))
        self.many = isinstance(out, (tuple, list))
        self.results = tuple(aval_of(tuple(o.shape), np.dtype(o.dtype)) for o in (out if self.many else (out,)))
        self._compiled: Callable[..., Any] | None = None

    def run(self, *arrays: Any) -> Any:
        """The kernel on arrays or tracers."""
        return self.kernel.fn(*arrays, **dict(self.static))

    @property
    def compiled(self) -> Callable[..., Any]:
        """The kernel's own executable."""
        if self._compiled is None:
            self._compiled = jax.jit(self.run, compiler_options=FAST_COMPILE)
        return self._compiled

    def __repr__(self) -> str:
        return f"{self.kernel.name}({', '.join(map(repr, self.operands))})"
