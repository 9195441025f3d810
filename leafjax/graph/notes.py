"""The notes on errors (PEP 678): what happened, at which source lines, and what to write instead.

They read tensors and nodes, and say what PyTorch does not: which line saved a tensor and which one changed it, which leaf
was meant, what each way out does to gradients. The sentences are those of `told`.
"""

from __future__ import annotations

from typing import Any

from leafjax.errors import note
from leafjax.graph import told
from leafjax.graph.history import name_of
from leafjax.graph.told import named


def about(error: BaseException, tensor: Any) -> BaseException:
    """Say which tensor an error is about, for those who explain it; returns the error."""
    error.tensor = tensor  # type: ignore[attr-defined]
    tensor.extra.name = name_of(tensor)
    return error


# ---- writes that are refused ---------------------------------------------------------------------------------------


def leaf_written(error: BaseException, tensor: Any) -> BaseException:
    """The refused write on a leaf or on a view of one."""
    leaf = tensor.base if tensor.base is not None and tensor.base.seems_leaf else tensor
    about(error, leaf)
    view = "" if leaf is tensor else f" through the view {told.seen(tensor)}"
    return note(
        error,
        f"{named(leaf)} is a leaf: {told.made_to_require(leaf)}, so gradients end in its .grad. This write{view} would make "
        "it the result of an operation, and its .grad would stay None.",
        told.INSTEAD + told.FILL_A_LEAF,
    )


def restricted_view(error: BaseException, tensor: Any, indirect: bool) -> BaseException:
    """The refused write on a view whose making forbids it, or the use of one whose base was written."""
    about(error, tensor)
    return note(error, told.restricted(tensor, indirect), told.INSTEAD + told.RESTRICTED[tensor.creation.name])


def view_detached(error: BaseException, tensor: Any) -> BaseException:
    """`detach_` on a view."""
    about(error, tensor)
    return note(
        error,
        f"{named(tensor)} is the view {told.seen(tensor)}, which has its history from {named(tensor.base)}: cutting one off "
        "from the other would leave them with the same data and different histories.",
        told.INSTEAD + "`x = x.detach()`, a new tensor without history that shares the data.",
    )


def out_needs_grad(error: BaseException, tensor: Any) -> BaseException:
    """A result to be written into `out` although a gradient would flow."""
    about(error, tensor)
    return note(
        error,
        f"{named(tensor)} requires grad: {told.why_required(tensor)}.",
        told.INSTEAD
        + "the operation without out= (`y = torch.exp(x)`), or the call under `with torch.no_grad():` if no "
        "gradient is wanted.",
    )


# ---- backward passes that fail -------------------------------------------------------------------------------------


def leaf_moved(error: BaseException, leaf: Any) -> BaseException:
    """A gradient that arrives at a leaf which is none any more."""
    about(error, leaf)
    moved = told.move(leaf)
    if moved is None:
        return error
    return note(error, told.moved(leaf, moved), told.INSTEAD + told.FILL_A_PLAIN_TENSOR)


def saved_was_written(error: BaseException, saved: Any, node: Any) -> BaseException:
    """A saved tensor that is not what it was."""
    about(error, saved.tensor)
    return note(error, *told.overwritten(saved, node), told.INSTEAD + told.copy_it(saved))


def freed(error: BaseException, node: Any) -> BaseException:
    """A second walk through a node whose saved tensors are gone."""
    return note(
        error,
        f"A backward pass went through here before: {told.recorded(node)}, has given up what it had saved.",
        told.INSTEAD + told.KEEP_THE_GRAPH,
    )


def root_without_grad(error: BaseException, tensor: Any) -> BaseException:
    """Backward from a tensor that no gradient can flow from."""
    about(error, tensor)
    return note(
        error,
        f"No gradient can flow from {named(tensor)}: {told.why_no_grad(tensor)}.",
        told.INSTEAD + told.CONNECT,
    )


def gradient_needed(error: BaseException, tensor: Any) -> BaseException:
    """Backward from more than one number without saying how they count."""
    about(error, tensor)
    size = list(tensor.spec.size)
    return note(
        error,
        f"{named(tensor)} has {tensor.spec.numel} elements (shape {size}), and backward() needs to know how much each "
        "counts.",
        told.INSTEAD + "reduce it to one number first (`loss.sum().backward()`, `.mean()`), or give a weight for each "
        "element (`y.backward(torch.ones_like(y))`, which is the same as the sum).",
    )


def gradient_shape(error: BaseException, tensor: Any) -> BaseException:
    """Backward with weights that do not fit the tensor."""
    about(error, tensor)
    return note(
        error, f"The gradient given for {named(tensor)} holds one weight for each of its elements, so its shape is "
        f"{list(tensor.spec.size)} too.",
    )  # fmt: skip


def unused_input(error: BaseException, tensor: Any, outputs: Any) -> BaseException:
    """A gradient asked for a tensor that the outputs do not depend on."""
    about(error, tensor)
    lines = [f"No path leads from {', '.join([named(t) for t in outputs])} to {named(tensor)}."]
    later = told.writes_of(tensor)
    if later and later[-1].tracked:
        lines.append(
            f"{named(tensor)} is now the result of {told.written(later[-1])}: what was computed from it before that write "
            "depends on the tensor it was then."
        )
    elif tensor.base is not None:
        lines.append(
            f"It is the view {told.seen(tensor)}, a tensor of its own in the graph: what was computed from "
            f"{named(tensor.base)} did not pass through it."
        )
    return note(error, *lines)


def without_grad(error: BaseException, tensor: Any) -> BaseException:
    """A gradient, a hook or a kept gradient asked of a tensor that has none."""
    about(error, tensor)
    return note(error, f"{named(tensor)} does not require grad: {told.why_no_grad(tensor)}.")


# ---- flags and `.grad` ---------------------------------------------------------------------------------------------


def interior(error: BaseException, tensor: Any, stopping: bool) -> BaseException:
    """Changing requires_grad of what an operation made."""
    way = (
        "`x.detach()`, the same data without history; `with torch.no_grad():` around what is not to be recorded."
        if stopping
        else "nothing, it requires grad already; to see its gradient, call `x.retain_grad()` before backward."
    )
    return note(no_leaf(error, tensor), told.INSTEAD + way)


def no_leaf(error: BaseException, tensor: Any) -> BaseException:
    """What is for leaves alone, asked of what an operation made."""
    about(error, tensor)
    return note(error, f"{named(tensor)} is {told.result(tensor)}.")


def grad_assigned(error: BaseException, tensor: Any) -> BaseException:
    """A `.grad` that does not fit its tensor."""
    about(error, tensor)
    spec = tensor.spec
    return note(
        error, f"{named(tensor)} has dtype {spec.dtype} and shape {list(spec.size)}: its .grad must have the same."
    )
