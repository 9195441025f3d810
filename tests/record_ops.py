"""Record what PyTorch says about each operation: `python tests/record_ops.py` writes data/ops_2_13.json.

Run with PyTorch 2.13 it writes the whole record; run with 1.6 afterwards it writes data/ops_1_6.json, which holds only
what differs there. An operation is a line or two in the tables below: one main call, written with the operands of
`operands`, from which most probes are derived, then further calls, then calls that are wrong.

What a block of the record holds:

- `exists`, `schemas`, `names`: where the operation is found, its overloads, and which keyword names a call accepts;
- `calls`: for each call its result ("dtype shape strides", and what it is a view of), its graph down to the leaves as a
  nested list, and what its last node saves (an operand's name, "result", "new" for a tensor that is neither);
- `saved`: the same for the main call, by the operands that require grad;
- `dtypes`, `complex_gradient`: the main call on operands of other dtypes;
- `strides`: the strides of the main call's result, by the layout of its operands;
- `in_place`, `out`: those two forms on good and bad targets; `bad`: whole error texts.
"""

import json
import pathlib
import re
import sys
import warnings
from types import SimpleNamespace

import torch
import torch.nn.functional as F

DATA = pathlib.Path(__file__).parent / "data"
OLD = torch.__version__.startswith("1.6")
DTYPES = "int64 bool uint8 float16 bfloat16 complex64".split()
DIFFERENTIABLE = "xyz"
ALIASES = {
    "input": "input self x a x1",
    "other": "other x2 b",
    "dim": "dim axis dims",
    "keepdim": "keepdim keepdims",
    "exponent": "exponent other",
    "correction": "correction ddof",
    "tensors": "tensors arrays",
    "min": "min a_min",
    "max": "max a_max",
}
OPS = []


def op(name, main, calls=(), bad=(), kw=None, family=None):
    """One operation; calls and wrong calls are texts, separated by " | "."""
    OPS.append(SimpleNamespace(name=name, main=main, calls=texts(calls), bad=texts(bad), kw=kw, family=family))


def texts(value):
    """The calls in a text, where " | " separates them, or in a sequence."""
    return [text for text in (value.split(" | ") if isinstance(value, str) else value) if text]


# The operations --------------------------------------------------------------------------------------------------------

