"""Python's operators on tensors, in terms of the operations."""

from __future__ import annotations

from typing import Any

from leafjax.ops.op import Op
from leafjax.tensor.tensor import Tensor

# operator: (operation, whether the tensor is the second operand, whether in place)
OPERATORS = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
_OPERANDS = (Tensor, bool, int, float, complex)
UNARY = {"neg": "neg", "pos": "positive", "abs": "abs", "invert": "bitwise_not"}


def attach(functions: dict[str, Any]) -> None:
    """Give `Tensor` the operators whose operations are declared."""
    for symbol, name in OPERATORS.items():
        f = functions.get(name)
        if f is not None:
            setattr(Tensor, f"__{symbol}__", _binary(f))
            setattr(Tensor, f"__r{symbol}__", _binary(_reflected(symbol, f, functions)))
        if hasattr(Tensor, name + "_"):
            setattr(Tensor, f"__i{symbol}__", getattr(Tensor, name + "_"))
    for name in COMPARISONS:
        if name in functions:
            setattr(Tensor, f"__{name}__", _binary(functions[name]))
    for symbol, name in UNARY.items():
        if name in functions:
            setattr(Tensor, f"__{symbol}__", _unary(functions[name]))


def _reflected(symbol: str, f: Any, functions: dict[str, Any]) -> Any:
    """``2 * x`` and its like, as PyTorch spells them with the tensor first."""
    if symbol in ("add", "mul", "and", "or", "xor"):
        return f
    if symbol == "sub":
        return functions["rsub"]
    if symbol == "truediv":
        return lambda self, other: functions["mul"](functions["reciprocal"](self), other)
    return lambda self, other: f(other, self)


def _binary(f: Any) -> Any:
    direct = isinstance(f, Op) and f.arity == 2 and not any([name in f.index for name in f.overloads])
    call = f.apply if direct else lambda pair: f(*pair)

    def operator(self: Tensor, other: Any) -> Any:
        if not isinstance(other, _OPERANDS) and not hasattr(other, "__array__"):
            return NotImplemented
        return call((self, other))

    return operator


def _unary(f: Any) -> Any:
    return lambda self: f(self)
