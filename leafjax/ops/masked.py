"""Reading and writing by mask and by position, and writing a part functionally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from leafjax import dtypes, errors
from leafjax.aliasing import geometry as g
from leafjax.aliasing.geometry import Geometry
from leafjax.aliasing.storage import Spec
from leafjax.autograd.modes import mode
from leafjax.config import config
from leafjax.dtypes import from_numpy, int64
from leafjax.execution.program import check
from leafjax.ops.create import tensor
from leafjax.ops.families import composite, op
from leafjax.ops.index import _broadcast, _index_put, _is_mask, _positions
from leafjax.ops.inplace import run_in_place
from leafjax.ops.mutate import convert, preserved
from leafjax.ops.op import Array, ArrayOnly
from leafjax.ops.samples import bools, ints, samples
from leafjax.ops.view import as_strided, diagonal, reshape, select, slice as slice_
from leafjax.tensor.alias import check_writable
from leafjax.tensor.tensor import Tensor

BOOL = dtypes.DTYPES["bool"]


def in_range(index: Tensor, low: int, n: int, error: Callable[[int], Exception]) -> None:
    """Raise now or, if the index is not computed yet, when it is, for a position outside ``low:n``."""

    def verify(data: Any) -> None:
        array = np.asarray(data)
        bad = array[(array < low) | (array >= n)]
        if bad.size:
            raise error(int(bad.reshape(-1)[0]))

    check(index.value, verify)


def fits(name: str, self: Spec, value: Any) -> None:
    """Raise if what is to be filled in is no scalar, or complex where that can't be."""
    if isinstance(value, Spec):
        if value.ndim:
            raise errors.value_ndim(name, value.ndim)
    elif isinstance(value, complex) and not self.dtype.is_complex:
        raise errors.complex_value(name, self.dtype)


# ---- by mask -------------------------------------------------------------------------------------------------------


def _check_masked_fill(self: Spec, mask: Spec, value: Any) -> None:
    if mask.dtype is not BOOL and config.profile.version != "1.6":
        raise errors.mask_dtype("masked_fill_", mask.dtype.cpp_name)
    fits("masked_fill_", self, value)
    g.broadcast_shapes(mask.size, self.size)


@op(samples("2 3", bools("2 3"), 1.5), samples("2 3", bools("3"), ""), samples("3", bools("2 3"), 0), samples("2 3", bools(""), 1.5),
    node=lambda value: "MaskedFillBackward1" if isinstance(value, Spec) else "MaskedFillBackward0",
    prepare=_check_masked_fill, inplace="method", wraps=False, overlap="fill",
    self=lambda grad, mask: masked_fill(grad, mask, 0),
    value=lambda grad, mask: masked_fill(grad, mask.logical_not(), 0).sum())  # fmt: skip
def masked_fill(self: ArrayOnly, mask: ArrayOnly, value: Array) -> Array:
    """The tensor with one number where a mask is true."""
    return jnp.where(mask, convert(value, from_numpy(self.dtype)), self)


def _check_masked_scatter(self: Spec, mask: Spec, source: Spec) -> None:
    if mask.dtype is not BOOL:
        raise errors.mask_dtype("masked_scatter_", mask.dtype.scalar_name)
    if self.dtype is not source.dtype:
        raise errors.masked_scatter_dtypes(self.dtype, source.dtype)
    g.broadcast_shapes(mask.size, self.size)


def _verify_masked_scatter(self: Tensor, mask: Tensor, source: Tensor) -> None:
    size = g.broadcast_shapes(mask.spec.size, self.spec.size)
    repeats = g.numel(size) // max(mask.spec.numel, 1)

    def verify(data: Any) -> None:
        if int(np.count_nonzero(np.asarray(data))) * repeats > source.spec.numel:
            raise errors.masked_scatter_count()

    check(mask.value, verify)


def _nth(mask: Any) -> Any:
    """For every element the number of true ones before it, in order."""
    return (jnp.cumsum(mask.reshape(-1)) - 1).reshape(mask.shape)


@op(samples("2 3", bools("2 3"), "6"), samples("2 3", bools("3"), "2 3"), samples("3", bools("2 3"), "6"),
    prepare=_check_masked_scatter, verify=_verify_masked_scatter, inplace="method",
    self=lambda grad, mask: masked_fill(grad, mask, 0),
    source=lambda grad, mask, source_meta: _masked_gather(grad, mask, source_meta.size))  # fmt: skip
def masked_scatter(self: ArrayOnly, mask: ArrayOnly, source: ArrayOnly) -> Array:
    """The tensor with the elements of a source, one after the other, where a mask is true."""
    if not source.size:
        return jnp.broadcast_to(self, jnp.broadcast_shapes(self.shape, mask.shape))
    mask = jnp.broadcast_to(mask, jnp.broadcast_shapes(self.shape, mask.shape))
    return jnp.where(mask, source.reshape(-1)[jnp.clip(_nth(mask), 0, source.size - 1)], self)


