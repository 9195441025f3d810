"""Reductions over some dimensions or all: sums and products, spreads, extremes, conditions."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import wrap_dim, wrap_dims
from leafjax.config import config
from leafjax.dtypes import opmath
from leafjax.ops.families import composite, op, quotient
from leafjax.ops.mutate import convert
from leafjax.ops.op import Array
from leafjax.ops.registry import REGISTRY
from leafjax.ops.samples import bools, ints, samples
from leafjax.ops.shape import cat
from leafjax.tensor.tensor import Tensor

# ---- what they share -----------------------------------------------------------------------------------------------


def over(self: Any, dim: Any, **_: Any) -> dict[str, Any]:
    """The dimensions to reduce, counted from the front; all, if none is named."""
    given = () if dim is None else dim if isinstance(dim, tuple) else (dim,)
    if config.profile.version == "1.6":  # which takes a dimension that is named twice
        given = tuple(dict.fromkeys([wrap_dim(d, self.ndim) for d in given]))
    named = wrap_dims(given, self.ndim)
    return {"dim": named[: self.ndim] or tuple(range(self.ndim))}


def over_named(self: Any, dim: Any, **_: Any) -> dict[str, Any]:
    """The dimensions to reduce: all for None, and none for an empty tuple."""
    return {"dim": ()} if dim == () else over(self, dim)


def along(self: Any, dim: int, **_: Any) -> dict[str, Any]:
    """The one dimension to work along, counted from the front."""
    return {"dim": wrap_dim(dim, self.ndim)}


def kept(reduced: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
    """A reduced tensor with the reduced dimensions of size 1, so that it meets the input."""
    for d in () if keepdim else sorted(dim):
        reduced = reduced.unsqueeze(d)
    return reduced


def unreduced(grad: Any, self_meta: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
    """The gradient of a reduction's result, repeated over the dimensions that were reduced."""
    return kept(grad, dim, keepdim).expand(self_meta.size)


def count(meta: Any, dim: tuple[int, ...]) -> int:
    """How many elements each result of a reduction sees."""
    return math.prod([meta.size[d] for d in dim])


