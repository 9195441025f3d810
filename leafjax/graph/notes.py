"""The notes on errors (PEP 678): what happened, at which source lines, and what to write instead.

They read tensors and nodes, and say what PyTorch does not: which line saved a tensor and which one changed it, which leaf
was meant, what each way out does to gradients.
"""

from __future__ import annotations

from typing import Any

from leafjax.aliasing.lens import STARTS
from leafjax.errors import note
from leafjax.graph.history import Write, name_of


def shown(place: Any) -> str:
    """A place with its source text: ``train.py:12: y = x * 2``."""
    if place is None:
        return "an unknown line"
    return f"{place}: {place.text}" if place.text else str(place)


def named(tensor: Any) -> str:
    """A tensor in a sentence: its name in the program if known, else its shape."""
    name = name_of(tensor)
    return f"`{name}`" if name else f"a tensor of shape {list(tensor.spec.size)}"


def about(error: BaseException, tensor: Any) -> BaseException:
    """Say which tensor an error is about, for those who explain it; returns the error."""
    error.tensor = tensor  # type: ignore[attr-defined]
    tensor.extra.name = name_of(tensor)
    return error


def views(lens: Any) -> str:
    """The views that a lens passes through, innermost last: ``select of transpose``."""
    starts = iter(lens.starts)
    named = [_step(step, next(starts) if isinstance(step, STARTS) else None) for step in lens.steps]
    return " of ".join(reversed(named))


def _step(step: Any, start: Any) -> str:
    name = type(step).__name__.lower()
    return f"{name} {start} of dimension {step.dim}" if name in ("select",) else name


def through(write: Write) -> str:
    """How a write reached its storage, in words."""
    return f" through a view ({views(write.through)})" if write.through.steps else ""


def written(write: Write) -> str:
    """One write in a sentence."""
    return f"{write.op}{through(write)} at {shown(write.place)}"


def leaf_written(error: BaseException, tensor: Any) -> BaseException:
    """The refused write on a leaf or on a view of one."""
    leaf = tensor.base if tensor.base is not None and tensor.base.seems_leaf else tensor
    about(error, leaf)
    view = "" if leaf is tensor else " through a view"
    return note(
        error,
        f"{named(leaf)} is a leaf: it was made with requires_grad=True (at {shown(leaf.place)}), so gradients end in its "
        f".grad. A write{view} that the graph knows of would make it the result of an operation, and its .grad would stay "
        "None.",
        "What to write instead: fill a plain tensor (requires_grad=False), which becomes part of the graph by the write; "
        "or write into a clone (`out = leaf.clone()`), and gradients reach the leaf through it; or, to change the leaf's "
        "numbers without recording it (initialising, an optimizer step), write under `with torch.no_grad():`.",
    )


def restricted_view(error: BaseException, tensor: Any) -> BaseException:
    """The refused write on a view whose making forbids it."""
    about(error, tensor)
    return note(error, f"The view was made at {shown(tensor.place)}.")


def leaf_moved(error: BaseException, leaf: Any) -> BaseException:
    """A gradient that arrives at a leaf which is none any more."""
    about(error, leaf)
    history = leaf.storage.history or ()
    moved = next((w for w in history if w.leaf_before and w.tracked), None)
    if moved is None:
        return error
    return note(
        error,
        f"{named(leaf)} was a leaf that requires grad until {written(moved)}; that write made it the result of an "
        "operation, so a gradient for its old value has nowhere to go.",
        "What to write instead: make it with requires_grad=False. The first write of a tensor that requires grad makes it "
        "part of the graph, and backward reaches everything that was written into it.",
    )


def saved_was_written(error: BaseException, tensor: Any, count: int, node: Any) -> BaseException:
    """A saved tensor that is not what it was."""
    about(error, tensor)
    note(error, f"{node.name()} saved it at {shown(node.place)}")
    later = [w for w in tensor.storage.history or () if w.version is not None and w.version > count]
    for write in later:
        region = (
            ""
            if write.through == tensor.lens
            else " (another region of the same storage)"
            if _apart(write, tensor)
            else ""
        )
        note(error, f"then {written(write)} changed it to version {write.version}{region}")
    return note(
        error,
        "What to write instead: an out-of-place operation in that line (`x = x + 1` for `x += 1`), or give the operation "
        "that saves it a copy (`x.clone()`). If the write is an optimizer step, move it after both backward passes.",
    )


def _apart(write: Write, tensor: Any) -> bool:
    """Whether a write went through a view other than the tensor, so that it may have left the tensor's numbers alone."""
    return bool(getattr(write.through, "steps", ())) and bool(tensor.lens.steps) and write.through != tensor.lens


def freed(error: BaseException, node: Any) -> BaseException:
    """A second walk through a node whose saved tensors are gone."""
    return note(
        error, f"The part that both passes go through begins at {node.name()}, recorded at {shown(node.place)}."
    )


def root_without_grad(error: BaseException, tensor: Any) -> BaseException:
    """Backward from a tensor that no gradient can flow from."""
    about(error, tensor)
    made = f" (made at {shown(tensor.place)})" if tensor.place is not None else ""
    return note(
        error,
        f"{named(tensor)}{made} is not connected to any leaf that requires grad: none of its inputs required grad, or it "
        "was computed under no_grad or from detached tensors.",
    )


def interior(error: BaseException, tensor: Any) -> BaseException:
    """Changing requires_grad of what an operation made."""
    about(error, tensor)
    node = tensor._grad_fn
    return note(error, f"It is the result of {node.name()}, recorded at {shown(node.place)}.") if node else error
