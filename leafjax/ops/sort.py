"""Order: sorting and what it gives (ranks, medians, quantiles), unique elements, histograms, differences."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import wrap_dim
from leafjax.execution.program import check
from leafjax.ops.create import tensor
from leafjax.ops.families import composite, op
from leafjax.ops.mutate import preserved
from leafjax.ops.op import Array
from leafjax.ops.reduce import along, as_vector, check_not_empty, grad_extreme_of_all, picked, placed, replaced
from leafjax.ops.samples import floats, ints, samples
from leafjax.ops.shape import cat
from leafjax.tensor.tensor import Tensor

# ---- sorting -------------------------------------------------------------------------------------------------------


def order(x: Any, dim: int, descending: bool = False) -> Any:
    """The positions that sort an array along a dimension; equals keep their order, nan is larger than all."""
    if not descending:
        return jnp.argsort(x, dim, stable=True).astype(jnp.int64)
    return x.shape[dim] - 1 - jnp.flip(order(jnp.flip(x, dim), dim), dim)


def sortable(text: str) -> Callable[..., dict[str, Any]]:
    """What prepares an operation that orders elements."""

    def prepare(self: Any, dim: int, **_: Any) -> dict[str, Any]:
        if self.dtype.is_complex:
            raise errors.sort_complex(text)
        return along(self, dim)

    return prepare


SORTS = (samples("2 3"), samples("2 3", 0, True), samples("4 2", -2), samples("", 0), samples(ints("2 5", 0, 3), 1))


@op(*SORTS, samples("2 3", dim=1, stable=True), prepare=sortable("Sort"), layout=preserved, outputs=("values", "indices"),
    node=lambda stable: (f"SortBackward{int(stable is not None)}", "SortBackward"),
    self=replaced)  # fmt: skip
@as_vector
def sort(self: Array, dim: int = -1, descending: bool = False, *, stable: bool | None = None) -> Array:
    """The elements in order along a dimension, with their positions."""
    return picked(self, order(self, dim, descending), dim, True)


@op(*SORTS, prepare=sortable("Sort"), layout=preserved, out=False)
@as_vector
def argsort(self: Array, dim: int = -1, descending: bool = False, *, stable: bool = False) -> Array:
    """The positions that sort along a dimension."""
    return order(self, dim, descending)


@composite(samples("4 2"), samples("3"))
def msort(self: Tensor, *, out: Any = None) -> Tensor:
    """The elements in order along the first dimension."""
    if out is not None:
        return sort(self, 0, out=(out, tensor([], dtype=dtypes.int64)))[0]
    return sort(self, 0)[0]


def _check_topk(self: Any, k: int, dim: int, **_: Any) -> dict[str, Any]:
    found = along(self, dim)
    if not 0 <= k <= (self.size[found["dim"]] if self.ndim else 1):
        raise errors.topk_range()
    if self.dtype.is_complex:
        raise errors.sort_complex("topk")
    if self.dtype is dtypes.bool_:
        raise errors.topk_bool()
    return found


@op(samples("2 5", 3), samples("5 2", 2, 0, False), samples("", 1), prepare=_check_topk, outputs=("values", "indices"),
    self=replaced)  # fmt: skip
@as_vector
def topk(self: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Array:
    """The `k` largest (or smallest) elements along a dimension, with their positions."""
    return picked(self, jax.lax.slice_in_dim(order(self, dim, largest), 0, k, axis=dim), dim, True)


# ---- one element of the order --------------------------------------------------------------------------------------


def ranked(name: str, kernel: str, refuse_bool: bool = True) -> Callable[..., dict[str, Any]]:
    """What prepares the search for an element by its rank."""

    def prepare(self: Any, dim: int, k: int | None = None, **_: Any) -> dict[str, Any]:
        found = along(self, dim)
        check_not_empty(name, self, (found["dim"],))
        if k is not None and not 1 <= k <= (self.size[found["dim"]] if self.ndim else 1):
            raise errors.rank_range(found["dim"])
        check_orderable(self, kernel, refuse_bool)
        return found

    return prepare


def check_orderable(self: Any, kernel: str, refuse_bool: bool = True) -> None:
    """Raise for the dtypes that have no order, or that PyTorch has no kernel for."""
    if self.dtype.is_complex or (refuse_bool and self.dtype is dtypes.bool_):
        raise errors.not_implemented_for(kernel, self.dtype.scalar_name)


def at_rank(x: Any, rank: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements of a rank (counted from 0, of size 1 along `dim`), and their positions."""
    return picked(x, jnp.take_along_axis(order(x, dim), rank, dim), dim, keepdim)


