"""Number types: the dtype objects, the default dtype, `finfo` and `iinfo`, and PyTorch's type promotion.

Aliases and `bool` are in `DTYPES` and reachable as `dtypes.half`, `dtypes.bool`; in this file `bool` is Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, NoReturn

import ml_dtypes
import numpy as np

from leafjax import errors

# ---- the dtype objects ---------------------------------------------------------------------------------------------

BOOL, INTEGER, FLOAT, COMPLEX = range(4)  # categories: a higher one wins a promotion, whatever the sizes


class dtype:
    """A number type such as ``torch.float32``; there is one object of each, compared by identity."""

    __slots__ = (  # noqa: RUF023 (in the order of their explanation)
        "name", "np", "itemsize", "category", "is_floating_point", "is_complex", "is_signed",
        "scalar_name", "cpp_name", "tensor_type", "core_type",
    )  # fmt: skip

    name: str  # "float32"
    np: np.dtype[Any]  # of the array that holds the data
    itemsize: int
    category: int  # BOOL, INTEGER, FLOAT or COMPLEX
    is_floating_point: bool
    is_complex: bool
    is_signed: bool
    scalar_name: str  # "Float", in error messages
    cpp_name: str  # "float", "long int", in some other error messages
    tensor_type: str  # "torch.FloatTensor", what `x.type()` says
    core_type: str  # the same in messages of PyTorch's core, which names younger dtypes as "CPUBoolType"

    def __new__(cls) -> dtype:
        """Raise: all dtypes exist already."""
        raise errors.dtype_not_callable()

    def __init_subclass__(cls) -> NoReturn:
        """Raise: dtypes are compared by identity."""
        raise errors.dtype_not_a_base()

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name

    def to_real(self) -> dtype:
        """The dtype of the real part."""
        return _REAL.get(self, self)

    def to_complex(self) -> dtype:
        """The complex dtype whose parts hold this one."""
        if self.category < FLOAT:
            raise errors.no_complex_type(self.scalar_name)
        return _held(_COMPLEX.get(self, self))


DTYPES: Final[dict[str, dtype]] = {}
_OF_NUMPY: Final[dict[np.dtype[Any], dtype]] = {}
_KINDS: Final = {"b": BOOL, "i": INTEGER, "u": INTEGER, "f": FLOAT, "V": FLOAT, "c": COMPLEX}  # bfloat16 may be "V"


def _define(name: str, array_type: Any, scalar_name: str, cpp_name: str, *aliases: str) -> dtype:
    """Make the one dtype of this name."""
    self = object.__new__(dtype)
    self.name, self.np, self.scalar_name, self.cpp_name = name, np.dtype(array_type), scalar_name, cpp_name
    self.itemsize = self.np.itemsize
    self.category = _KINDS[self.np.kind]
    self.is_floating_point, self.is_complex = self.category == FLOAT, self.category == COMPLEX
    self.is_signed = self.np.kind not in "bu"
    self.tensor_type = self.core_type = f"torch.{scalar_name}Tensor"
    if self.is_complex or name in ("bool", "bfloat16"):
        self.core_type = f"CPU{scalar_name}Type"
    DTYPES.update(dict.fromkeys((name, *aliases), self))
    _OF_NUMPY[self.np] = self
    return self


bool_ = _define("bool", np.bool_, "Bool", "bool")
uint8 = _define("uint8", np.uint8, "Byte", "unsigned char")
int8 = _define("int8", np.int8, "Char", "signed char")
int16 = _define("int16", np.int16, "Short", "short int", "short")
int32 = _define("int32", np.int32, "Int", "int", "int")
int64 = _define("int64", np.int64, "Long", "long int", "long")
uint16 = _define("uint16", np.uint16, "UInt16", "short unsigned int")
uint32 = _define("uint32", np.uint32, "UInt32", "unsigned int")
uint64 = _define("uint64", np.uint64, "UInt64", "long unsigned int")
float16 = _define("float16", np.float16, "Half", "c10::Half", "half")
bfloat16 = _define("bfloat16", ml_dtypes.bfloat16, "BFloat16", "c10::BFloat16")
float32 = _define("float32", np.float32, "Float", "float", "float")
float64 = _define("float64", np.float64, "Double", "double", "double")
complex64 = _define("complex64", np.complex64, "ComplexFloat", "c10::complex<float>", "cfloat")
complex128 = _define("complex128", np.complex128, "ComplexDouble", "c10::complex<double>", "cdouble")

_complex32 = _define("complex32", np.complex64, "ComplexHalf", "c10::complex<c10::Half>")  # JAX has none: see `_held`
del DTYPES["complex32"]
_OF_NUMPY[complex64.np] = complex64

_REAL: Final = {_complex32: float16, complex64: float32, complex128: float64}
_COMPLEX: Final = {float16: _complex32, bfloat16: complex64, float32: complex64, float64: complex128}
_NUMBERS: Final = {bool: bool_, int: int64, float: float64, complex: complex128}
_BAREBONES: Final = frozenset((uint16, uint32, uint64))  # PyTorch's newcomers, which promote with floats only


def _held(of: dtype) -> dtype:
    """Refuse complex32, which promotion needs in between but which no array can have."""
    if of is _complex32:
        raise errors.no_complex32()
    return of


def __getattr__(name: str) -> dtype:
    """``dtypes.half``, ``dtypes.bool``: the names that would hide Python's own in this file."""
    try:
        return DTYPES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def from_numpy(array_type: Any) -> dtype:
    """The dtype that holds what a NumPy (or JAX) dtype holds; raises `TypeError` if there is none."""
    found = _OF_NUMPY.get(np.dtype(array_type))
    if found is None:
        raise errors.numpy_type_unsupported(np.dtype(array_type).type)
    return found


