"""What aliases share: `Storage` is their data, `Version` their mutation count; `Spec` is what a tensor's plan depends on."""

from __future__ import annotations

from itertools import count
from typing import Any

from leafjax.aliasing.geometry import contiguous_stride
from leafjax.dtypes import dtype
from leafjax.execution.value import Aval, Value, aval_of

_addresses = count(1)


class Spec:
    """Size, stride (in elements) and dtype of a tensor; one object per combination, so plans are found by identity."""

    __slots__ = ("aval", "contiguous", "dtype", "ndim", "size", "stride")

    aval: Aval

    def __init__(self, size: tuple[int, ...], stride: tuple[int, ...], dtype: dtype) -> None:
        self.size = size
        self.stride = stride
        self.dtype = dtype
        self.ndim = len(size)
        self.aval = aval_of(size, dtype.np)
        self.contiguous = stride == contiguous_stride(size)

    @property
    def numel(self) -> int:
        """The number of elements."""
        n = 1
        for length in self.size:
            n *= length
        return n

    def __repr__(self) -> str:
        return f"Spec({self.dtype}, {self.size}, {self.stride})"


_specs: dict[tuple[tuple[int, ...], tuple[int, ...], dtype], Spec] = {}


def spec_of(size: tuple[int, ...], stride: tuple[int, ...] | None, dtype: dtype) -> Spec:
    """The one `Spec` of this size, stride (None: contiguous) and dtype."""
    if stride is None:
        stride = contiguous_stride(size)
    key = (size, stride, dtype)
    found = _specs.get(key)
    if found is None:
        found = _specs[key] = Spec(size, stride, dtype)
    return found


class Storage:
    """The only mutable cell: the root value that aliases share, and how often it was replaced.

    The root fills its memory in the order of `stride`. `untracked` counts the writes that no graph knows of.
    """

    __slots__ = ("__weakref__", "_address", "generation", "history", "root", "stride", "untracked")

    root: Value
    history: Any

    def __init__(self, root: Value, stride: tuple[int, ...]) -> None:
        self.root = root
        self.stride = stride
        self.generation = 0
        self.untracked = 0
        self.history = None
        self._address = 0

    @property
    def size(self) -> tuple[int, ...]:
        """The shape of the root."""
        return self.root.aval.shape

    @property
    def address(self) -> int:
        """A number that no other storage has, given when first asked for, with room for the elements behind it."""
        if not self._address:
            self._address = next(_addresses) << 40
        return self._address

    def replace(self, root: Value) -> None:
        """Make `root` what all aliases see from now on."""
        self.root = root
        self.generation += 1


class Version:
    """How often the data were changed in place; `.data` does not share it, `detach()` and views do."""

    __slots__ = ("count",)

    def __init__(self, count: int = 0) -> None:
        self.count = count