@op(samples("2 3", bools("3"), (7,)), self=lambda grad, self_meta, mask: masked_scatter(grad.new_zeros(self_meta.size), mask, grad),
    node="MaskedScatterBackwardBackward0", method=False, function=False, out=False)  # fmt: skip
def _masked_gather(self: Array, mask: Array, size: tuple[int, ...]) -> Array:
    """The elements where a mask is true, in order, followed by zeros: `masked_scatter` backwards."""
    count = g.numel(size)
    mask = jnp.broadcast_to(mask, self.shape)
    at = jnp.where(mask, _nth(mask), count).reshape(-1)
    return jnp.zeros(count, self.dtype).at[at].set(self.reshape(-1), mode="drop").reshape(size)


def _unselected(grad: Tensor, self: Tensor, mask: Tensor, positions: Tensor) -> Tensor:
    size = g.broadcast_shapes(self.spec.size, mask.spec.size)
    return put(grad.new_zeros(size), positions, grad)


@op(samples("2 3", bools("3"), ints("2", 0, 6)), self=_unselected, node="MaskedSelectBackward0",
    method=False, function=False)  # fmt: skip
def _masked_select(self: Array, mask: Array, positions: Array) -> Array:
    return jnp.broadcast_to(self, jnp.broadcast_shapes(self.shape, mask.shape)).reshape(-1)[positions]


@composite(samples("2 3", bools("2 3")), samples("2 3", bools("3")), samples("3", bools("2 3")), out=True)
def masked_select(self: Tensor, mask: Tensor) -> Tensor:
    """The elements where a mask is true, as a vector."""
    if mask.spec.dtype is not BOOL:
        raise errors.masked_select_dtype(self.spec.dtype, mask.spec.dtype)
    size = g.broadcast_shapes(self.spec.size, mask.spec.size)
    at = np.flatnonzero(np.broadcast_to(mask.value.numpy(), size))
    return _masked_select(self, mask, tensor(at.astype(np.int64)))


# ---- by index, as brackets do --------------------------------------------------------------------------------------


