"""Comparing and choosing, element by element: tests, logic and bits, `where`, extremes of two, `clamp`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import broadcast_shapes
from leafjax.aliasing.storage import Spec
from leafjax.config import config
from leafjax.dtypes import BOOL, COMPLEX, FLOAT, Promote
from leafjax.ops.families import (
    binary,
    by_other,
    composite,
    is_number,
    lacks,
    no_derivative,
    op,
    unary,
    zero,
)
from leafjax.ops.op import Array, ArrayOnly, Op, elementwise
from leafjax.ops.samples import bools, ints, samples
from leafjax.tensor.tensor import Tensor

# ---- comparisons ---------------------------------------------------------------------------------------------------


def comparison(kernel: Callable[..., Any], name: str, *lacking: int) -> Op:
    """A comparison; only its in-place form, which writes numbers, is in the graph."""
    return binary(
        kernel, promote=Promote.ALWAYS_BOOL, prepare=lacks(f"{name}_cpu", *lacking), node=by_other(name.capitalize(), 0, 1),
        wraps=False, self=zero, other=zero,
    )  # fmt: skip


eq = comparison(jnp.equal, "eq")
ne = comparison(jnp.not_equal, "ne")
lt = comparison(jnp.less, "lt", COMPLEX)
le = comparison(jnp.less_equal, "le", COMPLEX)
gt = comparison(jnp.greater, "gt", COMPLEX)
ge = comparison(jnp.greater_equal, "ge", COMPLEX)


def _check_close(self: Spec, other: Spec, rtol: float, atol: float, equal_nan: bool) -> None:
    if self.dtype is not other.dtype:
        raise errors.isclose_dtypes(self.dtype.scalar_name, other.dtype.scalar_name)
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise errors.isclose_tolerance(name, tolerance)


@op(samples("2 3", "2 3"), samples("2 3", "3", 0.5), samples(ints("3", 0, 9), ints("3", 0, 9), atol=2.0), inplace=False,
    promote=Promote.ALWAYS_BOOL, layout=elementwise, prepare=_check_close, method=False, function=False)  # fmt: skip
def _isclose(
    self: ArrayOnly, other: ArrayOnly, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Array:
    """Whether the distance is at most atol + rtol * abs(other)."""
    same = self == other
    if not jnp.issubdtype(self.dtype, jnp.inexact):
        self, other = self.astype(float), other.astype(float)
    elif equal_nan:
        same |= jnp.isnan(self) & jnp.isnan(other)
    distance = jnp.abs(self - other)
    return same | (jnp.isfinite(distance) & (distance <= atol + jnp.abs(rtol * other)))


@composite(samples("2 3", "2 3"), samples("2 3", "3", 0.5))
def isclose(self: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether the distance is at most atol + rtol * abs(other)."""
    out = _isclose(self, other, rtol, atol, equal_nan)
    out.version.count = 1  # PyTorch puts the answer together in place
    return out