def averaged(grad: Any, self_meta: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
    """The gradient of a mean."""
    return unreduced(grad, self_meta, dim, keepdim) / count(self_meta, dim)


def numbered(name: str, whole: int, part: int, old: tuple[int, int] | None = None) -> Callable[..., Any]:
    """The nodes of two overloads: without dimensions, and with; `old` numbers those of 1.6, if others."""

    def node(dim: Any) -> tuple[str, str]:
        some = dim is not None and not isinstance(dim, bool)
        return f"{name}Backward{(whole, part)[some]}", f"{name}Backward{(old or (whole, part))[some]}"

    return node


def as_vector(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Let a kernel along one dimension take a 0-dim array, which counts as having one of size 1."""

    @wraps(kernel)
    def fn(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self.ndim:
            return kernel(self, *args, **kwargs)
        return jax.tree.map(lambda a: a.reshape(()), kernel(self.reshape(1), *args, **kwargs))

    return fn


def summable(x: Any, dtype: dtypes.dtype | None) -> Any:
    """An array in the dtype it is summed in: the one asked for, else int64 for bools and integers."""
    if dtype is None and x.dtype.kind in "bui":
        dtype = dtypes.int64
    return x if dtype is None else convert(x, dtype)


def mean_of(x: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """The mean of an array, summed in full precision."""
    wide = x.astype(opmath(dtypes.from_numpy(x.dtype)).np)
    total = jnp.sum(wide, dim, keepdims=keepdim)
    return quotient(total, x.size // total.size if total.size else 0).astype(x.dtype)


# ---- sums and products ---------------------------------------------------------------------------------------------


@op(samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), True), samples(""), samples("0 2", 0),
    samples("2 3", dtype=dtypes.float32), samples(ints("2 3", 0, 5)), prepare=over, node=numbered("Sum", 0, 1), self=unreduced)  # fmt: skip
def sum(self: Array, dim=None, keepdim: bool = False, *, dtype=None) -> Array:
    """The sum over some or all dimensions; integers add up in int64."""
    x = summable(self, dtype)
    return jnp.sum(x, dim, keepdims=keepdim, dtype=x.dtype)


@op(samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), True), prepare=lambda **given: _real_sum(**given),
    self=lambda grad, self, dim, keepdim: kept(grad, dim, keepdim) * self.isnan().logical_not())  # fmt: skip
def nansum(self: Array, dim=None, keepdim: bool = False, *, dtype=None) -> Array:
    """The sum over some or all dimensions, where nan counts as 0."""
    self = summable(self, dtype)
    return jnp.sum(jnp.where(jnp.isnan(self), 0, self), dim, keepdims=keepdim)


def _real_sum(self: Any, dim: Any, **_: Any) -> dict[str, Any]:
    if self.dtype.is_complex:
        raise errors.nansum_complex()
    return over(self, dim)


@op(samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), True), samples("2 3", dtype=dtypes.float32),
    prepare=lambda **given: _check_mean(**given), node=numbered("Mean", 0, 1), self=averaged)  # fmt: skip
def mean(self: Array, dim=None, keepdim: bool = False, *, dtype=None) -> Array:
    """The mean over some or all dimensions."""
    return mean_of(self if dtype is None else convert(self, dtype), dim, keepdim)


def _check_mean(self: Any, dim: Any, keepdim: bool, dtype: Any) -> dict[str, Any]:
    if (dtype or self.dtype).category < dtypes.FLOAT:
        raise errors.mean_dtype("Input" if dtype is None else "Optional", (dtype or self.dtype).scalar_name)
    return over(self, dim)


@op(samples("2 3"), samples("2 3", 1), samples("2 3", 0, True), samples(""), samples("2 3", dtype=dtypes.float32),
    prepare=over, node=numbered("Prod", 0, 1),
    self=lambda grad, self, result, dim, keepdim: kept(grad, dim, keepdim) * others_product(self.to(grad.dtype), dim).conj())  # fmt: skip
def prod(self: Array, dim: int | None = None, keepdim: bool = False, *, dtype=None) -> Array:
    """The product over a dimension or all."""
    x = summable(self, dtype)
    return jnp.prod(x, dim, keepdims=keepdim, dtype=x.dtype)


def others_product(x: Any, dim: tuple[int, ...]) -> Any:
    """For each element the product of the others: of those before it and those behind. No division, so 0 is no edge."""
    if x.spec.numel <= 1:
        return x.new_full(x.spec.size, 1)
    if len(dim) != 1:
        return others_product(x.reshape(-1), (0,)).reshape(x.spec.size)
    return shifted(x.cumprod(*dim), *dim) * shifted(x.flip(*dim).cumprod(*dim), *dim).flip(*dim)


def shifted(x: Any, dim: int, entering: int = 1) -> Any:
    """One step further along a dimension: what comes in is 1 (or 0)."""
    if x.spec.numel == 0 or x.spec.ndim == 0:
        return x.new_full(x.spec.size, entering)
    first = x.new_full([1 if d == dim else n for d, n in enumerate(x.spec.size)], entering)
    return cat([first, x.narrow(dim, 0, x.spec.size[dim] - 1)], dim)


# ---- spreads -------------------------------------------------------------------------------------------------------


def spread(name: str) -> Callable[..., dict[str, Any]]:
    """What prepares ``var(dim, unbiased)``, ``var(unbiased)`` and ``var(dim, correction=)``."""

    def prepare(self: Any, dim: Any, unbiased: bool | None, keepdim: bool, correction: Any) -> dict[str, Any]:
        if self.dtype.category < dtypes.FLOAT:
            raise errors.spread_dtype(name)
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        if correction is None:
            correction = 0 if unbiased is False else 1
        found = over(self, dim)
        if count(self, found["dim"]) <= correction:
            warnings.warn(errors.degrees_of_freedom(name), UserWarning, stacklevel=6)
        return {**found, "correction": correction}

    return prepare


def variance(x: Any, dim: tuple[int, ...], keepdim: bool, correction: float) -> Any:
    """The sum of squared distances from the mean, divided by the degrees of freedom (by 0 if they are negative)."""
    wide = x.astype(opmath(dtypes.from_numpy(x.dtype)).np)
    squares = jnp.square(jnp.abs(wide - mean_of(wide, dim, True)))
    freedom = math.prod([x.shape[d] for d in dim]) - correction
    return quotient(jnp.sum(squares, dim, keepdims=keepdim), freedom if freedom > 0 else 0)


def narrowed(result: Any, like: Any) -> Any:
    """A result in the precision of the input."""
    return result.astype(jnp.finfo(like.dtype).dtype if result.dtype.kind == "f" else like.dtype)


def grad_var(grad: Any, self: Any, dim: tuple[int, ...], keepdim: bool, correction: float) -> Any:
    """The gradient of `var`."""
    grad, away = kept(grad, dim, keepdim), self - self.mean(dim, True)
    freedom = count(self.spec, dim) - correction
    if freedom <= 0:
        return grad * away.new_full((), math.inf).where(away != 0, away.new_full((), math.nan))
    return 2 / freedom * grad * away


def grad_std(grad: Any, self: Any, result: Any, dim: tuple[int, ...], keepdim: bool, correction: float) -> Any:
    """The gradient of `std`: 0 where nothing is spread."""
    return grad_var((grad / (result * 2)).masked_fill(result == 0, 0), self, dim, keepdim, correction)


SPREAD = (samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), keepdim=True), samples("2 3", 0, False),
          samples("4", False), samples("2 3", 1, correction=0.5))  # fmt: skip


@op(*SPREAD, prepare=spread("var"), node=numbered("Var", 0, 0, (0, 1)),
    self=grad_var)  # fmt: skip
def var(self: Array, dim=None, unbiased=None, keepdim: bool = False, *, correction=None) -> Array:
    """The variance over some or all dimensions."""
    return narrowed(variance(self, dim, keepdim, correction), self)


@op(*SPREAD, prepare=spread("std"), node=numbered("Std", 0, 0, (0, 1)),
    self=grad_std)  # fmt: skip
def std(self: Array, dim=None, unbiased=None, keepdim: bool = False, *, correction=None) -> Array:
    """The standard deviation over some or all dimensions."""
    return narrowed(jnp.sqrt(variance(self, dim, keepdim, correction)), self)


@op(*SPREAD, prepare=spread("var_mean"), node=numbered("VarMean", 0, 0, (1, 0)), outputs=("result0", "result1"),
    method=False, out=False, self=lambda grads, self, dim, keepdim, correction:
    grad_var(grads[0], self, dim, keepdim, correction) + averaged(grads[1], self.spec, dim, keepdim))  # fmt: skip
def var_mean(self: Array, dim=None, unbiased=None, keepdim: bool = False, *, correction=None) -> Array:
    """The variance and the mean over some or all dimensions."""
    return narrowed(variance(self, dim, keepdim, correction), self), mean_of(self, dim, keepdim)


@op(*SPREAD, prepare=spread("std_mean"), node=numbered("StdMean", 0, 0, (1, 0)), outputs=("result0", "result1"),
    method=False, out=False, self=lambda grads, self, result0, dim, keepdim, correction:
    grad_std(grads[0], self, result0, dim, keepdim, correction) + averaged(grads[1], self.spec, dim, keepdim))  # fmt: skip
def std_mean(self: Array, dim=None, unbiased=None, keepdim: bool = False, *, correction=None) -> Array:
    """The standard deviation and the mean over some or all dimensions."""
    return narrowed(jnp.sqrt(variance(self, dim, keepdim, correction)), self), mean_of(self, dim, keepdim)


# ---- extremes over several dimensions: ties share the gradient ------------------------------------------------------


def extreme(name: str, kernel: str) -> Callable[..., dict[str, Any]]:
    """What prepares a reduction that has no result for no elements, and none for complex numbers."""

    def prepare(self: Any, dim: Any = None, **_: Any) -> dict[str, Any]:
        if self.dtype.is_complex:
            raise errors.not_implemented_for(kernel, self.dtype.scalar_name)
        found = over(self, dim)
        check_not_empty(name, self, found["dim"], whole=dim is None or dim == ())
        return found if "_all" not in kernel else {}

    return prepare


def check_not_empty(name: str, self: Any, dim: tuple[int, ...], whole: bool = False) -> None:
    """Raise if a reduction without identity meets no elements."""
    if whole and self.numel == 0:
        raise errors.empty_reduction(name)
    for d in dim:
        if self.ndim and self.size[d] == 0:
            raise errors.empty_dimension(name, d)


def evenly(grad: Any, chosen: Any, dim: tuple[int, ...]) -> Any:
    """A gradient shared by the chosen elements of each reduction."""
    return grad * chosen / chosen.sum(dim, True)


def grad_extreme(grad: Any, self: Any, result: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
    """The gradient of `amax` and `amin`."""
    return evenly(kept(grad, dim, keepdim), self == kept(result, dim, keepdim), dim)


def grad_extreme_of_all(grad: Any, self: Any, result: Any) -> Any:
    """The gradient of an element that stands for all, nan too."""
    return evenly(grad, (self == result).logical_or(self.isnan().logical_and(result.isnan())), ())


def grad_aminmax(grads: Any, self: Any, min: Any, max: Any, dim: tuple[int, ...], keepdim: bool) -> Any:
    """The gradient of `aminmax`."""
    return grad_extreme(grads[0], self, min, dim, keepdim) + grad_extreme(grads[1], self, max, dim, keepdim)


DIMS = (samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), True), samples(""))


@op(*DIMS, prepare=extreme("amax", "max_values_cpu"),
    self=grad_extreme)  # fmt: skip
def amax(self: Array, dim=(), keepdim: bool = False) -> Array:
    """The largest element over some or all dimensions."""
    return jnp.max(self, dim, keepdims=keepdim)


@op(*DIMS, prepare=extreme("amin", "min_values_cpu"),
    self=grad_extreme)  # fmt: skip
def amin(self: Array, dim=(), keepdim: bool = False) -> Array:
    """The smallest element over some or all dimensions."""
    return jnp.min(self, dim, keepdims=keepdim)


def _check_aminmax(self: Any, dim: int | None, keepdim: bool) -> dict[str, Any]:
    if self.dtype.is_complex:
        raise errors.not_implemented_for("aminmax_cpu", self.dtype.scalar_name)
    if dim is None and self.numel == 0:
        raise errors.empty_aminmax()
    found = over(self, dim)
    check_not_empty("aminmax", self, found["dim"])
    return found


@op(samples("2 3"), samples("2 3", dim=1), samples("2 3", dim=0, keepdim=True), prepare=_check_aminmax, outputs=("min", "max"),
    self=grad_aminmax)  # fmt: skip
def aminmax(self: Array, *, dim: int | None = None, keepdim: bool = False) -> Array:
    """The smallest and the largest element over a dimension or all."""
    return jnp.min(self, dim, keepdims=keepdim), jnp.max(self, dim, keepdims=keepdim)


@op(samples("2 3"), samples(""), prepare=extreme("max", "max_all"), node="MaxBackward1", method=False, function=False,
    self=grad_extreme_of_all)  # fmt: skip
def _max_all(self: Array) -> Array:
    return jnp.max(self)


@op(samples("2 3"), samples(""), prepare=extreme("min", "min_all"), node="MinBackward1", method=False, function=False,
    self=grad_extreme_of_all)  # fmt: skip
def _min_all(self: Array) -> Array:
    return jnp.min(self)


# ---- extremes along one dimension: the first one has the gradient ---------------------------------------------------


def lookup(name: str, kernel: str = "", refuse_bool: bool = False) -> Callable[..., dict[str, Any]]:
    """What prepares the search for an element along a dimension."""

    def prepare(self: Any, dim: Any, **_: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"dim": None} if dim is None else along(self, dim)
        if dim is None and self.numel == 0:
            raise errors.empty_search(name)
        check_not_empty(name, self, () if dim is None else (found["dim"],))
        if self.dtype.is_complex or (refuse_bool and self.dtype is dtypes.bool_):
            raise errors.search_dtype(name, "complex" if self.dtype.is_complex else "bool")
        return found

    return prepare


def placed(grads: Any, self_meta: Any, indices: Any, dim: int, keepdim: bool) -> Any:
    """The gradient of elements that were picked along a dimension: put back where they were."""
    grad = grads[0]
    if not keepdim and self_meta.ndim:
        grad, indices = grad.unsqueeze(dim), indices.unsqueeze(dim)
    return grad.new_zeros(self_meta.size).scatter(dim, indices, grad)


def replaced(grads: Any, self_meta: Any, indices: Any, dim: int) -> Any:
    """The same for elements that were put in another order."""
    return placed(grads, self_meta, indices, dim, True)


def picked(x: Any, indices: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements at the indices (which have size 1 along `dim`), and the indices."""
    values = jnp.take_along_axis(x, indices, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


SEARCH = (samples("2 3"), samples("2 3", 0), samples("2 3 2", -2, True), samples("", 0))


@op(*SEARCH, prepare=lookup("argmax", refuse_bool=True))
def argmax(self: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The position of the largest element (the first nan, if there is one)."""
    return position(jnp.argmax, self, dim, keepdim)


@op(*SEARCH, prepare=lookup("argmin", refuse_bool=True))
def argmin(self: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The position of the smallest element (the first nan, if there is one)."""
    return position(jnp.argmin, self, dim, keepdim)


def position(search: Callable[..., Any], x: Any, dim: int | None, keepdim: bool) -> Any:
    """Run `argmax` or `argmin`."""
    if not x.ndim:
        return jnp.zeros((), jnp.int64)
    return search(x, dim, keepdims=keepdim).astype(jnp.int64)


@op(*SEARCH[1:], prepare=lookup("max"), outputs=("values", "indices"), node=("MaxBackward0", "MaxBackward0"), method=False, function=False,
    self=placed)  # fmt: skip
@as_vector
def _max(self: Array, dim: int, keepdim: bool = False) -> Array:
    return picked(self, jnp.argmax(self, dim, keepdims=True), dim, keepdim)


@op(*SEARCH[1:], prepare=lookup("min"), outputs=("values", "indices"), node=("MinBackward0", "MinBackward0"), method=False, function=False,
    self=placed)  # fmt: skip
@as_vector
def _min(self: Array, dim: int, keepdim: bool = False) -> Array:
    return picked(self, jnp.argmin(self, dim, keepdims=True), dim, keepdim)


@composite(samples("2 3"), samples("2 3", 1), samples("2 3", 0, True), samples("2 3", "3"))
def max(self: Tensor, dim: Any = None, keepdim: bool = False, *, other: Any = None, out: Any = None) -> Any:
    """The largest element of all; or along a dimension, with its position; or the larger of two tensors."""
    if other is not None or isinstance(dim, Tensor):
        return REGISTRY["maximum"](self, dim if other is None else other, out=out)
    return _max_all(self, out=out) if dim is None else _max(self, dim, keepdim, out=out)


@composite(samples("2 3"), samples("2 3", 1), samples("2 3", 0, True), samples("2 3", "3"))
def min(self: Tensor, dim: Any = None, keepdim: bool = False, *, other: Any = None, out: Any = None) -> Any:
    """The smallest element of all; or along a dimension, with its position; or the smaller of two tensors."""
    if other is not None or isinstance(dim, Tensor):
        return REGISTRY["minimum"](self, dim if other is None else other, out=out)
    return _min_all(self, out=out) if dim is None else _min(self, dim, keepdim, out=out)


# ---- counts and conditions -----------------------------------------------------------------------------------------


@op(samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), True), samples(bools("2 3"), 0), prepare=over_named)
def all(self: Array, dim=None, keepdim: bool = False) -> Array:
    """Whether every element over some or all dimensions is true."""
    return as_condition(jnp.all(self, dim, keepdims=keepdim), self)


@op(samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), True), samples(bools("2 3"), 0), prepare=over_named)
def any(self: Array, dim=None, keepdim: bool = False) -> Array:
    """Whether some element over some or all dimensions is true."""
    return as_condition(jnp.any(self, dim, keepdims=keepdim), self)


def as_condition(found: Any, x: Any) -> Any:
    """A bool, except of uint8, which was PyTorch's bool once."""
    return found.astype(x.dtype) if x.dtype == jnp.uint8 else found


@op(samples("2 3"), samples("2 3", 1), samples(bools("2 3"), (0, 1)), prepare=over, out=False)
def count_nonzero(self: Array, dim=None) -> Array:
    """How many elements are not 0."""
    return jnp.count_nonzero(self, dim).astype(jnp.int64)
