"""Results that hold the elements of a tensor in another order, repeated, or in part: diagonals, triangles, flips, tiles."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from leafjax import dtypes, errors
from leafjax.aliasing import geometry as g
from leafjax.aliasing.layout import contiguous_stride, like_stride
from leafjax.config import config
from leafjax.dtypes import Promote, int64
from leafjax.ops.create import tensor
from leafjax.ops.families import composite, op
from leafjax.ops.gather import index_select
from leafjax.ops.masked import diagonal_scatter
from leafjax.ops.mutate import _contiguous_clone, preserved
from leafjax.ops.op import Array, ArrayOnly
from leafjax.ops.samples import ints, samples
from leafjax.ops.view import diagonal, expand, reshape, unsqueeze, view
from leafjax.tensor.tensor import Tensor

# ---- diagonals and triangles ---------------------------------------------------------------------------------------


def _check_matrix(name: str) -> Any:
    def prepare(self: Any, diagonal: int) -> None:
        if self.ndim < 2:
            raise errors.triangle_ndim(name)

    return prepare


@op(samples("3 4"), samples("2 3 3", 1), prepare=_check_matrix("tril"), inplace="method",
    self=lambda grad, diagonal: tril(grad, diagonal))  # fmt: skip
def tril(self: ArrayOnly, diagonal: int = 0) -> Array:
    """The part on and below a diagonal, zeros elsewhere."""
    return jnp.where(jnp.tri(self.shape[-2], self.shape[-1], diagonal, dtype=bool), self, jnp.zeros_like(self))


@op(samples("3 4"), samples("2 3 3", -1), prepare=_check_matrix("triu"), inplace="method",
    self=lambda grad, diagonal: triu(grad, diagonal))  # fmt: skip
def triu(self: ArrayOnly, diagonal: int = 0) -> Array:
    """The part on and above a diagonal, zeros elsewhere."""
    return jnp.where(jnp.tri(self.shape[-2], self.shape[-1], diagonal - 1, dtype=bool), jnp.zeros_like(self), self)


def _check_diag_embed(self: Any, offset: int, dim1: int, dim2: int) -> dict[str, Any]:
    first, second = g.wrap_dim(dim1, self.ndim + 1), g.wrap_dim(dim2, self.ndim + 1)
    if first == second:
        raise errors.diagonal_same_dims(dim1, dim2)
    return {"dim1": first, "dim2": second}


@op(samples("2 3"), samples("2 3", 1, 0, 2), prepare=_check_diag_embed,
    self=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2), out=False)  # fmt: skip
def diag_embed(self: ArrayOnly, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Matrices with the last dimension on a diagonal, zeros elsewhere."""
    n, shift = self.shape[-1], abs(offset)
    at = jnp.arange(n)
    wide = jnp.zeros((*self.shape[:-1], n + shift, n + shift), self.dtype)
    wide = wide.at[..., at + max(-offset, 0), at + max(offset, 0)].set(self)
    return jnp.moveaxis(wide, (-2, -1), (dim1, dim2))


def _check_diag(self: Any, diagonal: int) -> None:
    if self.ndim not in (1, 2):
        raise errors.diag_ndim(self.ndim)


def _diag_back(grad: Tensor, self_meta: Any, diagonal: int) -> Tensor:
    if self_meta.ndim == 1:
        return _diagonal(grad, diagonal)
    return diagonal_scatter(grad.new_zeros(self_meta.size), grad, diagonal)


_diagonal = diagonal  # `diag` has a parameter of that name


@op(samples("3"), samples("3", 1), samples("3 4"), samples("3 4", -1), prepare=_check_diag, self=_diag_back,
    node=lambda self: ("DiagEmbedBackward0" if self.ndim == 1 else "DiagonalBackward0_copy", "DiagBackward"))  # fmt: skip
def diag(self: ArrayOnly, diagonal: int = 0) -> Array:
    """A matrix with a vector on a diagonal; or the diagonal of a matrix."""
    return jnp.diag(self, diagonal)


@composite(samples("2 2"), samples("3", 1))
def diagflat(self: Tensor, offset: int = 0) -> Tensor:
    """A matrix with all elements on a diagonal."""
    return diag(reshape(self, (self.spec.numel,)), offset)


def _check_trace(self: Any) -> None:
    if self.ndim != 2:
        raise errors.trace_ndim(self.ndim)
    if self.dtype.category == dtypes.BOOL:
        raise errors.not_implemented_for("trace", self.dtype.scalar_name)


