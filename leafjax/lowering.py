"""Lowering: the recorded graph replayed as a pure JAX function of its leaves.

Only the operations themselves are replayed, never a gradient formula: `jax.vjp` of the lowered function is an engine
independent of leafjax's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

import jax
import jax.numpy as jnp

from leafjax import errors
from leafjax.aliasing.storage import spec_of
from leafjax.dtypes import from_numpy
from leafjax.execution.kernel import FAST_COMPILE, NUMBER_AVALS
from leafjax.execution.program import inline
from leafjax.execution.value import Value, concrete
from leafjax.graph.node import AccumulateGrad, Edge, Node, walk
from leafjax.tensor.tensor import Tensor, accumulator, edge, new

Arrays = tuple[Any, ...]


@jax.custom_jvp
def pinned(replayed: Any, actual: Any) -> Any:
    """What a write that no graph knows of left behind: the actual value, with the gradient of the replayed one."""
    return actual


@pinned.defjvp
def _pinned_jvp(primals: Arrays, tangents: Arrays) -> Arrays:
    return primals[1], tangents[0].astype(primals[1].dtype)


class Lowered:
    """A recorded graph as a pure function.

    Attributes:
        leaves: the tensors whose values are the function's arguments, in order.
        outputs: the tensors whose values it returns, in order.
    """

    def __init__(self, outputs: Sequence[Tensor], inputs: Sequence[Tensor] | None) -> None:
        self.outputs = tuple(outputs)
        self._roots = [_edge_of(t) for t in self.outputs]
        self.nodes = walk(tuple([node for node, _ in self._roots]))
        self._operands: dict[Node, tuple[Any, ...]] = {}  # kept: the graph may be freed before the function is called
        for node in self.nodes:
            if node.operands is None:
                raise errors.lowering_freed(node.name())
            self._operands[node] = node.operands
        found = [n.variable for n in self.nodes if isinstance(n, AccumulateGrad)]
        self.leaves: tuple[Tensor, ...] = tuple(found if inputs is None else inputs)
        self._arguments = {_edge_of(t): i for i, t in enumerate(self.leaves)}
        self._primals = [self._value_when_used(t) for t in self.leaves]

    def _value_when_used(self, leaf: Tensor) -> Value:
        """The value an argument had when the graph first read it."""
        node, _ = _edge_of(leaf)
        for reader in self.nodes:
            for (below, _), operand in zip(reader.edges, reader.operands or (), strict=False):
                if below is node and isinstance(operand, Value):
                    return operand
        return leaf.value

    @property
    def primals(self) -> Arrays:
        """The arguments at which the program ran."""
        with jax.enable_x64(True):
            return tuple([jnp.asarray(v.array()) for v in self._primals])

    def function(self, *arguments: Any) -> Arrays:
        """The outputs as a pure function of the leaves' arrays."""
        return self._replay(arguments)[0]

    def replay(self) -> dict[Node, Arrays]:
        """The arrays that every node's outputs had when the program ran."""
        with jax.enable_x64(True):
            return self._replay(self.primals)[1]

    def inputs_of(self, node: Node, outputs: dict[Node, Arrays], arguments: Arrays) -> list[Any]:
        """The arrays a node was applied to, given those of the nodes below it."""
        return [self._operand(node, i, outputs, arguments) for i in range(len(node.edges))]

    def _replay(self, arguments: Arrays) -> tuple[Arrays, dict[Node, Arrays]]:
        outputs: dict[Node, Arrays] = {}
        with inline():
            for node in self.nodes:
                if not isinstance(node, AccumulateGrad):
                    out = node.forward(*self.inputs_of(node, outputs, arguments))
                    outputs[node] = out if isinstance(out, tuple) else (out,)
        return tuple(
            [self._output(t, e, outputs, arguments) for t, e in zip(self.outputs, self._roots, strict=True)]
        ), outputs

    def _operand(self, node: Node, i: int, outputs: dict[Node, Arrays], arguments: Arrays) -> Any:
        below, nr = node.edges[i]
        operand = self._operands[node][i]
        if not isinstance(operand, Value) and operand is not None:
            return NUMBER_AVALS[type(operand)].dtype.type(operand)
        place = self._arguments.get((below, nr))
        if place is not None:
            same = operand is None or operand is self._primals[place]
            return arguments[place] if same else pinned(arguments[place], operand.array())  # type: ignore[union-attr]
        if below is None or isinstance(below, AccumulateGrad):
            return jnp.asarray(operand.array())  # type: ignore[union-attr]
        return outputs[below][nr] if operand is None else pinned(outputs[below][nr], operand.array())

    def _output(self, tensor: Tensor, at: Edge, outputs: dict[Node, Arrays], arguments: Arrays) -> Any:
        node, nr = at
        place = self._arguments.get(at)
        if place is not None:
            return arguments[place]
        if node is None or isinstance(node, AccumulateGrad):
            return tensor.value.array()
        untracked = tensor.storage.untracked != tensor.untracked
        return pinned(outputs[node][nr], tensor.value.array()) if untracked else outputs[node][nr]

    @cached_property
    def jaxpr(self) -> Any:
        """The function as a jaxpr, to read."""
        with jax.enable_x64(True):
            return jax.make_jaxpr(self.function)(*self.primals)

    def stablehlo(self) -> str:
        """The function as StableHLO text, to export."""
        with jax.enable_x64(True):
            return jax.jit(self.function).lower(*self.primals).as_text()

    def vjp(self, cotangents: Any = None) -> tuple[Tensor, ...]:
        """The gradients of the leaves by `jax.vjp`, in PyTorch's convention for complex numbers.

        `cotangents`: one tensor or array per output (default: ones).
        """
        with jax.enable_x64(True):
            given = _cotangents(self.outputs, cotangents)
            return tuple([_tensor(g) for g in _vjp(self.function, self.primals, given)])


