"""Running sums, products, extremes and log-sum-exps along a dimension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from leafjax import errors
from leafjax.ops.families import op
from leafjax.ops.op import Array
from leafjax.ops.reduce import along, as_vector, shifted, summable
from leafjax.ops.samples import ints, samples
from leafjax.tensor.tensor import Tensor

ALONG = (samples("2 3", 1), samples("3 2 2", -3), samples("", 0))
STEPS = (*ALONG, samples(ints("2 3", -2, 5), 1))


def scan(combine: Callable[..., Any], arrays: Any, dim: int, reverse: bool = False) -> Any:
    """The results so far of an associative function, along a dimension."""
    return arrays if 0 in jax.tree.leaves(arrays)[0].shape else jax.lax.associative_scan(combine, arrays, reverse, dim)


# ---- sums ----------------------------------------------------------------------------------------------------------


def running_back(grad: Tensor, dim: int) -> Tensor:
    """The running sums from the end."""
    return grad if grad.spec.numel <= 1 else grad.flip(dim).cumsum(dim).flip(dim)


@op(*STEPS, prepare=along, inplace=True, self=running_back)
@as_vector
def cumsum(self: Array, dim: int, *, dtype=None) -> Array:
    """The sums up to each element; integers add up in int64."""
    return jnp.cumsum(summable(self, dtype), dim)


# ---- chains: h[i] = x[i] + link[i] · h[i-1] ------------------------------------------------------------------------
# Running products and log-sum-exps have backward passes that are such recurrences. Nothing is divided, so that zeros are
# no edge of the formula, nor of its derivative.


@op(samples("4", "4", 0, False), samples("2 3", "2 3", 1, True), samples("", "", 0, True), method=False, function=False,
    self=lambda grad, link, dim, reverse: _chain(grad, link.conj(), dim, not reverse),
    link=lambda grad, link, result, dim, reverse: grad_link(_chain(grad, link.conj(), dim, not reverse), result, dim, reverse))  # fmt: skip
@as_vector
def _chain(self: Array, link: Array, dim: int, reverse: bool) -> Array:
    """``h[i] = self[i] + link[i] · h[i-1]``; reversed, ``h[i] = self[i] + link[i+1] · h[i+1]``."""
    link = link.reshape(self.shape)
    if reverse:
        link = jnp.roll(link, -1, dim)
    return scan(lambda a, b: (a[0] * b[0], b[0] * a[1] + b[1]), (link, self), dim, reverse)[1]


def grad_link(chain: Tensor, result: Tensor, dim: int, reverse: bool) -> Any:
    """What flows over each link, times what waits at its other end."""
    if reverse:
        return shifted(chain, dim, 0) * result.conj()
    return chain * shifted(result, dim, 0).conj()


def grad_cumprod(grad: Any, self: Any, result: Any, dim: int) -> Any:
    """The gradient of `cumprod`: the product before each element, times what all that follows makes of it."""
    if grad.spec.numel <= 1:
        return grad
    return shifted(result, dim).conj() * _chain(grad, self.to(grad.dtype).conj(), dim, True)


@op(*STEPS, prepare=along, inplace=True, self=grad_cumprod)
@as_vector
def cumprod(self: Array, dim: int, *, dtype=None) -> Array:
    """The products up to each element."""
    return jnp.cumprod(summable(self, dtype), dim)


def grad_logcumsumexp(grad: Any, self: Any, result: Any, dim: int) -> Any:
    """The gradient of `logcumsumexp`."""
    if grad.spec.numel <= 1:
        return grad
    return (self - result).exp().conj() * _chain(grad, (shifted(result, dim) - result).exp().conj(), dim, True)


def _check_logcumsumexp(self: Any, dim: int) -> dict[str, Any]:
    if not (self.dtype.is_floating_point or self.dtype.is_complex):
        raise errors.not_implemented_for("logcumsumexp_out_cpu", self.dtype.scalar_name)
    return along(self, dim)


@op(*ALONG, prepare=_check_logcumsumexp, self=grad_logcumsumexp)
@as_vector
def logcumsumexp(self: Array, dim: int) -> Array:
    """The log-sum-exps up to each element."""
    return scan(jnp.logaddexp, self, dim)


# ---- extremes ------------------------------------------------------------------------------------------------------


def running_extreme(x: Any, dim: int, beyond: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """The extremes up to each element and their positions: of equals the last one, and nan beats all."""

    def further(a: Any, b: Any) -> Any:
        new = beyond(b[0], a[0]) | (b[0] != b[0])
        return jnp.where(new, b[0], a[0]), jnp.where(new, b[1], a[1])

    return scan(further, (x, jax.lax.broadcasted_iota(jnp.int64, x.shape, dim)), dim)


def gathered(grads: Any, self: Tensor, indices: Tensor, dim: int) -> Tensor:
    """The gradients of all elements that one element stood for, added up."""
    return grads[0].new_zeros(self.spec.size).scatter_add(dim, indices, grads[0])


def _check_running(name: str) -> Callable[..., dict[str, Any]]:
    def prepare(self: Any, dim: int) -> dict[str, Any]:
        if self.dtype.is_complex:
            raise errors.not_implemented_for(f"{name}_cpu", self.dtype.scalar_name)
        return along(self, dim)

    return prepare


@op(*ALONG, prepare=_check_running("cummax"), outputs=("values", "indices"),
    self=gathered)  # fmt: skip
@as_vector
def cummax(self: Array, dim: int) -> Array:
    """The largest elements so far, with their positions."""
    return running_extreme(self, dim, jnp.greater_equal)


@op(*ALONG, prepare=_check_running("cummin"), outputs=("values", "indices"),
    self=gathered)  # fmt: skip
@as_vector
def cummin(self: Array, dim: int) -> Array:
    """The smallest elements so far, with their positions."""
    return running_extreme(self, dim, jnp.less_equal)