UNARY = """exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid relu
abs sign sgn sqrt rsqrt square reciprocal neg positive floor ceil trunc frac erf erfc erfinv lgamma digamma isnan isinf
isfinite logical_not bitwise_not"""
BINARY = """add sub mul div true_divide floor_divide remainder fmod pow atan2 hypot logaddexp logaddexp2 maximum minimum
fmax fmin eq ne lt le gt ge isclose allclose equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor
bitwise_left_shift bitwise_right_shift"""
NO_GRAD_BINARY = "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift"
OPERATORS = {
    "add": "x + y | x + 2 | 2 + x | x + s | x + True | n += y; n | n += 2; n",
    "sub": "x - y | x - 2 | 2 - x | n -= y; n",
    "mul": "x * y | x * 2 | 2 * x | x * s | n *= y; n | n *= n; n | x * x | v * x",
    "div": "x / y | x / 2 | 2 / x | n /= y; n | x.divide(y) | torch.div(x, y, rounding_mode='floor')"
    " | torch.div(x, y, rounding_mode='trunc') | torch.div(x, y, rounding_mode=None)"
    " | torch.div(x, 2, rounding_mode='floor') | torch.div(I, I, rounding_mode='floor') | n.div_(y, rounding_mode='floor')",
    "floor_divide": "x // y | x // 2 | 2 // x | I // 2 | n //= y; n",
    "remainder": "x % y | x % 2 | 2 % x | torch.remainder(2, x) | I % 2 | n %= y; n",
    "pow": "x ** y | x ** 2 | x ** 0 | x ** 1 | x ** 0.5 | x ** -1 | x ** 3 | 2 ** x | 1 ** x | x ** s | torch.pow(2, x)"
    " | I ** 2 | n **= 2; n | torch.float_power(x, 2)",
    "eq": "x == y | x == 2 | x == None | x == 'a' | n.eq_(y)",
    "ne": "x != y | x != None | torch.not_equal(x, y)",
    "lt": "x < y | 2 < x | torch.less(x, y)",
    "le": "x <= y | torch.less_equal(x, y)",
    "gt": "x > y | torch.greater(x, y)",
    "ge": "x >= y | torch.greater_equal(x, y)",
    "bitwise_and": "k & k | I & 1 | I & k | True & k | I.__rand__(1)",
    "bitwise_or": ["k | k", "I | 1", "x | y"],
    "bitwise_xor": "k ^ k | I ^ 1",
    "bitwise_left_shift": "I << 1 | 1 << I | x << 1",
    "bitwise_right_shift": "I >> 1 | x >> 1",
    "bitwise_not": "~k | ~I",
    "neg": "-x | -k | torch.negative(x) | -I",
    "abs": "abs(x) | torch.absolute(x) | torch.abs(C) | n.abs_()",
    "sgn": "torch.sgn(C)",
    "sigmoid": "torch.special.expit(x) | F.sigmoid(x)",
    "tanh": "F.tanh(x)",
    "relu": "F.relu(x) | F.relu(n, inplace=True) | torch.relu_(n)",
    "exp": "torch.exp(s) | x.exp() | torch.exp_(n)",
    "maximum": "torch.max(x, y) | x.max(y) | torch.maximum(x, s)",
    "minimum": "torch.min(x, y)",
    "asin": "torch.arcsin(x)",
    "trunc": "torch.fix(x)",
    "atan2": "torch.arctan2(x, y)",
    "isclose": "torch.isclose(x, y, equal_nan=True) | torch.isclose(I, I)",
    "positive": "+x | +k",
}
BAD_OPERATORS = {
    "add": "torch.add(x, y, alpha='a') | torch.add(I, I, alpha=1.5) | torch.add(k, k, alpha=1.5) | x + None | x + 'a'"
    " | x + [1] | torch.add(x, 2, y) | n.add_(C) | I.add_(1.5) | k.add_(1)",
    "sub": "k - k | k - 1 | 1 - k | I - k | x - None",
    "mul": "x * None | x * 'a' | x * [1, 2, 3] | I.mul_(1.5) | k.mul_(2)",
    "div": "torch.div(x, y, rounding_mode='up') | I.div_(2) | I / 0 | torch.div(I, 0, rounding_mode='floor')"
    " | torch.div(C, C, rounding_mode='floor')",
    "floor_divide": "I // 0 | C // C | torch.floor_divide(k, k)",
    "remainder": "I % 0 | C % C | k % k",
    "fmod": "torch.fmod(I, 0)",
    "pow": "I ** -1 | torch.pow(2, 3) | I.pow_(0.5) | k ** 2 | k ** k | torch.pow(I, torch.tensor([[-1, 1, 1]]))",
    "lt": "C < C | x < None | x < 'a'",
    "maximum": "torch.maximum(C, C) | torch.maximum(x, 2)",
    "isclose": "torch.isclose(x, I) | torch.isclose(x, y, rtol=-1)",
    "allclose": "torch.allclose(x, f)",
    "equal": "torch.equal(x, f) | torch.equal(x, v)",
    "bitwise_and": "x & y | x & 1",
    "bitwise_not": "~x",
    "neg": "torch.neg(k)",
}


