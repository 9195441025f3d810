"""Every declared operation, by its samples: formula against `jax.vjp`, second derivatives, in-place, `out=`, saved tensors.

Nobody writes these tests: an operation that registers has them.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

import leafjax
from leafjax.graph.node import Node
from leafjax.lowering import _vjp, lower, pull_back
from leafjax.ops.op import Op, OpNode
from leafjax.ops.registry import REGISTRY
from leafjax.ops.view import ViewOp
from tests.calls import Call, cases, close, cotangents, flat, float_outputs

pytestmark = pytest.mark.filterwarnings("ignore:Using a target size")

ALL = cases()
FIRST = [(name, 0) for name in sorted(REGISTRY)]
IN_PLACE = [(name, i) for name, i in ALL if REGISTRY[name].inplace and isinstance(REGISTRY[name], Op)]
OUT = [(name, i) for name, i in ALL if REGISTRY[name].out and not name.startswith("_")]
VIEWS = [(name, i) for name, i in ALL if isinstance(REGISTRY[name], ViewOp)]


def differentiable(name: str, number: int, dtype: str = "float64") -> tuple[Call, list[Any]]:
    """A sample call and its outputs that carry gradients; skips the test if there are none."""
    call = Call(name, number, dtype)
    outputs = float_outputs(call())
    if not outputs:
        pytest.skip("no gradient flows")
    try:
        leafjax.autograd.grad(outputs, call.float_args, cotangents(outputs), retain_graph=True, allow_unused=True)
    except RuntimeError as error:
        if not str(error).startswith("derivative for aten::"):
            raise
        pytest.skip("PyTorch can't differentiate it either")
    return call, outputs


@pytest.mark.parametrize(("name", "number"), ALL)
def test_formula_agrees_with_jax_vjp(name: str, number: int) -> None:
    """The gradients by the operation's formulas are those that `jax.vjp` gives for its kernel."""
    _, outputs = differentiable(name, number)
    report = leafjax.crosscheck(outputs, cotangents(outputs))
    assert report.agrees, str(report)


@pytest.mark.parametrize(("name", "number"), FIRST)
def test_complex_formula_agrees_with_jax_vjp(name: str, number: int) -> None:
    """The same for complex numbers, where the operation takes them."""
    try:
        _, outputs = differentiable(name, number, "complex128")
    except (RuntimeError, TypeError, ValueError, NotImplementedError):
        pytest.skip("the operation takes no complex numbers")
    report = leafjax.crosscheck(outputs, cotangents(outputs))
    assert report.agrees, str(report)


@pytest.mark.parametrize(("name", "number"), ALL)
def test_second_derivative_agrees_with_jax(name: str, number: int) -> None:
    """Differentiating the recorded backward gives what JAX gives for the vjp of the vjp of the kernel."""
    call, outputs = differentiable(name, number)
    given = [c.requires_grad_() for c in cotangents(outputs)]
    inputs = [t for t in call.float_args if t.numel()]
    lowered = lower(outputs, inputs)
    first = leafjax.autograd.grad(outputs, inputs, given, create_graph=True, allow_unused=True)
    kept = [g for g in first if g is not None and g.requires_grad]
    if not kept:
        pytest.skip("the derivative is constant")
    second_cotangents = [
        None if g is None else c
        for g, c in zip(
            first, cotangents([i if g is None else g for g, i in zip(first, inputs, strict=True)], 1), strict=True
        )
    ]
    own = leafjax.autograd.grad(
        kept,
        [*inputs, *given],
        [c for g, c in zip(first, second_cotangents, strict=True) if g is not None and g.requires_grad],
        allow_unused=True,
    )

    def pullback(*all_: Any) -> tuple[Any, ...]:
        return pull_back(lowered.function, all_[: len(inputs)], all_[len(inputs) :])

    with jax.enable_x64(True):
        primals = (*lowered.primals, *[g.value.array() for g in given])
        zero = [np.zeros(i.shape, i.dtype.np) for i in inputs]
        weights = tuple([z if c is None else c.value.array() for c, z in zip(second_cotangents, zero, strict=True)])
        expected = _vjp(pullback, primals, weights)
    for g, e in zip(own, expected, strict=True):
        assert close(np.zeros(e.shape) if g is None else g, np.asarray(e), 1e-7)


