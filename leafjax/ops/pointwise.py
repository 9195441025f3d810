"""Arithmetic, element by element: signs, sums, quotients, powers, rounding.

A formula is read as mathematics: `grad` comes in, numbers arrive as 0-dim tensors, broadcasting is undone elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from leafjax import dtypes, errors
from leafjax.aliasing.lens import Conj
from leafjax.aliasing.storage import Spec
from leafjax.dtypes import BOOL, COMPLEX, FLOAT, INTEGER, Promote
from leafjax.execution.program import check
from leafjax.ops.compare import isfinite, where
from leafjax.ops.families import (
    binary,
    by_other,
    composite,
    is_number,
    lacks,
    no_complex_autograd,
    no_derivative,
    op,
    operand_type,
    quotient,
    unary,
    zero,
)
from leafjax.ops.mutate import clone
from leafjax.ops.op import Array, ArrayOnly, Number, elementwise
from leafjax.ops.samples import samples
from leafjax.ops.view import ViewOp
from leafjax.tensor.tensor import Tensor

# ---- conjugates, signs and parts -----------------------------------------------------------------------------------


class ConjView(ViewOp):
    """The complex conjugate as a view; a real tensor itself."""

    def __call__(self, input: Tensor) -> Tensor:
        return super().__call__(input) if input.spec.dtype.is_complex else input


conj = ConjView(lambda geometry: (geometry, Conj(), None), (samples("2 3"),), "ConjBackward0", True)
_conj_physical = unary(jnp.conj, promote=Promote.NO_OPMATH, node="ConjPhysicalBackward0", self=lambda grad: grad.conj())
conj_physical = composite(samples("2 3"), out=True)(lambda self: _conj_physical(self) if self.is_complex() else self)
is_conj = composite(samples("2 3"))(lambda self: self.lens.steps.count(Conj()) % 2 == 1)
resolve_conj = composite(samples("2 3"))(lambda self: clone(self) if is_conj(self) else self)
resolve_neg = composite(samples("2 3"))(lambda self: self)


@composite(samples("2 3"))
def positive(self: Tensor) -> Tensor:
    """The tensor itself."""
    if self.spec.dtype.category == BOOL:
        raise errors.positive_bool()
    return self


def _sign(x: Any) -> Any:
    """-1, 0 or 1; 0 for nan. For a complex number its direction."""
    if jnp.iscomplexobj(x):
        return jnp.where(x == 0, 0, x / jnp.abs(x))
    return x if x.dtype == bool else (x > 0).astype(x.dtype) - (x < 0).astype(x.dtype)


def _sgn_backward(grad: Tensor, self: Tensor, result: Tensor) -> Tensor:
    if not self.is_complex():
        return zero(grad)
    return where(self == 0, 0, (grad - result * (grad.conj() * result).real) / self.abs())


def _angle(x: Any) -> Any:
    return jnp.angle(x) if jnp.iscomplexobj(x) else jnp.where(jnp.isnan(x), x, jnp.where(x < 0, pi, 0).astype(x.dtype))


def _angle_backward(grad: Tensor, self: Tensor) -> Tensor:
    return where(self == 0, 0, grad * self * 1j / self.abs() ** 2) if self.is_complex() else zero(grad)


neg = unary(
    jnp.negative, promote=Promote.NO_OPMATH, prepare=lacks("neg", bool=errors.neg_bool), self=lambda grad: -grad
)
abs = unary(
    jnp.abs, promote=Promote.COMPLEX_TO_FLOAT, prepare=lacks("abs_cpu", BOOL), domain="nonzero",
    self=lambda grad, self: grad * self.sgn(),
)  # fmt: skip
sign = unary(
    _sign, promote=Promote.NO_OPMATH, inplace="method", prepare=lacks("sign", complex=errors.sign_complex), self=zero
)
sgn = unary(_sign, promote=Promote.DEFAULT, inplace="method", self=_sgn_backward)
angle = unary(
    _angle, inplace=False, self=_angle_backward,
    promote=lambda self: Promote.COMPLEX_TO_FLOAT if self.dtype.is_complex else Promote.INT_TO_FLOAT,
)  # fmt: skip

copysign = binary(
    jnp.copysign, promote=Promote.INT_TO_FLOAT, prepare=lacks("copysign_cpu", COMPLEX), node=by_other("Copysign", 1, 0), wraps=False,
    self=lambda grad, self, result: grad * where(self == 0, 0, result / self), other=lambda grad, result: zero(grad),
)  # fmt: skip

# ---- sums and products ---------------------------------------------------------------------------------------------


def _check_alpha(self: Any, other: Any, alpha: Any) -> None:
    """Refuse a factor of a higher category than what it scales."""
    kind = operand_type(self, other)
    if isinstance(alpha, bool) and kind.category != BOOL:
        raise errors.alpha_bool()
    if isinstance(alpha, (float, complex)) and kind.category <= INTEGER:
        raise errors.alpha_float()
    if isinstance(alpha, complex) and not kind.is_complex:
        raise errors.alpha_complex()


def _check_sub(self: Any, other: Any, alpha: Any = 1) -> None:
    """Refuse what looks like the inversion of a mask."""
    bools = [operand_type(x).category == BOOL for x in (self, other)]
    if all(bools):
        raise errors.sub_bools()
    if any(bools):
        raise errors.sub_bool()
    _check_alpha(self, other, alpha)


def scaled(node: Any, prepare: Any, **formulas: Any) -> Any:
    """An overload with `alpha`, which scales one operand."""
    return op(
        samples("2 3", "3", alpha=2.5),
        promote=Promote.DEFAULT,
        layout=elementwise,
        prepare=prepare,
        node=node,
        **formulas,
    )


@scaled(
    ("AddBackward0", "AddBackward0"),
    _check_alpha,
    self=lambda grad: grad,
    other=lambda grad, alpha: grad * alpha.conj(),
)
def _add_scaled(self: Array, other: Array, *, alpha: Number) -> Array:
    return self + alpha * other if self.dtype != bool else self | (alpha & other)


@scaled(
    ("SubBackward0", "SubBackward0"), _check_sub, self=lambda grad: grad, other=lambda grad, alpha: -grad * alpha.conj()
)
def _sub_scaled(self: Array, other: Array, *, alpha: Number) -> Array:
    return self - alpha * other


@scaled(by_other("Rsub", 1, 0), _check_sub, self=lambda grad, alpha: -grad * alpha.conj(), other=lambda grad: grad)
def _rsub_scaled(self: Array, other: Array, *, alpha: Number) -> Array:
    return other - alpha * self


add = binary(
    jnp.add,
    node=("AddBackward0", "AddBackward0"),
    numbers="self other",
    overloads={"alpha": _add_scaled},
    self=lambda grad: grad,
    other=lambda grad: grad,
)
sub = binary(
    jnp.subtract, node=("SubBackward0", "SubBackward0"), numbers="self other", overloads={"alpha": _sub_scaled}, prepare=_check_sub,
    self=lambda grad: grad, other=lambda grad: -grad,
)  # fmt: skip
rsub = binary(
    lambda x, y: y - x, overloads={"alpha": _rsub_scaled}, prepare=_check_sub, node=by_other("Rsub", 1, 0), wraps=False,
    inplace=False, method=False, out=False, self=lambda grad: -grad, other=lambda grad: grad,
)  # fmt: skip
mul = binary(
    jnp.multiply, node=("MulBackward0", "MulBackward0"), numbers="self other",
    self=lambda grad, other: grad * other.conj(), other=lambda grad, self: grad * self.conj(),
)  # fmt: skip
reciprocal = unary(lambda x: 1 / x, domain="nonzero", self=lambda grad, result: -grad * (result * result).conj())


@op(samples("2 3", "2 3", "2 3"), samples("2 3", "3", "2 1", value=2.5), promote=Promote.DEFAULT, layout=elementwise,
    inplace="method", prepare=lambda self, tensor1, tensor2, value: lacks("addcmul_cpu_out", BOOL)(a=self, b=tensor1, c=tensor2),
    self=lambda grad: grad, tensor1=lambda grad, tensor2, value: grad * (tensor2 * value).conj(),
    tensor2=lambda grad, tensor1, value: grad * (tensor1 * value).conj())  # fmt: skip
def addcmul(self: ArrayOnly, tensor1: ArrayOnly, tensor2: ArrayOnly, *, value: Number = 1) -> Array:
    """A sum with a product: self + value * tensor1 * tensor2."""
    return self + value * tensor1 * tensor2


def _check_addcdiv(self: Any, tensor1: Any, tensor2: Any, value: Any) -> None:
    if operand_type(tensor1, tensor2).category <= INTEGER:
        raise errors.addcdiv_integers()


@op(samples("2 3", "2 3", "2 3"), samples("2 3", "3", "2 1", value=2.5), promote=Promote.DEFAULT, layout=elementwise,
    inplace="method", domain="nonzero", prepare=_check_addcdiv, self=lambda grad: grad,
    tensor1=lambda grad, tensor2, value: grad * (value / tensor2).conj(),
    tensor2=lambda grad, tensor1, tensor2, value: -grad * (value * tensor1 / (tensor2 * tensor2)).conj())  # fmt: skip
def addcdiv(self: ArrayOnly, tensor1: ArrayOnly, tensor2: ArrayOnly, *, value: Number = 1) -> Array:
    """A sum with a quotient: self + value * tensor1 / tensor2."""
    return self + value * tensor1 / tensor2


def _check_lerp(self: Any, end: Any, weight: Any) -> None:
    """Refuse tensors of other dtypes, and integers."""
    for name, given in (("end", end), ("weight", weight)):
        if isinstance(given, Spec) and given.dtype is not self.dtype:
            raise errors.lerp_dtype(self.dtype.cpp_name, name, given.dtype.cpp_name)
    if self.dtype.category < FLOAT:
        raise errors.not_implemented_for(
            "lerp_kernel_scalar" if is_number(weight) else "lerp_kernel_tensor", self.dtype.scalar_name
        )


def _lerp_node(weight: Any) -> str:
    return "LerpBackward0" if is_number(weight) else "LerpBackward1"


@op(samples("2 3", "2 3", 0.25), samples("2 3", "3", 0.75), samples("2 3", "2 3", "2 3"), promote=Promote.DEFAULT,
    layout=elementwise, inplace="method", prepare=_check_lerp, node=_lerp_node, wraps=False,
    self=lambda grad, weight: grad * (1 - weight).conj(), end=lambda grad, weight: grad * weight.conj(),
    weight=lambda grad, self, end: grad * (end - self).conj())  # fmt: skip
def lerp(self: ArrayOnly, end: ArrayOnly, weight: Array) -> Array:
    """The way from `self` to `end`, gone to the fraction `weight`."""
    way = end - self
    return jnp.where(jnp.abs(weight) < 0.5, self + weight * way, end - way * (1 - weight))


# ---- quotients -----------------------------------------------------------------------------------------------------


def no_zero(self: Any, other: Any, *_: Any) -> None:
    """Refuse an integer division by zero: at once, or when the divisor is computed."""
    if operand_type(self, other).category > INTEGER:
        return
    if isinstance(other, Tensor):
        check(other.value, _no_zeros)
    elif other == 0:
        raise errors.zero_division()


def _no_zeros(divisor: Any) -> None:
    if not np.asarray(divisor).all():
        raise errors.zero_division()


def _floored(x: Any, y: Any) -> Any:
    """The quotient rounded down; of floats, exact where the quotient itself is not."""
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.floor_divide(x, y)
    rest = jnp.fmod(x, y)
    quotient = (x - rest) / y - ((rest != 0) & ((y < 0) != (rest < 0)))
    down = jnp.floor(quotient)
    exact = jnp.where(quotient != 0, down + (quotient - down > 0.5), jnp.copysign(0, x / y))
    return jnp.where(y == 0, x / y, exact).astype(x.dtype)


def _truncated(x: Any, y: Any) -> Any:
    if jnp.issubdtype(x.dtype, jnp.integer):
        return lax.div(*jnp.broadcast_arrays(x, y))
    return jnp.trunc(x / y)


def _remainder(x: Any, y: Any) -> Any:
    """The remainder with the divisor's sign."""
    rest = jnp.fmod(x, y)
    return jnp.where((rest != 0) & ((y < 0) != (rest < 0)), rest + y, rest)


