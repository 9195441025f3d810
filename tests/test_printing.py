"""Tensors print as PyTorch prints them: recorded texts of both versions, and PyTorch itself where it is installed."""

import importlib
import json
from typing import Any

import pytest
import record_printing
from hypothesis import given, settings, strategies as st

import leafjax

RECORDED = json.loads(record_printing.FILE.read_text())
TEXTS = {"2.13": RECORDED["2.13"], "1.6": RECORDED["2.13"] | RECORDED["1.6"]}
printing = importlib.import_module("leafjax.tensor.printing")  # `leafjax.tensor` is the function


def compare(wanted: dict[str, Any], found: dict[str, Any]) -> None:
    differ = [f"{name}\n{wanted[name]}\n-- leafjax:\n{found[name]}" for name in wanted if found[name] != wanted[name]]
    assert not differ, f"{len(differ)} of {len(wanted)} differ:\n" + "\n\n".join(differ[:5])


@pytest.mark.parametrize("version", TEXTS)
def test_texts_are_those_of_pytorch(version: str) -> None:
    with leafjax.semantics(version):
        found = record_printing.record(leafjax)
    assert list(found) == list(TEXTS[version])
    compare(TEXTS[version], found)


def test_the_record_covers_what_it_is_for() -> None:
    """Seeds that all draw small whole numbers would agree with anything."""
    texts = [text for text in TEXTS["2.13"].values() if isinstance(text, str)]
    for part in ("...", "e-", "nan", "inf", "j", "size=", "dtype=", "grad_fn=", "requires_grad=", ",\n       dtype"):
        assert sum(part in text for text in texts) >= 5, part
    assert len(RECORDED["1.6"]) > 20


# ---- options -------------------------------------------------------------------------------------------------------


def test_what_is_not_given_stays_except_sci_mode() -> None:
    with leafjax.printoptions(profile="default"):
        leafjax.set_printoptions(precision=2, sci_mode=True)
        leafjax.set_printoptions(edgeitems=5)
        found = printing.get_printoptions()
    assert found == {"precision": 2, "threshold": 1000, "edgeitems": 5, "linewidth": 80, "sci_mode": None}


@pytest.mark.parametrize("failing", [False, True])
def test_options_come_back_after_the_with_statement(failing: bool) -> None:
    before = printing.get_printoptions()
    try:
        with leafjax.printoptions(precision=1, profile="short", sci_mode=True):
            assert repr(leafjax.tensor([1.25])) == "tensor([1.2e+00])"
            if failing:
                raise KeyError
    except KeyError:
        pass
    assert printing.get_printoptions() == before


def test_options_of_an_unknown_name_are_refused() -> None:
    with pytest.raises(TypeError, match="width"), leafjax.printoptions(width=3):
        pass


# ---- PyTorch itself ------------------------------------------------------------------------------------------------

NUMBERS = st.one_of(
    st.integers(-(10**9), 10**9).map(float),
    st.floats(width=16, allow_subnormal=False),
    st.floats(-1e12, 1e12, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-30),
)


def numbers(dtype: str) -> st.SearchStrategy[Any]:
    kinds = {
        "bool": st.booleans(),
        "uint8": st.integers(0, 255),
        "int64": st.integers(-(2**63), 2**63 - 1),
        "complex64": st.builds(complex, NUMBERS, NUMBERS),
        "complex128": st.builds(complex, NUMBERS, NUMBERS),
    }
    return kinds.get(dtype, NUMBERS)


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Cases as `record_printing.draw` makes them, but of any numbers and options."""
    dtypes = ["float32", "float64", "float16", "bfloat16", "bool", "uint8", "int64", "complex64", "complex128"]
    dtype = draw(st.sampled_from(dtypes))
    shape = draw(st.lists(st.integers(0, 6), max_size=4))
    count = 1
    for length in shape:
        count *= length
    some = draw(st.lists(numbers(dtype), min_size=1, max_size=12))
    options = {
        "precision": st.integers(0, 12),
        "threshold": st.integers(0, 200),
        "edgeitems": st.integers(0, 4),
        "linewidth": st.integers(0, 150),
        "profile": st.sampled_from(["default", "short", "full"]),
        "sci_mode": st.booleans(),
    }
    graded = dtype[0] in "cf" or dtype == "bfloat16"
    return {
        "dtype": dtype,
        "shape": shape,
        "numbers": (some * count)[:count],
        "options": draw(st.fixed_dictionaries({}, optional=options)),
        "grad": draw(st.sampled_from(["", "leaf", "mul", "view"])) if graded else "",
        "default": draw(st.sampled_from(["float32", "float32", "float64", "float16", "bfloat16"])),
    }


@pytest.mark.torch
@settings(max_examples=settings.default.max_examples * 4)
@given(cases())
def test_any_tensor_prints_as_in_pytorch(case: dict[str, Any]) -> None:
    import torch

    assert record_printing.text_of(leafjax, case) == record_printing.text_of(torch, case)
