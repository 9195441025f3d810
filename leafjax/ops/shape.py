"""Joining, splitting and broadcasting tensors, and where their elements are not zero."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from leafjax import errors
from leafjax.aliasing import geometry as g
from leafjax.aliasing.storage import spec_of
from leafjax.config import config
from leafjax.dtypes import Promote, int64
from leafjax.execution.value import concrete
from leafjax.ops.create import made, tensor
from leafjax.ops.families import composite, op
from leafjax.ops.inplace import check_out, store
from leafjax.ops.op import Array, Arrays
from leafjax.ops.samples import bools, samples
from leafjax.ops.view import expand, reshape, slice as slice_, transpose, unbind, unsqueeze, view
from leafjax.tensor.tensor import Tensor

# ---- the size of something smaller ---------------------------------------------------------------------------------


@composite(samples("4 2 3", (2, 1)), samples("2 3", (3,)), samples("2 3", ()), function=False)
def sum_to_size(self: Tensor, *size: Any) -> Tensor:
    """The sum over what broadcasting from a size would repeat: `expand` backwards."""
    wanted = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
    own = self.spec.size
    lead = len(own) - len(wanted)
    if lead < 0 or any([n not in (1, m) for n, m in zip(wanted, own[max(lead, 0) :], strict=True)]):
        raise errors.not_expandable(wanted, own)
    if not wanted and own:
        return self.sum()
    dims = [d for d in range(len(own)) if d < lead or (wanted[d - lead] == 1 != own[d])]
    out = self.sum(tuple(dims), keepdim=True) if dims else self
    return view(out, wanted) if lead else out


# ---- joining -------------------------------------------------------------------------------------------------------


def _check_cat(tensors: Sequence[Any], dim: int) -> dict[str, Any]:
    """Raise PyTorch's error if these can't be joined; a 1-dim tensor without elements fits anything."""
    if not tensors:
        raise errors.empty_cat()
    for i, t in enumerate(tensors):
        if not t.size:
            raise errors.cat_of_scalar(i)
    first, *others = [(i, t.size) for i, t in enumerate(tensors) if t.size != (0,)] or [(0, (0,))]
    dim = 0 if first[1] == (0,) else g.wrap_dim(dim, len(first[1]))
    for i, size in others:
        if len(size) != len(first[1]):
            raise errors.cat_ndim(len(first[1]), len(size))
        for d, (n, m) in enumerate(zip(first[1], size, strict=True)):
            if n != m and d != dim:
                raise errors.cat_size(dim, d, n, m, i)
    return {"dim": dim}


def _cat_layout(specs: Sequence[Any], settled: dict[str, Any], results: Any) -> list[Any]:
    return [g.cat_stride([(s.size, s.stride) for s in specs], results[0].shape)]


def _cut(grad: Tensor, tensors_meta: Sequence[Any], dim: int) -> list[Any]:
    """The parts of a gradient that belong to the tensors that were joined."""
    parts: list[Any] = []
    at = 0
    for meta in tensors_meta:
        if meta.size == (0,):
            parts.append(grad.new_zeros((0,)))
        else:
            parts.append(grad.narrow(dim, at, meta.size[dim]))
            at += meta.size[dim]
    return parts


@op(samples(["2 3", "1 3"]), samples(["2 1", "2 2"], 1), samples(["0", "2 3"], 1), samples(["3"], -1),
    tensors=_cut, formulas_1_6={"tensors": lambda grad, tensors, tensors_meta, dim: _cut(grad, tensors_meta, dim)},
    promote=Promote.NO_OPMATH, prepare=_check_cat, layout=_cat_layout, method=False)  # fmt: skip
def cat(tensors: Arrays, dim: int = 0) -> Array:
    """Tensors one after the other along a dimension."""
    joined = [t for t in tensors if t.shape != (0,)]
    return jnp.concatenate(joined, dim) if joined else tensors[0]


@composite(samples(["2 3", "1 3"]), method=False, out=True)
def concat(tensors: Any, dim: int = 0) -> Tensor:
    """Another name of `cat`."""
    return cat(tensors, dim)


@composite(samples(["2 3", "1 3"]), method=False, out=True)
def concatenate(tensors: Any, dim: int = 0) -> Tensor:
    """Another name of `cat`."""
    return cat(tensors, dim)


def _check_stack(tensors: Sequence[Any], dim: int) -> dict[str, Any]:
    if not tensors:
        raise errors.empty_list("stack")
    for i, t in enumerate(tensors):
        if t.size != tensors[0].size:
            raise errors.stack_size(tensors[0].size, t.size, i)
    return {"dim": g.wrap_dim(dim, len(tensors[0].size) + 1)}


def _stack_layout(specs: Sequence[Any], settled: dict[str, Any], results: Any) -> list[Any]:
    return [g.stack_stride([(s.size, s.stride) for s in specs], settled["dim"], results[0].shape)]


@op(samples(["2 3", "2 3"]), samples(["2", "2", "2"], 1), samples(["", ""], -1), tensors=lambda grad, dim: unbind(grad, dim),
    promote=Promote.NO_OPMATH, prepare=_check_stack, layout=_stack_layout, method=False)  # fmt: skip
def stack(tensors: Arrays, dim: int = 0) -> Array:
    """Tensors of one size side by side, along a new dimension."""
    return jnp.stack(tensors, dim)


def _as_list(name: str, tensors: Any) -> Sequence[Tensor]:
    if not isinstance(tensors, (tuple, list)):
        raise errors.sequence_type(name, "tensors", 1, tensors)
    if not tensors:
        raise errors.empty_list(name)
    return tensors


@composite(samples(["2", "3"]), samples(["2 1", "2 3"]), samples(["", "3"]), method=False, out=True)
def hstack(tensors: Any) -> Tensor:
    """Tensors side by side: along the second dimension, vectors along their only one."""
    raised = atleast_1d(_as_list("hstack", tensors))
    return cat(raised, 0 if raised[0].spec.ndim == 1 else 1)


@composite(samples(["2", "3 2"]), samples(["", ""]), method=False, out=True)
def vstack(tensors: Any) -> Tensor:
    """Tensors one below the other; vectors count as rows."""
    return cat(atleast_2d(_as_list("vstack", tensors)), 0)


@composite(samples(["2", "3 2"]), method=False, out=True)
def row_stack(tensors: Any) -> Tensor:
    """Another name of `vstack`."""
    return vstack(tensors)


@composite(samples(["2", "2"]), samples(["2 3", "2 3"]), method=False, out=True)
def dstack(tensors: Any) -> Tensor:
    """Tensors one behind the other, along the third dimension."""
    return cat(atleast_3d(_as_list("dstack", tensors)), 2)


@composite(samples(["2", "2 2"]), samples(["", "1"]), method=False, out=True)
def column_stack(tensors: Any) -> Tensor:
    """Tensors side by side; vectors count as columns."""
    flat = [reshape(x, (x.spec.numel, 1)) if x.spec.ndim <= 1 else x for x in _as_list("column_stack", tensors)]
    return cat(flat, 1)


def _check_blocks(tensors: Sequence[Any]) -> None:
    for i, t in enumerate(tensors):
        if t.ndim > 2:
            raise errors.block_ndim(i, t.ndim)


def _blocks(tensors: Sequence[Any]) -> list[tuple[tuple[int, int], int, int]]:
    """The size of every block as a matrix, and where it begins."""
    found, row, column = [], 0, 0
    for t in tensors:
        size = ((1, 1) + tuple(t.size))[-2:]
        found.append((size, row, column))
        row, column = row + size[0], column + size[1]
    return found


def _from_blocks(grad: Tensor, tensors_meta: Sequence[Any]) -> list[Tensor]:
    parts = [slice_(slice_(grad, 0, r, r + n), 1, c, c + m) for (n, m), r, c in _blocks(tensors_meta)]
    return [reshape(part, meta.size) for part, meta in zip(parts, tensors_meta, strict=True)]


@op(samples(["2", "2 2", ""]), samples(["1 3"]), tensors=_from_blocks, promote=Promote.NO_OPMATH, prepare=_check_blocks,
    node="BlockDiagBackward0", method=False, function=False, out=False)  # fmt: skip
def _block_diag(tensors: Arrays) -> Array:
    blocks = [jnp.atleast_2d(t) for t in tensors]
    rows, columns = [sum(b.shape[d] for b in blocks) for d in (0, 1)]
    out, row, column = jnp.zeros((rows, columns), tensors[0].dtype), 0, 0
    for b in blocks:
        out = out.at[row : row + b.shape[0], column : column + b.shape[1]].set(b)
        row, column = row + b.shape[0], column + b.shape[1]
    return out


@composite(samples("2", "2 2", ""), samples("1 3"), method=False)
def block_diag(*tensors: Tensor) -> Tensor:
    """A matrix with the given ones along its diagonal, zeros elsewhere."""
    return _block_diag(tensors) if tensors else tensor(np.zeros((1, 0), np.float32))


# ---- at least so many dimensions -----------------------------------------------------------------------------------


def _each(raised: Any, tensors: tuple[Any, ...]) -> Any:
    if len(tensors) == 1:
        given = tensors[0]
        return tuple([raised(x) for x in given]) if isinstance(given, (tuple, list)) else raised(given)
    return tuple([raised(x) for x in tensors])


@composite(samples(""), samples("2", ""), method=False)
def atleast_1d(*tensors: Any) -> Any:
    """A tensor, or each of several, with at least one dimension."""
    return _each(lambda x: x if x.spec.ndim else reshape(x, (1,)), tensors)


@composite(samples(""), samples("2", "2 2"), method=False)
def atleast_2d(*tensors: Any) -> Any:
    """A tensor, or each of several, with at least two dimensions: new ones in front."""
    return _each(
        lambda x: [lambda: reshape(x, (1, 1)), lambda: unsqueeze(x, 0), lambda: x][min(x.spec.ndim, 2)](), tensors
    )


@composite(samples(""), samples("2", "2 2", "2 1 2"), method=False)
def atleast_3d(*tensors: Any) -> Any:
    """A tensor, or each of several, with at least three dimensions: new ones in front and at the end."""
    forms = [
        lambda x: reshape(x, (1, 1, 1)), lambda x: unsqueeze(unsqueeze(x, 0), -1), lambda x: unsqueeze(x, -1), lambda x: x,
    ]  # fmt: skip
    return _each(lambda x: forms[min(x.spec.ndim, 3)](x), tensors)


# ---- broadcasting --------------------------------------------------------------------------------------------------


@composite(samples("3 1", "2"), samples("3 2", "2"), method=False)
def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """All tensors expanded to the size that they are broadcast to."""
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors
    size = g.broadcast_shapes(*[x.spec.size for x in given])
    return tuple([x if x.spec.size == size else expand(x, size) for x in given])


@composite(samples("3", "2", indexing="ij"), samples("3", "", "2", indexing="xy"), method=False)
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """The coordinates of a grid's points, one tensor for each of the given axes."""
    axes = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors
    if not axes:
        raise errors.empty_list("meshgrid")
    if indexing is None:
        if config.profile.version != "1.6":
            warnings.warn(errors.MESHGRID_INDEXING, UserWarning, stacklevel=2)
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise errors.meshgrid_indexing(indexing)
    if any([x.spec.dtype is not axes[0].spec.dtype for x in axes]):
        raise errors.meshgrid_dtypes()
    order = list(range(len(axes)))
    if indexing == "xy" and len(axes) > 1:
        order[:2] = [1, 0]
    size = [axes[i].spec.numel for i in order]
    return tuple([_along_axis(x, order.index(i), size) for i, x in enumerate(axes)])


