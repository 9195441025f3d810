"""A `Value` is an immutable n-d array, known by shape and dtype, computed or not yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import jax
import numpy as np

if TYPE_CHECKING:
    from leafjax.execution.program import Program

Array = Any  # jax.Array, np.ndarray or a tracer: whatever holds the data of a value


class Aval:
    """Shape and dtype of an array, one object per pair: equal ones are the same object, so hashing is by identity."""

    __slots__ = ("__weakref__", "dtype", "shape")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.shape = shape
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"

    def __reduce__(self) -> Any:
        return aval_of, (self.shape, self.dtype)


_avals: WeakValueDictionary[tuple[tuple[int, ...], np.dtype], Aval] = WeakValueDictionary()


def aval_of(shape: tuple[int, ...], dtype: Any) -> Aval:
    """The one `Aval` of this shape and dtype."""
    key = (shape, dtype)
    found = _avals.get(key)
    if found is None:
        found = _avals[key] = Aval(shape, dtype)
    return found


class Value:
    """An immutable array: `data` holds it once computed; until then `program` will compute it at `slot`.

    As an input of a program, `slot` is negative, and stays so.
    """

    __slots__ = ("__weakref__", "aval", "data", "program", "slot")

    aval: Aval
    data: Array | None
    program: Program | None
    slot: int

    def __init__(self, aval: Aval, data: Array | None = None, program: Program | None = None, slot: int = 0) -> None:
        self.aval = aval
        self.data = data
        self.program = program
        self.slot = slot

    def array(self) -> Array:
        """The data, computing what is pending first."""
        if self.data is None:
            assert self.program is not None
            self.program.flush()
        return self.data

    def settle(self) -> None:
        """Move a NumPy array to where programs run, so that the next ones need not."""
        if type(self.data) is np.ndarray:
            with jax.enable_x64(True):
                self.data = jax.device_put(self.data)

    def numpy(self) -> np.ndarray:
        """The data as a NumPy array that must not be written to; raises JAX's error under a JAX transformation."""
        return np.asarray(self.array())

    def __repr__(self) -> str:
        state = "pending" if self.data is None else type(self.data).__name__
        return f"Value({self.aval}, {state})"


def concrete(array: Array) -> Value:
    """The value of an array that exists already. NumPy arrays are taken over: the caller may not write to them again."""
    return Value(aval_of(tuple(array.shape), np.dtype(array.dtype)), array)


def is_tracer(array: Array) -> bool:
    """Whether the array stands for one inside a JAX transformation."""
    return isinstance(array, jax.core.Tracer)
