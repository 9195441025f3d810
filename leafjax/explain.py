"""The life of a tensor: where it was made, what was written to it, what it is now, and what that means for its gradient."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leafjax.config import config
from leafjax.graph.history import KEPT, Write, name_of
from leafjax.graph.node import AccumulateGrad, Node, walk
from leafjax.graph.notes import shown, through, views
from leafjax.ops.op import OpNode
from leafjax.tensor.tensor import Creation, Tensor

WRITTEN_LEAF = (
    "To fill a tensor with results, make it without requires_grad: the first write of a tensor that requires grad makes it "
    "part of the graph, and backward reaches everything that was written into it."
)


@dataclass(frozen=True, slots=True)
class Life:
    """What there is to say about a tensor: a title, and facts in sentences, in the order they came about."""

    title: str
    facts: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([self.title, *[f"  - {fact}" for fact in self.facts]])


def explain(tensor: Tensor, name: str | None = None) -> Life:
    """The life of a tensor, to print. Nothing about the tensor changes, and no error is raised for it.

    `name`: what to call it; by default the variable that holds it where this is called.
    """
    called = name or name_of(tensor)
    spec = tensor.spec
    kind = f"{spec.dtype} of shape {list(spec.size)}"
    facts = [*_origin(tensor), *_writes(tensor), *_place(tensor), *_gradient(tensor), *_trouble(tensor)]
    return Life(f"`{called}`: {kind}" if called else kind, tuple(dict.fromkeys(facts)))


def _called(tensor: Tensor) -> str:
    name = name_of(tensor)
    return f"`{name}`" if name else f"a tensor of shape {list(tensor.spec.size)}"


# ---- where it comes from -------------------------------------------------------------------------------------------


def _origin(tensor: Tensor) -> Iterator[str]:
    node = _stored_node(tensor)
    first = next((w for w in tensor.storage.history or () if w.tracked), None)
    made = tensor.place or (node.place if node is not None and first is None else None)
    if made is not None:
        yield f"Made at {shown(made)}."
    if tensor.base is not None:
        seen = views(tensor.lens) or "the same elements"
        yield (
            f"A view of {_called(tensor.base)} ({seen}): both share their data, their version count and their history. "
            f"In memory: stride {list(tensor.spec.stride)}, offset {tensor.offset}."
        )
        if tensor.creation is Creation.NO_GRAD:
            yield "The view was made under no_grad, so autograd does not know how it came from its base."
        elif tensor.creation is Creation.MULTI_OUTPUT:
            yield "The view is one of several that one call returned, so it may not be written in place where gradients flow."


def _stored_node(tensor: Tensor) -> Node | None:
    """The node as it is now: asking for `grad_fn` would give a stale view a new one."""
    return tensor._grad_fn


# ---- what was written ----------------------------------------------------------------------------------------------


def _writes(tensor: Tensor) -> Iterator[str]:
    history = list(tensor.storage.history or ())
    if len(history) == KEPT:
        yield f"Of its writes, the latest {KEPT} are known:"
    for write in history:
        yield _written(write, tensor)


def _written(write: Write, tensor: Tensor) -> str:
    count = "without counting (through .data)" if write.version is None else f"version {write.version}"
    line = f"Written, {count}: {write.op}{through(write)} at {shown(write.place)}."
    if tensor.lens.steps and write.through.steps and write.through != tensor.lens:
        line += " That is another view of the same storage."
    if not write.tracked:
        return line + " Autograd did not record it: gradients are those of the program without this line."
    if write.leaf_before:
        return line + " Until then it was a leaf that requires grad; this made it the result of an operation."
    return (
        line + " Autograd recorded it: what was written before stays in the graph only where it was not written over."
    )


# ---- what it is now ------------------------------------------------------------------------------------------------


def _place(tensor: Tensor) -> Iterator[str]:
    node = _stored_node(tensor)
    stale = tensor.base is not None and tensor._attr_version != tensor.version.count
    if node is None and not (stale and tensor.base is not None and tensor.base.needs_grad):
        yield _why_leaf(tensor)
        return
    if stale:
        yield "Its base was written since this view was made: its grad_fn will be made anew when it is next asked for."
    if node is not None:
        yield (
            f"Not a leaf: it is the result of {node.name()}, recorded at {shown(node.place)}. It requires grad because an "
            "input of that operation does."
        )
        yield from _reach(node)


def _why_leaf(tensor: Tensor) -> str:
    if tensor._requires_grad:
        return "A leaf that requires grad: no operation made it, and gradients that reach it are added to its .grad."
    if tensor.needs_grad:
        return "It requires grad as its base does, but no gradient passes through it."
    return (
        "A leaf that does not require grad: it was made by hand, or from tensors that don't require grad, or under no_grad, "
        "or detached. No gradient passes through it."
    )


def _reach(node: Node) -> Iterator[str]:
    order = walk((node,))
    leaves = [n.variable for n in order if isinstance(n, AccumulateGrad)]
    if node.saved is None:
        yield "A backward pass has freed its graph: a second one raises, unless the first had retain_graph=True."
    reached = ", ".join([_called(t) for t in leaves]) or "no leaf"
    yield f"Backward from it passes {len(order) - len(leaves)} operations and reaches {reached}."


def _gradient(tensor: Tensor) -> Iterator[str]:
    if tensor._grad is not None:
        yield f"Its .grad holds a gradient of shape {list(tensor._grad.spec.size)}."
    elif tensor._extra is not None and tensor._extra.retain:
        yield "retain_grad() was called: its gradient will be in .grad after backward."
    elif _stored_node(tensor) is not None:
        yield "Its .grad stays None, as it is not a leaf; call retain_grad() before backward to have it kept."


# ---- what will go wrong --------------------------------------------------------------------------------------------


def _trouble(tensor: Tensor) -> Iterator[str]:
    node = _stored_node(tensor)
    if tensor._requires_grad and node is not None and config.profile.leaf_view_write_moves:
        yield (
            "Trouble ahead: it was made with requires_grad=True and has become the result of an operation, so a gradient "
            "for its first value has nowhere to go, and backward through it raises."
        )
        yield WRITTEN_LEAF
    for below in walk((node,)) if node is not None else ():
        yield from _overwritten(below)


def _overwritten(node: Node) -> Iterator[str]:
    if not isinstance(node, OpNode) or not node.saved:
        return
    for saved in node.saved:
        if saved.tensor.version.count != saved.count:
            later = [w for w in saved.tensor.storage.history or () if w.version is not None and w.version > saved.count]
            where = f" by {later[0].op} at {shown(later[0].place)}" if later else ""
            yield (
                f"Trouble ahead: {node.name()}, recorded at {shown(node.place)}, saved {_called(saved.tensor)} for its "
                f"derivative, and that was written since{where}. Backward raises; write out of place, or save a clone()."
            )