def _along_axis(x: Tensor, axis: int, size: list[int]) -> Tensor:
    if x.spec.ndim > 1:
        raise errors.meshgrid_ndim(x.spec)
    return expand(view(x, [-1 if d == axis else 1 for d in range(len(size))]), size)


# ---- views of ranges -----------------------------------------------------------------------------------------------


@composite(samples("5 2", 2), samples("3 4", (1, 3), 1))
def tensor_split(
    self: Tensor, indices_or_sections: Any, dim: int = 0, *, indices: Any = None, sections: Any = None
) -> Any:
    """Consecutive ranges of a dimension: so many of nearly equal length, or cut at indices."""
    where = next(x for x in (indices_or_sections, indices, sections) if x is not None)
    if isinstance(where, Tensor):
        where = _cuts(where)
    parts = g.tensor_split_parts(self.spec.size, where if isinstance(where, int) else tuple(where), dim)
    return tuple([slice_(self, dim, start, start + n) for start, n in parts])


def _cuts(where: Tensor) -> Any:
    if where.spec.ndim > 1:
        raise errors.cuts_ndim(where.spec.ndim)
    if where.spec.dtype is not int64:
        raise errors.cuts_dtype(where.spec.dtype)
    return where.tolist()


def _split_along(name: str, self: Tensor, where: Any, dim: int, least: int) -> Any:
    if self.spec.ndim < least:
        raise errors.split_ndim(name, least, self.spec.ndim)
    n = self.spec.size[dim]
    if isinstance(where, int) and (where <= 0 or n % where):
        raise errors.split_uneven(name, dim, n, where)
    return tensor_split(self, where, dim)