def of_python_number(number: Any) -> dtype:
    """The dtype of a number as an operand: bool, int64, float64 or complex128.

    NumPy scalars that are no subclass of a Python number count as PyTorch counts them: as ints, if they are
    integers, else as floats (even ``np.bool_`` and ``np.complex64``).
    """
    found = _NUMBERS.get(type(number))
    if found is None:
        found = next((known for kind, known in _NUMBERS.items() if isinstance(number, kind)), None)
    return found or (int64 if isinstance(number, np.integer) else float64)


# ---- the default dtype ---------------------------------------------------------------------------------------------


class _Default:
    """The process-wide dtype of new float tensors and of Python floats."""

    dtype: ClassVar[dtype] = float32


def get_default_dtype() -> dtype:
    """The dtype of new float tensors."""
    return _Default.dtype


depending: list[Callable[[], None]] = []  # called when the default changes: what was worked out with it is void


def set_default_dtype(d: Any) -> None:
    """Set the dtype of new float tensors; refuses what is no float."""
    if type(d) is not dtype:
        raise errors.default_dtype_invalid()
    if not d.is_floating_point:
        raise errors.default_dtype_not_float()
    _Default.dtype = d
    _forget_promotions()
    for forget in depending:
        forget()


# ---- promotion -----------------------------------------------------------------------------------------------------

TENSOR, SCALAR, NUMBER = range(3)  # the kinds of operand: with dimensions, 0-dim tensor, Python number

Operand = tuple[dtype, int]  # (dtype, TENSOR | SCALAR | NUMBER)

_ORDER: Final = (
    bool_, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, _complex32, complex64, complex128
)  # fmt: skip
_EXCEPTIONS: Final = {  # pairs whose promoted dtype is neither of the two
    (uint8, int8): int16,
    (float16, bfloat16): float32,
    (float64, complex64): complex128,
    (bfloat16, _complex32): complex64,
    (float32, _complex32): complex64,
    (float64, _complex32): complex128,
}
_promoted: dict[tuple[dtype, dtype], dtype] = {}
_result_types: dict[tuple[Operand, ...], dtype] = {}
_compute_types: dict[tuple[Promote, tuple[Operand, ...]], tuple[dtype, dtype]] = {}


def _forget_promotions() -> None:
    """Drop what was worked out under another default dtype."""
    _result_types.clear()
    _compute_types.clear()


def _check_dtype(function: str, argument: str, position: int, value: object) -> None:
    """Raise PyTorch's error if an argument is no dtype."""
    if type(value) is not dtype:
        raise errors.not_a_dtype(function, argument, position, value)


