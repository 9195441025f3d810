"""The elementary and the special functions, element by element."""

from __future__ import annotations

from collections.abc import Callable
from math import log as ln, nan, pi
from typing import Any

import jax.numpy as jnp
from jax import lax, nn
from jax.scipy import special

from leafjax import errors
from leafjax.aliasing.storage import Spec
from leafjax.dtypes import BOOL, COMPLEX, INTEGER, Promote, bfloat16
from leafjax.ops.compare import where
from leafjax.ops.families import binary, is_number, lacks, op, slope, unary
from leafjax.ops.op import Array, ArrayOnly, elementwise
from leafjax.ops.samples import samples
from leafjax.tensor.tensor import Tensor

# ---- exponentials and logarithms -----------------------------------------------------------------------------------


_sigmoid_slope = slope(
    lambda outer, output: outer * jnp.conj((1 - output) * output), "SigmoidBackwardBackward0",
    outer=lambda grad, output: _sigmoid_slope(grad, output.conj()),
    output=lambda grad, outer, output: grad.conj() * outer * (1 - 2 * output.conj()),
)  # fmt: skip


def _logit_backward(grad: Tensor, self: Tensor, eps: float | None) -> Tensor:
    slope = grad / (self * (1 - self))
    if eps is None:
        return where((self < 0) | (self > 1), nan, slope)
    return where((self < eps) | (self > 1 - eps), 0, slope)


def _scaled_log(x: Any, base: float) -> Any:
    log = jnp.log(x)
    return lax.complex(log.real / base, log.imag / base)


exp = unary(jnp.exp, self=lambda grad, result: grad * result.conj())
exp2 = unary(jnp.exp2, self=lambda grad, result: grad * result.conj() * ln(2))
expm1 = unary(jnp.expm1, self=lambda grad, result: grad * (result.conj() + 1))
log = unary(jnp.log, domain="positive", self=lambda grad, self: grad / self.conj())
log2 = unary(lambda x: _scaled_log(x, ln(2)) if jnp.iscomplexobj(x) else jnp.log2(x), domain="positive",
             self=lambda grad, self: grad / (self.conj() * ln(2)))  # fmt: skip
log10 = unary(jnp.log10, domain="positive", self=lambda grad, self: grad / (self.conj() * ln(10)))
log1p = unary(jnp.log1p, domain="positive", node="Log1PBackward0", self=lambda grad, self: grad / (self + 1).conj())
sigmoid = unary(lambda x: 1 / (1 + jnp.exp(-x)) if jnp.iscomplexobj(x) else nn.sigmoid(x),
                self=lambda grad, result: _sigmoid_slope(grad, result))  # fmt: skip
logaddexp = binary(
    jnp.logaddexp, numbers="", inplace=False, prepare=lacks("logaddexp_cpu", BOOL, INTEGER),
    self=lambda grad, self, other: grad / (1 + exp(other - self)).conj(),
    other=lambda grad, self, other: grad / (1 + exp(self - other)).conj(),
)  # fmt: skip
logaddexp2 = binary(
    jnp.logaddexp2, numbers="", inplace=False, prepare=lacks("logaddexp2_cpu", BOOL, INTEGER, COMPLEX),
    self=lambda grad, self, other: grad / (1 + exp2(other - self)),
    other=lambda grad, self, other: grad / (1 + exp2(self - other)),
)  # fmt: skip
xlogy = binary(
    lambda x, y: jnp.where(jnp.isnan(y), y, jnp.where(x == 0, 0, x * jnp.log(y))), promote=Promote.INT_TO_FLOAT,
    domain="positive", numbers="self other", inplace=True, prepare=lacks("xlogy_cpu", COMPLEX), wraps=False,
    node=lambda self, other: f"XlogyBackward{1 if is_number(self) else 2 if is_number(other) else 0}",
    self=lambda grad, self, other: grad * where((self == 0) & (other <= 0), 0, other.log()),
    other=lambda grad, self, other: grad * self / other,
)  # fmt: skip


@op(samples("2 3"), samples("2 3", 0.1), promote=Promote.INT_TO_FLOAT, layout=elementwise, inplace=True, domain="probability",
    prepare=lambda self, eps: lacks("logit_cpu", COMPLEX)(a=self), self=_logit_backward)  # fmt: skip
