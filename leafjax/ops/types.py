"""Questions about types, and the constructors that are named after them: `result_type`, `is_tensor`, `FloatTensor`."""

from __future__ import annotations

import math
from typing import Any

from leafjax import dtypes, errors
from leafjax.dtypes import NUMBER, SCALAR, TENSOR, dtype as Dtype
from leafjax.ops.access import CPU
from leafjax.ops.create import empty, tensor
from leafjax.tensor.tensor import Size, Tensor

# ---- questions -----------------------------------------------------------------------------------------------------


def result_type(tensor1: Any, tensor2: Any) -> Dtype:
    """The dtype that an operation on two tensors or numbers gives."""
    return dtypes.result_type([_operand(x) for x in (tensor1, tensor2)])


def _operand(x: Any) -> tuple[Dtype, int]:
    if isinstance(x, Tensor):
        return x.spec.dtype, TENSOR if x.spec.ndim else SCALAR
    return dtypes.of_python_number(x), NUMBER


def is_tensor(obj: Any) -> bool:
    """Whether an object is a tensor."""
    return isinstance(obj, Tensor)


def is_floating_point(input: Tensor) -> bool:
    """Whether a tensor's dtype is a float (not a complex) one."""
    return input.spec.dtype.is_floating_point


def is_complex(input: Tensor) -> bool:
    """Whether a tensor's dtype is complex."""
    return input.spec.dtype.is_complex


def numel(input: Tensor) -> int:
    """The number of elements."""
    return input.spec.numel


def device(type: Any = "cpu", index: int | None = None) -> Any:
    """The only device there is; raises for others."""
    name = str(type)
    if name.split(":")[0] != "cpu":
        raise errors.no_such_device(name)
    return CPU


# ---- constructors that are named after types -----------------------------------------------------------------------


def construct(kind: Dtype, *args: Any) -> Tensor:
    """``FloatTensor(2, 3)`` has that size and no contents to rely on; ``FloatTensor([1.0])`` holds data."""
    if not args:
        return empty(0, dtype=kind)
    if len(args) == 1 and not isinstance(args[0], int):
        (given,) = args
        if isinstance(given, Size):
            return empty(given, dtype=kind)
        return given.detach() if isinstance(given, Tensor) else tensor(given, dtype=kind)
    return empty(args, dtype=kind)


class _Type(type):
    """The type of `FloatTensor` and its like: ``isinstance`` asks for the dtype."""

    kind: Dtype

    def __call__(cls, *args: Any) -> Tensor:
        return construct(cls.kind, *args)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor) and instance.spec.dtype is cls.kind

    def __repr__(cls) -> str:
        return f"<class '{cls.kind.tensor_type}'>"


def _typed(kind: Dtype) -> _Type:
    found = _Type(kind.tensor_type.removeprefix("torch."), (), {"__doc__": f"Makes tensors of dtype {kind.name}."})
    found.kind = kind
    return found


TYPES = {
    kind.tensor_type.removeprefix("torch."): _typed(kind)
    for kind in dict.fromkeys(dtypes.DTYPES.values())
    if (not kind.is_complex and not kind.name.startswith("uint")) or kind is dtypes.uint8
}


def set_default_tensor_type(t: Any) -> None:
    """`set_default_dtype`, by the name of a type or by the type itself."""
    name = t.removeprefix("torch.") if isinstance(t, str) else t.__name__
    dtypes.set_default_dtype(TYPES[name].kind)


def _make(cls: type[Tensor], *args: Any, **_: Any) -> Tensor:
    return construct(dtypes.get_default_dtype(), *args)


Tensor.__new__ = _make  # type: ignore[method-assign,assignment]

NUMBERS = {"inf": math.inf, "nan": math.nan, "pi": math.pi, "e": math.e, "newaxis": None}

FUNCTIONS: dict[str, Any] = {
    f.__name__: f
    for f in (result_type, is_tensor, is_floating_point, is_complex, numel, device, set_default_tensor_type)
} | {"promote_types": dtypes.promote_types, "can_cast": dtypes.can_cast, "dtype": Dtype, **TYPES, **NUMBERS}