def promote_types(a: dtype, b: dtype) -> dtype:
    """The smallest dtype, in PyTorch's order, that is not smaller than either."""
    found = _promoted.get((a, b))
    if found is None:
        found = _promoted[a, b] = _promote(a, b)
    return found


def _promote(a: dtype, b: dtype) -> dtype:
    """See `promote_types`."""
    _check_dtype("promote_types", "type1", 1, a)
    _check_dtype("promote_types", "type2", 2, b)
    if a is b:
        return a
    if a in _BAREBONES or b in _BAREBONES:
        return _promote_barebones(a, b)
    low, high = sorted((a, b), key=_ORDER.index)
    return _EXCEPTIONS.get((low, high), high)


def _promote_barebones(a: dtype, b: dtype) -> dtype:
    """PyTorch promotes uint16, uint32 and uint64 with floats, and refuses all else."""
    for one in (a, b):
        if one.is_floating_point:
            return one
    raise errors.barebones_promotion(a.scalar_name, b.scalar_name)


def result_type(operands: Sequence[Operand]) -> dtype:
    """The dtype that these operands promote to: a 0-dim tensor or a number counts only by a higher category."""
    key = tuple(operands)
    found = _result_types.get(key)
    if found is None:
        found = _result_types[key] = _held(_result_type(key))
    return found


def _result_type(operands: tuple[Operand, ...]) -> dtype:
    """See `result_type`."""
    best: list[dtype | None] = [None, None, None]
    for own, kind in operands:
        of = _number_type(own) if kind == NUMBER else own
        before = best[kind]
        best[kind] = of if before is None else promote_types(before, of)
    found = _dominate(best[TENSOR], _dominate(best[SCALAR], best[NUMBER]))
    if found is None:
        raise ValueError("result_type() needs at least one operand")
    return found


def _number_type(of: dtype) -> dtype:
    """What a Python number stands for: floats and complex numbers follow the default dtype."""
    if of.category < FLOAT:
        return of
    return _COMPLEX[_Default.dtype] if of.is_complex else _Default.dtype


def _dominate(strong: dtype | None, weak: dtype | None) -> dtype | None:
    """The strong dtype, unless the weak one is of a higher category."""
    if strong is None or weak is None:
        return strong or weak
    if strong.category >= weak.category:
        return strong
    if strong.is_floating_point:
        return _COMPLEX[strong]
    return weak if weak.category >= FLOAT else promote_types(strong, weak)


def can_cast(from_: dtype, to: dtype) -> bool:
    """Whether an in-place result of one dtype may be stored in the other: never to a lower category."""
    _check_dtype("can_cast", "from_", 1, from_)
    _check_dtype("can_cast", "to", 2, to)
    return from_.category <= to.category and (from_ is bool_ or to is not bool_)


def check_can_cast(result: dtype, to: dtype) -> None:
    """Raise PyTorch's error if a result may not be written into a tensor of dtype `to`."""
    if not can_cast(result, to):
        raise errors.result_type_cast(result.scalar_name, to.scalar_name)


# ---- what elementwise operations compute in ------------------------------------------------------------------------


class Promote(Enum):
    """How the dtypes of an operation follow from the promoted dtype of its operands."""

    DEFAULT = "default"  # add: as promoted, halves computed in float32
    NO_OPMATH = "no opmath"  # where, maximum: as promoted, halves computed as they are
    INT_TO_FLOAT = "int to float"  # div, exp: integers become the default dtype
    ALWAYS_BOOL = "always bool"  # eq, isnan: the result is bool
    COMPLEX_TO_FLOAT = "complex to float"  # abs: the result is real
    BOOL_TO_LONG = "bool to long"  # a count of bools
    INT_TO_LONG = "int to long"  # sum, prod, cumsum: bools and integers add up in int64

    __hash__ = object.__hash__  # Enum's own is a Python function: 0.1 µs on the hot path


