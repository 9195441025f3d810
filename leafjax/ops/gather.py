"""Reading and writing along a dimension: gather, the scatters, and whole slices by index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from leafjax import errors
from leafjax.aliasing import geometry as g
from leafjax.aliasing.storage import Spec
from leafjax.dtypes import from_numpy, int32, int64
from leafjax.ops.families import composite, op
from leafjax.ops.inplace import run_in_place
from leafjax.ops.masked import fits, in_range, masked_fill
from leafjax.ops.matmul import scaled
from leafjax.ops.mutate import convert, preserved
from leafjax.ops.op import Array, ArrayOnly, Number
from leafjax.ops.samples import ints, samples
from leafjax.ops.view import expand, reshape
from leafjax.tensor.tensor import Tensor

# ---- what reading and writing along a dimension share --------------------------------------------------------------


def _length(self: Tensor, dim: int) -> tuple[int, int]:
    """A dimension counted from the front, and its length; a scalar has one of length 1."""
    dim = g.wrap_dim(dim, self.spec.ndim)
    return dim, self.spec.size[dim] if self.spec.ndim else 1


def _verify_along(self: Tensor, dim: int, index: Tensor, *_: Any) -> None:
    dim, n = _length(self, dim)
    in_range(index, 0, n, lambda i: errors.dim_index_out_of_bounds(i, dim, n))


def _grid(index: Any, dim: int) -> tuple[Any, ...]:
    """Index arrays that address one element for each entry of `index`, which says where along `dim`."""
    grid = list(jnp.indices(index.shape, sparse=True))
    grid[dim] = index
    return tuple(grid)


def _raised(*arrays: Any) -> list[Any]:
    """Scalars as vectors of one element."""
    return [x.reshape(1) if x.ndim == 0 else x for x in arrays]


def _check_along(name: str, own: str, self: Spec, dim: int, index: Spec) -> dict[str, Any]:
    """What gather and all scatters ask of their index."""
    dim = g.wrap_dim(dim, self.ndim)
    if index.dtype not in (int32, int64):
        raise errors.index_not_integer(name)
    if index.numel and max(index.ndim, 1) != max(self.ndim, 1):
        raise errors.index_ndim(own)
    return {"dim": dim}


# ---- gather, scatter -----------------------------------------------------------------------------------------------


def _check_gather(self: Spec, dim: int, index: Spec, sparse_grad: bool) -> dict[str, Any]:
    found = _check_along("gather", "input", self, dim, index)
    if index.numel and index.ndim:
        for d, (n, m) in enumerate(zip(index.size, self.size or (1,), strict=True)):
            if n > m and d != found["dim"]:
                raise errors.gather_size(d, index.size, self.size, found["dim"])
    return found


@op(samples("3 4", 0, ints("2 4", 0, 3)), samples("3 4", 1, ints("2 3", 0, 4)), samples("3", 0, ints("", 0, 3)), samples("", 0, ints("2", 0, 1)),
    prepare=_check_gather, verify=_verify_along,
    self=lambda grad, self, dim, index: scatter_add(grad.new_zeros(self.spec.size), dim, index, grad))  # fmt: skip
def gather(self: ArrayOnly, dim: int, index: ArrayOnly, *, sparse_grad: bool = False) -> Array:
    """The elements at the positions along a dimension that an index of the result's size names."""
    source, at = _raised(self, index)
    return source[_grid(at, dim)].reshape(index.shape) if index.size else jnp.zeros(index.shape, self.dtype)


def _check_scatter(self: Spec, dim: int, index: Spec, src: Any, name: str = "scatter") -> dict[str, Any]:
    if isinstance(src, Spec) and src.dtype is not self.dtype:
        raise errors.scatter_dtype()
    found = _check_along(name, "self", self, dim, index)
    if index.numel and index.ndim:
        _check_scatter_size(index.size, self.size or (1,), src.size if isinstance(src, Spec) else None, found["dim"])
    return found


def _check_scatter_size(index: Sequence[int], own: Sequence[int], src: Sequence[int] | None, dim: int) -> None:
    wrong = any([n > own[d] and d != dim for d, n in enumerate(index)])
    for d, n in enumerate(index if src is not None and not wrong else ()):
        if src and d >= len(src):
            raise errors.dim_out_of_range(d, len(src))
        if n > (src[d] if src else 1):
            wrong = True
            break
    if src is not None and max(len(src), 1) != max(len(index), 1):
        raise errors.scatter_ndim()
    if wrong:
        raise errors.scatter_size(index, own, dim, src)