@composite(samples("3 4", 2), samples("3", (1,)))
def hsplit(self: Tensor, indices_or_sections: Any) -> Any:
    """Ranges of the second dimension, or of a vector's only one."""
    return _split_along("hsplit", self, indices_or_sections, min(max(self.spec.ndim - 1, 0), 1), 1)


@composite(samples("4 3", 2))
def vsplit(self: Tensor, indices_or_sections: Any) -> Any:
    """Ranges of the first dimension."""
    return _split_along("vsplit", self, indices_or_sections, 0, 2)


@composite(samples("1 3 4", 2))
def dsplit(self: Tensor, indices_or_sections: Any) -> Any:
    """Ranges of the third dimension."""
    return _split_along("dsplit", self, indices_or_sections, 2, 3)


@composite(samples("2 3"))
def adjoint(self: Tensor) -> Tensor:
    """The last two dimensions swapped, conjugated."""
    return _transposed(self, "adjoint()").conj()


def _transposed(self: Tensor, name: str) -> Tensor:
    """The last two dimensions swapped; a scalar as it is."""
    if self.spec.ndim == 1:
        raise errors.not_matrices(name, 1)
    return transpose(self, -2, -1) if self.spec.ndim else self


def matrix_transpose(self: Tensor) -> Tensor:
    """The last two dimensions swapped."""
    return _transposed(self, "mT")