def pointwise():
    for name in UNARY.split():
        op(
            name,
            f"torch.{name}(x)",
            [f"x.{name}()", f"torch.{name}(s)", *texts(OPERATORS.get(name, ""))],
            [f"torch.{name}(2.0)", f"torch.{name}([1.0])", *texts(BAD_OPERATORS.get(name, ""))],
            f"torch.{name}(input=x)",
        )
    for name in BINARY.split():
        extra = texts(OPERATORS.get(name, ""))
        if name in NO_GRAD_BINARY:
            extra += [f"torch.{name}(I, I)", f"torch.{name}(I, 1)", f"torch.{name}(1, I)"]
        op(
            name,
            f"torch.{name}(x, y)",
            [f"torch.{name}(x, 2)", f"torch.{name}(x, s)", f"torch.{name}(x, v)", f"x.{name}(y)", f"x.{name}(2.5)", *extra],
            [
                f"torch.{name}(x, u)",
                f"torch.{name}(x)",
                f"torch.{name}(x, None)",
                f"torch.{name}(x, 'a')",
                f"torch.{name}(x, [1.0])",
                f"torch.{name}(2, x)",
                f"torch.{name}(2, 3)",
                *texts(BAD_OPERATORS.get(name, "")),
            ],
            f"torch.{name}(input=x, {'exponent' if name == 'pow' else 'other'}=y)",
        )
    op(
        "rsub",
        "torch.rsub(x, y)",
        "torch.rsub(x, 2) | torch.rsub(x, y, alpha=3) | x.__rsub__(2) | 2 - x",
        "torch.rsub(k, k) | torch.rsub(x, u)",
        "torch.rsub(input=x, other=y)",
    )
    op(
        "addcmul",
        "torch.addcmul(x, y, z)",
        "torch.addcmul(x, y, z, value=2) | torch.addcmul(x, v, z) | n.addcmul_(y, z, value=2) | torch.addcmul(I, I, I)",
        "torch.addcmul(x, u, z) | torch.addcmul(x, y) | torch.addcmul(I, I, I, value=1.5) | torch.addcmul(x, 2, z)"
        " | torch.addcmul(x, 2, y, z)",
        "torch.addcmul(input=x, tensor1=y, tensor2=z)",
    )
    op(
        "addcdiv",
        "torch.addcdiv(x, y, z)",
        "torch.addcdiv(x, y, z, value=2) | n.addcdiv_(y, z, value=2)",
        "torch.addcdiv(I, I, I) | torch.addcdiv(x, u, z) | torch.addcdiv(x, 2, y, z)",
        "torch.addcdiv(input=x, tensor1=y, tensor2=z)",
    )
    op(
        "lerp",
        "torch.lerp(x, y, z)",
        "torch.lerp(x, y, 0.3) | torch.lerp(x, y, s) | n.lerp_(y, 0.3) | n.lerp_(y, z) | torch.lerp(x, v, 0.3)",
        "torch.lerp(x, f, 0.3) | torch.lerp(I, I, 0.5) | torch.lerp(x, y, f) | torch.lerp(x, u, 0.5) | torch.lerp(x, y)",
        "torch.lerp(input=x, end=y, weight=z)",
    )
    op("logit", "torch.logit(x)", "torch.logit(x, 0.1) | torch.logit(x, eps=0.1) | n.logit_(0.1) | torch.special.logit(x)")
    op(
        "round",
        "torch.round(x)",
        "torch.round(x, decimals=1) | n.round_() | n.round_(decimals=1) | round(x) | torch.round(I)",
        "torch.round(I, decimals=1) | torch.round(C) | torch.round(k)",
        "torch.round(input=x)",
    )
    op(
        "clamp",
        "torch.clamp(x, 0.2, 0.6)",
        "torch.clamp(x, min=0.2) | torch.clamp(x, max=0.6) | torch.clamp(x, y, z) | torch.clamp(x, min=y) | torch.clamp(x, max=y)"
        " | torch.clip(x, 0.2, 0.6) | x.clamp(0.2) | x.clamp(None, 0.6) | n.clamp_(0.2, 0.6) | n.clamp_(min=y)"
        " | torch.clamp(I, 0.5) | torch.clamp(I, 0, 2)",
        "torch.clamp(x) | torch.clamp(x, None, None) | torch.clamp(x, 0.2, y) | torch.clamp(C, 0, 1) | torch.clamp(x, u)"
        " | I.clamp_(0.5) | torch.clamp(k, 0, 1)",
        "torch.clamp(input=x, min=0.2, max=0.6)",
    )
    for name, keyword in (("clamp_min", "min"), ("clamp_max", "max")):
        op(
            name,
            f"torch.{name}(x, 0.4)",
            f"torch.{name}(x, y) | n.{name}_(0.4) | n.{name}_(y) | torch.{name}(I, 2)",
            f"torch.{name}(x) | torch.{name}(x, u) | torch.{name}(C, 0)",
            f"torch.{name}(input=x, {keyword}=0.4)",
        )
    op(
        "where",
        "torch.where(k, x, y)",
        "torch.where(k, x, 2) | torch.where(k, 2, x) | torch.where(k, 2.0, 3.0) | torch.where(k, 1, 2) | torch.where(k, x, s)"
        " | torch.where(k) | x.where(k, y) | x.where(k, 2) | torch.where(k[0], x, y) | torch.where(k, x, f)"
        " | torch.where(k, v, u[:, None]) | torch.where(k, I, x)",
        "torch.where(I, x, y) | torch.where(x, x, y) | torch.where(k, x, u) | torch.where(k, x) | torch.where(True, x, y)"
        " | torch.where(k.to(torch.uint8), x, y) | torch.where(k[:, :2], x, y) | torch.where(k, 'a', x)",
        "torch.where(condition=k, input=x, other=y)",
    )
    op(
        "softplus",
        "F.softplus(x)",
        "F.softplus(x, 2, 0.5) | F.softplus(x, beta=2, threshold=10)",
        "F.softplus(I) | F.softplus(x, inplace=True)",
    )
    op(
        "leaky_relu",
        "F.leaky_relu(x)",
        "F.leaky_relu(x, 0.2) | F.leaky_relu(n, inplace=True) | F.leaky_relu(n, -0.2, inplace=True) | F.leaky_relu_(n)"
        " | F.leaky_relu(x, 0)",
        "F.leaky_relu(I) | F.leaky_relu(n, -0.2, True).sum().backward()",
    )
    op("elu", "F.elu(x)", "F.elu(x, 2.0) | F.elu(n, inplace=True) | F.elu_(n)", "F.elu(I) | F.elu(n, -1, True).sum().backward()")
    op("gelu", "F.gelu(x)", "F.gelu(x, approximate='tanh')", "F.gelu(I) | F.gelu(x, approximate='a')")
    op("silu", "F.silu(x)", "F.silu(n, inplace=True)", "F.silu(I)")