def logit(self: ArrayOnly, eps: float | None = None) -> Array:
    """The inverse of `sigmoid`, of numbers kept `eps` away from 0 and 1."""
    x = self if eps is None else jnp.clip(self, eps, 1 - eps)
    return jnp.log(x / (1 - x))


# ---- angles --------------------------------------------------------------------------------------------------------


def _atan2_part(grad: Tensor, part: Tensor, self: Tensor, other: Tensor) -> Tensor:
    length = self * self + other * other
    return grad * where(length == 0, 0, part / length)


def _sinc_backward(grad: Tensor, self: Tensor) -> Tensor:
    x = self * pi
    slope = (x * x.cos() - x.sin()) / (x * self)
    return grad * where(self * self == 0, 0, slope).conj()


_tanh_slope = slope(
    lambda outer, output: outer * jnp.conj(1 - output * output), "TanhBackwardBackward0",
    outer=lambda grad, output: _tanh_slope(grad, output.conj()),
    output=lambda grad, outer, output: grad.conj() * outer * (-2 * output.conj()),
)  # fmt: skip
sin = unary(jnp.sin, self=lambda grad, self: grad * self.cos().conj())
cos = unary(jnp.cos, self=lambda grad, self: grad * -self.sin().conj())
tan = unary(jnp.tan, domain="unit", self=lambda grad, result: grad * (1 + result**2).conj())
asin = unary(jnp.arcsin, domain="unit", self=lambda grad, self: grad * (1 - self * self).rsqrt().conj())
acos = unary(jnp.arccos, domain="unit", self=lambda grad, self: grad * -(1 - self * self).rsqrt().conj())
atan = unary(jnp.arctan, self=lambda grad, self: grad / (self * self + 1).conj())
sinh = unary(jnp.sinh, self=lambda grad, self: grad * self.cosh().conj())
cosh = unary(jnp.cosh, self=lambda grad, self: grad * self.sinh().conj())
tanh = unary(jnp.tanh, self=lambda grad, result: _tanh_slope(grad, result))
asinh = unary(
    node=("AsinhBackward0", "AsinhBackward0"),
    node_in_place=("AsinhBackward1", "AsinhBackward1"),
    fn=jnp.arcsinh,
    self=lambda grad, self: grad * (self**2 + 1).rsqrt().conj(),
)
acosh = unary(
    node=("AcoshBackward0", "AcoshBackward0"),
    node_in_place=("AcoshBackward1", "AcoshBackward1"),
    fn=jnp.arccosh,
    domain="above one",
    self=lambda grad, self: grad * ((self - 1).rsqrt() * (self + 1).rsqrt()).conj(),
)
atanh = unary(
    node=("AtanhBackward0", "AtanhBackward0"),
    node_in_place=("AtanhBackward1", "AtanhBackward1"),
    fn=jnp.arctanh,
    domain="unit",
    self=lambda grad, self: grad / (1 - self**2).conj(),
)
sinc = unary(lambda x: jnp.where(x == 0, 1, jnp.sin(x * pi) / (x * pi)), self=_sinc_backward)
deg2rad = unary(lambda x: x * (pi / 180), node="Deg2RadBackward0", prepare=lacks("", complex=lambda: errors.complex_unsupported("deg2rad")),
                self=lambda grad: grad * (pi / 180))  # fmt: skip
rad2deg = unary(lambda x: x * (180 / pi), node="Rad2DegBackward0", prepare=lacks("", complex=lambda: errors.complex_unsupported("rad2deg")),
                self=lambda grad: grad * (180 / pi))  # fmt: skip
atan2 = binary(
    jnp.arctan2, promote=Promote.INT_TO_FLOAT, numbers="", prepare=lacks("atan2_cpu", COMPLEX),
    self=lambda grad, self, other: _atan2_part(grad, other, self, other),
    other=lambda grad, self, other: _atan2_part(grad, -self, self, other),
)  # fmt: skip

# ---- special functions ---------------------------------------------------------------------------------------------


