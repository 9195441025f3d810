"""What happened to a tensor, in sentences: each said once, for the notes on errors and for `explain`.

Nothing here changes a tensor: a stale view is not asked for its node.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from leafjax.aliasing.geometry import Geometry, index_map
from leafjax.aliasing.lens import (
    STARTS,
    Bits,
    Complex,
    Conj,
    Expand,
    Indexed,
    Lens,
    Permute,
    Real,
    Reshape,
    Select,
    Slice,
    Strided,
)
from leafjax.graph import history
from leafjax.graph.history import Write, name_of

INSTEAD = "What to write instead: "
FILL_A_LEAF = (
    "fill a plain tensor (requires_grad=False), which becomes part of the graph by the write; or write into a clone "
    "(`out = leaf.clone()`), and gradients reach the leaf through it; or, to change the leaf's numbers without recording "
    "it (initialising, an optimizer step), write under `with torch.no_grad():`."
)
FILL_A_PLAIN_TENSOR = (
    "make it with requires_grad=False. The first write of a tensor that requires grad makes it part of the graph, and "
    "backward reaches everything that was written into it."
)
OUT_OF_PLACE = (
    "an out-of-place operation in the line that writes (`x = x + 1` for `x += 1`), or give the operation that saves it a "
    "copy (`x.clone()`). If the write is an optimizer step, move it after the last backward pass that needs the old value."
)
RESULT_OUT_OF_PLACE = (
    "an out-of-place operation in the line that writes (`y = y + 1` for `y += 1`), or write into a copy of the result "
    "(`y = y.clone()` before the write)."
)
KEEP_THE_GRAPH = (
    "one backward pass for the sum of the losses; or retain_graph=True in every pass but the last; or, if a tensor of an "
    "earlier round is used again, cut it off with `x = x.detach()`."
)
CONNECT = (
    "make what the gradient is for with requires_grad=True before it is used, and stay within tensors on the way from "
    "there (no detach(), .data, .item(), numpy() or no_grad)."
)
RETAIN = (
    "call retain_grad() on it before backward, and its gradient will be in .grad; or look at the .grad of the leaves."
)
RESTRICTED = {
    "NO_GRAD": "take the view and write it both outside of no_grad (the write is recorded), or both inside (it is not).",
    "MULTI_OUTPUT": (
        "index the tensor itself (`x[0]` for `x.unbind()[0]`): such a view may be written; or compute a new tensor "
        "instead of writing."
    ),
    "CUSTOM_FUNCTION": "clone what the custom function returns, and write into the clone.",
}
LARGEST = 1 << 22  # elements for which it is worked out which of them two tensors share


# ---- names and places ----------------------------------------------------------------------------------------------


def shown(place: Any) -> str:
    """A place with its source text: ``train.py:12: y = x * 2``."""
    if place is None:
        return "an unknown line"
    return f"{place}: {place.text}" if place.text else str(place)


def at(place: Any) -> str:
    """The same within a sentence: ``at train.py:12 (`y = x * 2`)``."""
    if place is None:
        return "at an unknown line"
    return f"at {place} (`{place.text}`)" if place.text else f"at {place}"


def named(tensor: Any) -> str:
    """A tensor in a sentence: its name in the program, or the view of a named one that it is; else its shape."""
    name = name_of(tensor)
    if name is None and tensor.base is not None and name_of(tensor.base) is not None:
        return seen(tensor)
    return f"`{name}`" if name else f"a tensor of shape {list(tensor.spec.size)}"


def recorded(node: Any) -> str:
    """A node, and where it was recorded."""
    return f"{node.name()}, recorded {at(node.place)}"


def result(tensor: Any) -> str:
    """What is no leaf, and why it requires grad."""
    return f"the result of {recorded(tensor._grad_fn)}, and something that went into that requires grad"


# ---- views ---------------------------------------------------------------------------------------------------------


def seen(tensor: Any) -> str:
    """A view as code that would make it: ```x.t()[0]```."""
    base = tensor.base
    return _code(name_of(base) or "base", tensor.lens.since(base.lens), tensor.spec, tensor.offset)


def _code(base: str, lens: Lens | None, spec: Any, offset: int) -> str:
    if lens is None:
        return f"`{base}{_strided(spec.size, spec.stride, offset)}`"
    starts = iter(lens.starts)
    text = base
    for step in lens.steps:
        text = _step(text, step, next(starts) if isinstance(step, STARTS) else 0)
    return f"`{text}`" if lens.steps else f"`{base}[...]`"


def _step(text: str, step: Any, start: int) -> str:
    match step:
        case Select():
            return f"{text}[{':, ' * step.dim}{start}]"
        case Slice():
            stop = start + (step.length - 1) * step.step + 1 if step.length else start
            return f"{text}[{':, ' * step.dim}{start or ''}:{stop}{f':{step.step}' if step.step != 1 else ''}]"
        case Permute((1, 0)):
            return f"{text}.t()"
        case Permute():
            return f"{text}.permute({_listed(step.dims)})"
        case Reshape():
            return f"{text}.view({_listed(step.after) or '()'})"
        case Expand():
            return f"{text}.expand({_listed(step.after)})"
        case Strided():
            return text + _strided(step.part_size, step.part_stride, start)
        case Indexed():
            return text + _strided(step.part_size, step.part_stride, step.offset)
        case Real():
            return f"torch.view_as_real({text})"
        case Complex():
            return f"torch.view_as_complex({text})"
        case Conj():
            return f"{text}.conj()"
        case Bits():
            return f"{text}.view(torch.{step.after})"
    return f"{text}.{type(step).__name__.lower()}()"


def _strided(size: Any, stride: Any, offset: int) -> str:
    return f".as_strided({tuple(size)}, {tuple(stride)}, {offset})"


def _listed(numbers: Any) -> str:
    return ", ".join(map(str, numbers))


def restricted(view: Any, indirect: bool) -> str:
    """Why a view may not be written, or not be used after its base was."""
    made = {
        "NO_GRAD": f"under no_grad, {at(view.place)}, so autograd does not know how it came from its base",
        "MULTI_OUTPUT": f"as one of several that one call returned, {at(view.place)}",
        "CUSTOM_FUNCTION": f"by a custom function, {at(view.place)}",
    }[view.creation.name]
    text = f"{named(view)} is a view of {named(view.base)}, made {made}."
    tracked = [w for w in view.storage.history or () if w.tracked and w.counter is view.version]
    if indirect and tracked:
        text += f" {named(view.base)} was written since: {written(tracked[-1])}."
    return text


# ---- writes --------------------------------------------------------------------------------------------------------

_OPERATIONS = {
    "fill_tensor_": "fill_", "zero_fill_": "zero_", "scatter_with_": "scatter_", "leaky_relu_written_": "leaky_relu_",
    "elu_written_": "elu_", "drawn_": "a fill with random numbers",
}  # fmt: skip


def operation(write: Write) -> str:
    """The operation of a write as users know it."""
    name = write.op.lstrip("_")
    return _OPERATIONS.get(name, name)


def through(write: Write) -> str:
    """How a write reached the tensor whose history it belongs to, in words."""
    owner = write.owner()
    lens = write.through if owner is None else write.through.since(owner.lens)
    if lens is not None and not lens.steps:
        return ""
    return f" through the view {_code((name_of(owner) if owner is not None else None) or 'base', lens, write.spec, write.offset)}"


def written(write: Write) -> str:
    """One write in a sentence."""
    return f"{operation(write)}{through(write)} {at(write.place)}"


def writes_of(tensor: Any) -> list[Write]:
    """The writes to a tensor through itself and its views, not through aliases without history."""
    owner = tensor if tensor.base is None else tensor.base
    return [w for w in tensor.storage.history or () if w.owner() is owner]


def move(leaf: Any) -> Write | None:
    """The write that made a leaf the result of an operation."""
    return next((w for w in writes_of(leaf) if w.moved_leaf), None)


def moved(leaf: Any, write: Write) -> str:
    """What that write did."""
    return (
        f"{named(leaf)} was a leaf that requires grad until {written(write)}; that write made it the result of an "
        "operation, so a gradient for its old value has nowhere to go."
    )


def overwritten(saved: Any, node: Any) -> Iterator[str]:
    """What a node saved (a `Saved`), and what was written to it since."""
    tensor, count = saved.tensor, saved.count
    what = named(tensor) if saved.output_nr < 0 else "its result"
    yield f"{recorded(node)}, saved {what} at version {count}."
    for write in tensor.storage.history or ():
        if write.counter is tensor.version and write.version > count:
            yield f"Then {written(write)} changed it to version {write.version}{_where(region(write, tensor))}."


def missed(saved: Any) -> str | None:
    """The latest write to a saved tensor that its version count missed, if there was one."""
    tensor = saved.tensor
    found = [w for w in tensor.storage.history or () if w.counter is not tensor.version and region(w, tensor) != "none"]
    return f"{operation(found[-1])} {at(found[-1].place)} wrote the data of {named(tensor)}" if found else None


def copy_it(saved: Any) -> str:
    """What to write instead of a write to what is saved."""
    return OUT_OF_PLACE if saved.output_nr < 0 else RESULT_OUT_OF_PLACE


def _where(part: str) -> str:
    return {
        "none": ": another region of the same storage, but one count is kept for all of it",
        "part": ", in part",
    }.get(part, "")


def region(write: Write, tensor: Any) -> str:
    """Which of a tensor's elements lie where a write wrote: "all", "part", "none"; "unknown" for very large ones."""
    spec = tensor.spec
    if write.spec is spec and write.offset == tensor.offset:
        return "all"
    mine, theirs = _range(spec, tensor.offset), _range(write.spec, write.offset)
    if not spec.numel or not write.spec.numel or mine[1] <= theirs[0] or theirs[1] <= mine[0]:
        return "none"
    if max(spec.numel, write.spec.numel) > LARGEST:
        return "unknown"
    unit = np.gcd(spec.dtype.itemsize, write.spec.dtype.itemsize)
    hit = np.isin(_memory(spec, tensor.offset, unit), _memory(write.spec, write.offset, unit))
    return "all" if hit.all() else "part" if hit.any() else "none"


