"""The random streams, against PyTorch's own (data/random_streams.json; see record_random.py)."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
import record_random
from hypothesis import given, settings, strategies as st

from leafjax.config import semantics
from leafjax.dtypes import bfloat16, float16, float32, float64
from leafjax.generator import DEFAULT_SEED, Generator, _fma32, _fma64

RECORD = json.loads(record_random.FILE.read_text())


@pytest.mark.parametrize("program", RECORD["programs"], ids=lambda program: f"seed{program['seed']}")
def test_streams(program: dict[str, Any]) -> None:
    results = record_random.run_leafjax(program["seed"], program["calls"])
    for call, found, recorded in zip(program["calls"], results, program["results"], strict=True):
        assert record_random.shown(found) == recorded, call


# ---- state ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", RECORD["states"])
def test_state_has_the_layout_of_pytorch(seed: str) -> None:
    generator = Generator().manual_seed(int(seed))
    generator.randn(3)
    assert hashlib.sha256(generator.get_state().tobytes()).hexdigest() == RECORD["states"][seed]


@pytest.mark.parametrize("drawn", [0, 1, 623, 624, 625, 2000])
def test_state_comes_back(drawn: int) -> None:
    generator = Generator()
    generator.rand(drawn)
    generator.randn(3)  # leaves one of a pair behind
    state = generator.get_state()
    copies = [generator.clone_state(), copy.deepcopy(generator), pickle.loads(pickle.dumps(generator))]
    expected = generator.randn(5)
    generator.set_state(state)
    for other in (generator, *copies):
        assert np.array_equal(other.randn(5), expected)
        assert other.initial_seed() == DEFAULT_SEED


def test_seeds() -> None:
    generator = Generator()
    first = generator.rand(3)
    assert generator.manual_seed(-1).initial_seed() == 2**64 - 1
    assert not np.array_equal(generator.rand(3), first)
    assert np.array_equal(generator.manual_seed(DEFAULT_SEED).rand(3), first)
    assert generator.seed() == generator.initial_seed() != DEFAULT_SEED


def test_seeding_forgets_the_second_of_a_pair() -> None:
    generator = Generator().manual_seed(0)
    first = generator.randn(1)
    assert np.array_equal(generator.manual_seed(0).randn(1), first)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda g: g.manual_seed(1.5), RuntimeError, "manual_seed expected a long, but got float"),
        (lambda g: g.manual_seed(True), RuntimeError, "manual_seed expected a long, but got bool"),
        (lambda g: g.manual_seed(2**64), ValueError, "Overflow when unpacking long long"),
        (lambda g: g.set_state(np.zeros(5056)), TypeError, "RNG state must be a torch.ByteTensor"),
        (
            lambda g: g.set_state(np.zeros(5, np.uint8)),
            RuntimeError,
            "Expected a CPUGeneratorImplState of size 5056 but found the input RNG state size to be 5",
        ),
        (lambda g: g.set_state(np.zeros(5056, np.uint8)), RuntimeError, "Invalid mt19937 state"),
    ],
)
def test_refusals(call: Any, error: type[Exception], message: str) -> None:
    generator = Generator()
    before = generator.get_state()
    with pytest.raises(error) as caught:
        call(generator)
    assert str(caught.value) == message
    assert np.array_equal(generator.get_state(), before)


# ---- properties ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", [float16, bfloat16, float32, float64], ids=str)
def test_shapes_and_dtypes(of: Any) -> None:
    generator = Generator()
    for method in (generator.rand, generator.randn, generator.exponential, generator.log_normal, generator.cauchy):
        for size in ((), (0,), (2, 3), (4, 5, 2), 7):
            found = method(size, of=of)
            assert found.shape == np.empty(size).shape
            assert found.dtype == of.np


def test_older_profile_draws_wide_integers_later() -> None:
    generator = Generator().manual_seed(123)
    new = generator.randint(0, 2**30, 3).tolist()
    with semantics("1.6"):
        assert generator.manual_seed(123).randint(0, 2**30, 3).tolist() == [843828734, 914636141, 155217278]
    assert new != [843828734, 914636141, 155217278]


@settings(max_examples=200, deadline=None)
@given(*[st.floats(-1e10, 1e10, allow_subnormal=False)] * 3)
def test_fused_multiply_add_rounds_once(a: float, b: float, c: float) -> None:
    from fractions import Fraction

    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0 or abs(exact) > 1e-200:
        assert _fma64(np.array([a]), np.array([b]), np.array([c]))[0] == float(exact)


@settings(max_examples=200, deadline=None)
@given(*[st.floats(-(2.0**30), 2.0**30, width=32, allow_subnormal=False)] * 3)
def test_fused_multiply_add_of_float32_rounds_once(a: float, b: float, c: float) -> None:
    from fractions import Fraction

    exact = Fraction(a) * Fraction(b) + Fraction(c)
    found = float(_fma32(np.array([a], np.float32), np.float32(b), np.float32(c))[0])
    if exact and abs(exact) > 1e-30:
        around = [float(np.nextafter(np.float32(found), np.float32(to))) for to in (-math.inf, math.inf)]
        assert all(abs(exact - Fraction(found)) <= abs(exact - Fraction(other)) for other in around)


# ---- the record itself, and random programs --------------------------------------------------------------------------


@pytest.mark.torch
def test_record_is_what_pytorch_says() -> None:
    torch = pytest.importorskip("torch")
    assert json.loads(json.dumps(record_random.record(torch))) == RECORD["programs"]


@pytest.mark.torch
@pytest.mark.parametrize("first", range(1000, 1200, 20))
def test_random_programs(first: int) -> None:
    torch = pytest.importorskip("torch")
    for index in range(first, first + 20):
        seed, calls = record_random.random_program(index)
        pairs = zip(record_random.run_torch(torch, seed, calls), record_random.run_leafjax(seed, calls), strict=True)
        for call, (expected, found) in zip(calls, pairs, strict=True):
            assert expected.tobytes() == found.tobytes(), (seed, call)


@pytest.mark.torch
@pytest.mark.parametrize("kind", ["float32", "float64", "float16", "bfloat16"])
def test_many_normal_numbers(kind: str) -> None:
    torch = pytest.importorskip("torch")
    calls = [["randn", 100_003, kind], ["normal", 100_003, 0.3, 1.7, kind], ["uniform", 100_003, -0.1, 7.3, kind]]
    for expected, found in zip(
        record_random.run_torch(torch, 7, calls), record_random.run_leafjax(7, calls), strict=True
    ):
        assert expected.tobytes() == found.tobytes()


@pytest.mark.torch
def test_states_are_exchanged_with_pytorch() -> None:
    torch = pytest.importorskip("torch")
    ours, theirs = Generator().manual_seed(3), torch.Generator().manual_seed(4)
    torch.randn(5, generator=theirs)
    ours.set_state(theirs.get_state().numpy())
    assert np.array_equal(ours.randn(5), torch.randn(5, generator=theirs).numpy())
    theirs.set_state(torch.from_numpy(ours.get_state()))
    assert np.array_equal(ours.randn(50), torch.randn(50, generator=theirs).numpy())