def _check_rounding(self: Any, other: Any, rounding_mode: Any) -> None:
    if rounding_mode not in (None, "trunc", "floor"):
        raise errors.rounding_mode(rounding_mode)
    if rounding_mode is not None:
        lacks(f"div_{rounding_mode}_cpu", BOOL, COMPLEX)(a=self, b=other)


def _no_zero_rounded(self: Any, other: Any, rounding_mode: Any) -> None:
    if rounding_mode is not None:
        no_zero(self, other)


@op(samples("2 3", "2 3", rounding_mode="floor"), samples("2 3", "3", rounding_mode="trunc"),
    samples("2 3", 1.5, rounding_mode=None), prepare=_check_rounding, verify=_no_zero_rounded, layout=elementwise,
    node="DivBackward2", domain="nonzero",
    promote=lambda rounding_mode: Promote.INT_TO_FLOAT if rounding_mode is None else Promote.DEFAULT,
    self=lambda grad, other, rounding_mode: grad / other.conj() if rounding_mode is None else zero(grad),
    other=lambda grad, self, other, rounding_mode: _divisor(grad, self, other) if rounding_mode is None else zero(grad))  # fmt: skip
def _div_rounded(self: Array, other: Array, *, rounding_mode: str | None) -> Array:
    return {None: jnp.divide, "floor": _floored, "trunc": _truncated}[rounding_mode](self, other)