def _range(spec: Any, offset: int) -> tuple[int, int]:
    """The bytes between which a tensor lies."""
    last = offset + sum([(n - 1) * s for n, s in zip(spec.size, spec.stride, strict=True)])
    return offset * spec.dtype.itemsize, (last + 1) * spec.dtype.itemsize


def _memory(spec: Any, offset: int, unit: int) -> np.ndarray:
    """The places in memory of a tensor's elements, in units of bytes that fit several dtypes."""
    width = spec.dtype.itemsize // unit
    at = (index_map(Geometry(spec.size, spec.stride, 0)).reshape(-1) + offset) * width
    return (at[:, None] + np.arange(width)).reshape(-1)


# ---- requires_grad, and why ----------------------------------------------------------------------------------------


def made_to_require(leaf: Any) -> str:
    """How a leaf came to require grad."""
    switched = leaf._extra.switched if leaf._extra is not None else None
    if switched is not None:
        return f"it was made to require grad {at(switched)}"
    return f"it was created with requires_grad=True {at(leaf.place)}"


def why_required(tensor: Any) -> str:
    """Why a tensor requires grad."""
    node = tensor._grad_fn
    if node is not None:
        return f"it is {result(tensor)}"
    if tensor._requires_grad:
        return made_to_require(tensor)
    return f"its base {named(tensor.base)} does"


