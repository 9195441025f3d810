"""Running the formulas of a node: as one kernel, or, when a graph of the backward is wanted, on recorded tensors."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from leafjax import dtypes
from leafjax.aliasing.storage import Spec, spec_of
from leafjax.autograd.engine import fitted
from leafjax.autograd.modes import GradMode
from leafjax.config import config
from leafjax.execution.kernel import NUMBER_AVALS, Kernel
from leafjax.execution.program import execute, inline
from leafjax.execution.value import Value
from leafjax.graph.saved import Saved
from leafjax.tensor.alias import alias, zeros
from leafjax.tensor.tensor import Tensor, new

ABSENT: Any = object()


class Backward:
    """Which formulas a node must run, given which operands need a gradient, and what they need."""

    __slots__ = (
        "differentiable", "flows", "formulas", "has_numbers", "inputs", "keeps_numbers", "kernel", "metas", "names", "numbers", "own",
        "plan", "positions", "saves_results", "targets", "traced",
    )  # fmt: skip

    def __init__(self, plan: Any, formulas: dict[str, Any], needs: tuple[bool, ...], operands: Sequence[Any]) -> None:
        op = plan.op
        self.plan, self.formulas = plan, formulas
        self.positions = _positions(op, operands, plan)
        self.differentiable = _differentiable(op, self.positions, operands)
        self.flows = tuple([n and i in self.differentiable for i, n in enumerate(needs)])
        self.targets = [name for name in formulas if any([self.flows[i] for i in self.positions.get(name, ())])]
        wanted = {n for t in self.targets for n in inspect.signature(formulas[t]).parameters}
        tensors = [i for i, x in enumerate(operands) if isinstance(x, Tensor)]
        self.inputs = tuple(
            [i for name in self.positions if name in wanted for i in self.positions[name] if i in tensors]
        )
        results = op.outputs or ("result",)
        self.saves_results = tuple([nr for nr, name in enumerate(results) if name in wanted])
        self.numbers = {
            name: i for name, at in self.positions.items() if name in wanted for i in at if i not in tensors
        }
        self.keeps_numbers = any([op.params[op.index[name]].kind == "array" for name in self.numbers])
        self.has_numbers = len(tensors) < len(operands)
        self.own = 0 in self.inputs
        self.metas = tuple([x.spec if isinstance(x, Tensor) else None for x in operands])
        self.kernel = Kernel(f"{op.name}_backward", self._kernel)
        self.traced: dict[Any, Any] = {}

    # ---- saving ----

    def save_inputs(self, operands: Sequence[Any], own: Tensor | None) -> tuple[Saved, ...]:
        """What the formulas ask for of the inputs. An in-place form saves its own old value as a copy."""
        if own is None or not self.own:
            return tuple([Saved(operands[i]) for i in self.inputs])
        return tuple([Saved(operands[i].clone() if i == 0 else operands[i]) for i in self.inputs])

    def save_results(self, results: Sequence[Tensor]) -> tuple[Saved, ...]:
        """What they ask for of the results: aliases without history, so that the node does not hold itself."""
        return tuple([Saved(alias(results[nr]), nr) for nr in self.saves_results])

    def saved_as(self, name: str, node: Any) -> Any:
        """What a node keeps under the name of an input, a result or a parameter; `ABSENT` if it has none of that name."""
        op = self.plan.op
        tensors = dict(zip(self.inputs, node.saved, strict=False))
        if name in self.positions and name in op.formulas | dict.fromkeys(self._asked()):
            found = [tensors[i].unpack(node) if i in tensors else None for i in self.positions[name]]
            return tuple(found) if op.params[op.index[name]].kind == "arrays" else found[0] if found else None
        results = op.outputs or ("result",)
        for nr, saved in zip(self.saves_results, node.saved[len(self.inputs) :], strict=True):
            if results[nr] == name:
                return _with_history(saved.unpack(node), saved, node)
        return self.plan.settled.get(name, ABSENT)

    def _asked(self) -> set[str]:
        return {n for f in self.formulas.values() for n in inspect.signature(f).parameters}

    # ---- running ----

    def run(self, node: Any, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        """The gradients of the operands, in their order."""
        saved = [s.tensor if s.tensor.version.count == s.count else s.unpack(node) for s in node.saved]
        if create_graph:
            saved = [_with_history(t, s, node) for t, s in zip(saved, node.saved, strict=True)]
            constant = [i not in self.differentiable for i in self.inputs] + [False] * len(self.saves_results)
            saved = [alias(t) if c else t for t, c in zip(saved, constant, strict=True)]
            like = next(g for g in grads if g is not None).spec.dtype
            numbers = [_number_tensor(NUMBER_AVALS[type(x)].dtype.type(x), like) for x in node.numbers]
            return self._formulas(grads, saved, numbers)
        key = tuple([None if g is None else g.spec for g in grads])
        entry = self.traced.get(key)
        if entry is None:
            entry = self.traced[key] = self._trace(key, tuple([t.spec for t in saved]), tuple(map(type, node.numbers)))
        signature, placed = entry
        operands = [g.value for g in grads if g is not None]
        operands += [t.value for t in saved]
        operands += node.numbers
        out = execute(signature, operands)
        results: list[Any] = [None] * len(self.flows)
        for value, (at, spec) in zip(out, placed, strict=True):
            results[at] = new(value, spec)
        return tuple(results)

    def _trace(self, grads: Any, saved: Any, numbers: Any) -> tuple[Any, list[tuple[int, Spec]]]:
        """The kernel for gradients of these specs. What is saved, and the types of numbers, follow from the plan."""
        key = (grads, saved, numbers)
        avals = tuple([s.aval for s in (*grads, *saved) if s is not None] + [NUMBER_AVALS[n] for n in numbers])
        placed: list[tuple[int, Spec]] = []
        signature = self.kernel.signature(avals, (("key", key), ("placed", _Out(placed))))
        return signature, placed

    def _kernel(self, *arrays: Any, key: Any, placed: _Out) -> tuple[Any, ...]:
        """All formulas of the node as one pure function of arrays."""
        grad_specs, saved_specs, _ = key
        remaining = iter(arrays)
        with inline(), GradMode(False):
            grads = tuple([None if s is None else new(Value(s.aval, next(remaining)), s) for s in grad_specs])
            saved = [new(Value(s.aval, next(remaining)), s) for s in saved_specs]
            like = next(g for g in grads if g is not None).spec.dtype
            numbers = [_number_tensor(x, like) for x in remaining]
            found = [(i, g) for i, g in enumerate(self._formulas(grads, saved, numbers)) if g is not None]
            placed.into[:] = [(i, g.spec) for i, g in found]
            return tuple([g.value.array() for _, g in found])

    def _formulas(self, grads: tuple[Any, ...], saved: Sequence[Any], numbers: Sequence[Any]) -> tuple[Any, ...]:
        names = self._names(grads, saved, numbers)
        results: list[Any] = [None] * len(self.flows)
        for target in self.targets:
            formula = self.formulas[target]
            given = formula(**{n: names[n] for n in inspect.signature(formula).parameters})
            at = self.positions[target]
            for i, g in zip(at, given if isinstance(given, (tuple, list)) else (given,), strict=True):
                if self.flows[i] and g is not None:
                    origin = self.plan.nodes[config.profile.version].__name__
                    results[i] = fitted(g, self.metas[i], origin, self.differentiable.index(i))  # type: ignore[arg-type]
        return tuple(results)

    def _names(self, grads: tuple[Any, ...], saved: Sequence[Any], numbers: Sequence[Any]) -> dict[str, Any]:
        """Everything a formula can name."""
        plan, op = self.plan, self.plan.op
        grads = tuple([new(zeros(s), s) if g is None else g for g, s in zip(grads, plan.specs, strict=True)])
        names: dict[str, Any] = {"grad": grads[0], "grads": grads, **plan.settled}
        operands: list[Any] = [None] * len(self.metas)
        for i, t in zip(self.inputs, saved, strict=False):
            operands[i] = t
        number = iter(numbers)
        for i, meta in enumerate(self.metas):
            if meta is None:
                operands[i] = next(number)
        for name, at in self.positions.items():
            many = op.params[op.index[name]].kind == "arrays"
            names[name] = tuple([operands[i] for i in at]) if many else operands[at[0]] if at else None
            names[f"{name}_meta"] = tuple([self.metas[i] for i in at]) if many else self.metas[at[0]] if at else None
        for nr, t in zip(self.saves_results, saved[len(self.inputs) :], strict=True):
            names[(op.outputs or ("result",))[nr]] = t
        return names


def _differentiable(op: Any, positions: dict[str, tuple[int, ...]], operands: Sequence[Any]) -> tuple[int, ...]:
    """The operands that a node has edges for, in the order of the formulas; -1 for an optional tensor that is absent.

    A number is among them only where PyTorch makes a tensor of it (`Op.wraps`); else it chose an overload for numbers.
    """
    named = [i for name in op.formulas for i in positions[name] or (-1,)]
    counted = [i for i in named if i < 0 or op.wraps or isinstance(operands[i], Tensor)]
    return tuple(counted if len(counted) == len(named) else [i for i in counted if i >= 0])


class _Out:
    """Where a trace leaves what it learnt; equal to every other, so that it is no part of a signature."""

    __slots__ = ("into",)

    def __init__(self, into: list[Any]) -> None:
        self.into = into

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Out)

    def __hash__(self) -> int:
        return 0


def _positions(op: Any, operands: Sequence[Any], plan: Any) -> dict[str, tuple[int, ...]]:
    """The operands that each parameter stands for."""
    found: dict[str, tuple[int, ...]] = {}
    at = 0
    for p, n in zip(op.params, dict(plan.signature.static)["groups"], strict=True):
        if p.kind == "static":
            continue
        width = 0 if n is None else 1 if n < 0 else n
        found[p.name] = tuple(range(at, at + width))
        at += width
    return found


def _with_history(tensor: Tensor, saved: Saved, node: Any) -> Tensor:
    """A saved result as the node's output again, for a derivative of the derivative."""
    if saved.output_nr < 0:
        return tensor
    out = alias(tensor)
    out._grad_fn, out.output_nr = node, saved.output_nr
    return out


def _number_tensor(array: Any, like: dtypes.dtype) -> Tensor:
    """A runtime number in a formula: in the precision of the gradient, unless it is of a higher category."""
    own = dtypes.from_numpy(array.dtype)
    if own.category <= like.category and own is not dtypes.bool_:
        own = dtypes.opmath(like)
    spec = spec_of((), (), own)
    return new(Value(spec.aval, array.astype(own.np)), spec)
