"""Softmax and its logarithm, log-sum-exp, and the norms of vectors."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import wrap_dim
from leafjax.config import config
from leafjax.dtypes import Promote, opmath
from leafjax.ops.families import composite, op
from leafjax.ops.mutate import convert
from leafjax.ops.op import Array
from leafjax.ops.reduce import as_vector, evenly, kept, over
from leafjax.ops.registry import REGISTRY
from leafjax.ops.samples import samples
from leafjax.tensor.tensor import Tensor

# ---- softmax -------------------------------------------------------------------------------------------------------


def _check_softmax(name: str, self: Any, dim: int) -> dict[str, Any]:
    found = wrap_dim(dim, self.ndim)
    if not self.dtype.is_floating_point:
        kernel = f"{name}_lastdim_kernel_impl" if found >= self.ndim - 1 else f"{name}_kernel_impl"
        raise errors.not_implemented_for(kernel, self.dtype.scalar_name)
    return {"dim": found}


def shifted_down(x: Any, dim: int) -> Any:
    """The elements less the largest along a dimension, so that none overflows."""
    return x - jnp.max(x, dim, keepdims=True, initial=-jnp.inf)


@op(samples("2 3", 1), samples("2 3 2", -2), samples("", 0), promote=Promote.DEFAULT, method=False, function=False,
    prepare=lambda self, dim: _check_softmax("softmax", self, dim),
    self=lambda grad, result, dim: grad * result - result * (grad * result).sum(dim, True))  # fmt: skip
@as_vector
def _softmax(self: Array, dim: int) -> Array:
    powers = jnp.exp(shifted_down(self, dim))
    return powers / jnp.sum(powers, dim, keepdims=True)


@op(samples("2 3", 1), samples("2 3 2", -2), samples("", 0), promote=Promote.DEFAULT, method=False, function=False,
    prepare=lambda self, dim: _check_softmax("log_softmax", self, dim),
    self=lambda grad, result, dim: grad - result.exp() * grad.sum(dim, True))  # fmt: skip
@as_vector
def _log_softmax(self: Array, dim: int) -> Array:
    down = shifted_down(self, dim)
    return down - jnp.log(jnp.sum(jnp.exp(down), dim, keepdims=True))


@composite(samples("2 3", 1), samples("2 3 2", -2), samples("2 3", 0, dtype=dtypes.float32))
def softmax(self: Tensor, dim: int, dtype: Any = None, *, out: Any = None) -> Tensor:
    """Exponentials along a dimension, divided by their sum."""
    return _softmax(self if dtype is None else self.to(dtype), dim, out=out)


@composite(samples("2 3", 1), samples("2 3 2", -2), samples("2 3", 0, dtype=dtypes.float32))
def log_softmax(self: Tensor, dim: int, dtype: Any = None, *, out: Any = None) -> Tensor:
    """The logarithm of `softmax`, without its underflow."""
    return _log_softmax(self if dtype is None else self.to(dtype), dim, out=out)


@op(samples("2 3", 1), samples("2 3 4", (0, -1), True), samples("", 0), samples("0 2", 0), prepare=over,
    promote=Promote.INT_TO_FLOAT,
    self=lambda grad, self, result, dim, keepdim:
    kept(grad, dim, keepdim) * (self - kept(result, dim, keepdim)).exp().conj())  # fmt: skip
def logsumexp(self: Array, dim: Any, keepdim: bool = False) -> Array:
    """The logarithm of the sum of exponentials, without their overflow."""
    top = jnp.max(self.real, dim, keepdims=True, initial=-jnp.inf)
    top = jax.lax.stop_gradient(jnp.where(jnp.isfinite(top), top, 0))
    found = jnp.log(jnp.sum(jnp.exp(self - top), dim, keepdims=True)) + top
    return found if keepdim else found.squeeze(dim)


# ---- norms ---------------------------------------------------------------------------------------------------------


def _check_norm(self: Any, ord: float, dim: Any, keepdim: bool, dtype: Any) -> dict[str, Any]:
    if self.dtype.category < dtypes.FLOAT:
        raise errors.norm_dtype(self.dtype.scalar_name)
    if dtype is not None:
        _check_norm_dtype(self.dtype, dtype)
    found = over(self, dim)
    if ord < 0 or ord == math.inf:
        if dim in (None, ()) and self.numel == 0:
            raise errors.empty_norm(ord, None)
        for d in found["dim"]:
            if self.size[d] == 0:
                raise errors.empty_norm(ord, d)
    return found


def _check_norm_dtype(own: dtypes.dtype, asked: dtypes.dtype) -> None:
    if asked.category < dtypes.FLOAT:
        raise errors.norm_dtype_asked(asked.scalar_name)
    if own.is_complex != asked.is_complex:
        raise errors.norm_dtype_kind(own.is_complex, asked.scalar_name)
    if dtypes.promote_types(own, asked) is not asked:
        raise errors.norm_dtype_narrow(own.scalar_name, asked.scalar_name)


def grad_norm(grad: Any, self: Any, result: Any, ord: float, dim: tuple[int, ...], keepdim: bool) -> Any:
    """The gradient of the norm of order `ord`; 0 where it has a corner."""
    grad, norm = kept(grad, dim, keepdim), kept(result, dim, keepdim)
    if ord == 0:
        return None
    if ord == 1:
        return self.sgn() * grad
    if ord == 2:
        return grad * (self / norm).masked_fill(norm == 0, 0)
    if abs(ord) == math.inf:
        largest = self.abs()
        return self.sgn() * evenly(grad, (largest == norm).logical_or(largest.isnan()), dim)
    if ord < 1:
        powers = self.sgn() * self.abs().pow(ord - 1).masked_fill(self == 0, 0)
        return powers * grad * norm.pow(1 - ord)
    powers = self.sgn() * self.abs().pow(ord - 1) if ord < 2 else self * self.abs().pow(ord - 2)
    return powers * (grad / norm.pow(ord - 1)).masked_fill(norm == 0, 0)


def norm_of(x: Any, ord: float, dim: Any, keepdim: bool) -> Any:
    """The norm of order `ord` of an array."""
    size = jnp.abs(x)
    if ord == math.inf:
        return jnp.max(size, dim, keepdims=keepdim)
    if ord == -math.inf:
        return jnp.min(size, dim, keepdims=keepdim)
    if ord == 0:
        return jnp.sum(size != 0, dim, keepdims=keepdim).astype(size.dtype)
    if ord == 1:
        return jnp.sum(size, dim, keepdims=keepdim)
    if ord == 2:
        return jnp.sqrt(jnp.sum(jnp.square(size), dim, keepdims=keepdim))
    return jnp.sum(size**ord, dim, keepdims=keepdim) ** (1 / ord)


@op(samples("2 3"), samples("2 3 4", 2, (0, -1), True), samples(""), samples("2 3", 3), samples("2 3", 1.5, 1), samples("2 3", math.inf, 0, True), samples("2 3", 1), samples("2 3", 0.5),
    samples("2 3", -math.inf), samples("2 3", 0, 1), prepare=_check_norm, method=False,
    node=lambda dim: ("LinalgVectorNormBackward0", "NormBackward0" if dim is None else "NormBackward1"),
    self=grad_norm)  # fmt: skip
def linalg_vector_norm(
    self: Array, ord: float = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> Array:
    """The norm of order `ord` over some or all dimensions."""
    x = self if dtype is None else convert(self, dtype)
    wide = opmath(dtypes.from_numpy(x.dtype)).np
    return norm_of(x.astype(wide), ord, dim, keepdim).astype(x.real.dtype)


@op(samples("2 3", 0), samples("2 3", 1, True), prepare=over, method=False, function=False, out=False,
    node="NormBackward3", self=lambda grad, self, result, dim, keepdim: grad_norm(grad, self, result, 2, dim, keepdim))  # fmt: skip
def _frobenius(self: Array, dim: Any, keepdim: bool = False) -> Array:
    """What 1.6 calls the norm over one dimension whose order is not named."""
    return norm_of(self, 2, dim, keepdim)


@composite(samples("2 3"), samples("2 3", 2, 1), samples("2 3", "fro", (0, 1), True), samples("2 3", math.inf))
def norm(
    self: Tensor, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None, *, out: Any = None
) -> Tensor:
    """The norm of order `p`, over all dimensions as of one vector; "fro" is the 2-norm, "nuc" that of a matrix."""
    if isinstance(p, str) and p != "fro":
        return REGISTRY["linalg_matrix_norm"](self, p, (-2, -1) if dim is None else dim, keepdim, dtype=dtype, out=out)
    if config.profile.version == "1.6" and p == "fro" and isinstance(dim, int):
        return _frobenius(self, dim, keepdim)
    order = 2 if p is None or p == "fro" else p
    return linalg_vector_norm(self, order, dim, keepdim, dtype=dtype, out=out)


def _check_dist(self: Any, other: Any, p: float) -> None:
    dtype = dtypes.promote_types(self.dtype, other.dtype)
    if dtype.category < dtypes.FLOAT:
        raise errors.dist_dtype(dtype.scalar_name)


@op(samples("2 3", "2 3"), samples("2 3", "3", 1), samples("3", "3", math.inf), samples("3", "2 1", 3), prepare=_check_dist,
    promote=Promote.COMPLEX_TO_FLOAT, out=False,
    self=lambda grad, self, other, result, p: grad_norm(grad, self - other, result, p, (), False),
    other=lambda grad, self, other, result, p: grad_norm(grad, other - self, result, p, (), False))  # fmt: skip
def dist(self: Array, other: Array, p: float = 2) -> Array:
    """The norm of the difference."""
    return norm_of(self - other, p, None, False)