def why_no_grad(tensor: Any, placed: bool = True) -> str:
    """Why no gradient flows from a tensor, and, if `placed`, at which line that came about."""
    place, base, dtype = tensor.place, tensor.base, tensor.spec.dtype
    switched = tensor._extra.switched if tensor._extra is not None else None
    where = f", {at(place)}" if placed else ""
    if base is not None and base.needs_grad:
        return f"it is a view that was made under no_grad{where}, so nothing leads from it to its base"
    if not (dtype.is_floating_point or dtype.is_complex):
        return f"it holds numbers of type {dtype}, and only floating point and complex numbers have gradients"
    if switched is not None:
        return f"it was cut off from gradients {at(switched)}"
    if base is not None:
        return f"it is a view of {named(base)}, which does not require grad: {why_no_grad(base, placed)}"
    how = place.how if place is not None else None
    return _WHY_NO_GRAD[how].format(where=where)


_WHY_NO_GRAD = {
    history.CREATED: "it was created without requires_grad=True{where}, and nothing that requires grad was written into it",
    history.DETACHED: "it was made by detach(){where}, which gives the same data without history",
    history.DATA: "it was made by .data{where}, which gives the same data without history",
    history.UNRECORDED: "it was computed under no_grad{where}, where operations are not recorded",
    history.GRADIENT: "it is a gradient, computed{where} without create_graph=True",
    None: "it is the result of an operation, and nothing that went into it requires grad",
}