def precise(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel in float64: the float32 version is up to 50 times less exact than PyTorch's."""
    return lambda x: kernel(x.astype(jnp.float64)).astype(x.dtype)


def _digamma(x: Any) -> Any:
    return jnp.where(x == 0, jnp.copysign(jnp.inf, -x), special.digamma(x))


def _polygamma(n: int, x: Any) -> Any:
    """The derivative of order n of `digamma`; of order 1 on the negative side too, by reflection."""
    if n == 0:
        return _digamma(x)
    if n > 1:
        return jnp.where(x == 0, jnp.inf if n % 2 else -jnp.inf, special.polygamma(n, x))
    far = jnp.where(x < 0.5, 1 - x, x)
    trigamma = jnp.where(jnp.isposinf(far), 0, special.polygamma(1, far))
    return jnp.where(x < 0.5, pi**2 / jnp.sin(pi * x) ** 2 - trigamma, trigamma)


@op(samples(1, "2 3"), samples(2, "2 3"), promote=Promote.INT_TO_FLOAT, layout=elementwise, domain="positive", method=False,
    prepare=lambda n, self: lacks("digamma" if n == 0 else "trigamma" if n == 1 else "polygamma", COMPLEX)(a=self),
    self=lambda grad, n, self: grad * polygamma(n + 1, self))  # fmt: skip
def polygamma(n: int, self: ArrayOnly) -> Array:
    """The derivative of order n of `digamma`."""
    return precise(lambda x: _polygamma(n, x))(self)


erf = unary(
    special.erf, prepare=lacks("erf_vml_cpu", COMPLEX), self=lambda grad, self: grad * (2 / pi**0.5) * exp(-(self**2))
)
erfc = unary(
    precise(special.erfc),
    prepare=lacks("erfc_vml_cpu", COMPLEX),
    self=lambda grad, self: grad * (-2 / pi**0.5) * exp(-(self**2)),
)
erfinv = unary(precise(special.erfinv), inplace="method", domain="unit", prepare=lacks("erfinv_vml_cpu", COMPLEX),
               self=lambda grad, self: grad * (pi**0.5 / 2) * exp(self.erfinv() ** 2))  # fmt: skip
lgamma = unary(precise(special.gammaln), inplace="method", domain="positive", prepare=lacks("lgamma_vml_cpu", COMPLEX),
               self=lambda grad, self: grad * self.digamma())  # fmt: skip
digamma = unary(precise(_digamma), inplace="method", domain="positive", prepare=lacks("digamma", COMPLEX),
                self=lambda grad, self: grad * polygamma(1, self))  # fmt: skip

METHODS = {"polygamma": lambda self, n: polygamma(n, self)}


# ---- complex numbers from their parts ------------------------------------------------------------------------------


def _check_parts(first: Spec, second: Spec) -> None:
    """Raise unless both parts are floats of one dtype."""
    if not (
        first.dtype.is_floating_point and second.dtype.is_floating_point and bfloat16 not in (first.dtype, second.dtype)
    ):
        raise errors.complex_parts(first.dtype.scalar_name, second.dtype.scalar_name)
    if first.dtype is not second.dtype:
        raise errors.second_scalar_type(first.dtype.scalar_name, second.dtype.scalar_name)


@op(samples("2 3", "2 3"), samples("2 1", "3"), layout=elementwise, prepare=lambda real, imag: _check_parts(real, imag),
    method=False, real=lambda grad: grad.real, imag=lambda grad: grad.imag)  # fmt: skip
def complex(real: ArrayOnly, imag: ArrayOnly) -> Array:
    """Complex numbers from their real and imaginary parts."""
    return lax.complex(*jnp.broadcast_arrays(real, imag))


def _polar(length: Any, turn: Any) -> Any:
    return lax.complex(*jnp.broadcast_arrays(length * jnp.cos(turn), length * jnp.sin(turn)))


@op(samples("2 3", "2 3"), samples("2 1", "3"), layout=elementwise, prepare=lambda abs, angle: _check_parts(abs, angle),  # noqa: A006
    domain="positive",
    method=False, abs=lambda grad, result: (grad.conj() * result.sgn()).real,
    angle=lambda grad, result: (grad.conj() * result * 1j).real)  # fmt: skip
def polar(abs: ArrayOnly, angle: ArrayOnly) -> Array:
    """Complex numbers from their absolute values and angles, in radians."""
    return _polar(abs, angle)
