"""Arithmetic and the elementary functions, element by element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special

from leafjax import dtypes, errors
from leafjax.aliasing.lens import Conj
from leafjax.aliasing.storage import Spec
from leafjax.dtypes import BOOL, COMPLEX, FLOAT, INTEGER, NUMBER, SCALAR, TENSOR, Promote
from leafjax.execution.program import check
from leafjax.ops.families import binary, composite, op, unary, zero
from leafjax.ops.mutate import clone
from leafjax.ops.op import Array, Number, Op, elementwise
from leafjax.ops.samples import bools, floats, ints, samples
from leafjax.ops.view import ViewOp
from leafjax.tensor.tensor import Tensor

LN2, LN10, PI = math.log(2), math.log(10), math.pi

# ---- what they share -----------------------------------------------------------------------------------------------


def operand_type(**operands: Any) -> dtypes.dtype:
    """The dtype that specs and numbers promote to."""
    return dtypes.result_type(
        [
            (x.dtype, TENSOR if x.ndim else SCALAR) if isinstance(x, Spec) else (dtypes.of_python_number(x), NUMBER)
            for x in operands.values()
            if isinstance(x, (Spec, bool, int, float, complex))
        ]
    )


def lacks(kernel: str, *categories: int, **others: Callable[[], Exception]) -> Callable[..., None]:
    """Refuse operands of these categories as a kernel that has no code for them does; `others` say it in other words."""

    def prepare(**operands: Any) -> None:
        kind = operand_type(**operands)
        refusal = others.get(("bool", "integer", "float", "complex")[kind.category])
        if refusal is not None:
            raise refusal()
        if kind.category in categories:
            raise errors.not_implemented_for(kernel, kind.scalar_name)

    return prepare


def no_derivative(name: str) -> Callable[..., Any]:
    """The formula of what PyTorch can't differentiate."""

    def formula(grad: Tensor) -> Tensor:
        raise errors.no_derivative(name)

    return formula


def no_zero(self: Any, other: Any, *_: Any) -> None:
    """Refuse an integer division by zero: at once, or when the divisor is computed."""
    if operand_type(a=_spec(self), b=_spec(other)).category > INTEGER:
        return
    if isinstance(other, Tensor):
        check(other.value, _no_zeros)
    elif other == 0:
        raise errors.zero_division()


def _no_zeros(divisor: Any) -> None:
    if not np.asarray(divisor).all():
        raise errors.zero_division()


def _spec(x: Any) -> Any:
    return x.spec if isinstance(x, Tensor) else x


def is_number(x: Any) -> bool:
    return isinstance(x, (bool, int, float, complex))


def numbered(name: str, parameter: str, number: int, tensor: int, old: str | None = None) -> Callable[..., tuple[str, str]]:
    """The nodes of PyTorch's overloads with a number for a parameter, and with a tensor; `old` is 1.6's for both."""
    scope = f"lambda {parameter}: (f'{name}Backward{{{number} if is_number({parameter}) else {tensor}}}',)"
    choose = eval(scope, {"is_number": is_number})  # a callable's parameter name says which argument it wants
    choose_both = eval(f"lambda {parameter}: (c({parameter})[0], {old!r} or c({parameter})[0])", {"c": choose})
    return choose_both  # type: ignore[no-any-return]