def _divisor(grad: Tensor, self: Tensor, other: Tensor) -> Tensor:
    return -grad * ((self / other) / other).conj()


def _remainder_divisor(grad: Tensor, self: Tensor, other: Tensor, self_meta: Any) -> Tensor:
    if self_meta is None:
        raise errors.no_derivative("remainder")
    return -grad * div(self, other, rounding_mode="floor")


div = binary(
    quotient, node=("DivBackward0", "DivBackward0"), promote=Promote.INT_TO_FLOAT, numbers="self other", overloads={"rounding_mode": _div_rounded},
    self=lambda grad, other: grad / other.conj(), other=_divisor,
)  # fmt: skip
floor_divide = binary(
    _floored, numbers="self other", prepare=lacks("div_floor_cpu", BOOL, COMPLEX), verify=no_zero, node="NotImplemented",
    wraps=False, self=no_derivative("floor_divide"), other=no_derivative("floor_divide"),
)  # fmt: skip
remainder = binary(
    _remainder, numbers="self other", prepare=lacks("remainder_cpu", BOOL, COMPLEX), verify=no_zero, wraps=False,
    node=lambda self, other: "NotImplemented" if is_number(self) else by_other("Remainder", 0, 1)(other),
    self=lambda grad: grad, other=_remainder_divisor,
)  # fmt: skip
fmod = binary(
    jnp.fmod, prepare=lacks("fmod_cpu", BOOL, COMPLEX), verify=no_zero, node=by_other("Fmod", 0, 1), wraps=False,
    self=lambda grad: grad, other=lambda grad, self, other: -grad * div(self, other, rounding_mode="trunc"),
)  # fmt: skip