def pull_back(function: Callable[..., Any], primals: Arrays, cotangents: Arrays) -> Arrays:
    """`jax.vjp` with PyTorch's convention: a complex gradient is the conjugate of JAX's."""
    out, back = jax.vjp(function, *primals)
    given = [jnp.conj(c).astype(o.dtype) for c, o in zip(cotangents, out, strict=True)]
    return tuple([jnp.conj(g) for g in back(tuple(given))])


def _vjp(function: Callable[..., Any], primals: Arrays, cotangents: Arrays) -> Arrays:
    compiled = jax.jit(partial(pull_back, function), compiler_options=FAST_COMPILE)
    return compiled(primals, cotangents)


def _edge_of(tensor: Tensor) -> Edge:
    node, nr = edge(tensor)
    return (accumulator(tensor), 0) if node is None else (node, nr)


def _cotangents(outputs: Sequence[Tensor], given: Any) -> Arrays:
    if given is None:
        return tuple([jnp.ones(t.spec.size, t.spec.dtype.np) for t in outputs])
    many = given if isinstance(given, (tuple, list)) else (given,)
    return tuple([jnp.asarray(c.value.array() if isinstance(c, Tensor) else c) for c in many])


def _tensor(array: Any) -> Tensor:
    value = concrete(array)
    return new(value, spec_of(value.aval.shape, None, from_numpy(value.aval.dtype)))


def lower(outputs: Tensor | Sequence[Tensor], inputs: Tensor | Sequence[Tensor] | None = None) -> Lowered:
    """The graph recorded up to `outputs` as a pure JAX function of `inputs` (default: all leaves that require grad).

    In-place writes, views, index assignment and shared parts are replayed as they were recorded. Raises
    ``RuntimeError`` if a backward pass freed the graph.
    """
    many = (outputs,) if isinstance(outputs, Tensor) else tuple(outputs)
    chosen = (inputs,) if isinstance(inputs, Tensor) else inputs
    return Lowered(many, chosen)