def _trace_back(grad: Tensor, self_meta: Any) -> Tensor:
    return diagonal_scatter(grad.new_zeros(self_meta.size), expand(grad, (min(self_meta.size),)))


@op(samples("3 4"), samples("2 2"), promote=Promote.INT_TO_LONG, prepare=_check_trace, self=_trace_back, out=False)
def trace(self: ArrayOnly) -> Array:
    """The sum of a matrix' diagonal."""
    return jnp.trace(self)


def _triangle_indices(name: str, find: Any) -> Any:
    def indices(
        row: int, col: int, offset: int = 0, *, dtype: Any = int64, device: Any = None, layout: Any = None
    ) -> Tensor:
        for what, n in (("row", row), ("col", col)):
            if n < 0:
                raise errors.triangle_size(what, n)
        if dtype.category != dtypes.INTEGER:
            raise errors.not_implemented_for(name, dtype.scalar_name)
        return tensor(np.stack(find(row, offset, col)).astype(dtype.np))

    indices.__name__ = indices.__qualname__ = name
    indices.__doc__ = "The positions in a triangle of a matrix: a row of row numbers, a row of column numbers."
    return indices


# ---- another order -------------------------------------------------------------------------------------------------


def _check_flip(self: Any, dims: Any) -> dict[str, Any]:
    return {"dims": g.wrap_dims((dims,) if isinstance(dims, int) else dims, self.ndim)}


def _flip_layout(specs: Any, settled: dict[str, Any], results: Any) -> list[Any]:
    return preserved(specs, settled, results) if config.profile.version != "1.6" else [None]


@op(samples("3 4", 0), samples("3 4", (0, -1)), samples("2 3", ()), varargs="dims", prepare=_check_flip, layout=_flip_layout,
    self=lambda grad, dims: flip(grad, dims), out=False)  # fmt: skip
def flip(self: ArrayOnly, dims: Any) -> Array:
    """The elements of some dimensions in reverse order."""
    return jnp.flip(self, dims) if self.ndim else self


@composite(samples("3 4"))
def fliplr(self: Tensor) -> Tensor:
    """The columns in reverse order."""
    if self.spec.ndim < 2:
        raise errors.flip_ndim(2)
    return flip(self, (1,))


@composite(samples("3 4"))
def flipud(self: Tensor) -> Tensor:
    """The rows in reverse order."""
    if self.spec.ndim < 1:
        raise errors.flip_ndim(1)
    return flip(self, (0,))


def _check_roll(self: Any, shifts: Any, dims: Any) -> dict[str, Any]:
    shifts, dims = [(x,) if isinstance(x, int) else tuple(x) for x in (shifts, dims)]
    if not shifts:
        raise errors.roll_without_shifts()
    if (dims or len(shifts) != 1) and len(dims) != len(shifts):
        raise errors.roll_lengths(len(shifts), len(dims))
    return {"shifts": shifts, "dims": tuple([g.wrap_dim(d, self.ndim, wrap_scalar=False) for d in dims])}


@op(samples("3 4", 1), samples("3 4", 1, 0), samples("3 4", (1, -2), (0, 1)), prepare=_check_roll, out=False,
    self=lambda grad, shifts, dims: roll(grad, tuple([-n for n in shifts]), dims))  # fmt: skip
def roll(self: ArrayOnly, shifts: Any, dims: Any = ()) -> Array:
    """The elements shifted along some dimensions, those that leave at the end entering at the start."""
    return jnp.roll(self, shifts, dims) if dims else jnp.roll(self, shifts[0])


def _check_rot90(self: Any, k: int, dims: Any) -> dict[str, Any]:
    if len(dims) != 2:
        raise errors.rotation_count(len(dims))
    if self.ndim < 2:
        raise errors.rotation_ndim(self.ndim)
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == self.ndim:
        raise errors.rotation_same(*dims)
    return {"k": k % 4, "dims": tuple([g.wrap_dim(d, self.ndim) for d in dims])}


def _rot90_layout(specs: Any, settled: dict[str, Any], results: Any) -> list[Any]:
    """A rotation by 90 degrees is a transposed flip."""
    if config.profile.version == "1.6" or settled["k"] == 0:
        own = contiguous_stride(specs[0].size)
    else:
        own = like_stride(specs[0].size, specs[0].stride)
    if settled["k"] % 2 == 0:
        return [own]
    order = list(range(len(own)))
    a, b = settled["dims"]
    order[a], order[b] = b, a
    return [tuple([own[d] for d in order])]