def _window(src: Any, index: Any) -> Any:
    """The part of a source that an index of a smaller size reads; a number as it is."""
    return src[tuple([slice(n) for n in index.shape])] if src.ndim else src


def _scattered(self: Any, dim: int, index: Any, src: Any, write: str) -> Any:
    if not index.size:
        return self
    own, at = _raised(self, index)
    source = src.reshape(1) if src.ndim == 0 == index.ndim else src
    written = _window(source, at).astype(self.dtype)
    return getattr(own.at[_grid(at, dim)], write)(written).reshape(self.shape)


def _multiplied(self: Any, dim: int, index: Any, src: Any) -> Any:
    """Products, one index along the dimension at a time: JAX differentiates a product only of distinct positions."""
    if not index.size or not index.ndim:
        return _scattered(self, dim, index, src, "multiply")
    source = jnp.broadcast_to(_window(src, index).astype(self.dtype), index.shape)

    def step(out: Any, entry: Any) -> Any:
        positions, factors = entry
        return out.at[tuple(positions)].multiply(factors, unique_indices=True), None

    along = [jnp.moveaxis(jnp.broadcast_to(a, index.shape), dim, 0) for a in _grid(index, dim)]
    return jax.lax.scan(step, jnp.asarray(self), (along, jnp.moveaxis(source, dim, 0)))[0]


def _or_zero(grad: Tensor, dim: int, index: Tensor) -> Tensor:
    """The gradient of what was not written over."""
    return scatter(grad, dim, index, 0)


@op(samples("3 4", 0, ints("1 4", 0, 3), "1 4"), samples("3 4", 1, ints("2 1", 0, 4), 1.5), samples("3", 0, ints("1", 0, 3), "1"),
    node=lambda src: "ScatterBackward0" if isinstance(src, Spec) else "ScatterBackward1", inplace="method", overlap="late",
    prepare=_check_scatter, verify=_verify_along, wraps=False,
    self=_or_zero, src=lambda grad, dim, index: gather(grad, dim, index),
    method=False, function=False)  # fmt: skip
def _scatter(self: ArrayOnly, dim: int, index: ArrayOnly, src: Array) -> Array:
    return _scattered(self, dim, index, src, "set")


_WRITES = {"add": "add", "multiply": "multiply"}


@op(samples("3 4", 0, ints("2 4", 0, 3), "2 4", "add"), samples("3 4", 1, ints("2 1", 0, 4), 1.5, "multiply"),
    prepare=lambda self, dim, index, src, reduce: _check_scatter(self, dim, index, src), verify=_verify_along,
    inplace="method", overlap="late", method=False, function=False)  # fmt: skip
def _scatter_with(self: ArrayOnly, dim: int, index: ArrayOnly, src: Array, reduce: str) -> Array:
    return _scattered(self, dim, index, src, reduce)


def _pick_scatter(
    self: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None, reduce: str | None = None
) -> Any:
    """Which of the scatters is meant, and its arguments."""
    given = value if src is None else src
    if reduce is None:
        return _scatter, (self, dim, index, given)
    if reduce not in _WRITES:
        raise errors.scatter_reduction("either add or multiply.")
    return _scatter_with, (self, dim, index, given, reduce)


