"""The backward pass: ready nodes run latest-recorded first, gradients meet in buffers, leaves accumulate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from leafjax import errors
from leafjax.aliasing.geometry import is_dense
from leafjax.aliasing.storage import Spec, spec_of
from leafjax.autograd.modes import GradMode, mode
from leafjax.config import config
from leafjax.graph import notes
from leafjax.graph.history import GRADIENT, here
from leafjax.graph.node import AccumulateGrad, Edge, Node, incoming, walk
from leafjax.tensor.tensor import Tensor, new

Gradient = Tensor | None


def run(
    roots: Sequence[Edge],
    gradients: Sequence[Gradient],
    keep_graph: bool,
    create_graph: bool,
    wanted: Sequence[Edge] = (),
    accumulate: bool = True,
    observe: Callable[[Node, tuple[Gradient, ...], tuple[Gradient, ...]], None] | None = None,
) -> list[Gradient]:
    """Propagate `gradients` from `roots`; returns the gradients at the `wanted` edges.

    Without `wanted`, every leaf accumulates its gradient. With it, only what leads there runs, and with `accumulate`
    the nodes of the wanted edges run too (for leaves: accumulate) instead of only handing their gradient out. With
    `observe`, a reader sees every node with its gradients and results, and no hook runs.
    """
    waiting = incoming([node for node, _ in roots if node is not None])
    needed = _needed(roots, wanted, accumulate) if wanted else None  # None: all
    buffers: dict[Node, list[Gradient]] = {}
    captured: list[Gradient] = [None] * len(wanted)
    capturing = _capture_points(wanted) if not accumulate else {}
    ready: list[tuple[int, int, Node]] = []
    ticket = count()
    with GradMode(create_graph):
        for (node, nr), gradient in zip(roots, gradients, strict=True):
            if node is not None and gradient is not None:
                _receive(buffers, node, nr, gradient)
        for node in dict.fromkeys([node for node, _ in roots if node is not None]):
            if node not in waiting:
                heappush(ready, (-node.seq, next(ticket), node))
        while ready:
            node = heappop(ready)[2]
            grads = buffers.pop(node, None)
            if node in capturing:
                grads = grads or [None] * len(node.metas)
                runs = needed is None or node in needed
                if observe is None and not runs and config.profile.version != "1.6":
                    grads = before(node, grads)  # PyTorch hands out what hooks left, unless the node itself runs too
                for place, nr in capturing[node]:
                    captured[place] = grads[nr]
            if needed is not None and node not in needed:
                results: Sequence[Gradient] = ()
            elif observe is not None or node._hooks is not None:
                grads = grads or [None] * len(node.metas)
                results = _between_hooks(node, grads, keep_graph, create_graph, observe, gradients)
            else:
                results = () if grads is None else _differentiate(node, grads, keep_graph, create_graph, gradients)
            for i, (below, nr) in enumerate(node.edges):
                if below is None:
                    continue
                result = results[i] if results else None
                if result is not None:
                    if result.spec.aval is not below.metas[nr].aval:
                        result = fitted(result, below.metas[nr], node.name(), node.visible().index(i))
                    _receive(buffers, below, nr, result)
                if waiting[below] == 1:
                    heappush(ready, (-below.seq, next(ticket), below))
                waiting[below] -= 1
    return captured


def _needed(roots: Sequence[Edge], wanted: Sequence[Edge], accumulate: bool) -> set[Node]:
    """The nodes whose derivative must run: those that lead to a wanted edge."""
    targets = {node for node, _ in wanted if node is not None}
    leading: set[Node] = set()
    for node in walk(tuple([node for node, _ in roots])):  # leaves first
        if any([below in leading or below in targets for below, _ in node.edges]):
            leading.add(node)
    return leading | targets if accumulate else leading


def _capture_points(wanted: Sequence[Edge]) -> dict[Node, list[tuple[int, int]]]:
    points: dict[Node, list[tuple[int, int]]] = {}
    for place, (node, nr) in enumerate(wanted):
        if node is not None:
            points.setdefault(node, []).append((place, nr))
    return points


def _receive(buffers: dict[Node, list[Gradient]], node: Node, nr: int, gradient: Tensor) -> None:
    """Add a gradient to what its node has received so far."""
    buffer = buffers.get(node)
    if buffer is None:
        buffer = buffers[node] = [None] * len(node.metas)
    there = buffer[nr]
    buffer[nr] = gradient if there is None else _added(there, gradient)


def _added(there: Tensor, gradient: Tensor) -> Tensor:
    """The sum of two gradients. PyTorch adds in place where nobody can see it, except in the version of `.grad`."""
    total = there + gradient
    if there.value is not gradient.value and not mode.grad and config.profile.version != "1.6":
        total.version.count = there.version.count + 1
    return total


def before(node: Node, grads: list[Gradient]) -> list[Gradient]:
    """Run the tensor hooks on the outputs of a node, then keep the gradients that are to be retained."""
    if node._hooks is None:
        return grads
    for nr, hooks in node.hooks.tensor.items():
        for hook in list(hooks.values()):
            grads[nr] = _replaced(hook, hook(grads[nr]), grads[nr])
    for nr, keep in list(node.hooks.retain.items()):
        keep(grads[nr])
    return grads


def _replaced(hook: Any, result: Any, grad: Gradient) -> Gradient:
    if result is None:
        return grad
    if not isinstance(result, Tensor):
        raise errors.hook_returned(result)
    if grad is not None:
        name = getattr(hook, "__name__", type(hook).__name__)
        if result.spec.dtype is not grad.spec.dtype:
            raise errors.hook_changed_type(name, grad.spec.dtype.core_type, result.spec.dtype.core_type)
        if result.spec.size != grad.spec.size:
            raise errors.hook_changed_size(name)
    return result


def _differentiate(
    node: Node, grads: Sequence[Gradient], keep_graph: bool, create_graph: bool, given: Sequence[Gradient]
) -> tuple[Gradient, ...]:
    """The gradients of a node's inputs; at a leaf, the end of the way."""
    if type(node) is AccumulateGrad:
        accumulate_grad(node.variable, grads[0], create_graph, any([grads[0] is g for g in given]))
        return ()
    if node.saved is None:
        raise notes.freed(errors.freed(), node)
    results = node.vjp(tuple(grads), create_graph)
    if not keep_graph:
        node.release()
    return results