def compute_types(kind: Promote, operands: Sequence[Operand]) -> tuple[dtype, dtype]:
    """The dtype an operation computes in, and the dtype of its result."""
    key = (kind, tuple(operands))
    found = _compute_types.get(key)
    if found is None:
        computation, result = _RULES[kind](_result_type(key[1]))
        found = _compute_types[key] = computation, _held(result)
    return found


def opmath(of: dtype) -> dtype:
    """The dtype that arithmetic runs in: float32 for the two halves."""
    if of is _complex32:
        return complex64
    return float32 if of is float16 or of is bfloat16 else of


def _as_float(of: dtype) -> dtype:
    return _Default.dtype if of.category < FLOAT else of


def _same(of: dtype) -> tuple[dtype, dtype]:
    return opmath(of), of


_RULES: Final[dict[Promote, Callable[[dtype], tuple[dtype, dtype]]]] = {
    Promote.DEFAULT: _same,
    Promote.NO_OPMATH: lambda of: (of, of),
    Promote.INT_TO_FLOAT: lambda of: _same(_as_float(of)),
    Promote.ALWAYS_BOOL: lambda of: (complex64 if of is _complex32 else of, bool_),
    Promote.COMPLEX_TO_FLOAT: lambda of: (opmath(of), of.to_real()),
    Promote.BOOL_TO_LONG: lambda of: _same(int64 if of is bool_ else of),
    Promote.INT_TO_LONG: lambda of: _same(int64 if of.category <= INTEGER else of),
}


# ---- limits --------------------------------------------------------------------------------------------------------


def _limit(name: str, kind: type, doc: str) -> Any:
    """A read-only property that looks a limit up and gives it as a Python number."""
    return property(lambda self: kind(getattr(self._info, name)), doc=doc)


class _Limits:
    """What `finfo` and `iinfo` share: read-only, equal if of one dtype, not hashable."""

    __slots__ = ("_info", "dtype")
    __hash__ = None  # type: ignore[assignment]

    dtype: str
    bits = _limit("bits", int, "The size of a number in bits.")

    def __init__(self, name: str, info: Any) -> None:
        object.__setattr__(self, "dtype", name)
        object.__setattr__(self, "_info", info)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise errors.not_writable(name, f"torch.{type(self).__name__}")

    def __eq__(self, other: object) -> bool:
        return self.dtype == other.dtype if isinstance(other, type(self)) else NotImplemented

    def _show(self, *names: str) -> str:
        """The repr that PyTorch gives: six digits of each."""
        shown = (f"{name}={getattr(self, name):.6g}" for name in names)
        return f"{type(self).__name__}({', '.join(shown)}, dtype={self.dtype})"


class finfo(_Limits):
    """The limits of a float dtype (of the parts of a complex one; of the default dtype, if none is given)."""

    __slots__ = ()

    eps = _limit("eps", float, "The distance from 1 to the next larger number.")
    max = _limit("max", float, "The largest number.")
    min = _limit("min", float, "The most negative number.")
    smallest_normal = _limit("smallest_normal", float, "The smallest positive number of full precision.")
    tiny = smallest_normal
    resolution = property(lambda self: 10.0**-self._info.precision, doc="One unit of the last exact decimal digit.")

    def __init__(self, type: dtype | None = None) -> None:
        of = _Default.dtype if type is None else type
        _check_dtype("finfo", "type", 1, of)
        if of.category < FLOAT:
            raise errors.finfo_of_integer()
        real = of.to_real()
        super().__init__(real.name, ml_dtypes.finfo(real.np))

    def __repr__(self) -> str:
        return self._show("resolution", "min", "max", "eps", "smallest_normal", "tiny")


class iinfo(_Limits):
    """The limits of an integer dtype."""

    __slots__ = ()

    max = _limit("max", int, "The largest number.")
    min = _limit("min", int, "The smallest number.")

    def __init__(self, type: dtype | None = None) -> None:
        if type is None:
            raise errors.iinfo_without_type()
        _check_dtype("iinfo", "type", 1, type)
        if type.category >= FLOAT:
            raise errors.iinfo_of_float()
        if type is bool_:
            raise errors.iinfo_of_bool()
        super().__init__(type.name, np.iinfo(type.np))

    def __repr__(self) -> str:
        return self._show("min", "max")