@composite(samples("2 3", "2 3"))
def allclose(self: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Whether all elements are close."""
    return bool(isclose(self, other, rtol, atol, equal_nan).value.numpy().all())


@composite(samples("2 3", "2 3"), samples("2 3", "3 2"))
def equal(self: Tensor, other: Tensor) -> bool:
    """Whether both have the same size and elements."""
    return self.spec.size == other.spec.size and bool(eq(self, other).value.numpy().all())


# ---- tests, logic and bits -----------------------------------------------------------------------------------------


def test(kernel: Callable[..., Any], exact: bool, name: str = "", out: bool = False) -> Op:
    """A test of each number; `exact` is what it says of integers. With a name it refuses complex numbers."""
    refusal = lacks("", complex=lambda: errors.complex_tested(name)) if name else None
    whole = lambda x: kernel(x) if jnp.issubdtype(x.dtype, jnp.inexact) else jnp.full(x.shape, exact)  # noqa: E731
    return unary(whole, promote=Promote.ALWAYS_BOOL, inplace=False, out=out, prepare=refusal)


def logical(kernel: Callable[..., Any]) -> Op:
    """Logic on whether numbers are nonzero; it is never in the graph."""
    return binary(lambda x, y: kernel(x != 0, y != 0), promote=Promote.ALWAYS_BOOL, numbers="")


def bitwise(kernel: Callable[..., Any], name: str, *lacking: int) -> Op:
    """An operation on the bits of integers (and of bools)."""
    refusal = lacks(f"{name}_cpu", FLOAT, COMPLEX, *lacking)
    cases = samples(ints("2 3", 0, 9), ints("3", 0, 5)), samples(ints("2 3", 0, 9), 3), samples(3, ints("2", 0, 5))
    return binary(kernel, *cases, numbers="self other", prepare=refusal)


def signbits(x: Any) -> Any:
    return jnp.signbit(x) if jnp.issubdtype(x.dtype, jnp.inexact) else x < 0


isnan = test(jnp.isnan, False)
isinf = test(jnp.isinf, False)
isfinite = test(jnp.isfinite, True)
isreal = test(lambda x: x.imag == 0 if jnp.iscomplexobj(x) else jnp.full(x.shape, True), True)
isneginf = test(jnp.isneginf, False, "isneginf", out=True)
isposinf = test(jnp.isposinf, False, "isposinf", out=True)
signbit = unary(signbits, promote=Promote.ALWAYS_BOOL, inplace=False, prepare=lacks("", complex=errors.signbit_complex))
logical_and = logical(jnp.logical_and)
logical_or = logical(jnp.logical_or)
logical_xor = logical(jnp.logical_xor)
logical_not = unary(lambda x: x == 0, promote=Promote.ALWAYS_BOOL, inplace="method")
bitwise_and = bitwise(jnp.bitwise_and, "bitwise_and")
bitwise_or = bitwise(jnp.bitwise_or, "bitwise_or")
bitwise_xor = bitwise(jnp.bitwise_xor, "bitwise_xor")
bitwise_left_shift = bitwise(jnp.left_shift, "lshift", BOOL)
bitwise_right_shift = bitwise(lambda x, y: jnp.right_shift(x, jnp.where((y < 0) | (y > 63), 63, y)), "rshift", BOOL)
bitwise_not = unary(
    jnp.bitwise_not, samples(ints("2 3", 0, 9)), samples(bools("3")), promote=Promote.NO_OPMATH, inplace="method",
    prepare=lacks("bitwise_not_cpu", FLOAT, COMPLEX),
)  # fmt: skip

# ---- choices -------------------------------------------------------------------------------------------------------


def _check_where(condition: Any, self: Any, other: Any) -> None:
    if condition.dtype not in (dtypes.bool_, dtypes.uint8):
        raise errors.where_condition(condition.dtype.scalar_name)


@op(samples(bools("2 3"), "2 3", "2 3"), samples(bools("2 3"), "3", 2.0), samples(bools("3"), 0.5, "2 3"),
    promote=Promote.NO_OPMATH, layout=elementwise, prepare=_check_where, node=("WhereBackward0", "SWhereBackward"), method=False, function=False,
    self=lambda grad, condition: where(condition, grad, 0), other=lambda grad, condition: where(condition, 0, grad))  # fmt: skip
def _where(condition: ArrayOnly, self: Array, other: Array) -> Array:
    return jnp.where(condition != 0, self, other)


@composite(samples(bools("2 3"), "2 3", "2 3"), samples(bools("3"), "2 3", 2.0), out=True, method=False)
def where(condition: Tensor, self: Any = None, other: Any = None) -> Any:
    """`self` where the condition holds, `other` elsewhere; of a condition alone the indices where it holds."""
    if self is None and other is None:
        return condition.nonzero(as_tuple=True)
    if config.profile.version == "1.6":
        size = broadcast_shapes(*[x.spec.size for x in (condition, self, other) if isinstance(x, Tensor)])
        self, other = [x.expand(size) if isinstance(x, Tensor) and x.spec.size != size else x for x in (self, other)]
    return _where(condition, self, other)


def extreme(kernel: Callable[..., Any], name: str, **formulas: Any) -> Op:
    """The larger or the smaller one of two."""
    refusal = lacks("", complex=lambda: errors.complex_order(name))
    nodes = {"maximum": ("MaximumBackward0", "MaxBackward2"), "minimum": ("MinimumBackward0", "MinBackward2")}
    return binary(
        kernel, promote=Promote.NO_OPMATH, numbers="", inplace=False, prepare=refusal, node=nodes.get(name), **formulas
    )


def _chosen(grad: Tensor, tie: Tensor, lost: Tensor) -> Tensor:
    """A tie gives half to each side, and a nan all to both."""
    return where(tie, grad / 2, where(lost, 0, grad))


maximum = extreme(
    jnp.maximum, "maximum",
    self=lambda grad, self, other: _chosen(grad, self == other, self < other),
    other=lambda grad, self, other: _chosen(grad, self == other, other < self),
)  # fmt: skip
minimum = extreme(
    jnp.minimum, "minimum",
    self=lambda grad, self, other: _chosen(grad, self == other, self > other),
    other=lambda grad, self, other: _chosen(grad, self == other, other > self),
)  # fmt: skip
fmax = extreme(
    jnp.fmax, "fmax",
    self=lambda grad, self, other: where((self >= other) | other.isnan(), grad, 0),
    other=lambda grad, self, other: where((self >= other) | other.isnan(), 0, grad),
)  # fmt: skip
fmin = extreme(
    jnp.fmin, "fmin",
    self=lambda grad, self, other: where((self <= other) | other.isnan(), grad, 0),
    other=lambda grad, self, other: where((self <= other) | other.isnan(), 0, grad),
)  # fmt: skip


def _clamped(x: Any, low: Any, high: Any) -> Any:
    x = x if low is None else jnp.where(x < low, low, jnp.where(jnp.isnan(low), low, x))
    return x if high is None else jnp.where(x > high, high, jnp.where(jnp.isnan(high), high, x))


def _inside(grad: Tensor, self: Tensor, low: Any, high: Any) -> Tensor:
    """The gradient inside the bounds, and on them."""
    above, below = low is None or self >= low, high is None or self <= high
    return where(below if above is True else above if below is True else above & below, grad, 0)


def _at_low(grad: Tensor, self: Tensor, low: Tensor, high: Any = None) -> Tensor:
    return where(self < low if high is None else (low < high) & (self < low), grad, 0)


def _at_high(grad: Tensor, self: Tensor, low: Any, high: Tensor) -> Tensor:
    return where(self > high if low is None else (high < low) | (self > high), grad, 0)


def _check_clamp(self: Any, min: Any = None, max: Any = None) -> None:
    if min is None and max is None:
        raise errors.clamp_without_bounds()
    lacks("clamp_cpu", *(() if min is None or max is None else (BOOL,)), complex=errors.clamp_complex)(
        a=self, b=min, c=max
    )


def _check_bound(kernel: str, self: Any, bound: Any) -> None:
    """Complex numbers are refused in other words for a number as bound than for a tensor."""
    lacks(kernel, COMPLEX, **({"complex": errors.clamp_complex} if is_number(bound) else {}))(a=self, b=bound)


def _clamp_node(min: Any, max: Any) -> tuple[str, str]:
    return f"ClampBackward{0 if isinstance(min, Spec) or isinstance(max, Spec) else 1}", "ClampBackward"


def _clamp_min_node(min: Any) -> tuple[str, str]:
    return f"ClampMinBackward{0 if is_number(min) else 1}", "ClampMinBackward"


def _clamp_max_node(max: Any) -> tuple[str, str]:
    return f"ClampMaxBackward{0 if is_number(max) else 1}", "ClampMaxBackward"


# A formula's parameters are named as the operation's: `min` and `max` hide Python's.
# ruff: noqa: A006


@op(samples("2 3", -0.5, 0.5), samples("2 3", min=0.25), samples("2 3", max=0.25), samples("2 3", "3", "2 1"),
    promote=Promote.NO_OPMATH, layout=elementwise, inplace=True, prepare=_check_clamp, node=_clamp_node, wraps=False,
    self=lambda grad, self, min, max: _inside(grad, self, min, max),
    min=lambda grad, self, min, max: _at_low(grad, self, min, max),
    max=lambda grad, self, min, max: _at_high(grad, self, min, max))  # fmt: skip
def clamp(self: ArrayOnly, min: Array = None, max: Array = None) -> Array:
    """The numbers, moved up to `min` or down to `max` if they lie outside; to `max` if the bounds cross."""
    return _clamped(self, min, max)


clamp_min = binary(
    lambda x, low: _clamped(x, low, None), names=("self", "min"), numbers="min", promote=Promote.NO_OPMATH, inplace=True,
    prepare=lambda self, min: _check_bound("maximum_cpu", self, min), node=_clamp_min_node, wraps=False,
    self=lambda grad, self, min: _inside(grad, self, min, None), min=lambda grad, self, min: _at_low(grad, self, min),
)  # fmt: skip
clamp_max = binary(
    lambda x, high: _clamped(x, None, high), names=("self", "max"), numbers="max", promote=Promote.NO_OPMATH, inplace=True,
    prepare=lambda self, max: _check_bound("minimum_cpu", self, max), node=_clamp_max_node, wraps=False,
    self=lambda grad, self, max: _inside(grad, self, None, max), max=lambda grad, self, max: _at_high(grad, self, None, max),
)  # fmt: skip


def _check_heaviside(self: Any, values: Any) -> None:
    if self.dtype.is_complex or values.dtype.is_complex:
        raise errors.heaviside_complex()
    if self.dtype is not values.dtype:
        raise errors.heaviside_dtypes()


heaviside = binary(
    lambda x, y: jnp.where(x == 0, y, (x > 0).astype(x.dtype)), names=("self", "values"), numbers="", node="NotImplemented",
    promote=Promote.NO_OPMATH, prepare=_check_heaviside, self=no_derivative("heaviside"), values=no_derivative("heaviside"),
)  # fmt: skip

METHODS = {"where": lambda self, condition, other: where(condition, self, other)}