def middle(x: Any, dim: int, skip_nan: bool) -> Any:
    """The rank of the lower median; the first nan counts as the median, unless it is skipped."""
    numbers = jnp.sum(x == x, dim, keepdims=True).astype(jnp.int64)
    if skip_nan:
        return jnp.maximum((numbers - 1) // 2, 0)
    return jnp.where(numbers < x.shape[dim], numbers, (x.shape[dim] - 1) // 2)


RANKS = (samples("2 3", 1), samples("4 2", 0, True), samples("", 0))


@op(samples("2 5", 2), samples("4 2", 3, 0, True), samples("", 1), outputs=("values", "indices"),
    prepare=ranked("kthvalue", "kthvalue_cpu"),
    self=placed)  # fmt: skip
@as_vector
def kthvalue(self: Array, k: int, dim: int = -1, keepdim: bool = False) -> Array:
    """The `k`-th smallest element along a dimension, with its position."""
    return at_rank(self, jnp.full([1 if d == dim else n for d, n in enumerate(self.shape)], k - 1), dim, keepdim)


@op(*RANKS, prepare=ranked("median", "median_out"), outputs=("values", "indices"), node="MedianBackward1",
    method=False, function=False,
    self=placed)  # fmt: skip
@as_vector
def _median(self: Array, dim: int, keepdim: bool = False) -> Array:
    return at_rank(self, middle(self, dim, False), dim, keepdim)


@op(*RANKS, prepare=ranked("nanmedian", "median_out"), outputs=("values", "indices"), node="NanmedianBackward1",
    method=False, function=False,
    self=placed)  # fmt: skip
@as_vector
def _nanmedian(self: Array, dim: int, keepdim: bool = False) -> Array:
    return at_rank(self, middle(self, dim, True), dim, keepdim)


@op(samples("2 3"), samples("4"), samples(""), prepare=lambda self: check_orderable(self, "median_cpu"),
    node=("MedianBackward0", "MedianBackward"), method=False, function=False,
    self=grad_extreme_of_all)  # fmt: skip
def _median_all(self: Array) -> Array:
    return median_of_all(self, False)


@op(samples("2 3"), samples("4"), samples(""), prepare=lambda self: check_orderable(self, "median_cpu"),
    node="NanmedianBackward0", method=False, function=False,
    self=grad_extreme_of_all)  # fmt: skip
def _nanmedian_all(self: Array) -> Array:
    return median_of_all(self, True)


def median_of_all(x: Any, skip_nan: bool) -> Any:
    """The lower median of all elements."""
    if x.size == 0:
        return jnp.full((), jnp.nan, x.dtype)
    flat = x.reshape(-1)
    return at_rank(flat, middle(flat, 0, skip_nan), 0, False)[0]


@composite(samples("2 3"), samples("2 3", 1), samples("4 2", 0, True))
def median(self: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Any = None) -> Any:
    """The lower median of all elements, or along a dimension, with its position."""
    return _median_all(self, out=out) if dim is None else _median(self, dim, keepdim, out=out)


@composite(samples("2 3"), samples("2 3", 1), samples("4 2", 0, True))
def nanmedian(self: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Any = None) -> Any:
    """The lower median of the elements that are not nan."""
    return _nanmedian_all(self, out=out) if dim is None else _nanmedian(self, dim, keepdim, out=out)


@op(samples(ints("2 5", 0, 3)), samples("4 2", 0, True), samples(""), outputs=("values", "indices"),
    prepare=ranked("mode", "mode_cpu", refuse_bool=False),
    self=placed)  # fmt: skip
@as_vector
def mode(self: Array, dim: int = -1, keepdim: bool = False) -> Array:
    """The most frequent element along a dimension (the smallest of several), with its last position."""
    at = order(self, dim)
    x = jnp.take_along_axis(self, at, dim)
    place = jax.lax.broadcasted_iota(jnp.int64, x.shape, dim)
    starts = (place == 0) | (x != jnp.roll(x, 1, dim))
    length = place - jax.lax.cummax(jnp.where(starts, place, 0), dim)
    return picked(self, jnp.take_along_axis(at, jnp.argmax(length, dim, keepdims=True), dim), dim, keepdim)


# ---- quantiles -----------------------------------------------------------------------------------------------------

INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")
QUANTILES = (samples("2 5", 0.3), samples("2 5", 0.5, 1, True), samples("5 2", 0.25, 0, interpolation="midpoint"))


@composite(*QUANTILES, out=True)
def quantile(
    self: Tensor, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Any:
    """The elements below which the parts `q` of a dimension (or of all) lie, interpolated; nan if there is a nan."""
    return between_ranks(self, q, dim, keepdim, interpolation, False)


@composite(*QUANTILES, out=True)
def nanquantile(
    self: Tensor, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Any:
    """`quantile` of the elements that are not nan."""
    return between_ranks(self, q, dim, keepdim, interpolation, True)


def between_ranks(self: Any, q: Any, dim: int | None, keepdim: bool, interpolation: str, skip_nan: bool) -> Any:
    """See `quantile`: between the elements of the two ranks that enclose each `q`."""
    q = _checked_quantile(self, q, interpolation)
    at = wrap_dim(0 if dim is None else dim, self.spec.ndim)
    flat = self.reshape(-1) if dim is None or not self.spec.ndim else self
    ordered = flat.unsqueeze(-1).transpose(0 if dim is None else at, -1).sort(-1)[0]
    found = _interpolated(ordered, _ranks(ordered, q.reshape(-1), skip_nan), interpolation)
    if dim is None or not self.spec.ndim:
        found = found.reshape(*[1] * self.spec.ndim * keepdim, -1)
    elif not keepdim:
        found = found.squeeze(at)
    return found.movedim(-1, 0) if q.spec.ndim else found.squeeze(-1)


def _checked_quantile(self: Any, q: Any, interpolation: str) -> Any:
    if self.spec.numel == 0:
        raise errors.quantile_empty()
    if self.spec.dtype not in (dtypes.float32, dtypes.float64):
        raise errors.quantile_dtype()
    if interpolation not in INTERPOLATIONS:
        raise errors.quantile_interpolation(interpolation)
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise errors.quantile_number(q)
        return tensor(q, dtype=self.spec.dtype)
    if q.spec.ndim > 1:
        raise errors.quantile_ndim()
    if q.spec.dtype is not self.spec.dtype:
        raise errors.quantile_q_dtype()
    if not np.all((q.value.numpy() >= 0) & (q.value.numpy() <= 1)):
        raise errors.quantile_range()
    return q


def _ranks(ordered: Any, q: Any, skip_nan: bool) -> Any:
    """Where each `q` lies among the ordered elements, between 0 and their number less 1."""
    numbers = ordered.isnan().logical_not().sum(-1, True)
    last = ordered.spec.size[-1] - 1
    if skip_nan:
        return q * (numbers - 1).clamp(min=0)
    return (q * last).masked_fill(numbers <= last, last)


def _interpolated(ordered: Any, ranks: Any, interpolation: str) -> Any:
    if interpolation in ("lower", "higher", "nearest"):
        ranks = {"lower": ranks.floor, "higher": ranks.ceil, "nearest": ranks.round}[interpolation]()
    below = ranks.long()
    low = ordered.gather(-1, below)
    if interpolation not in ("linear", "midpoint"):
        return low
    weight = ranks.new_full(ranks.spec.size, 0.5) if interpolation == "midpoint" else ranks - below
    return low.lerp(ordered.gather(-1, ranks.ceil().long()), weight)


# ---- places in an order, counts ------------------------------------------------------------------------------------


def _check_searchsorted(sorted_sequence: Any, input: Any, right: bool, side: str | None, **_: Any) -> dict[str, Any]:
    check_orderable(sorted_sequence, "searchsorted_out_cpu", refuse_bool=False)
    size, wanted = sorted_sequence.size, getattr(input, "size", ())
    if side not in (None, "left", "right"):
        raise errors.search_side(side)
    if side == "left" and right:
        raise errors.search_sides(side)
    if not wanted and len(size) != 1:
        raise errors.search_scalar(len(size))
    if len(size) != 1 and (len(wanted) != len(size) or wanted[:-1] != size[:-1]):
        raise errors.search_shapes(size, wanted)
    return {"right": right or side == "right"}


@op(samples("5", "2 3"), samples("2 5", "2 3", right=True), samples("5", 0.5), samples("5", "2", out_int32=True),
    prepare=_check_searchsorted, method=False)  # fmt: skip
def searchsorted(sorted_sequence: Array, input: Array, *, out_int32: bool = False, right: bool = False,
                 side: str | None = None, sorter: Array = None) -> Array:  # fmt: skip
    """Where in a sorted sequence each element would be put: in front of its equals, or behind them."""
    sequence = sorted_sequence if sorter is None else jnp.take_along_axis(sorted_sequence, sorter, -1)
    return bisected(sequence, jnp.asarray(input), right, out_int32)


def bisected(sequence: Any, x: Any, right: bool, out_int32: bool) -> Any:
    """`searchsorted`, over leading dimensions too: halve the range that the place is in, until it is one place."""
    length = sequence.shape[-1]

    def step(_: Any, bounds: Any) -> Any:
        low, high = bounds
        middle = jnp.minimum((low + high) // 2, max(length - 1, 0))
        at = sequence[middle] if sequence.ndim == 1 else jnp.take_along_axis(sequence, middle, -1)
        behind = (low < high) & ~(at > x if right else at >= x)
        return jnp.where(behind, middle + 1, low), jnp.where(behind, high, jnp.minimum(middle, high))

    low = jnp.zeros(x.shape, jnp.int32 if out_int32 else jnp.int64)
    return jax.lax.fori_loop(0, length.bit_length(), step, (low, low + length))[0] if length else low


def _check_bucketize(self: Any, boundaries: Any, **_: Any) -> None:
    check_orderable(boundaries, "searchsorted_out_cpu", refuse_bool=False)
    if boundaries.ndim != 1:
        raise errors.bucketize_ndim(boundaries.ndim)


@op(samples("2 3", "5"), samples(0.5, "5"), samples("4", "5", right=True), prepare=_check_bucketize, method=False)
def bucketize(self: Array, boundaries: Array, *, out_int32: bool = False, right: bool = False) -> Array:
    """The buckets, between sorted boundaries, that elements fall into."""
    return bisected(boundaries, jnp.asarray(self), right, out_int32)


@composite(samples(ints("6", 0, 4)), samples(ints("3", 0, 4), floats("3"), 6))
def bincount(self: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each of 0, 1, 2, … occurs, or the sum of the weights where it does."""
    if self.spec.dtype.category != dtypes.INTEGER:
        raise errors.not_implemented_for("bincount_cpu", self.spec.dtype.scalar_name)
    if minlength < 0:
        raise errors.bincount_minlength()
    array = self.value.numpy()
    if self.spec.ndim != 1 or np.any(array < 0):
        raise errors.bincount_input()
    if weights is None:
        return tensor(np.bincount(array, minlength=minlength).astype(np.int64))
    if weights.spec.size != self.spec.size:
        raise errors.bincount_weights()
    kind = np.float32 if weights.spec.dtype is dtypes.float32 else np.float64
    return tensor(np.bincount(array, weights.value.numpy().astype(np.float64), minlength).astype(kind))


def _check_histc(self: Any, bins: int, min: float, max: float) -> None:
    if not self.dtype.is_floating_point:
        kernel = "aminmax_cpu" if self.dtype.is_complex and min == max else "histogram_cpu"
        raise errors.not_implemented_for(kernel, self.dtype.scalar_name)
    if bins <= 0:
        raise errors.histogram_bins(bins)
    if max < min:
        raise errors.histogram_order()


def _check_range(self: Tensor, bins: int, min: float, max: float) -> None:
    def verify(data: Any) -> None:
        low, high = np.min(data), np.max(data)
        if not math.isfinite(high - low):
            raise errors.histogram_range(low, high)

    if min == max and self.spec.numel:
        check(self.value, verify)


@op(samples("6", 4), samples("2 3", 3, -1, 2), prepare=_check_histc, verify=_check_range)
def histc(self: Array, bins: int = 100, min: float = 0, max: float = 0) -> Array:
    """How many elements fall into each of some bins of equal width."""
    low, high = (self.min(initial=jnp.inf), self.max(initial=-jnp.inf)) if min == max else (min, max)
    low, high = jnp.where(low < high, low, low - 1), jnp.where(low < high, high, high + 1)
    at = jnp.floor((self - low) * (bins / (high - low)))
    inside = (self >= low) & (self <= high)
    return (
        jnp.zeros(bins, self.dtype)
        .at[jnp.where(inside, jnp.minimum(at, bins - 1), bins).astype(int)]
        .add(1, mode="drop")
    )


# ---- unique elements: how many there are is known from the data only ------------------------------------------------

UNIQUE = (samples(ints("2 4", 0, 3)), samples(ints("6", 0, 3), return_inverse=True, return_counts=True))


def _several(out: Any, inverse: Any, counts: Any, return_inverse: bool, return_counts: bool) -> Any:
    found = [tensor(out)] + [
        tensor(a.astype(np.int64)) for a, w in ((inverse, return_inverse), (counts, return_counts)) if w
    ]
    return found[0] if len(found) == 1 else tuple(found)


@composite(*UNIQUE, samples(ints("4 2", 0, 2), dim=0, return_inverse=True))
def unique(
    self: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """The distinct elements (or slices of a dimension) in order; with where they are, and how often."""
    if self.spec.dtype.is_complex:
        raise errors.not_implemented_for("unique", self.spec.dtype.scalar_name)
    axis = None if dim is None else wrap_dim(dim, self.spec.ndim)
    out, inverse, counts = np.unique(self.value.numpy(), False, True, True, axis, equal_nan=False)
    shape = self.spec.size if axis is None else (self.spec.size[axis],)
    return _several(out, inverse.reshape(shape), counts, return_inverse, return_counts)


@composite(*UNIQUE, samples(ints("4 2", 0, 2), dim=0, return_inverse=True))
def unique_consecutive(
    self: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """The elements (or slices of a dimension) that differ from the one before; with where they are, and how often."""
    array = self.value.numpy()
    rows = array.reshape(-1, 1) if dim is None else np.moveaxis(array, wrap_dim(dim, array.ndim), 0)
    flat = rows.reshape(len(rows), -1)
    starts = np.flatnonzero(np.r_[True, (flat[1:] != flat[:-1]).any(1)][: len(rows)])
    inverse = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(rows)]))
    out = rows[starts].reshape(-1) if dim is None else np.moveaxis(rows[starts], 0, dim)
    shape = array.shape if dim is None else (len(rows),)
    return _several(out, inverse.reshape(shape), np.bincount(inverse), return_inverse, return_counts)


# ---- differences and integrals -------------------------------------------------------------------------------------


@composite(samples("2 4"), samples("4 2", 2, 0), samples("2 3", prepend=floats("2 1")))
def diff(self: Tensor, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Tensor:
    """The differences of neighbours along a dimension, `n` times."""
    if self.spec.ndim == 0:
        raise errors.diff_of_scalar()
    if n < 0:
        raise errors.diff_order(n)
    at = wrap_dim(dim, self.spec.ndim)
    parts = [x for x in (prepend, self, append) if x is not None]
    if any([x.spec.ndim != self.spec.ndim for x in parts]):
        raise errors.diff_ndim()
    out: Any = cat(parts, at) if len(parts) > 1 else self
    for _ in range(min(n, out.spec.size[at])):
        left, right = neighbours(out, at)
        out = right.logical_xor(left) if out.spec.dtype is dtypes.bool_ else right - left
    return out if n else out.clone()


def neighbours(x: Any, dim: int) -> tuple[Any, Any]:
    """All elements along a dimension but the last, and all but the first."""
    n = x.spec.size[dim] - 1
    return x.narrow(dim, 0, n), x.narrow(dim, 1, n)


def _widths(x: Any, y: Any, dim: int) -> Any:
    """The distances of the points `x`, to be multiplied with values of `y`."""
    left, right = neighbours(x, 0 if x.spec.ndim == 1 else dim)
    width = right - left
    return width.reshape([-1 if d == dim else 1 for d in range(y.spec.ndim)]) if x.spec.ndim == 1 else width


@composite(samples("2 4"), samples("2 4", "4"), samples("3 2", dx=0.5, dim=0), method=False)
def trapezoid(y: Any, x: Any = None, *, dx: Any = 1, dim: int = -1) -> Tensor:
    """The integral along a dimension, by the trapezoidal rule."""
    at = wrap_dim(dim, y.spec.ndim, wrap_scalar=False)
    if y.spec.size[at] == 0:
        return y.sum(at)
    if x is None:
        return (y.sum(at) - (y.select(at, 0) + y.select(at, -1)) * 0.5) * dx
    left, right = neighbours(y, at)
    return (_widths(x, y, at) * (left + right)).sum(at) / 2.0


@composite(samples("2 4"), samples("2 4", "4"), samples("3 2", dx=0.5, dim=0), method=False)
def cumulative_trapezoid(y: Any, x: Any = None, *, dx: Any = 1, dim: int = -1) -> Tensor:
    """The integrals up to each point."""
    at = wrap_dim(dim, y.spec.ndim, wrap_scalar=False)
    left, right = neighbours(y, at)
    if x is None:
        return (dx / 2.0 * (left + right)).cumsum(at)
    return (_widths(x, y, at) * (left + right)).cumsum(at) / 2.0


trapz = composite(samples("2 4"), samples("2 4", "4"), method=False)(
    lambda y, x=None, **given: trapezoid(y, x, **given)
)
