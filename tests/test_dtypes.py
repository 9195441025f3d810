"""The dtype objects and promotion, against what PyTorch said (data/promotion.json; see record_promotion.py)."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import record_promotion

from leafjax import dtypes
from leafjax.dtypes import DTYPES, NUMBER, SCALAR, TENSOR, Operand, Promote

PACKED = json.loads(record_promotion.FILE.read_text())
RECORD = record_promotion.unpack(PACKED)
FACTS = RECORD["dtypes"]
PROMOTION = {
    "add": Promote.DEFAULT,
    "div": Promote.INT_TO_FLOAT,
    "atan2": Promote.INT_TO_FLOAT,
    "eq": Promote.ALWAYS_BOOL,
    "lt": Promote.ALWAYS_BOOL,
}
UNARY = {
    "sin": Promote.INT_TO_FLOAT,
    "abs": Promote.COMPLEX_TO_FLOAT,
    "isnan": Promote.ALWAYS_BOOL,
    "sum": Promote.INT_TO_LONG,
}
COMPLEX32 = "the result would be torch.complex32, which JAX cannot hold; use float32 or complex64"


@pytest.fixture(autouse=True)
def default_dtype() -> Iterator[None]:
    """Every test begins and ends with the default dtype of a new process."""
    yield
    dtypes.set_default_dtype(dtypes.float32)


def operand(text: str) -> Operand:
    """The operand that a text of the record, such as "scalar int64", stands for."""
    kind, name = text.split()
    if kind == "number":
        return dtypes.of_python_number(record_promotion.NUMBERS[name]), NUMBER
    return DTYPES[name], TENSOR if kind == "tensor" else SCALAR


def outcome(function: Any, *args: Any) -> str:
    """What leafjax does, as the record has it."""
    found: str = record_promotion.outcome(function, *args)
    return "complex32" if found.endswith(COMPLEX32) else found


def computed(kind: Promote, own: dtypes.dtype | None, *operands: Operand) -> dtypes.dtype:
    """The result dtype of an operation; `own` is the dtype of the tensor that an in-place one writes."""
    result = dtypes.compute_types(kind, operands)[1]
    if own is not None:
        dtypes.check_can_cast(result, own)
    return own or result


def agrees(recorded: str, found: str) -> bool:
    """Whether leafjax does what PyTorch did, apart from shapes, kernels that PyTorch lacks, and complex32."""
    no_kernel = "not implemented for" in recorded or "broadcast shape" in recorded
    no_complex32 = found == "complex32" and recorded.startswith("RuntimeError: result type ComplexHalf can't be cast")
    return recorded == found or no_kernel or no_complex32


def disagreements(name: str, function: Any) -> list[tuple[str, str, str, str]]:
    """Where a function on two operands differs from a table of the record."""
    rights = record_promotion.OPERANDS
    return [
        (left, right, recorded, found)
        for left, row in RECORD["tables"][name].items()
        for right, recorded in zip(rights[-4:] if len(row) == 4 else rights, row, strict=False)
        if not agrees(recorded, found := outcome(function, operand(left), operand(right)))
    ]


# ---- promotion -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("default", record_promotion.DEFAULTS)
def test_result_type(default: str) -> None:
    dtypes.set_default_dtype(DTYPES[default])
    assert disagreements(f"result_type {default}", lambda a, b: dtypes.result_type((a, b))) == []


@pytest.mark.parametrize("name", record_promotion.BINARY)
def test_binary(name: str) -> None:
    assert disagreements(name, lambda a, b: computed(PROMOTION[name], None, a, b)) == []
    assert disagreements(f"r{name}", lambda a, b: computed(PROMOTION[name], None, b, a)) == []


@pytest.mark.parametrize("name", record_promotion.IN_PLACE)
def test_in_place(name: str) -> None:
    assert disagreements(name, lambda a, b: computed(PROMOTION[name[:-1]], a[0], a, b)) == []


@pytest.mark.parametrize("name", FACTS)
def test_unary(name: str) -> None:
    own = DTYPES[name]
    for method, recorded in zip(record_promotion.UNARY, FACTS[name]["unary"], strict=True):
        in_place = own if method.endswith("_") else None
        found = outcome(computed, UNARY[method.rstrip("_")], in_place, (own, TENSOR))
        if not (own.is_complex and method == "abs_"):  # abs_ of a complex tensor has an error of its own
            assert agrees(recorded, found), method


@pytest.mark.parametrize("name", FACTS)
def test_promote_types_and_can_cast(name: str) -> None:
    own = DTYPES[name]
    assert FACTS[name]["promote"] == [outcome(dtypes.promote_types, own, DTYPES[other]) for other in FACTS]
    assert FACTS[name]["can_cast"] == [dtypes.can_cast(own, DTYPES[other]) for other in FACTS]


def test_computation_dtype() -> None:
    half = (dtypes.float16, TENSOR)
    assert dtypes.compute_types(Promote.DEFAULT, [half]) == (dtypes.float32, dtypes.float16)
    assert dtypes.compute_types(Promote.NO_OPMATH, [half]) == (dtypes.float16, dtypes.float16)
    assert dtypes.compute_types(Promote.ALWAYS_BOOL, [half]) == (dtypes.float16, dtypes.bool)
    assert dtypes.compute_types(Promote.BOOL_TO_LONG, [(dtypes.int8, TENSOR)]) == (dtypes.int8, dtypes.int8)


def test_number_follows_the_default_dtype_at_once() -> None:
    operands = ((dtypes.int64, TENSOR), (dtypes.of_python_number(1.5), NUMBER))
    assert dtypes.result_type(operands) is dtypes.float32
    dtypes.set_default_dtype(dtypes.float64)
    assert dtypes.result_type(operands) is dtypes.float64
    assert dtypes.compute_types(Promote.INT_TO_FLOAT, operands)[1] is dtypes.float64


# ---- the objects ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FACTS)
def test_facts(name: str) -> None:
    own, facts = DTYPES[name], FACTS[name]
    assert [repr(own), own.itemsize, own.is_floating_point] == [
        facts[x] for x in ("repr", "itemsize", "is_floating_point")
    ]
    assert [own.is_complex, own.is_signed, own.tensor_type] == [facts[x] for x in ("is_complex", "is_signed", "type")]
    assert sorted(alias for alias, known in DTYPES.items() if known is own) == facts["names"]
    assert outcome(own.to_real) == facts["to_real"]
    assert outcome(own.to_complex) == facts["to_complex"]
    assert outcome(dtypes.set_default_dtype, own) == facts["default"]


@pytest.mark.parametrize("name", FACTS)
def test_limits(name: str) -> None:
    own, facts = DTYPES[name], FACTS[name]
    assert outcome(lambda: repr(dtypes.finfo(own))) == facts["finfo"]
    assert outcome(lambda: repr(dtypes.iinfo(own))) == facts["iinfo"]
    if facts["limits"]:
        info = dtypes.iinfo(own) if "eps" not in facts["limits"] else dtypes.finfo(own)
        assert {limit: getattr(info, limit) for limit in facts["limits"]} == facts["limits"]


@pytest.mark.parametrize("own", DTYPES.values(), ids=DTYPES)
def test_there_is_one_object_of_each(own: dtypes.dtype) -> None:
    assert pickle.loads(pickle.dumps(own)) is own
    assert copy.deepcopy([own])[0] is own is copy.copy(own)
    assert dtypes.from_numpy(own.np) is own
    assert getattr(dtypes, own.name) is own


def test_limits_are_values() -> None:
    assert dtypes.finfo(dtypes.complex64) == dtypes.finfo(dtypes.float32) == dtypes.finfo()
    assert dtypes.finfo(dtypes.float32) != dtypes.finfo(dtypes.float64)
    assert dtypes.finfo(dtypes.float32) != dtypes.iinfo(dtypes.int32)
    with pytest.raises(AttributeError, match=r"attribute 'eps' of 'torch.finfo' objects is not writable"):
        dtypes.finfo().eps = 1.0
    with pytest.raises(TypeError, match="unhashable"):
        hash(dtypes.finfo())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dtypes.dtype(), "cannot create 'torch.dtype' instances"),
        (lambda: type("d", (dtypes.dtype,), {}), "type 'torch.dtype' is not an acceptable base type"),
        (lambda: dtypes.finfo(3), "finfo(): argument 'type' (position 1) must be torch.dtype, not int"),
        (lambda: dtypes.iinfo(3), "iinfo(): argument 'type' (position 1) must be torch.dtype, not int"),
        (lambda: dtypes.iinfo(), 'iinfo() missing 1 required positional arguments: "type"'),
        (
            lambda: dtypes.promote_types(3, 4),
            "promote_types(): argument 'type1' (position 1) must be torch.dtype, not int",
        ),
        (
            lambda: dtypes.can_cast(dtypes.float32, None),
            "can_cast(): argument 'to' (position 2) must be torch.dtype, not NoneType",
        ),
        (
            lambda: dtypes.set_default_dtype("float32"),
            "invalid dtype object: only floating-point types are supported as the default type",
        ),
        (
            lambda: dtypes.from_numpy(np.dtype("U3")),
            "can't convert np.ndarray of type numpy.str_. The only supported types are: float64, float32, float16, "
            "complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.",
        ),
    ],
)
def test_refusals(call: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("number", "name"),
    [(True, "bool"), (3, "int64"), (3.0, "float64"), (3j, "complex128"), (np.float64(3), "float64")]
    + [(np.int8(3), "int64"), (np.float32(3), "float64"), (np.complex128(3), "complex128")]
    + [(np.bool_(True), "float64"), (ml_dtypes.bfloat16(3), "float64")],
)
def test_python_numbers(number: Any, name: str) -> None:
    assert dtypes.of_python_number(number) is DTYPES[name]


# ---- the record itself ---------------------------------------------------------------------------------------------


@pytest.mark.torch
def test_record_is_what_pytorch_says() -> None:
    torch = pytest.importorskip("torch")
    packed = record_promotion.pack(record_promotion.record(torch))
    assert {key: PACKED[key] for key in packed} == json.loads(json.dumps(packed))