def matrix_hermitian(self: Tensor) -> Tensor:
    """The last two dimensions swapped, conjugated."""
    return _transposed(self, "mH").conj()


def hermitian(self: Tensor) -> Tensor:
    """A matrix transposed and conjugated."""
    if self.spec.ndim not in (0, 2):
        raise errors.not_a_matrix_for_h(self.spec.ndim)
    return _transposed(self, "H").conj()


# ---- where elements are not zero: data decide the size -------------------------------------------------------------


@composite(samples("2 3"), samples(""), samples(bools("2 3")))
def nonzero(self: Tensor, *, out: Tensor | None = None, as_tuple: bool = False) -> Any:
    """The positions of all elements that are not zero: a row of each, or one vector for each dimension."""
    if as_tuple:
        return unbind(nonzero(self if self.spec.ndim else unsqueeze(self, 0)), 1)
    array = self.value.numpy()
    found = np.argwhere(array).astype(np.int64) if array.ndim else np.zeros((int(bool(array)), 0), np.int64)
    stride = (1, len(found)) if config.profile.version != "1.6" else None
    rows = made(concrete(found), spec_of(found.shape, stride, int64))
    if out is None:
        return rows
    check_out("nonzero", [out])
    return store("nonzero", rows, out)


@composite(samples("2 3"))
def argwhere(self: Tensor) -> Tensor:
    """The positions of all elements that are not zero, a row of each."""
    return nonzero(self)