@pytest.mark.parametrize(("name", "number"), IN_PLACE)
def test_in_place_form_equals_the_functional_one(name: str, number: int) -> None:
    """``x.op_()`` writes what ``op(x)`` returns, moves the version and carries the same gradient."""
    call = Call(name, number)
    x = call.args[0]
    if not isinstance(x, leafjax.Tensor):
        pytest.skip("the first argument is a number")
    expected = call()
    written = x.clone()
    if not isinstance(expected, leafjax.Tensor) or expected.shape != x.shape or expected.dtype is not x.dtype:
        pytest.skip("the result does not fit the first argument")
    method = getattr(leafjax.Tensor, name + "_", None) or leafjax.ops.in_place_form(name, call.op)
    version = written._version
    assert method(written, *call.args[1:], **call.kwargs) is written
    assert close(written, expected)
    assert written._version == version + 1
    if expected.requires_grad:
        weight = cotangents([expected])
        inputs = call.float_args
        differentiable(name, number)
        a = leafjax.autograd.grad(expected, inputs, weight, allow_unused=True)
        b = leafjax.autograd.grad(written, inputs, weight, allow_unused=True)
        assert all(
            [close(0 * i if p is None else p, 0 * i if q is None else q) for p, q, i in zip(a, b, inputs, strict=True)]
        )


@pytest.mark.parametrize(("name", "number"), OUT)
def test_out_form_writes_the_result(name: str, number: int) -> None:
    """``op(..., out=t)`` leaves in `t` what ``op(...)`` returns, and refuses to lose a gradient."""
    call = Call(name, number)
    if not call.op.function:
        pytest.skip("no function form")
    with leafjax.no_grad():
        expected = list(flat(call()))
        targets = [leafjax.empty(0, dtype=t.dtype) for t in expected]
        given = targets[0] if len(targets) == 1 else tuple(targets)
        call(out=given)
        assert all([close(t, e) for t, e in zip(targets, expected, strict=True)])
    if float_outputs(call()):
        with pytest.raises(
            RuntimeError, match=r"functions with out=... arguments don't support automatic differentiation"
        ):
            call(out=given)


@pytest.mark.parametrize(("name", "number"), FIRST)
def test_what_is_saved_is_guarded(name: str, number: int) -> None:
    """Writing to a saved tensor makes backward raise PyTorch's error; writing to an input that is not saved does not."""
    call, outputs = differentiable(name, number)
    node: Node | None = outputs[0].grad_fn
    if not isinstance(node, OpNode):
        pytest.skip("a composition or a view")
    saved = [s.tensor for s in node.saved]
    for t in [*call.float_args, *outputs]:
        before = t._version
        with leafjax.no_grad():
            t.zero_() if t.is_floating_point() or t.is_complex() else None
        touched = [s for s in saved if s.version is t.version]
        if touched and t._version != before:
            with pytest.raises(RuntimeError, match="has been modified by an inplace operation"):
                leafjax.autograd.grad(
                    outputs, call.float_args, cotangents(outputs), retain_graph=True, allow_unused=True
                )
            return
    leafjax.autograd.grad(outputs, call.float_args, cotangents(outputs), retain_graph=True, allow_unused=True)


@pytest.mark.parametrize(("name", "number"), VIEWS)
def test_lens_laws(name: str, number: int) -> None:
    """``put(x, get(x)) == x``, ``get(put(x, v)) == v``, and the lens reads the memory that the strides say."""
    call = Call(name, number)
    with leafjax.no_grad():
        views = list(flat(call()))
    for v in views:
        root, lens = v.storage.root, v.lens
        assert close(lens.put(root, lens.get(root)).numpy(), root.numpy())
        if 0 in v.stride() or v.dtype.is_complex != call.float_args[0].dtype.is_complex:
            continue
        new = leafjax.tensor(np.arange(v.numel(), dtype=v.dtype.np).reshape(v.shape) + 7).value
        if len(set(_positions(v))) == v.numel():
            assert close(lens.get(lens.put(root, new)).numpy(), new.numpy())
        memory = root.numpy().reshape(-1)
        assert close(v.value.numpy().reshape(-1), memory[_positions(v)])


def _positions(v: Any) -> list[int]:
    from leafjax.aliasing.geometry import index_map

    return index_map(v.geometry).reshape(-1).tolist()


def test_an_operation_without_samples_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="without samples"):
        leafjax.ops.families.op()(lambda self: self)


def test_a_formula_that_names_an_unknown_thing_fails_at_declaration() -> None:
    with pytest.raises(TypeError, match=r"unknown \['other'\]"):
        leafjax.ops.families.unary(jax.numpy.sin, self=lambda grad, other: grad * other)
    with pytest.raises(TypeError, match="which is not an input"):
        leafjax.ops.families.unary(jax.numpy.sin, x=lambda grad: grad)