def _between_hooks(
    node: Node, grads: list[Gradient], keep_graph: bool, create_graph: bool, observe: Any, given: Sequence[Gradient]
) -> tuple[Gradient, ...]:
    """Differentiate one node between its own hooks, or in front of an observer."""
    if observe is None:
        grads = before(node, grads)
        for hook in list(node.hooks.pre.values()):
            grads = list(_all_replaced(hook, hook(tuple(grads)), grads))
    results: tuple[Gradient, ...] = (None,) * len(node.edges)
    if any([g is not None for g in grads]):
        results = _differentiate(node, grads, keep_graph, create_graph, given)
        results = tuple([_fitted(node, i, g) for i, g in enumerate(results)])
    if observe is not None:
        observe(node, tuple(grads), results)
        return results
    if not node.hooks.post:
        return results
    visible = node.visible()
    shown: Sequence[Gradient] = [results[i] if i >= 0 and results else None for i in visible]
    for hook in list(node.hooks.post.values()):
        shown = _all_replaced(hook, hook(tuple(shown), tuple(grads)), shown)
    given_back = dict(zip(visible, shown, strict=True))
    return tuple([given_back.get(i) for i in range(len(node.edges))])


def _all_replaced(hook: Any, result: Any, grads: Sequence[Gradient]) -> Sequence[Gradient]:
    """What a hook on a node leaves of several gradients."""
    if result is None:
        return grads
    many = result if isinstance(result, (tuple, list)) else (result,)
    if len(many) != len(grads):
        raise errors.hook_count(getattr(hook, "__name__", type(hook).__name__), len(many), len(grads))
    return [g if new_ is None and g is None else _replaced(hook, new_, g) for g, new_ in zip(grads, many, strict=True)]


def _fitted(node: Node, index: int, grad: Gradient) -> Gradient:
    """A gradient as the node below expects it."""
    below, nr = node.edges[index]
    return (
        None
        if below is None or grad is None
        else fitted(grad, below.metas[nr], node.name(), node.visible().index(index))
    )


def fitted(grad: Tensor, meta: Spec, origin: str, index: int) -> Tensor:
    """A gradient in the shape and dtype of the input it is for; sums what broadcasting repeated."""
    if grad.spec.aval is meta.aval:
        return grad
    if grad.spec.size != meta.size:
        if not _expands_to(meta.size, grad.spec.size):
            raise errors.invalid_gradient(origin, index, grad.spec.size, meta.size)
        grad = grad.sum_to_size(meta.size)
    if grad.spec.dtype is not meta.dtype:
        grad = grad.real if grad.spec.dtype.is_complex and not meta.dtype.is_complex else grad
        grad = grad.to(meta.dtype)
    return grad


def _expands_to(small: tuple[int, ...], big: tuple[int, ...]) -> bool:
    tail = big[len(big) - len(small) :]
    return len(small) <= len(big) and all([s in (1, b) for s, b in zip(small, tail, strict=True)])


def accumulate_grad(leaf: Tensor, grad: Gradient, create_graph: bool, given: bool = False) -> None:
    """Add to the `.grad` of a leaf: in place, unless a graph of the backward is wanted."""
    if grad is None or not leaf._requires_grad:
        return
    if leaf._grad_fn is not None:
        raise notes.leaf_moved(errors.leaf_moved(), leaf)
    if leaf._grad is None:
        leaf._grad = grad.clone() if create_graph else owned(grad, leaf, given)
        if create_graph:
            leaf._grad.version.count = 1
    elif create_graph:
        leaf._grad = leaf._grad + grad
    else:
        leaf._grad.add_(grad)
    if leaf._extra is not None and leaf._extra.accumulated:
        for hook in list(leaf._extra.accumulated.values()):
            result = hook(leaf)
            if result is not None:
                raise errors.hook_returned(result)


def owned(grad: Tensor, like: Tensor, given: bool) -> Tensor:
    """The gradient on a storage of its own, laid out as the tensor it belongs to.

    PyTorch takes over a gradient that nobody else holds (`given`: the user does) and that is laid out so already; any
    other it copies, which counts as a write.
    """
    out = new(grad.value, spec_of(grad.spec.size, contract(like), grad.spec.dtype))
    taken = not given and grad.spec.stride == out.spec.stride
    out.version.count = grad.version.count if taken else 1
    out.place = here(GRADIENT)
    return out


def contract(leaf: Tensor) -> tuple[int, ...] | None:
    """The strides of a leaf's gradient: its own if its memory has no gaps, else contiguous."""
    return leaf.spec.stride if leaf.spec.contiguous or is_dense(leaf.spec.size, leaf.spec.stride) else None
