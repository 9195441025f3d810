"""The life of a tensor: where it was made, what was written to it, what it is now, and what that means for its gradient."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from leafjax.config import config
from leafjax.graph import history, told
from leafjax.graph.history import KEPT, Place, Write, name_of
from leafjax.graph.node import AccumulateGrad, Node, walk
from leafjax.graph.saved import Saved
from leafjax.graph.told import named, shown
from leafjax.tensor.alias import CopySlices
from leafjax.tensor.tensor import Creation, Tensor

WIDTH = 110
LABEL = 10  # the column of the sections' names
LISTED = 8  # leaves and troubles that are told one by one


@dataclass(frozen=True, slots=True)
class Event:
    """A write to the storage: where, what, and what it did to this tensor."""

    version: int | None  # the version of this tensor that it made; None: not counted for it
    place: Place | None
    text: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that will raise an error, and what to write instead."""

    problem: str
    instead: str


@dataclass(frozen=True, slots=True)
class Life:
    """What there is to say about a tensor, in the order it came about. ``str()`` of it is meant to be read."""

    name: str | None
    kind: str
    is_leaf: bool
    requires_grad: bool
    made: tuple[str, ...]
    writes: tuple[Event, ...]
    now: tuple[str, ...]
    backward: tuple[str, ...]
    grad: tuple[str, ...]
    trouble: tuple[Trouble, ...]

    def __str__(self) -> str:
        lines = [f"`{self.name}`: {self.kind}" if self.name else self.kind]
        lines += _section("made", self.made)
        lines += _section("written", tuple(_events(self.writes)))
        lines += _section("now", self.now)
        lines += _section("backward", self.backward)
        lines += _section(".grad", self.grad)
        for trouble in self.trouble:
            lines += _section("trouble", (trouble.problem, told.INSTEAD + trouble.instead))
        return "\n".join(lines)


