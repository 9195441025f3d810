"""The tests notice breakage: each mutant of leafjax's own code is caught by a check that the unmutated code passes.

A mutant is a function that breaks one thing (undone after the test); a check raises, or finds a difference.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import leafjax
from leafjax.aliasing import lens as lens_module
from leafjax.aliasing.geometry import contiguous_stride
from leafjax.aliasing.storage import Version
from leafjax.autograd import engine
from leafjax.dtypes import TENSOR
from leafjax.execution.kernel import Kernel, Signature
from leafjax.graph.saved import Saved
from leafjax.ops import formula, inplace, op as op_module, view as view_module
from leafjax.ops.op import Op, OpNode
from leafjax.ops.registry import REGISTRY
from leafjax.tensor import alias
from tests.calls import Call, close, cotangents, flat, float_outputs

Mutate = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Plans and traces hold what they were made with: forget them before and after."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for declared in REGISTRY.values():
        if isinstance(declared, Op):
            declared.plans.clear()
            declared.classes.clear()
            declared.kernel.signatures.clear()
    for kernel in (lens_module.GET, lens_module.PUT, lens_module.ADJOINT):
        kernel.signatures.clear()


# ---- checks --------------------------------------------------------------------------------------------------------


def formula_of(name: str, number: int = 0) -> Callable[[], None]:
    """The operation's formula against `jax.vjp` of its kernel."""

    def check() -> None:
        outputs = float_outputs(Call(name, number)())
        report = leafjax.crosscheck(outputs, cotangents(outputs))
        assert report.agrees, str(report)

    return check


def second_derivative_of(name: str) -> Callable[[], None]:
    """The derivative of the derivative, by differences."""

    def slope(at: float) -> Any:
        x = leafjax.tensor(at, dtype=leafjax.float64, requires_grad=True)
        (first,) = leafjax.autograd.grad(getattr(leafjax, name)(x), x, create_graph=True)
        return x, first

    def check() -> None:
        x, first = slope(0.3)
        (second,) = leafjax.autograd.grad(first, x)
        estimate = (slope(0.3001)[1].item() - slope(0.2999)[1].item()) / 0.0002
        assert math.isclose(second.item(), estimate, rel_tol=1e-5)

    return check


def laws_of(name: str) -> Callable[[], None]:
    """``put(x, get(x)) == x`` and ``get(put(x, v)) == v``."""

    def check() -> None:
        (v,) = list(flat(Call(name, 0)()))[:1]
        root, lens = v.storage.root, v.lens
        assert close(lens.put(root, lens.get(root)).numpy(), root.numpy())
        new = leafjax.tensor(np.arange(v.numel(), dtype=np.float64).reshape(v.shape) + 7).value
        assert close(lens.get(lens.put(root, new)).numpy(), new.numpy())

    return check


def fact(name: str) -> Callable[[], None]:
    """A program whose facts were recorded from real PyTorch."""

    def check() -> None:
        from facts.test_facts import differences

        found = differences("2.13", name)
        assert not found, found

    return check


def unseen_write() -> None:
    """A write through `.data`: the lowered graph computes with what was there, as backward does."""
    x = leafjax.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    y.data.mul_(10)
    z = (y * y).sum()
    lowered = leafjax.lower(z)
    assert np.asarray(lowered.function(*lowered.primals)[0]).item() == z.item()
    assert leafjax.crosscheck(z).agrees


def write_through_a_view() -> None:
    """The gradient of a program that overwrites a part of a result."""
    x = leafjax.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    y[1:].mul_(x[:2])
    (g,) = leafjax.autograd.grad((y * leafjax.tensor([1.0, 10.0, 100.0])).sum(), x)
    assert g.tolist() == [2.0 + 40.0, 20.0 + 600.0, 400.0]


def values() -> None:
    """Numbers and dtypes of simple calls."""
    x = leafjax.tensor([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]], dtype=leafjax.float64)
    assert x.exp()[0, 0].item() == pytest.approx(math.exp(0.1), rel=1e-15)
    assert x.sum(0).shape == (3,)
    assert x.sum(1).shape == (2,)
    assert leafjax.zeros(2).add(leafjax.tensor(1.0, dtype=leafjax.float64)).dtype is leafjax.float32


# ---- mutants -------------------------------------------------------------------------------------------------------


def replaces(owner: Any, name: str, make: Callable[[Any], Any]) -> Mutate:
    """The mutant that puts ``make(original)`` in place of an attribute."""
    return lambda patch: patch.setattr(owner, name, make(getattr(owner, name)))


def formula_becomes(name: str, target: str, wrong: Callable[..., Any]) -> Mutate:
    """The mutant that declares another formula."""
    return lambda patch: patch.setitem(REGISTRY[name].formulas, target, wrong)


def _write_without_counting(write: Any) -> Any:
    def mutant(self: Any, *rest: Any) -> None:
        write(self, *rest)
        self.version.count -= 1
        self._attr_version = self.version.count

    return mutant


def _everywhere(name: str, make: Callable[[Any], Any]) -> Mutate:
    """Replace a function of `alias` in every module that has imported it."""

    def mutate(patch: pytest.MonkeyPatch) -> None:
        mutant = make(getattr(alias, name))
        for module in (alias, inplace, formula, op_module, view_module):
            if hasattr(module, name):
                patch.setattr(module, name, mutant)

    return mutate


def _write_unseen(write: Any) -> Any:
    def mutant(self: Any, value: Any, node: Any, op: str) -> None:
        write(self, value, node, op)
        self.storage.untracked = 0

    return mutant


