"""The comparer finds what differs, names it, and lets rounding pass."""

import pytest

from facts.catalogue import find
from facts.compare import compare
from facts.record import load, to_json
from facts.recorder import RAISED, Recorder, normalise, run

TENSOR = {"dtype": "float32", "shape": [2], "stride": [1], "value": [1.0, 2.0]}


def test_equal_facts_agree():
    assert compare({"a": TENSOR, "b": "text"}, {"a": dict(TENSOR), "b": "text"}) == []


def test_a_left_out_field_has_its_usual_value():
    assert compare({"a.x": {**TENSOR, "grad_fn": "CopySlices"}}, {"a.x": TENSOR}) == [
        "a.x.grad_fn: torch 'CopySlices', leafjax None"
    ]


@pytest.mark.parametrize(("dtype", "passes"), [("float32", 1 + 1e-7), ("float64", 1 + 1e-13), ("float16", 1 + 1e-3)])
def test_rounding_passes_by_dtype(dtype, passes):
    tensor = {**TENSOR, "dtype": dtype}
    assert compare({"x": tensor}, {"x": {**tensor, "value": [passes, 2.0]}}) == []
    assert compare({"x": tensor}, {"x": {**tensor, "value": [1.01, 2.0]}}) == ["x.value[0]: torch 1.0, leafjax 1.01"]


@pytest.mark.parametrize(
    ("torch", "other"), [(1, 1.0), (True, 1), (0.0, -0.0), ("nan", 1.0), ([1], [1, 2]), (None, False), ("a", "b")]
)
def test_plain_values_that_differ(torch, other):
    assert compare({"fact": torch}, {"fact": other}) == ["fact: torch %r, leafjax %r" % (torch, other)]


def test_complex_numbers_are_compared_by_part():
    tensor = {"dtype": "complex128", "shape": [], "stride": [], "value": {"re": 1.0, "im": 2.0}}
    other = {**tensor, "value": {"re": 1.0, "im": 3.0}}
    assert compare({"x": tensor}, {"x": other}) == ["x.value.im: torch 2.0, leafjax 3.0"]


def test_lists_of_tensors():
    other = {**TENSOR, "value": [1.0, 3.0]}
    assert compare({"x": [TENSOR, TENSOR]}, {"x": [TENSOR, other]}) == ["x[1].value[1]: torch 2.0, leafjax 3.0"]
    assert compare({"x": [TENSOR]}, {"x": []}) == ["x: torch 1 tensors, leafjax 0"]


def test_an_early_end_is_the_difference():
    found = compare({"a": 1, "b": 2}, {"a": 1, RAISED: "TypeError: x"})
    assert found == [RAISED + ": torch has no such fact, leafjax 'TypeError: x'"]
    assert compare({"a": 1}, {}) == ["a: torch 1, leafjax has no such fact"]


def test_the_versions_of_torch_differ_where_the_seed_question_says():
    name = "seed.buffer_with_requires_grad"
    found = compare(load("2.13")[name], load("1.6")[name], who="1.6")
    assert "after first write.outi.grad_fn: torch None, 1.6 'CopySlices'" in found
    assert any("leaf variable has been moved into the graph interior" in difference for difference in found)


def test_a_fact_has_one_name():
    see = Recorder()
    see.fact("a", 1)
    with pytest.raises(ValueError, match="twice"):
        see.fact("a", 2)


def test_a_program_that_raises_keeps_its_facts():
    def program(torch, see):
        see.fact("before", 1)
        raise KeyError("x")

    assert run(program, None) == {"before": 1, RAISED: "KeyError: 'x'"}


def test_places_and_addresses_are_taken_out():
    text = "<A at 0x7f2dfa83a3d0> (Triggered internally at /b/c.cpp:5.)"
    assert normalise(text) == "<A at 0x...>"


def test_json_has_a_line_for_each_fact():
    assert to_json({"b.x": {"two": [1], "one": None}}) == '{\n"b.x": {\n "two": [1],\n "one": null\n}\n}\n'


def test_newer_programs_are_left_out_of_older_versions():
    assert set(find("1.6")) < set(find("2.13"))
