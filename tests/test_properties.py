"""Properties of random programs of views, in-place writes, modes, hooks and backward.

Without PyTorch: what the program computed, and every gradient, is that of the lowered graph under `jax.vjp`. With it
(mark `torch`): every fact after every step is PyTorch's. A program is a list of steps, so a failure shrinks to few.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import leafjax
from tests.random_programs.against_torch import first_difference
from tests.random_programs.programs import KINDS, WEIGHTS, Program, Run

PARTS = 4  # the 2,000 programs are drawn in so many tests, which the workers share
CHECKED, COMPARED = 125, 375  # programs in each: under both engines, and against PyTorch
SHAPES = [(2, 3), (2, 2), (4,), (2,), (), (1, 3), (2, 2, 2)]


def drawing(count: int) -> settings:
    return settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))


bases = st.lists(st.tuples(st.sampled_from(SHAPES), st.booleans()), min_size=1, max_size=3)
kinds = st.sampled_from([kind for kind in KINDS for _ in range(WEIGHTS.get(kind, 2))])
modes = st.sampled_from(["", "", "", "", "", "", "", "no_grad"])
numbers = st.integers(0, 30)
steps = st.lists(st.tuples(kinds, modes, numbers, numbers, st.integers(0, 7)), min_size=1, max_size=10)
programs = st.builds(lambda b, s: Program(tuple(b), tuple(s)), bases, steps)
# What backward frees can't be lowered: those steps are left out where the graph is wanted at the end.
keeping = programs.map(lambda p: Program(p.bases, tuple([s for s in p.steps if s[0] not in ("backward", "hook")])))


def checked(tensors: list[Any]) -> list[Any]:
    """The results that gradients flow from, last first: two are enough to see the whole graph."""
    found: list[Any] = []
    for t in reversed(tensors):
        try:
            node = t.grad_fn
        except RuntimeError:  # a view that may not follow the write to its base
            continue
        if node is not None and t.numel():
            found.append(t)
    return found[:2]


@pytest.mark.parametrize("part", range(PARTS))
def test_both_engines_agree_on_any_program(part: int) -> None:
    @drawing(CHECKED)
    @given(keeping)
    def agree(program: Program) -> None:
        run = Run(leafjax, program)
        run.go(program)
        outputs = checked(run.tensors)
        if not outputs:
            return
        rng = np.random.default_rng(part)
        weights = [leafjax.tensor(_weight(rng, t)) for t in outputs]
        try:
            lowered = leafjax.lower(outputs)
            leafjax.autograd.grad(outputs, lowered.leaves, weights, retain_graph=True, allow_unused=True)
        except RuntimeError:
            return  # the program ends in an error that PyTorch raises too: the test against it sees to that
        with jax.enable_x64(True):
            replayed = lowered.function(*lowered.primals)
        for t, array in zip(outputs, replayed, strict=True):
            np.testing.assert_allclose(
                np.asarray(array), t.detach().numpy(), rtol=1e-9, atol=1e-12, err_msg=str(program)
            )
        report = leafjax.crosscheck(outputs, weights)
        assert report.verdict in ("agree", "kink"), f"{program}\n{report}"

    agree()


def _weight(rng: np.random.Generator, t: Any) -> np.ndarray:
    real = rng.normal(size=t.shape)
    return real + 1j * rng.normal(size=t.shape) if t.is_complex() else real


@pytest.mark.torch
@pytest.mark.parametrize("part", range(PARTS))
def test_every_fact_is_that_of_pytorch(part: int) -> None:
    torch = pytest.importorskip("torch")

    @drawing(COMPARED)
    @given(programs)
    def same(program: Program) -> None:
        difference = first_difference(program, torch, leafjax)
        assert difference is None, f"{program}\n{difference}"

    same()


@drawing(CHECKED)
@given(programs)
def test_profile_1_6_has_no_surprises(program: Program) -> None:
    """Under the other profile programs end in PyTorch's errors, never in those of Python."""
    with leafjax.semantics("1.6"):
        run = Run(leafjax, program)
        for said, _ in run.go(program)[:-1]:
            assert said.split(":")[0] in ("ok", "RuntimeError", "IndexError", "NotImplementedError", "TypeError"), said