def _section(label: str, texts: tuple[str, ...]) -> Iterator[str]:
    for text in texts:
        for line in text.split("\n"):
            margin = " " * (LABEL + 2 + len(line) - len(line.lstrip()))
            first = f"  {label}".ljust(len(margin))
            label = ""
            yield from textwrap.wrap(
                line.lstrip(), WIDTH, initial_indent=first, subsequent_indent=margin,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip


def _events(events: tuple[Event, ...]) -> Iterator[str]:
    """Each write; the same one again and again, as in a loop, once."""
    for _, same in groupby(events, lambda e: (str(e.place), e.text, e.version is None)):
        first, *others = same
        count = "not counted" if first.version is None else f"version {first.version}"
        if others:
            times = f"{len(others) + 1} times"
            count = times if first.version is None else f"versions {first.version} to {others[-1].version}, {times}"
        yield f"{count}: {shown(first.place)}\n  {first.text}" if first.place is not None else first.text


def explain(tensor: Tensor, name: str | None = None) -> Life:
    """The life of a tensor, to print. Nothing about the tensor changes, and no error is raised for it.

    `name`: what to call it; by default the variable that holds it where this is called.
    """
    state = _State(tensor)
    return Life(
        name or name_of(tensor),
        _kind(tensor),
        state.is_leaf,
        tensor.needs_grad,
        tuple(_made(tensor)),
        tuple(_writes(tensor)),
        tuple(_now(state)),
        tuple(_backward(state)),
        tuple(_grad(state)),
        tuple(dict.fromkeys(_trouble(state)))[:LISTED],
    )


class _State:
    """What the graph says of a tensor, without asking for `grad_fn`, which would give a stale view another one."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor
        base = tensor.base
        outdated = base is not None and tensor._attr_version != tensor.version.count
        self.stale = outdated and (tensor._grad_fn is not None or (base is not None and base.needs_grad))
        self.restricted = self.stale and not (
            tensor.creation is Creation.DEFAULT
            or (tensor.creation is Creation.NO_GRAD and config.profile.version == "1.6")  # only a warning there
        )
        origin = base if self.stale and base is not None else tensor
        self.node = origin._grad_fn
        self.is_leaf = tensor._grad_fn is None and (self.restricted or not self.stale)
        self.nodes = [n for n in walk((self.node,)) if not isinstance(n, AccumulateGrad)]
        reached = [n.variable for n in walk((self.node,)) if isinstance(n, AccumulateGrad)]
        self.leaves = [origin] if self.stale and origin._grad_fn is None else reached


def _kind(tensor: Tensor) -> str:
    spec, size = tensor.spec, tensor.storage.size
    room = 1
    for length in size:
        room *= length
    return (
        f"{spec.dtype}, shape {list(spec.size)}, stride {list(spec.stride)}, offset {tensor.offset} in a storage of {room} "
        f"element{'s' * (room != 1)}, version {tensor.version.count}"
    )


# ---- where it comes from -------------------------------------------------------------------------------------------


def _made(tensor: Tensor) -> Iterator[str]:
    first = _first_node(tensor)
    place = tensor.place or (first.place if first is not None else None)
    line = f"{shown(place)}\n" if place is not None else ""
    if tensor.base is not None:
        yield (
            f"{line}A view of {named(tensor.base)}, {told.seen(tensor)}: they share data, version count and history."
            + _RESTRICTION[tensor.creation]
        )
        if tensor.base.place is not None:
            yield f"Its base was made {told.at(tensor.base.place)}."
    elif tensor.place is None or tensor.place.how is None:
        yield line + (_SHARED if tensor.lens.steps else _result(first))
    else:
        yield line + _HOW[tensor.place.how] + _how_required(tensor)


_RESTRICTION = {
    Creation.DEFAULT: "",
    Creation.NO_GRAD: " It was made under no_grad, so autograd does not know how it came from its base.",
    Creation.MULTI_OUTPUT: " It is one of several that one call returned: they may not be written where gradients flow.",
    Creation.CUSTOM_FUNCTION: " A custom function made it: it may not be written where gradients flow.",
}
_HOW = {
    history.CREATED: "Created",
    history.DETACHED: "By detach(): it shares data and version count with the tensor it was made from, but no history.",
    history.DATA: "By .data: it shares data with the tensor it was made from, but neither version count nor history.",
    history.UNRECORDED: "By an operation under no_grad, which was not recorded.",
    history.GRADIENT: "By a backward pass, as a gradient.",
}
_SHARED = "It shares the data of another tensor, but not its history."


def _how_required(tensor: Tensor) -> str:
    if tensor.place is None or tensor.place.how != history.CREATED:
        return ""
    if tensor._extra is not None and tensor._extra.switched is not None:
        return "."
    return " with requires_grad=True." if tensor._requires_grad else " without requires_grad."


def _result(node: Node | None) -> str:
    if node is None:
        return "The result of an operation; its line was not kept, as nothing that requires grad went into it."
    return f"The result of an operation that autograd recorded: {node.name()}."


def _first_node(tensor: Tensor) -> Node | None:
    """The node that made the tensor, below those of what was written to it since."""
    node = tensor._grad_fn
    if tensor.base is not None or len(tensor.storage.history or ()) == KEPT:
        return None
    for _ in [w for w in told.writes_of(tensor) if w.tracked]:
        node = node.edges[0][0] if node is not None and node.edges else None
    return None if isinstance(node, AccumulateGrad) else node


# ---- what was written ----------------------------------------------------------------------------------------------


def _writes(tensor: Tensor) -> Iterator[Event]:
    writes = list(tensor.storage.history or ())
    if len(writes) == KEPT:
        yield Event(None, None, f"Of the writes to its storage, the latest {KEPT} are known.")
    for write in writes:
        version = write.version if write.counter is tensor.version else None
        yield Event(version, write.place, _written(write, tensor))


def _written(write: Write, tensor: Tensor) -> str:
    owner = tensor if tensor.base is None else tensor.base
    own, counted = write.owner() is owner, write.counter is tensor.version
    text = f"{told.operation(write)}{told.through(write)}"
    if not own:
        text += " of a tensor that shares " + (
            "data and version count, but no history (detach())" if counted else "the data alone (.data)"
        )
    text += "." if write.owner() is tensor else f".{_REGION[told.region(write, tensor)]}"
    text += " "
    if write.tracked and own:
        return f"{text}Autograd recorded it. {_became(write, owner)}".rstrip()
    if write.tracked:
        text += "Autograd recorded it as the history of that tensor, not of this one."
    elif not write.recording:
        text += "Under no_grad, so autograd did not record it"
        text += ": gradients are those of the program without this line." if write.needed_grad else "."
    elif own:
        text += "Nothing in it required grad, so there was nothing to record."
    else:
        text += "Autograd did not record it."
    if not counted:
        text += " The version count did not move: backward does not notice that numbers it saved may have changed."
    return text


_REGION = {
    "all": "",
    "part": " It wrote some of this tensor's elements.",
    "none": " It wrote another region of the storage, none of this tensor's elements.",
    "unknown": "",
}


def _became(write: Write, owner: Tensor) -> str:
    if write.moved_leaf:
        return f"Until then {named(owner)} was a leaf that requires grad; this made it the result of an operation."
    if write.was_leaf:
        return f"Until then {named(owner)} was a plain tensor; this made it the result of an operation, with gradients."
    return ""


# ---- what it is now ------------------------------------------------------------------------------------------------


def _now(state: _State) -> Iterator[str]:
    tensor = state.tensor
    if state.restricted:
        yield "A view that can't be used any more: see below."
    elif state.is_leaf:
        yield _leaf(tensor)
    elif state.stale:
        yield (
            "Not a leaf, but a view whose base was written since: it sees what was written, and when it is next used, its "
            "grad_fn is made anew from that of its base."
        )
    else:
        yield _interior(tensor)


def _leaf(tensor: Tensor) -> str:
    if tensor._requires_grad:
        refused = (
            "A write into it is refused; one into a view of it (`x[0] = y`) makes it the result of an operation, and "
            "backward then fails."
            if config.profile.leaf_view_write_moves
            else "A write into it, or into a view of it, is refused unless it is made under no_grad."
        )
        switched = tensor._extra is not None and tensor._extra.switched is not None
        why = f": {told.made_to_require(tensor)}" if switched else ""
        return f"A leaf that requires grad{why}. Gradients that reach it are added to its .grad. {refused}"
    if tensor.needs_grad:
        return f"A leaf, although it says that it requires grad, as its base does: {told.why_no_grad(tensor, placed=False)}."
    return f"A leaf that does not require grad: {told.why_no_grad(tensor, placed=False)}."


def _interior(tensor: Tensor) -> str:
    node = tensor._grad_fn
    assert node is not None
    turned = (
        next((w for w in told.writes_of(tensor) if w.tracked and w.was_leaf), None) if tensor.base is None else None
    )
    if turned is None:
        return f"Not a leaf: it is {told.result(tensor)}."
    return (
        f"Not a leaf any more: the write {told.at(turned.place)} made it the result of an operation. Its grad_fn is "
        f"{node.name()}."
    )


def _backward(state: _State) -> Iterator[str]:
    tensor = state.tensor
    if state.restricted:
        return
    if state.is_leaf:
        if not tensor._requires_grad:
            yield "None: no gradient can flow from it, and backward() on it raises."
        return
    reached = [named(t) + " as it was while a leaf" * (t._grad_fn is not None) for t in state.leaves[:LISTED]]
    more = f" and {len(state.leaves) - LISTED} more" if len(state.leaves) > LISTED else ""
    count = len(state.nodes) + state.stale
    yield (
        f"Passes {count} operation{'s' * (count != 1)} and reaches {', '.join(reached) + more or 'no leaf'}."
        + _weights(tensor)
    )


def _weights(tensor: Tensor) -> str:
    if tensor.spec.numel == 1:
        return ""
    return f" It has {tensor.spec.numel} elements, so backward() needs a weight for each, or a sum first."


def _grad(state: _State) -> Iterator[str]:
    tensor = state.tensor
    grad = tensor._grad
    if grad is not None:
        yield f"A gradient of shape {list(grad.spec.size)}{_arrivals(grad)}."
    elif tensor._extra is not None and tensor._extra.retain:
        yield "None yet. retain_grad() was called, so its gradient will be here after backward."
    elif not state.is_leaf and not state.restricted:
        yield f"Stays None, as it is not a leaf. To see its gradient: {told.RETAIN}"
    elif tensor._requires_grad:
        yield "None yet: no gradient has arrived."


def _arrivals(grad: Tensor) -> str:
    first = f", which arrived {told.at(grad.place)}" if grad.place is not None else ""
    added = list(grad.storage.history or ())
    if not added:
        return first
    times = "once" if len(added) == 1 else f"{len(added)} times"
    return f"{first}; written {times} since, the last time {told.at(added[-1].place)}"


# ---- what will go wrong --------------------------------------------------------------------------------------------


def _trouble(state: _State) -> Iterator[Trouble]:
    tensor = state.tensor
    if state.restricted:
        yield Trouble(f"{told.restricted(tensor, True)} Using it raises.", told.RESTRICTED[tensor.creation.name])
        return
    for leaf in state.leaves:
        move = told.move(leaf) if leaf._grad_fn is not None and leaf._requires_grad else None
        if move is not None:
            yield Trouble(f"Backward raises: {told.moved(leaf, move)}", told.FILL_A_PLAIN_TENSOR)
    gone = next((n for n in reversed(state.nodes) if n.saved is None), None)
    if gone is not None:
        yield Trouble(
            f"Another backward pass raises: one went through here before, and {told.recorded(gone)}, has given up what "
            "it had saved.",
            told.KEEP_THE_GRAPH,
        )
    for node in reversed(state.nodes):
        for saved in _saved(node):
            if saved.tensor.version.count != saved.count:
                story = " ".join(told.overwritten(saved, node))
                yield Trouble(f"Backward raises: {story}", told.copy_it(saved))


def _saved(node: Node) -> list[Saved]:
    held: Any = node.inner.saved if isinstance(node, CopySlices) else node.saved
    return [s for s in held if isinstance(s, Saved)] if isinstance(held, tuple) else []