# ---- powers and roots ----------------------------------------------------------------------------------------------


def _power(x: Any, y: Any) -> Any:
    """A power; of integers to a negative one, what is left of it in integers."""
    if jnp.iscomplexobj(x):
        return jnp.where((x == 0) & (y == 0), jnp.nan * (1 + 1j), jnp.power(x, y))
    if not jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.power(x, y)
    unit = jnp.where(y % 2 == 1, x, jnp.ones_like(x))
    return jnp.where(y < 0, jnp.where(jnp.abs(x) == 1, unit, 0), jnp.power(x, jnp.maximum(y, 0)))


def _check_pow(self: Any, exponent: Any) -> None:
    kind = operand_type(self, exponent)
    if kind.category == BOOL:
        raise errors.not_implemented_for("pow", kind.scalar_name)
    if is_number(exponent) and kind.category == INTEGER and exponent < 0:
        raise errors.negative_integer_power()


_SIMPLE = {
    0: jnp.ones_like, 1: lambda x: x, 2: lambda x: x * x, 3: lambda x: x * x * x, 0.5: jnp.sqrt,
    -0.5: lambda x: 1 / jnp.sqrt(x), -1: lambda x: 1 / x, -2: lambda x: 1 / (x * x),
}  # fmt: skip


@op(samples("2 3", 2), samples("2 3", 3), samples("2 3", 0.5), samples("", -1), samples("2 3", 1.5), samples("2 3", 0),
    layout=elementwise, prepare=_check_pow, node=("PowBackward0", "PowBackward0"), domain="positive",
    promote=lambda exponent: Promote.INT_TO_FLOAT if isinstance(exponent, float) else Promote.BOOL_TO_LONG,
    self=lambda grad, self, exponent: zero(grad) if exponent == 0 else grad * (exponent * self ** (exponent - 1)).conj())  # fmt: skip