@op(samples("3 4"), samples("3 4", 2), samples("2 3 4", -1, (1, 2)), samples("3 4", 4), prepare=_check_rot90, layout=_rot90_layout,
    node="Rot90Backward0", out=False, self=lambda grad, k, dims: rot90(grad, -k, dims))  # fmt: skip
def rot90(self: ArrayOnly, k: int = 1, dims: Any = (0, 1)) -> Array:
    """The elements turned by 90 degrees `k` times, in the plane of two dimensions."""
    return jnp.rot90(self, k, dims)


# ---- repeated ------------------------------------------------------------------------------------------------------


def _check_repeat(self: Any, repeats: Any) -> dict[str, Any]:
    repeats = (repeats,) if isinstance(repeats, int) else tuple(repeats)
    if len(repeats) < self.ndim:
        raise errors.repeat_ndim()
    size = (1,) * (len(repeats) - self.ndim) + self.size
    total = [n * r for n, r in zip(size, repeats, strict=True)]
    if any([n < 0 for n in total]):
        raise errors.negative_dimension(total)
    return {"repeats": repeats}


def _repeat_back(grad: Tensor, self_meta: Any, repeats: tuple[int, ...]) -> Any:
    if 0 in repeats:
        return grad.new_zeros(self_meta.size)
    size = (1,) * (len(repeats) - self_meta.ndim) + self_meta.size
    copies = reshape(grad, [n for pair in zip(repeats, size, strict=True) for n in pair])
    return reshape(copies.sum(tuple(range(0, 2 * len(size), 2))), self_meta.size) if repeats else grad


@op(samples("3 4", (2, 3)), samples("2 3", (2, 1, 1)), samples("", (2,)), samples("2", (0,)), varargs="repeats",
    prepare=_check_repeat, self=_repeat_back, function=False, out=False)  # fmt: skip
def repeat(self: ArrayOnly, repeats: Any) -> Array:
    """The tensor so many times along each dimension."""
    return jnp.tile(self, repeats)


@composite(samples("3 4", (2,)), samples("3 4", (2, 1, 1)))
def tile(self: Tensor, *dims: Any) -> Tensor:
    """`repeat`, where fewer numbers than dimensions stand for the last ones."""
    counts = tuple(dims[0]) if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    return repeat(self, (1,) * (self.spec.ndim - len(counts)) + counts)


@composite(samples("3 4", 2), samples("3 4", 2, 1), samples("3 4", ints("3", 0, 3), 0))
def repeat_interleave(
    self: Tensor, repeats: Any = None, dim: int | None = None, *, output_size: int | None = None
) -> Tensor:
    """Every element, or slice of a dimension, repeated in place."""
    if repeats is None:
        return tensor(_repeated(self, self.spec.numel))
    source = view(self.contiguous(), (-1,)) if dim is None else self
    at = 0 if dim is None else g.wrap_dim(dim, source.spec.ndim)
    n = source.spec.size[at] if source.spec.ndim else 1
    if isinstance(repeats, Tensor) or config.profile.version == "1.6":
        index = _repeated(repeats, n) if isinstance(repeats, Tensor) else np.repeat(np.arange(n), repeats)
        _check_output_size(len(index), output_size)
        return index_select(source, at, tensor(index))
    if repeats < 0:
        raise errors.negative_repeats()
    _check_output_size(n * repeats, output_size)
    size = source.spec.size
    wide = expand(unsqueeze(source, at + 1), (*size[: at + 1], repeats, *size[at + 1 :]))
    return view(_contiguous_clone(wide), (*size[:at], n * repeats, *size[at + 1 :]))


def _repeated(repeats: Tensor, n: int) -> Any:
    """Every position as often as `repeats` says: data decide the size."""
    if repeats.spec.dtype not in (dtypes.int32, int64):
        raise errors.not_implemented_for("repeat_interleave_cpu", repeats.spec.dtype.scalar_name)
    if repeats.spec.ndim > 1:
        raise errors.repeats_ndim()
    counts = np.asarray(repeats.value.numpy()).reshape(-1)
    if len(counts) not in (1, n) or (repeats.spec.ndim and len(counts) != n != 1 and len(counts) != 1):
        raise errors.repeats_size(len(counts), n)
    if (counts < 0).any():
        raise errors.repeats_negative()
    return np.repeat(np.arange(n, dtype=np.int64), np.broadcast_to(counts, (n,)))


def _check_output_size(count: int, asked: int | None) -> None:
    if asked is not None and asked != count:
        raise errors.output_size(count, asked)


FUNCTIONS = {
    name: _triangle_indices(name, find)
    for name, find in (("tril_indices", np.tril_indices), ("triu_indices", np.triu_indices))
}
