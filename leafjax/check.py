"""The cross-check: leafjax's own formulas and `jax.vjp` of the lowered graph, side by side on the same graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from leafjax.aliasing.storage import spec_of
from leafjax.autograd import engine
from leafjax.autograd.api import initial_gradients
from leafjax.execution.value import concrete
from leafjax.graph.history import Place
from leafjax.graph.node import AccumulateGrad, Node
from leafjax.graph.saved import Saved
from leafjax.lowering import Lowered, _edge_of, _vjp, lower
from leafjax.ops.op import OpNode
from leafjax.tensor.alias import CopySlices, part
from leafjax.tensor.tensor import Tensor, new

# Relative tolerance by the least precision on the way to a leaf; absolute: the same, times the largest entry.
TOLERANCES = {
    "float64": 1e-9,
    "complex128": 1e-9,
    "float32": 1e-4,
    "complex64": 1e-4,
    "float16": 2e-2,
    "bfloat16": 5e-2,
}


# What a difference at a node means.
KINDS = {
    "kink": "they differ at this very point alone, where the function has no derivative: each follows its own convention, and "
    "leafjax's is PyTorch's",
    "mismatch": "they differ nearby too, so one of them is wrong",
    "overwritten": "with the values that the operation was given, both would agree: something that it saved was written since, "
    "behind autograd's back (as through .data), and the gradient is silently wrong",
}


@dataclass(frozen=True, slots=True)
class LeafCheck:
    """What both engines say of one leaf; differences are largest entries, of shape-equal gradients."""

    leaf: Tensor
    name: str
    own: np.ndarray | None
    jax: np.ndarray
    agrees: bool
    absolute: float
    relative: float
    tolerance: float


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first node, from the outputs down, whose formula disagrees with `jax.vjp` of its own kernel."""

    node: Node
    kind: str  # one of KINDS
    input: int
    own: np.ndarray | None
    jax: np.ndarray

    @property
    def place(self) -> Place | None:
        return self.node.place


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a cross-check: true if both engines agree, up to kinks."""

    leaves: list[LeafCheck]
    divergences: list[Divergence] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Whether every leaf agrees, to its tolerance."""
        return all([leaf.agrees for leaf in self.leaves])

    @property
    def verdict(self) -> str:
        """``"agree"``, ``"kink"`` (they differ only by convention, at points without a derivative), ``"overwritten"`` (a
        saved value was written behind autograd's back) or ``"mismatch"``.
        """
        if self.agrees:
            return "agree"
        kinds = {d.kind for d in self.divergences}
        return "kink" if kinds == {"kink"} else "overwritten" if "overwritten" in kinds else "mismatch"

    def __bool__(self) -> bool:
        return self.verdict in ("agree", "kink")

    def __str__(self) -> str:
        lines = [f"{len(self.leaves)} leaves: {self.verdict}"]
        for leaf in self.leaves:
            state = "agrees" if leaf.agrees else "differs"
            lines.append(
                f"  {leaf.name} {list(leaf.leaf.spec.size)}: {state} (largest difference {leaf.absolute:.3g} absolute, "
                f"{leaf.relative:.3g} relative, tolerance {leaf.tolerance:.0e})"
            )
        for d in self.divergences:
            lines.append(f"  {d.kind} at {d.node.name()}, recorded at {d.place}: input {d.input}")
            lines.append(f"    formula {brief(d.own)}")
            lines.append(f"    jax.vjp {brief(d.jax)}")
        return "\n".join(lines)


def brief(array: np.ndarray | None) -> str:
    """A gradient on one line or a few."""
    return "nothing" if array is None else np.array2string(np.asarray(array), precision=6, threshold=12, edgeitems=3)


def crosscheck(outputs: Tensor | Sequence[Tensor], grad_outputs: Any = None) -> Report:
    """Differentiate a recorded graph with both engines, without touching any `.grad`, and compare leaf by leaf.

    `grad_outputs`: the gradient to start with, per output (default: ones for scalars). Where a leaf differs, the report
    names the first operation whose own formula disagrees with `jax.vjp` of its own kernel. Raises ``RuntimeError`` as
    `backward` would.
    """
    roots, gradients = initial_gradients(outputs, grad_outputs)
    lowered = lower(roots)
    edges = [_edge_of(t) for t in roots]
    seen: list[tuple[Node, tuple[Any, ...], tuple[Any, ...]]] = []
    found = engine.run(
        edges, gradients, True, False, [_edge_of(t) for t in lowered.leaves], accumulate=False,
        observe=lambda *step: seen.append(step),
    )  # fmt: skip
    other = lowered.vjp(gradients)
    tolerance = max([TOLERANCES.get(m.dtype.name, 0.0) for node in lowered.nodes for m in node.metas])
    leaves = [
        _compare(leaf, i, g, j.value.numpy(), tolerance)
        for i, (leaf, g, j) in enumerate(zip(lowered.leaves, found, other, strict=True))
    ]
    report = Report(leaves)
    if not report.agrees:
        report.divergences.extend(_diverging(lowered, seen))
    return report


def _compare(leaf: Tensor, index: int, own: Tensor | None, other: np.ndarray, tolerance: float) -> LeafCheck:
    array = None if own is None else own.value.numpy()
    absolute, relative = differences(np.zeros_like(other) if array is None else array, other)
    name = leaf._extra.name if leaf._extra is not None and leaf._extra.name else f"leaf {index}"
    return LeafCheck(leaf, name, array, other, relative <= tolerance, absolute, relative, tolerance)