@composite(samples("3 4", 0, ints("1 4", 0, 3), "1 4"), samples("3 4", 1, ints("2 1", 0, 4), value=1.5), out=True)
def scatter(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The tensor with a source, or a number, written at the positions along a dimension that an index names."""
    chosen, bound = _pick_scatter(self, *args, **kwargs)
    return chosen(*bound)


def scatter_(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """`scatter` with the result written into this tensor; returns it."""
    return run_in_place(*_pick_scatter(self, *args, **kwargs))


@op(samples("3 4", 0, ints("2 4", 0, 3), "2 4"), samples("3", 0, ints("4", 0, 3), "4"), prepare=_check_scatter, verify=_verify_along,
    inplace="method", overlap="late", self=lambda grad: grad, src=lambda grad, dim, index: gather(grad, dim, index))  # fmt: skip
def scatter_add(self: ArrayOnly, dim: int, index: ArrayOnly, src: ArrayOnly) -> Array:
    """The tensor with a source added at the positions along a dimension that an index names."""
    return _scattered(self, dim, index, src, "add")


# ---- scatter_reduce ------------------------------------------------------------------------------------------------

_REDUCTIONS = {"sum": "add", "mean": "add", "prod": "multiply", "amax": "max", "amin": "min"}


def _check_reduce(self: Spec, dim: int, index: Spec, src: Spec, reduce: str, include_self: bool) -> dict[str, Any]:
    if reduce not in _REDUCTIONS:
        raise errors.scatter_reduction(f"either sum, prod, mean, amax or amin, got {reduce}")
    return _check_scatter(self, dim, index, src)


def _identity(reduce: str, dtype: Any) -> Any:
    """What a reduction starts from."""
    if reduce in ("sum", "mean", "prod"):
        return int(reduce == "prod")
    if jnp.issubdtype(dtype, jnp.inexact):
        return -jnp.inf if reduce == "amax" else jnp.inf
    limits = None if dtype == jnp.bool_ else jnp.iinfo(dtype)
    low, high = (False, True) if limits is None else (limits.min, limits.max)
    return low if reduce == "amax" else high


def _shares(grad: Tensor, dim: int, index: Tensor, src: Tensor, include_self: bool) -> Tensor:
    """How many numbers each mean is of, at least 1."""
    own = grad.new_ones(grad.spec.size) if include_self else grad.new_zeros(grad.spec.size)
    count = scatter_add(own, dim, index, src.new_ones(src.spec.size))
    return masked_fill(count, count == 0, 1)


def _reduce_back(
    grad: Tensor, self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool, result: Tensor
) -> tuple[Tensor, Tensor]:
    """The gradients of both operands, before what `include_self=False` takes away."""
    if reduce == "sum":
        return grad, gather(grad, dim, index)
    if reduce == "mean":
        count = _shares(grad, dim, index, src, include_self)
        return grad / count, gather(grad, dim, index) / gather(count, dim, index)
    if reduce == "prod":
        return _prod_back(grad, self, dim, index, src, include_self, result)
    own, other = self == result, src == gather(result, dim, index)
    own, other = own.to(grad.spec.dtype), other.to(grad.spec.dtype)
    share = grad / scatter_add(own, dim, index, other)
    return own * share, other * gather(share, dim, index)


def _prod_back(
    grad: Tensor, self: Tensor, dim: int, index: Tensor, src: Tensor, include_self: bool, result: Tensor
) -> tuple[Tensor, Tensor]:
    """Products of the others, by division; where exactly one factor is zero, from products without it."""
    filled = masked_fill(self, self == 0, 1)
    without = scatter_reduce(filled, dim, index, src, "prod", include_self=include_self)
    zeros = src == 0
    count = scatter_add(grad.new_zeros(self.spec.size), dim, index, zeros.to(grad.spec.dtype))
    only = zeros.logical_and(gather(count, dim, index) == 1)
    rest = scatter_reduce(self, dim, index, masked_fill(src, only, 1), "prod", include_self=include_self)
    ratio = gather(grad * result, dim, index) / masked_fill(src, zeros, 1)
    return grad * without / filled, gather(grad * rest, dim, index).where(only, ratio)


def _reduce_self(grad, self, dim, index, src, reduce, include_self, result):
    found = _reduce_back(grad, self, dim, index, src, reduce, include_self, result)[0]
    return found if include_self else _or_zero(found, dim, index)


@op(samples("3 4", 0, ints("2 4", 0, 3), "2 4", "sum"), samples("3 4", 0, ints("2 4", 0, 3), "2 4", "prod"),
    samples("3 4", 1, ints("3 2", 0, 4), "3 2", "mean", include_self=False), samples("3", 0, ints("4", 0, 3), "4", "amax"),
    samples("3 4", 0, ints("2 4", 0, 3), "2 4", "amin", include_self=False), samples("3 4", 0, ints("2 4", 0, 3), "2 4", "prod", include_self=False),
    prepare=_check_reduce, verify=_verify_along, inplace="method", overlap="late", self=_reduce_self,
    src=lambda grad, self, dim, index, src, reduce, include_self, result: _reduce_back(
        grad, self, dim, index, src, reduce, include_self, result)[1])  # fmt: skip
def scatter_reduce(
    self: ArrayOnly, dim: int, index: ArrayOnly, src: ArrayOnly, reduce: str, *, include_self: bool = True
) -> Array:
    """The tensor with a source reduced into the positions along a dimension that an index names."""
    start = self if include_self else _scattered(self, dim, index, jnp.asarray(_identity(reduce, self.dtype)), "set")
    out = (
        _multiplied(start, dim, index, src)
        if reduce == "prod"
        else _scattered(start, dim, index, src, _REDUCTIONS[reduce])
    )
    if reduce != "mean":
        return out
    ones = (
        jnp.ones_like(self)
        if include_self
        else _scattered(jnp.ones_like(self), dim, index, jnp.zeros((), self.dtype), "set")
    )
    count = _scattered(ones, dim, index, jnp.ones_like(src), "add")
    return out // count if jnp.issubdtype(self.dtype, jnp.integer) else out / count


# ---- whole slices by index -----------------------------------------------------------------------------------------


def _take_slices(x: Any, dim: int, index: Any) -> tuple[Any, ...]:
    return (slice(None),) * dim + (index,)


def _check_index_select(self: Spec, dim: int, index: Spec) -> dict[str, Any]:
    dim = g.wrap_dim(dim, self.ndim)
    if index.ndim > 1:
        raise errors.index_select_vector()
    if index.dtype not in (int32, int64):
        raise errors.index_select_dtype()
    if not self.ndim and index.numel != 1:
        raise errors.index_select_scalar(index.numel)
    return {"dim": dim}


def _verify_select(self: Tensor, dim: int, index: Tensor) -> None:
    dim, n = _length(self, dim)
    in_range(index, 0, n, lambda i: errors.index_select_range(i, n, dim, self.spec.ndim))


@op(samples("3 4", 0, ints("2", 0, 3)), samples("3 4", -1, ints("5", 0, 4)), samples("3", 0, ints("", 0, 3)), samples("", 0, ints("1", 0, 1)),
    prepare=_check_index_select, verify=_verify_select,
    self=lambda grad, self_meta, dim, index: index_add(grad.new_zeros(self_meta.size), dim, index, grad))  # fmt: skip
def index_select(self: ArrayOnly, dim: int, index: ArrayOnly) -> Array:
    """The slices of a dimension that a vector of indices names."""
    if self.ndim == 0:
        return self.reshape(1)[index.reshape(1)].reshape(())
    return self[_take_slices(self, dim, index.reshape(-1))]


def _of_slices(grad: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """The gradient of slices that were written or added."""
    picked = index_select(grad, dim, index)
    return expand(picked, source.spec.size) if source.spec.ndim else picked.sum()


def _check_index_add(self: Spec, dim: int, index: Spec, source: Spec, alpha: Any) -> dict[str, Any]:
    dim = g.wrap_dim(dim, self.ndim)
    if index.ndim > 1:
        raise errors.index_add_vector(index)
    if index.dtype not in (int32, int64):
        raise errors.index_add_dtype(index.dtype)
    if self.dtype is not source.dtype:
        raise errors.index_add_dtypes(self.dtype, source.dtype)
    count = source.size[dim] if dim < source.ndim else 1
    if index.numel != count:
        raise errors.index_add_count(index.numel, count, dim)
    if _without(self.size, dim) != _without(source.size, dim) or self.ndim != source.ndim:
        raise errors.index_add_shape(self.size, source.size)
    return {"dim": dim}


def _without(size: Sequence[int], dim: int) -> tuple[int, ...]:
    return (*size[:dim], *size[dim + 1 :])


def _verify_index_add(self: Tensor, dim: int, index: Tensor, *_: Any) -> None:
    dim, n = _length(self, dim)
    if self.spec.numel:
        in_range(index, 0, n, lambda i: errors.index_add_range(i, n, dim, self.spec.ndim))


@op(samples("3 4", 0, ints("2", 0, 3), "2 4"), samples("3 4", 1, ints("5", 0, 4), "3 5", alpha=2.0), samples("", 0, ints("1", 0, 1), ""),
    prepare=_check_index_add, verify=_verify_index_add, inplace="method", overlap="late",
    self=lambda grad: grad, source=lambda grad, dim, index, source, alpha: scaled(_of_slices(grad, dim, index, source), alpha))  # fmt: skip
def index_add(self: ArrayOnly, dim: int, index: ArrayOnly, source: ArrayOnly, *, alpha: Number = 1) -> Array:
    """The tensor with slices of a source, times `alpha`, added to the slices that a vector of indices names."""
    own, at, given = _raised(self, index, source)
    return own.at[_take_slices(own, dim, at)].add(alpha.astype(self.dtype) * given).reshape(self.shape)


def _check_index_copy(self: Spec, dim: int, index: Spec, source: Spec) -> dict[str, Any]:
    dim = g.wrap_dim(dim, self.ndim)
    if index.ndim > 1:
        raise errors.index_copy_vector(index.ndim)
    if source.ndim == 0 and index.numel != 1:
        raise errors.index_copy_scalar(index.numel)
    if source.ndim and self.ndim and source.ndim != self.ndim:
        raise errors.index_copy_ndim(source.ndim, self.ndim)
    if index.dtype is not int64:
        raise errors.long_index("index_copy_", index.dtype)
    if self.dtype is not source.dtype:
        raise errors.index_copy_dtypes(self.dtype, source.dtype)
    own, given = _without(self.size, dim), _without(source.size, dim)
    if source.ndim and own != given:
        raise errors.index_copy_slices(dim, own, given)
    if source.ndim and source.size[dim] != index.numel:
        raise errors.index_copy_count(index.numel, source.size[dim])
    return {"dim": dim}


def _verify_index_copy(self: Tensor, dim: int, index: Tensor, source: Tensor) -> None:
    dim, n = _length(self, dim)
    in_range(index, 0, n, lambda i: errors.index_copy_range(i, dim, n))


@op(samples("3 4", 0, ints("1", 0, 3), "1 4"), samples("3 4", 1, ints("1", 0, 4), "3 1"), samples("3", 0, ints("1", 0, 3), ""),
    prepare=_check_index_copy, verify=_verify_index_copy, inplace="method", overlap="all",
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0), source=_of_slices)  # fmt: skip
def index_copy(self: ArrayOnly, dim: int, index: ArrayOnly, source: ArrayOnly) -> Array:
    """The tensor with slices of a source written over the slices that a vector of indices names."""
    own, at = _raised(self, index)
    return own.at[_take_slices(own, dim, at)].set(source).reshape(self.shape)


def _check_index_fill(self: Spec, dim: int, index: Spec, value: Any) -> dict[str, Any]:
    dim = g.wrap_dim(dim, self.ndim)
    if index.dtype is not int64:
        raise errors.index_fill_dtype()
    if index.ndim > 1:
        raise errors.index_fill_vector()
    fits("index_fill_", self, value)
    return {"dim": dim}


def _verify_index_fill(self: Tensor, dim: int, index: Tensor, value: Any) -> None:
    dim, n = _length(self, dim)
    in_range(index, -n, n, lambda i: errors.index_out_of_bounds(i, dim, n))


@op(samples("3 4", 0, ints("2", 0, 3), 1.5), samples("3 4", 1, ints("1", -4, 4), ""), samples("", 0, ints("1", 0, 1), 2.5),
    node=lambda value: "IndexFillBackward1" if isinstance(value, Spec) else "IndexFillBackward0",
    prepare=_check_index_fill, verify=_verify_index_fill, inplace="method", overlap="fill", wraps=False, layout=preserved,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0),
    value=lambda grad, dim, index: index_select(grad, dim, index).sum())  # fmt: skip
def index_fill(self: ArrayOnly, dim: int, index: ArrayOnly, value: Array) -> Array:
    """The tensor with one number written over the slices that a vector of indices names."""
    own, at = _raised(self, index)
    return own.at[_take_slices(own, dim, at)].set(convert(value, from_numpy(self.dtype))).reshape(self.shape)


@composite(
    samples("3 4", ints("3 1", 0, 4), 1),
    samples("3 1", ints("1 2", 0, 1), 1),
    samples("3 4", ints("2", 0, 12)),
    out=True,
)
def take_along_dim(self: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """`gather`, with both broadcast; without a dimension, of all elements in order."""
    if indices.spec.dtype is not int64:
        raise errors.take_along_dtype(indices.spec.dtype)
    if dim is None:
        return gather(reshape(self, (-1,)), 0, reshape(indices, (-1,)))
    if self.spec.ndim != indices.spec.ndim:
        raise errors.take_along_ndim(self.spec.ndim, indices.spec.ndim)
    at = g.wrap_dim(dim, self.spec.ndim)
    own, other = list(self.spec.size), list(indices.spec.size)
    joint = list(g.broadcast_shapes((*own[:at], 1, *own[at + 1 :]), (*other[:at], 1, *other[at + 1 :])))
    wide = [[*joint[:at], size[at], *joint[at + 1 :]] for size in (own, other)]
    return gather(expand(self, wide[0]), at, expand(indices, wide[1]))


METHODS = {"scatter_": scatter_}
