"""Activation functions. Those that PyTorch has in `torch.nn.functional` alone are offered to it in `FUNCTIONAL`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import nn

from leafjax import errors
from leafjax.aliasing.storage import Spec
from leafjax.dtypes import BOOL, COMPLEX, INTEGER, Promote
from leafjax.ops.compare import where
from leafjax.ops.families import lacks, no_complex_autograd, op, slope, unary, zero
from leafjax.ops.inplace import run_in_place
from leafjax.ops.op import Array, Op, elementwise
from leafjax.ops.samples import samples
from leafjax.tensor.tensor import Tensor


def activation(*cases: Any, refuse: Callable[..., None], **options: Any) -> Callable[[Callable[..., Any]], Op]:
    """A function of one tensor with static parameters, reached through `torch.nn.functional`."""
    shared = {"promote": Promote.DEFAULT, "layout": elementwise, "method": False, "function": False}
    return op(samples("2 3"), samples(""), *cases, prepare=lambda self, **_: refuse(self=self), **shared, **options)


def floats(kernel: str) -> Callable[..., None]:
    return lacks(kernel, BOOL, INTEGER, COMPLEX)


# ---- straight pieces -----------------------------------------------------------------------------------------------

relu = unary(
    lambda x: jnp.where(x < 0, jnp.zeros_like(x), x), promote=Promote.NO_OPMATH, out=False,
    prepare=lacks("", bool=errors.relu_bool, complex=errors.clamp_complex),
    node=("ReluBackward0", "ReluBackward0"), node_in_place=("ReluBackward0", "ReluBackward1"),
    self=lambda grad, result: _relu_slope(grad, result),
    formulas_1_6={"self": lambda grad, self: _relu_slope(grad, self)},
)  # fmt: skip
_relu_slope = slope(
    lambda outer, output: jnp.where(output <= 0, 0, outer), "ThresholdBackwardBackward0",
    outer=lambda grad, output: _relu_slope(grad, output), output=zero,
)  # fmt: skip


@activation(samples("2 3", 0.2), refuse=floats("leaky_relu_cpu"), node="LeakyReluBackward0",
            self=lambda grad, self, negative_slope: _leaky_slope(grad, self, negative_slope))  # fmt: skip
def _leaky_relu(self: Array, negative_slope: float = 0.01) -> Array:
    return jnp.where(self > 0, self, self * negative_slope)


@op(samples("2 3", "2 3", 0.1), method=False, function=False, promote=Promote.DEFAULT, layout=elementwise,
    node="LeakyReluBackwardBackward0", self=zero,
    outer=lambda grad, self, negative_slope: _leaky_slope(grad, self, negative_slope))  # fmt: skip
def _leaky_slope(outer: Array, self: Array, negative_slope: float) -> Array:
    return jnp.where(self > 0, outer, outer * negative_slope)


def _leaky_from_result(grad: Tensor, result: Tensor, negative_slope: float) -> Tensor:
    if negative_slope < 0:
        raise errors.in_place_leaky_relu()
    return _leaky_slope(grad, result, negative_slope)


_leaky_relu_written = activation(
    refuse=floats("leaky_relu_cpu"), node="LeakyReluBackward1", inplace=True, self=_leaky_from_result
)(_leaky_relu.fn)


def _refuse_hardtanh(self: Spec, min_val: float, max_val: float) -> None:
    if self.dtype.category == BOOL:
        raise errors.hardtanh_bool()
    if self.dtype.is_complex:
        raise errors.clamp_complex()
    if not self.dtype.is_signed and min_val < 0:
        raise errors.hardtanh_unsigned()


@op(samples("2 3"), samples("2 3", -0.5, 0.75), promote=Promote.NO_OPMATH, layout=elementwise, prepare=_refuse_hardtanh,
    method=False, function=False, node="HardtanhBackward0",
    self=lambda grad, self, min_val, max_val: _hardtanh_slope(grad, self, min_val, max_val))  # fmt: skip
def _hardtanh(self: Array, min_val: float = -1.0, max_val: float = 1.0) -> Array:
    return jnp.where(self < min_val, min_val, jnp.where(self > max_val, max_val, self)).astype(self.dtype)


@op(samples("2 3", "2 3", -0.5, 0.75), method=False, function=False, promote=Promote.DEFAULT, layout=elementwise,
    node="HardtanhBackwardBackward0", self=zero,
    outer=lambda grad, self, min_val, max_val: _hardtanh_slope(grad, self, min_val, max_val))  # fmt: skip
def _hardtanh_slope(outer: Array, self: Array, min_val: float, max_val: float) -> Array:
    return jnp.where((self <= min_val) | (self >= max_val), 0, outer)


# ---- with exponentials ---------------------------------------------------------------------------------------------


@activation(samples("2 3", 2, 1.5), refuse=floats("softplus_cpu"),
            self=lambda grad, self, beta, threshold: where(self * beta > threshold, grad, grad * (self * beta).sigmoid()))  # fmt: skip
def softplus(self: Array, beta: float = 1, threshold: float = 20) -> Array:
    """A smooth `relu`: log(1 + exp(beta * x)) / beta, and x itself where that is all the same."""
    scaled = self * beta
    return jnp.where(scaled > threshold, self, jnp.log1p(jnp.exp(jnp.minimum(scaled, threshold))) / beta)


def _elu_curve(grad: Tensor, outer: Tensor, self: Tensor, alpha: float, of_result: bool) -> Tensor:
    """The second derivative, 0 at 0."""
    return where(self < 0, grad * outer * (1 if of_result else alpha * self.exp()), 0)


@op(samples("2 3", "2 3", 1.5, False), samples("2 3", "2 3", 1.5, True), method=False, function=False, promote=Promote.DEFAULT,
    layout=elementwise, node="EluBackwardBackward0", self=_elu_curve, prepare=lacks("elu_backward_cpu", COMPLEX),
    outer=lambda grad, self, alpha, of_result: _elu_slope(grad, self, alpha, of_result))  # fmt: skip
def _elu_slope(outer: Array, self: Array, alpha: float, of_result: bool) -> Array:
    return jnp.where(self <= 0, outer * (self + alpha if of_result else alpha * jnp.exp(self)), outer)


def _elu_from_result(grad: Tensor, result: Tensor, alpha: float) -> Tensor:
    if alpha < 0:
        raise errors.in_place_elu()
    return _elu_slope(grad, result, alpha, True)


@activation(
    samples("2 3", 2.0),
    refuse=floats("elu_cpu"),
    node="EluBackward0",
    self=lambda grad, self, alpha: _elu_slope(grad, self, alpha, False),
)
def _elu(self: Array, alpha: float = 1.0) -> Array:
    return jnp.where(self > 0, self, jnp.expm1(jnp.minimum(self, 0)) * alpha)


_elu_written = activation(refuse=floats("elu_cpu"), node="EluBackward1", inplace=True, self=_elu_from_result)(_elu.fn)


def _silu_backward(grad: Tensor, self: Tensor) -> Tensor:
    s = self.sigmoid()
    return grad * (s * (1 + self * (1 - s))).conj()


@activation(
    refuse=lacks("silu_cpu", BOOL, INTEGER),
    verify=no_complex_autograd("silu"),
    node="SiluBackward0",
    self=_silu_backward,
)
def _silu(self: Array) -> Array:
    return self / (1 + jnp.exp(-self))


def _refuse_gelu(self: Spec, approximate: str) -> None:
    if approximate not in ("none", "tanh"):
        raise errors.gelu_approximation()
    floats("GeluKernelImpl")(self=self)


_INNER, _CUBIC = math.sqrt(2 / math.pi), 0.044715  # of the approximation by tanh


def _gelu_backward(grad: Tensor, self: Tensor, approximate: str) -> Tensor:
    if approximate == "none":
        density = (self * self * -0.5).exp() / math.sqrt(2 * math.pi)
        return grad * ((1 + (self / math.sqrt(2)).erf()) / 2 + self * density)
    tanh = (_INNER * (self + _CUBIC * self**3)).tanh()
    inner = _INNER * (1 + 3 * _CUBIC * self * self)
    return grad * ((1 + tanh) / 2 + self / 2 * (1 - tanh * tanh) * inner)


@op(samples("2 3"), samples("2 3", approximate="tanh"), promote=Promote.DEFAULT, layout=elementwise, prepare=_refuse_gelu,
    method=False, function=False, self=_gelu_backward)  # fmt: skip
def gelu(self: Array, *, approximate: str = "none") -> Array:
    """The numbers, each weighted by the share of a normal distribution that lies below it."""
    return nn.gelu(self, approximate=approximate == "tanh")


# ---- the logarithm of the sigmoid ----------------------------------------------------------------------------------


def _logsigmoid_curve(grad: Tensor, outer: Tensor, self: Tensor) -> Tensor:
    """The second derivative, 0 as soon as the sigmoid is rounded to 1."""
    s = self.sigmoid()
    return grad * outer * (s - 1) * s


_logsigmoid_slope = slope(
    lambda outer, self: outer * nn.sigmoid(-self), "LogSigmoidBackwardBackward0", "self",
    outer=lambda grad, self: _logsigmoid_slope(grad, self), self=_logsigmoid_curve,
    prepare=lacks("log_sigmoid_backward_cpu", COMPLEX),
)  # fmt: skip


@activation(refuse=floats("log_sigmoid_cpu"), node="LogSigmoidBackward0",
            self=lambda grad, self: _logsigmoid_slope(grad, self))  # fmt: skip
def logsigmoid(self: Array) -> Array:
    """The logarithm of `sigmoid`, without overflow."""
    return jnp.minimum(self, 0) - jnp.log1p(jnp.exp(-jnp.abs(self)))


# ---- as torch.nn.functional offers them ----------------------------------------------------------------------------


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """The numbers, those below 0 times `negative_slope`."""
    return leaky_relu_(input, negative_slope) if inplace else _leaky_relu(input, negative_slope)


def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """`leaky_relu` with the result written into `input`."""
    return run_in_place(_leaky_relu_written, (input, negative_slope))


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """The numbers, those below 0 bent towards ``-alpha`` by an exponential."""
    return elu_(input, alpha) if inplace else _elu(input, alpha)


def elu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """`elu` with the result written into `input`."""
    return run_in_place(_elu_written, (input, alpha))


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """The numbers, cut off at two bounds; the gradient is 0 on the bounds too."""
    if min_val > max_val:
        raise errors.hardtanh_bounds()
    return hardtanh_(input, min_val, max_val) if inplace else _hardtanh(input, min_val, max_val)


def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """`hardtanh` with the result written into `input`."""
    return run_in_place(_hardtanh, (input, min_val, max_val))


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """The numbers, cut off at 0 and 6."""
    return hardtanh(input, 0.0, 6.0, inplace)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """Each number times its sigmoid."""
    return run_in_place(_silu, (input,)) if inplace else _silu(input)


def functional_relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The numbers, 0 in place of those below."""
    return run_in_place(relu, (input,)) if inplace else relu(input)


FUNCTIONAL = {f.__name__: f for f in (leaky_relu, leaky_relu_, elu, elu_, hardtanh, hardtanh_, relu6, silu)}
FUNCTIONAL |= {"relu": functional_relu, "softplus": softplus, "gelu": gelu, "logsigmoid": logsigmoid}