def _pow_number(self: ArrayOnly, exponent: float) -> Array:
    simple = _SIMPLE.get(exponent)
    return simple(self) if simple is not None else jnp.power(self, jnp.asarray(exponent, self.dtype))


def _pow_base(grad: Tensor, self: Tensor, exponent: Tensor, result: Tensor) -> Tensor:
    """Saves the result too, as PyTorch does."""
    return where(exponent == 0, 0, grad * (exponent * self ** (exponent - 1)).conj())


def _pow_exponent(grad: Tensor, self: Tensor, exponent: Tensor, result: Tensor) -> Tensor:
    flat = (self == 0) & (exponent.real >= 0)
    return grad * where(flat, 0, (result * self.log()).conj())


pow = binary(
    _power, samples("2 3", "2 3"), samples("2 3", "3"), samples(2.5, "2 3"), samples("", ""), numbers="self exponent",
    names=("self", "exponent"), domain="positive", prepare=_check_pow, overloads={"exponent": _pow_number}, wraps=False,
    edges_1_6=("self", "exponent"), node=lambda self: ("PowBackward2" if is_number(self) else "PowBackward1", "PowBackward1"),
    self=_pow_base, exponent=_pow_exponent,
)  # fmt: skip


@composite(samples("2 3", 2), samples("2 3", "2 3"), samples(2.5, "3"), out=True, domain="positive")
def float_power(self: Any, exponent: Any) -> Tensor:
    """A power in double precision."""
    kind = dtypes.complex128 if operand_type(self, exponent).is_complex else dtypes.float64
    return pow(*[x.to(kind) if isinstance(x, Tensor) else _plain(x) for x in (self, exponent)])


def _plain(number: Any) -> Any:
    """A number as a float, unless it has an imaginary part."""
    return number if isinstance(number, complex) and number.imag else float(number.real)


def float_power_(self: Tensor, exponent: Any) -> Tensor:
    """`float_power` with the result written into this tensor, which has to have its dtype."""
    kind = dtypes.complex128 if operand_type(self, exponent).is_complex else dtypes.float64
    if self.spec.dtype is not kind:
        raise errors.float_power_dtype(self.spec.dtype.scalar_name, kind.scalar_name)
    return self.pow_(exponent.to(kind) if isinstance(exponent, Tensor) else exponent)