def differences(a: np.ndarray, b: np.ndarray) -> tuple[float, float]:
    """Largest absolute difference, and the same relative to the largest entry; nan equals nan, inf equals inf."""
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype.kind not in "fc":
        a, b = a.astype(np.float64), b.astype(np.float64)
    if not a.size:
        return 0.0, 0.0
    with np.errstate(invalid="ignore"):
        gap = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0, np.abs(a - b))
    absolute = float(np.nanmax(gap)) if not np.isnan(gap).any() else float("inf")
    finite = np.abs(np.concatenate([a.ravel(), b.ravel()]))
    finite = finite[np.isfinite(finite)]
    scale = float(finite.max()) if finite.size else 0.0
    return absolute, absolute / max(scale, 1e-30) if absolute else 0.0


# ---- which node ----------------------------------------------------------------------------------------------------


def _diverging(lowered: Lowered, seen: Sequence[tuple[Node, Any, Any]]) -> list[Divergence]:
    """The divergent nodes from the outputs down: kinks up to the first mismatch."""
    with jax.enable_x64(True):
        outputs, primals = lowered.replay(), lowered.primals
        found = []
        for node, grads, results in seen:
            if isinstance(node, AccumulateGrad):
                continue
            arrays = lowered.inputs_of(node, outputs, primals)
            wrong = _first_difference(node, arrays, grads, results)
            if wrong is None:
                continue
            found.append(Divergence(node, _kind(node, arrays, grads), *wrong))
            if found[-1].kind != "kink":
                break
        return found


def local_vjp(node: Node, arrays: Sequence[Any], grads: Sequence[Any]) -> dict[int, Any]:
    """`jax.vjp` of a node's own operation at given inputs: gradients by input, of those that have one."""
    wanted = [i for i, (below, _) in enumerate(node.edges) if below is not None]

    def forward(*chosen: Any) -> tuple[Any, ...]:
        given = list(arrays)
        for i, x in zip(wanted, chosen, strict=True):
            given[i] = x
        out = node.forward(*given)
        many = out if isinstance(out, tuple) else (out,)
        return tuple([o for o in many if jnp.issubdtype(o.dtype, jnp.inexact)])

    shapes = jax.eval_shape(forward, *[arrays[i] for i in wanted])
    inexact = [g for g, m in zip(grads, node.metas, strict=True) if m.dtype.is_floating_point or m.dtype.is_complex]
    given = [jnp.zeros(s.shape, s.dtype) if g is None else jnp.asarray(g) for g, s in zip(inexact, shapes, strict=True)]
    return dict(zip(wanted, _vjp(forward, tuple([jnp.asarray(arrays[i]) for i in wanted]), tuple(given)), strict=True))


def _first_difference(node: Node, arrays: Any, grads: Any, results: Any) -> tuple[int, Any, Any] | None:
    given = [None if g is None else g.value.array() for g in grads]
    for i, expected in local_vjp(node, arrays, given).items():
        own = None if results[i] is None else results[i].value.numpy()
        other = np.asarray(expected)
        if differences(np.zeros_like(other) if own is None else own, other)[1] > TOLERANCES[str(other.dtype)]:
            return i, own, other
    return None


def _kind(node: Node, arrays: Sequence[Any], grads: Sequence[Any]) -> str:
    """What a difference means: whether it is there at the values that the node was given, and at others close by."""
    if isinstance(node, CopySlices):
        arrays = [node.lens.get_array(arrays[0]), *arrays[1:]]
        grads = (part(grads[0], node.lens, node.region, False),)
        node = node.inner
    if not isinstance(node, OpNode):
        return "mismatch"
    if _first_difference(node, arrays, grads, formula_at(node, arrays, grads)) is None:
        return "overwritten"
    return "kink" if _agrees_nearby(node, arrays, grads) else "mismatch"


def _agrees_nearby(node: OpNode, arrays: Sequence[Any], grads: Sequence[Any]) -> bool:
    """Whether formula and `jax.vjp` agree at points close by: then they differ only in what they say of a kink."""
    rng = np.random.default_rng(0)
    near = [_nudged(a, rng) if node.edges[i][0] is not None else a for i, a in enumerate(arrays)]
    own = formula_at(node, near, grads)
    return _first_difference(node, near, grads, own) is None


def _nudged(array: Any, rng: np.random.Generator) -> Any:
    array = np.asarray(array)
    step = 1e-2 if array.dtype in (np.float32, np.complex64) else 1e-4
    return jnp.asarray(
        (
            array + step * (1 + np.abs(array)) * rng.uniform(0.2, 1, array.shape) * rng.choice([-1, 1], array.shape)
        ).astype(array.dtype)
    )


def formula_at(node: OpNode, arrays: Sequence[Any], grads: Sequence[Any]) -> tuple[Any, ...]:
    """What a node's formulas give at other inputs: saved tensors are computed anew from those."""
    backward = node.backward
    out = node.forward(*arrays)
    results = out if isinstance(out, tuple) else (out,)
    fresh = type(node)(node.edges, node.metas, node.operands)
    fresh.backward, fresh.numbers, fresh.place = backward, node.numbers, node.place
    saved = [Saved(_fresh(arrays[i], backward.metas[i])) for i in backward.inputs]
    saved += [Saved(_fresh(results[nr], node.metas[nr]), nr) for nr in backward.saves_results]
    fresh.saved = tuple(saved)
    return backward.run(fresh, tuple(grads), False)


def _fresh(array: Any, spec: Any) -> Tensor:
    return new(concrete(jnp.asarray(array)), spec_of(spec.size, spec.stride, spec.dtype))
