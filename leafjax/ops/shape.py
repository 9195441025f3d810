"""Joining, repeating and rearranging: results that hold the elements of their operands in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from leafjax import errors
from leafjax.aliasing import geometry as g
from leafjax.dtypes import Promote
from leafjax.ops.families import composite, op
from leafjax.ops.op import Array, Arrays
from leafjax.ops.samples import samples
from leafjax.ops.view import expand, unbind, view
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
        return self.sum()  # type: ignore[attr-defined]
    dims = [d for d in range(len(own)) if d < lead or (wanted[d - lead] == 1 != own[d])]
    out = self.sum(tuple(dims), keepdim=True) if dims else self  # type: ignore[attr-defined]
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
                raise errors.cat_size(dim, n, m, i)
    return {"dim": dim}


def _cat_layout(specs: Sequence[Any], settled: dict[str, Any], results: Any) -> list[Any]:
    return [g.cat_stride([(s.size, s.stride) for s in specs], results[0].shape)]


def _cut(grad: Tensor, tensors_meta: Sequence[Any], dim: int) -> list[Any]:
    """The parts of a gradient that belong to the tensors that were joined."""
    parts: list[Any] = []
    at = 0
    for meta in tensors_meta:
        if meta.size == (0,):
            parts.append(grad.new_zeros((0,)))  # type: ignore[attr-defined]
        else:
            parts.append(grad.narrow(dim, at, meta.size[dim]))  # type: ignore[attr-defined]
            at += meta.size[dim]
    return parts


@op(samples(["2 3", "1 3"]), samples(["2 1", "2 2"], 1), samples(["0", "2 3"], 1), samples(["3"], -1),
    tensors=_cut, promote=Promote.NO_OPMATH, prepare=_check_cat, layout=_cat_layout, method=False)  # fmt: skip
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