square = composite(samples("2 3"), samples(""), out=True)(lambda self: pow(self, 2))
sqrt = unary(jnp.sqrt, domain="positive", self=lambda grad, result: grad / (2 * result.conj()))
rsqrt = unary(lambda x: 1 / jnp.sqrt(x), domain="positive", self=lambda grad, result: -0.5 * grad * (result**3).conj())
hypot = binary(
    jnp.hypot, numbers="", prepare=lacks("hypot_cpu", BOOL, INTEGER, COMPLEX),
    self=lambda grad, self, result: grad * (self / result), other=lambda grad, other, result: grad * (other / result),
)  # fmt: skip

# ---- rounding ------------------------------------------------------------------------------------------------------


def rounding(kernel: Callable[..., Any], name: str, *cases: Any, **options: Any) -> Any:
    """A function to whole numbers: integers stay as they are, and the gradient is zero."""
    refusals = {} if name == "round" else {"complex": lambda: errors.complex_inputs(name)}
    whole = lacks(f"{name}_vml_cpu", BOOL, COMPLEX, **refusals)
    kept = lambda x: x if jnp.issubdtype(x.dtype, jnp.integer) else kernel(x)  # noqa: E731
    return unary(kept, *cases, promote=Promote.DEFAULT, prepare=whole, self=zero, **options)


@op(samples("2 3", decimals=1), samples("2 3", decimals=-1), promote=Promote.DEFAULT, layout=elementwise, inplace=True,
    prepare=lambda self, decimals: lacks("round_cpu", BOOL, INTEGER, COMPLEX)(a=self), node="RoundBackward1", self=zero)  # fmt: skip
def _round_decimals(self: ArrayOnly, *, decimals: int) -> Array:
    scale = 10.0 ** (decimals if decimals > 0 else -decimals)
    return jnp.round(self * scale) / scale if decimals > 0 else jnp.round(self / scale) * scale


floor = rounding(jnp.floor, "floor")
ceil = rounding(jnp.ceil, "ceil")
trunc = rounding(jnp.trunc, "trunc")
round = rounding(jnp.round, "round", overloads={"decimals": _round_decimals})
frac = unary(lambda x: x - jnp.trunc(x), prepare=lacks("frac_cpu", BOOL, INTEGER, COMPLEX), self=lambda grad: grad)


@op(samples("2 3"), samples("2 3", 1.0, 2.0, -2.0), promote=Promote.NO_OPMATH, layout=elementwise, inplace=True,
    verify=no_complex_autograd("nan_to_num"), self=lambda grad, self: grad * isfinite(self))  # fmt: skip
def nan_to_num(
    self: ArrayOnly, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
) -> Array:
    """The numbers, with others in place of nan (0) and the infinities (the largest finite numbers)."""
    if not jnp.issubdtype(self.dtype, jnp.inexact):
        return self
    return jnp.nan_to_num(self, nan=nan or 0, posinf=posinf, neginf=neginf)


# ---- other names ---------------------------------------------------------------------------------------------------

ALIASES = {
    "multiply": "mul", "divide": "div", "true_divide": "div", "subtract": "sub", "negative": "neg", "absolute": "abs",
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "arcsinh": "asinh", "arccosh": "acosh",
    "arctanh": "atanh", "fix": "trunc", "clip": "clamp", "greater": "gt", "greater_equal": "ge", "less": "lt",
    "less_equal": "le", "not_equal": "ne",
}  # fmt: skip


def square_(self: Tensor) -> Tensor:
    """`square` with the result written into this tensor."""
    return self.pow_(2)


FUNCTIONS = {"square_": square_}
METHODS = {
    "square_": square_, "float_power_": float_power_,
}  # fmt: skip
