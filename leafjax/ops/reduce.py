"""to come"""
from __future__ import annotations

import jax.numpy as jnp

from leafjax.ops.families import op
from leafjax.ops.op import Array
from leafjax.ops.samples import samples
from leafjax.tensor.tensor import Tensor


@op(samples("2 3"), samples("2 3", 1), samples("2 3 4", (0, -1), True), samples(""),
    self=lambda grad, self_meta, dim, keepdim: unreduced(grad, self_meta, dim, keepdim))  # fmt: skip
def sum(self: Array, dim=None, keepdim: bool = False) -> Array:
    """The sum over some or all dimensions."""
    return jnp.sum(self, dim, keepdims=keepdim)


@op(samples("2 3"), self=lambda grad, self_meta: (grad / 6).expand(self_meta.size))
def mean(self: Array, dim=None, keepdim: bool = False) -> Array:
    """mean."""
    return jnp.mean(self, dim, keepdims=keepdim)


def unreduced(grad: Tensor, meta, dim, keepdim: bool) -> Tensor:
    """The gradient of a reduction's result, repeated over the dimensions that were reduced."""
    if not keepdim and grad.spec.ndim != len(meta.size):
        dims = range(len(meta.size)) if dim is None else dim if isinstance(dim, tuple) else (dim,)
        for d in sorted([d % len(meta.size) for d in dims]):
            grad = grad.unsqueeze(d)
    return grad.expand(meta.size)