def _everywhere_fitted(patch: pytest.MonkeyPatch) -> None:
    for module in (formula, engine):
        patch.setattr(module, "fitted", lambda grad, *_: grad)


def _shifted(relative: Any) -> Any:
    def mutant(view: Any) -> Any:
        lens = relative(view)
        return lens._replace(starts=tuple([max(s - 1, 0) for s in lens.starts]))

    return mutant


def _keyless(signature: Any) -> Any:
    def mutant(self: Kernel, operands: Any, static: Any = ()) -> Signature:
        if operands in self.signatures:
            return self.signatures[operands]
        found = self.signatures[operands] = Signature(self, operands, static)
        return found

    return mutant


def _overwrites(_: Any) -> Any:
    def mutant(leaf: Any, grad: Any, create_graph: bool, given: bool = False) -> None:
        if grad is not None:
            leaf._grad = grad.clone()

    return mutant


MUTANTS: dict[str, tuple[Mutate, Callable[[], None]]] = {
    "a formula wrong by 0.1 %": (
        formula_becomes("exp", "self", lambda grad, result: grad * result * 1.001),
        formula_of("exp"),
    ),
    "a formula with the wrong sign": (formula_becomes("sub", "other", lambda grad: grad), formula_of("sub")),
    "a formula that forgets a factor": (formula_becomes("mul", "self", lambda grad, other: grad), formula_of("mul")),
    "a second derivative that is wrong where the first is right": (
        formula_becomes("_tanh_slope", "output", lambda grad, outer, output: grad * outer * -3 * output),
        second_derivative_of("tanh"),
    ),
    "a kernel that rounds to float32": (
        replaces(REGISTRY["exp"], "fn", lambda fn: lambda x: fn(x.astype("float32")).astype(x.dtype)),
        values,
    ),
    "a select whose put is off by one": (
        replaces(lens_module.Select, "put", lambda put: lambda self, x, part, start: put(self, x, part, start + 1)),
        laws_of("select"),
    ),
    "a slice whose get is off by one": (
        replaces(lens_module.Slice, "get", lambda get: lambda self, x, start: get(self, x, start + 1)),
        laws_of("slice"),
    ),
    "an expand whose gradient is not summed": (
        replaces(
            lens_module.Expand,
            "adjoint",
            lambda _: lambda self, x, part, start: part.reshape(-1)[: x.size].reshape(x.shape),
        ),
        formula_of("expand"),
    ),
    "a write that does not count": (
        _everywhere("write", _write_without_counting),
        fact("versions.every_write_counts_one"),
    ),
    "a detached tensor with versions of its own": (
        _everywhere("alias", lambda alias_: lambda parent, version=None: alias_(parent, Version())),
        fact("detach_data.detached_shares_the_version_of_its_source"),
    ),
    "CopySlices on the wrong part": (_everywhere("relative", _shifted), write_through_a_view),
    "CopySlices that keeps the gradient of what was overwritten": (
        replaces(alias, "put", lambda _: lambda whole, part, lens, record: whole),
        write_through_a_view,
    ),
    "a leaf that may be written": (
        _everywhere("check_writable", lambda _: lambda self, requires: None),
        fact("leaves.step_without_no_grad_is_refused"),
    ),
    "a view of no_grad that may be written": (
        replaces(alias, "refuse", lambda _: lambda self, indirect: None),
        fact("no_grad.view_made_under_no_grad_written_outside"),
    ),
    "a saved tensor that nobody checks": (
        replaces(Saved, "unpack", lambda _: lambda self, node: self.tensor),
        fact("saved_version_errors.factors_of_a_product"),
    ),
    "an engine that runs the earliest node first": (
        replaces(engine, "heappush", lambda _: lambda heap, item: heapq.heappush(heap, (-item[0], *item[1:]))),
        fact("hooks.order_of_hooks_on_two_branches"),
    ),
    "a gradient that replaces the one before": (
        replaces(engine, "accumulate_grad", _overwrites),
        fact("backward.gradients_accumulate"),
    ),
    "a graph that is never freed": (
        replaces(OpNode, "release", lambda _: lambda self: None),
        fact("backward.second_time_through_freed_graph"),
    ),
    "a hook whose answer is ignored": (
        replaces(engine, "_replaced", lambda _: lambda hook, result, grad: grad),
        fact("hooks.hook_replaces_the_gradient"),
    ),
    "a broadcast gradient that is not summed": (_everywhere_fitted, formula_of("add", 1)),
    "a write that autograd does not see, nor lowering": (_everywhere("write", _write_unseen), unseen_write),
    "a 0-dim tensor that promotes like any other": (
        replaces(op_module, "_operand_type", lambda old: lambda x: (old(x)[0], TENSOR)),
        values,
    ),
    "a result that is always contiguous": (
        replaces(op_module, "elementwise_stride", lambda _: lambda shape, layouts: contiguous_stride(shape)),
        fact("strides.elementwise_of_a_transpose_keeps_its_layout"),
    ),
    "a node of another name": (
        replaces(Op, "_node_names", lambda old: lambda self, shown: {v: n + "x" for v, n in old(self, shown).items()}),
        fact("seed.buffer_without_requires_grad"),
    ),
    "a program whose key ignores static arguments": (replaces(Kernel, "signature", _keyless), values),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_check_passes_without_the_mutant(name: str) -> None:
    MUTANTS[name][1]()


@pytest.mark.parametrize("name", MUTANTS)
def test_the_mutant_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate, check = MUTANTS[name]
    mutate(monkeypatch)
    with pytest.raises(Exception):  # noqa: B017
        check()
