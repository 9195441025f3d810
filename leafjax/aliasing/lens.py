"""A view is a lens on the root of its storage: a tuple of steps, each with `get` (whole -> part) and `put`.

A step's static part decides what is compiled; what may move from call to call (a slice start, a storage offset) is a
runtime number, kept beside the steps in `starts`. Laws, tested for every step: ``put(x, get(x)) == x`` and
``get(put(x, v)) == v`` (the second where the part does not overlap itself).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax

from leafjax.aliasing.geometry import Geometry, index_map, is_contiguous, memory_order, numel
from leafjax.execution.kernel import NUMBER_AVALS, Kernel
from leafjax.execution.program import execute
from leafjax.execution.value import Aval, Value

Size = tuple[int, ...]


# ---- steps: the native ones ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Select:
    """One index of a dimension, which goes away. `start` is the index."""

    dim: int

    def get(self, x: Any, start: Any) -> Any:
        return lax.dynamic_index_in_dim(x, start, self.dim, keepdims=False)

    def put(self, x: Any, part: Any, start: Any) -> Any:
        return lax.dynamic_update_index_in_dim(x, part, start, self.dim)


@dataclass(frozen=True, slots=True)
class Slice:
    """`length` indices of a dimension, `step` apart. `start` is the first."""

    dim: int
    length: int
    step: int

    def get(self, x: Any, start: Any) -> Any:
        window = lax.dynamic_slice_in_dim(x, start, self._span, self.dim)
        return window if self.step == 1 else lax.slice_in_dim(window, 0, self._span, self.step, self.dim)

    def put(self, x: Any, part: Any, start: Any) -> Any:
        if self.step != 1:
            window = lax.dynamic_slice_in_dim(x, start, self._span, self.dim)
            part = window.at[(slice(None),) * self.dim + (slice(None, None, self.step),)].set(part)
        return lax.dynamic_update_slice_in_dim(x, part, start, self.dim)

    @property
    def _span(self) -> int:
        return (self.length - 1) * self.step + 1 if self.length else 0


@dataclass(frozen=True, slots=True)
class Permute:
    """Dimensions in another order."""

    dims: Size

    def get(self, x: Any, _: Any) -> Any:
        return lax.transpose(x, self.dims)

    def put(self, x: Any, part: Any, _: Any) -> Any:
        return lax.transpose(part, np.argsort(self.dims))


@dataclass(frozen=True, slots=True)
class Reshape:
    """The same elements in another shape."""

    before: Size
    after: Size

    def get(self, x: Any, _: Any) -> Any:
        return lax.reshape(x, self.after)

    def put(self, x: Any, part: Any, _: Any) -> Any:
        return lax.reshape(part, self.before)


@dataclass(frozen=True, slots=True)
class Expand:
    """Dimensions of size 1, or new ones in front, repeated without copying; of several writes the last one stays."""

    before: Size
    after: Size

    def get(self, x: Any, _: Any) -> Any:
        return jnp.broadcast_to(x, self.after)

    def put(self, x: Any, part: Any, _: Any) -> Any:
        repeated = [d for d, n in enumerate(self._padded) if n != self.after[d]]
        if not repeated or not part.size:
            return part.reshape(x.shape) if part.size else x
        times = numel(tuple([self.after[d] for d in repeated]))
        copies = jnp.moveaxis(part, repeated, range(len(repeated))).reshape((times, *x.shape))
        changed = copies != x
        last = copies.shape[0] - 1 - jnp.argmax(changed[::-1], axis=0)
        return jnp.where(changed.any(0), jnp.take_along_axis(copies, last[None], 0)[0], x)

    @property
    def _padded(self) -> Size:
        """The size before, with what stands for the new dimensions in front."""
        return (-1,) * (len(self.after) - len(self.before)) + self.before

    def adjoint(self, x: Any, part: Any, _: Any) -> Any:
        repeated = tuple([d for d, n in enumerate(self._padded) if n != self.after[d]])
        return part.sum(repeated).reshape(self.before)


@dataclass(frozen=True, slots=True)
class Real:
    """A complex array seen as real, with a last dimension of two."""

    def get(self, x: Any, _: Any) -> Any:
        return jnp.stack([x.real, x.imag], -1)

    def put(self, x: Any, part: Any, _: Any) -> Any:
        return lax.complex(part[..., 0], part[..., 1])


@dataclass(frozen=True, slots=True)
class Complex:
    """A real array with a last dimension of two seen as complex."""

    def get(self, x: Any, _: Any) -> Any:
        return lax.complex(x[..., 0], x[..., 1])

    def put(self, x: Any, part: Any, _: Any) -> Any:
        return jnp.stack([part.real, part.imag], -1)


@dataclass(frozen=True, slots=True)
class Conj:
    """The complex conjugate as a view."""

    def get(self, x: Any, _: Any) -> Any:
        return jnp.conj(x)

    def put(self, x: Any, part: Any, _: Any) -> Any:
        return jnp.conj(part)


@dataclass(frozen=True, slots=True)
class Bits:
    """The same bytes as numbers of another dtype; the last dimension is longer or shorter by the ratio of sizes."""

    before: np.dtype[Any]
    after: np.dtype[Any]

    def get(self, x: Any, _: Any) -> Any:
        return jnp.asarray(x).view(self.after)

    def put(self, x: Any, part: Any, _: Any) -> Any:
        return jnp.asarray(part).view(self.before)


# ---- the generic step ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strided:
    """Any view, by memory position: element i of the part lies at ``start + index_map(part)[i]`` of the whole's memory.

    The whole is an array of `size` that fills its memory in the order of `stride`.
    """

    size: Size
    stride: Size
    part_size: Size
    part_stride: Size

    def get(self, x: Any, start: Any) -> Any:
        return self._memory(x)[start + self._map()]

    def put(self, x: Any, part: Any, start: Any) -> Any:
        return self._logical(self._memory(x).at[start + self._map()].set(part))

    def adjoint(self, x: Any, part: Any, start: Any) -> Any:
        flat = jnp.zeros(x.size, x.dtype).at[start + self._map()].add(part)
        return self._logical(flat)

    def _memory(self, x: Any) -> Any:
        if is_contiguous(self.size, self.stride):
            return x.reshape(-1)
        return x.transpose(memory_order(self.size, self.stride)).reshape(-1)

    def _logical(self, memory: Any) -> Any:
        if is_contiguous(self.size, self.stride):
            return memory.reshape(self.size)
        order = memory_order(self.size, self.stride)
        return memory.reshape([self.size[d] for d in order]).transpose(np.argsort(order))

    def _map(self) -> np.ndarray:
        return _positions(self.part_size, self.part_stride)


@dataclass(frozen=True, slots=True)
class Indexed:
    """Any view of an array with gaps in its memory, by where each element of the part lies in the whole (-1: outside)."""

    size: Size
    stride: Size
    part_size: Size
    part_stride: Size
    offset: int

    def get(self, x: Any, _: Any) -> Any:
        return x.reshape(-1).at[self._map()].get(mode="fill", fill_value=0)

    def put(self, x: Any, part: Any, _: Any) -> Any:
        return x.reshape(-1).at[self._map()].set(part, mode="drop").reshape(x.shape)

    def adjoint(self, x: Any, part: Any, _: Any) -> Any:
        return jnp.zeros(x.size, x.dtype).at[self._map()].add(part, mode="drop").reshape(x.shape)

    def outside(self) -> np.ndarray:
        """Which elements of the part do not belong to the whole."""
        return np.asarray(self._map() == numel(self.size))

    def _map(self) -> np.ndarray:
        return _lookup(self.size, self.stride, self.part_size, self.part_stride, self.offset)


@lru_cache(maxsize=1024)
def _lookup(size: Size, stride: Size, part_size: Size, part_stride: Size, offset: int) -> np.ndarray:
    there = _positions(size, stride).reshape(-1)
    wanted = _positions(part_size, part_stride) + offset
    order = np.argsort(there, kind="stable")
    at = np.minimum(np.searchsorted(there[order], wanted), max(there.size - 1, 0))
    found = order[at] if there.size else np.zeros_like(wanted)
    return np.where(there[found] == wanted, found, there.size) if there.size else found


@lru_cache(maxsize=1024)
def _positions(size: Size, stride: Size) -> np.ndarray:
    return index_map(Geometry(size, stride, 0))


Step = Select | Slice | Permute | Reshape | Expand | Real | Complex | Conj | Bits | Strided | Indexed
STARTS = (Select, Slice, Strided)  # the steps that take a runtime start
OVERLAPPING = (Expand, Strided, Indexed)  # the steps whose part can hold an element of the whole more than once


# ---- chains --------------------------------------------------------------------------------------------------------


class Lens(NamedTuple):
    """A chain of steps from the root inwards; `starts` holds the runtime numbers of those that take one."""

    steps: tuple[Step, ...] = ()
    starts: tuple[int, ...] = ()

    def then(self, step: Step, start: int | None = None) -> Lens:
        """This chain and one more step inwards."""
        return Lens((*self.steps, step), self.starts if start is None else (*self.starts, start))

    def since(self, outer: Lens) -> Lens | None:
        """What follows `outer` in this chain; None if the chain does not begin with it."""
        n = len(outer.steps)
        if self.steps[:n] != outer.steps or self.starts[: len(outer.starts)] != outer.starts:
            return None
        return Lens(self.steps[n:], self.starts[len(outer.starts) :])

    def between(self, first: int, end: int) -> Lens:
        """The steps from one number up to another."""
        before = sum([isinstance(step, STARTS) for step in self.steps[:first]])
        count = sum([isinstance(step, STARTS) for step in self.steps[first:end]])
        return Lens(self.steps[first:end], self.starts[before : before + count])

    def get(self, root: Value) -> Value:
        """The part of `root` that the chain leads to."""
        if not self.steps:
            return root
        operands = (root.aval, *[_INT] * len(self.starts))
        return execute(GET.signature(operands, (("steps", self.steps),)), (root, *self.starts))

    def put(self, root: Value, part: Value) -> Value:
        """`root` with that part replaced; `part` has the shape and dtype that `get` returns."""
        if not self.steps:
            return part
        operands = (root.aval, part.aval, *[_INT] * len(self.starts))
        return execute(PUT.signature(operands, (("steps", self.steps),)), (root, part, *self.starts))

    def adjoint(self, grad: Value, whole: Aval) -> Value:
        """The transpose of `get`, as a linear map from parts to wholes of this aval."""
        if not self.steps:
            return grad
        operands = (grad.aval, *[_INT] * len(self.starts))
        return execute(ADJOINT.signature(operands, (("steps", self.steps), ("whole", whole))), (grad, *self.starts))

    def get_array(self, root: Any) -> Any:
        """`get` on arrays."""
        return get(root, *self.starts, steps=self.steps)

    def put_array(self, root: Any, part: Any) -> Any:
        """`put` on arrays."""
        return put(root, part, *self.starts, steps=self.steps)

    def adjoint_array(self, grad: Any, whole: Aval) -> Any:
        """`adjoint` on arrays."""
        return adjoint(grad, *self.starts, steps=self.steps, whole=whole)


IDENTITY = Lens()
_INT = NUMBER_AVALS[int]


def get(root: Any, *starts: Any, steps: tuple[Step, ...]) -> Any:
    """`Lens.get` on arrays."""
    for step, start in _with_starts(steps, starts):
        root = step.get(root, start)
    return root


def put(root: Any, part: Any, *starts: Any, steps: tuple[Step, ...]) -> Any:
    """`Lens.put` on arrays: get on the way in, put on the way out."""
    wholes = []
    for step, start in _with_starts(steps, starts):
        wholes.append((step, start, root))
        root = step.get(root, start)
    for step, start, whole in reversed(wholes):
        part = step.put(whole, part, start)
    return part


def adjoint(grad: Any, *starts: Any, steps: tuple[Step, ...], whole: Aval) -> Any:
    """The transpose of `get`: writes into zeros, sums where a step repeats elements."""
    zeros = jnp.zeros(whole.shape, whole.dtype)
    wholes = []
    for step, start in _with_starts(steps, starts):
        wholes.append((step, start, zeros))
        zeros = step.get(zeros, start)
    for step, start, zeros in reversed(wholes):
        grad = (step.adjoint if isinstance(step, OVERLAPPING) else step.put)(zeros, grad, start)
    return grad


def _with_starts(steps: tuple[Step, ...], starts: tuple[Any, ...]) -> Iterator[tuple[Step, Any]]:
    remaining = iter(starts)
    return ((step, next(remaining) if isinstance(step, STARTS) else None) for step in steps)


def absolute(root_size: Size, root_stride: Size, size: Size, stride: Size, offset: int) -> Lens:
    """The one-step lens to the memory positions ``offset + size x stride`` of a root with this layout."""
    return Lens((Strided(root_size, root_stride, size, stride),), (offset,))


GET = Kernel("view", get)
PUT = Kernel("view_write", put)
ADJOINT = Kernel("view_backward", adjoint)