def _pick_index_put(self: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> tuple[Any, ...]:
    """The arguments of `_index_put` for a tuple of integer tensors and masks."""
    if not isinstance(indices, (tuple, list)):
        raise errors.sequence_type("index_put", "indices", 1, indices)
    found: list[Tensor] = []
    for i, index in enumerate(indices):
        if not isinstance(index, Tensor):
            raise errors.sequence_member(i, 0, index)
        width = index.spec.ndim if _is_mask(index) else 1
        if len(found) + width > self.spec.ndim:
            raise errors.index_put_too_many(self.spec.ndim, len(found) + width + len(indices) - i - 1)
        found.extend(_positions(index, len(found), self.spec.size))
    return self, _broadcast(found), values, tuple(range(len(found))), accumulate


@composite(samples("3 4", [ints("1", 0, 3)], "4"), samples("3 4", [ints("2", 0, 3), ints("2", 0, 4)], "2", True))
def index_put(self: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """The tensor with values written, or added, at the positions that a tuple of index tensors and masks names."""
    return _index_put(*_pick_index_put(self, indices, values, accumulate))


def index_put_(self: Tensor, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """`index_put` with the result written into this tensor; returns it."""
    if mode.grad:
        check_writable(self, self.needs_grad or values.needs_grad)
    return run_in_place(_index_put, _pick_index_put(self, indices, values, accumulate))


# ---- by position, the elements numbered in order -------------------------------------------------------------------


def _check_take(self: Spec, index: Spec) -> None:
    if index.dtype is not int64:
        raise errors.long_index("take", index.dtype)
    if not self.numel and index.numel:
        raise errors.take_from_empty()


def _verify_position(self: Tensor, index: Tensor, *_: Any) -> None:
    n = self.spec.numel
    in_range(index, -n, n, lambda i: errors.position_out_of_range(i, n))


def _like(grad: Tensor, self: Tensor) -> Tensor:
    """Zeros of the size of a tensor, in the dtype of its gradient."""
    return grad.new_zeros(self.spec.size)


@op(samples("2 3", ints("2 2", -6, 6)), samples("2 3", ints("", 0, 6)), prepare=_check_take, verify=_verify_position,
    self=lambda grad, self, index: put(_like(grad, self), index, grad, True))  # fmt: skip
def take(self: ArrayOnly, index: ArrayOnly) -> Array:
    """The elements at the positions that an index names."""
    return self.reshape(-1)[index] if index.size else jnp.zeros(index.shape, self.dtype)


def _check_put(self: Spec, index: Spec, source: Spec, accumulate: bool) -> None:
    if index.dtype is not int64:
        raise errors.long_index("put_", index.dtype)
    if self.dtype is not source.dtype:
        raise errors.put_dtypes(self.dtype, source.dtype)
    if index.numel != source.numel:
        raise errors.put_count(source.numel, index.numel)
    if not self.numel and index.numel:
        raise errors.put_into_empty()


@op(samples("2 3", ints("1", -6, 6), "1"), samples("2 3", ints("2 2", 0, 6), "4", True), prepare=_check_put, verify=_verify_position,
    inplace="method", overlap="late", layout=preserved,
    self=lambda grad, index, source, accumulate: grad if accumulate else put(grad, index, _like(grad, source)),
    source=lambda grad, index, source: reshape(take(grad, index), source.spec.size))  # fmt: skip
def put(self: ArrayOnly, index: ArrayOnly, source: ArrayOnly, accumulate: bool = False) -> Array:
    """The tensor with a source written, or added, at the positions that an index names."""
    where = self.reshape(-1).at[index.reshape(-1)]
    return (where.add if accumulate else where.set)(source.reshape(-1)).reshape(self.shape)


# ---- a part, functionally ------------------------------------------------------------------------------------------


def _check_part(rule: Any) -> Callable[..., None]:
    """A check that the source has the size of the part that `rule`, a view operation, shows."""

    def prepare(self: Spec, src: Spec, **where: Any) -> None:
        part = rule.rule(Geometry(self.size, self.stride), **where)[0].size
        if part != src.size:
            raise errors.part_size(src.size, part)

    return prepare


def _part_written(rule: Any) -> dict[str, Any]:
    """The options of writing the part that a view operation shows."""
    return {"prepare": _check_part(rule), "layout": preserved, "method": True}


def _set_part(self: Any, src: Any, rule: Any, **where: Any) -> Any:
    _, step, start = rule.rule(Geometry(self.shape, g.contiguous_stride(self.shape)), **where)
    return step.put(self, src.astype(self.dtype), start)


@op(samples("3 4", "4", 0, 1), samples("3 4", "3", 1, -2), **_part_written(select),
    self=lambda grad, src_meta, dim, index: select_scatter(grad, grad.new_zeros(src_meta.size), dim, index),
    src=lambda grad, dim, index: select(grad, dim, index))  # fmt: skip
def select_scatter(self: ArrayOnly, src: ArrayOnly, dim: int, index: int) -> Array:
    """The tensor with one index of a dimension replaced."""
    return _set_part(self, src, select, dim=dim, index=index)


@op(samples("3 4", "1 4", 0, 1, 2), samples("3 4", "3 2", 1, 0, 4, 2), **_part_written(slice_),
    self=lambda grad, src_meta, dim, start, end, step: slice_scatter(grad, grad.new_zeros(src_meta.size), dim, start, end, step),
    src=lambda grad, dim, start, end, step: slice_(grad, dim, start, end, step))  # fmt: skip
def slice_scatter(
    self: ArrayOnly, src: ArrayOnly, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Array:
    """The tensor with a range of a dimension replaced."""
    return _set_part(self, src, slice_, dim=dim, start=start, end=end, step=step)


@op(samples("3 4", "3"), samples("3 4", "3", 1), **_part_written(diagonal),
    self=lambda grad, src_meta, offset, dim1, dim2: diagonal_scatter(grad, grad.new_zeros(src_meta.size), offset, dim1, dim2),
    src=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2))  # fmt: skip
def diagonal_scatter(self: ArrayOnly, src: ArrayOnly, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """The tensor with a diagonal of two dimensions replaced."""
    return _set_part(self, src, diagonal, offset=offset, dim1=dim1, dim2=dim2)


def fill_diagonal_(self: Tensor, fill_value: Any, wrap: bool = False) -> Tensor:
    """Write a number on the main diagonal of all dimensions; with `wrap`, a tall matrix has another one below, and so on."""
    size, stride = self.spec.size, self.spec.stride
    if len(size) < 2:
        raise errors.diagonal_of_vector()
    if len(size) > 2 and len(set(size)) > 1:
        raise errors.diagonal_of_unequal()
    as_strided(self, (min(size),), (sum(stride),), self.offset).fill_(fill_value)
    rows, columns = size[:2]
    if wrap and len(size) == 2 and rows > columns + 1:
        count = -(-(rows - columns - 1) * columns // (columns + 1))
        start = self.offset + (columns + 1) * stride[0]
        as_strided(self, (count,), (sum(stride),), start).fill_(fill_value)
    return self


METHODS = {"index_put_": index_put_, "fill_diagonal_": fill_diagonal_}
FUNCTIONS = {"index_put_": index_put_}
