"""Views and in-place writes: what aliases share, how history follows a write, and when a write is refused.

Note [view and write]
---------------------
Aliases share three things separately: data (`Storage`), the mutation count (`Version`) and history (`base`).
`detach()` shares the first two, `.data` only the first, a view all three.

A write replaces the storage's root by ``lens.put(root, new)``. If the graph is to know of it, a tensor without a base
simply gets the operation's node. For a view, the *base* gets a `CopySlices` node: the operation applied to the written
region, everything else passed through. Views of a written base are stale; a stale view gets a new node (`PartNode`,
"AsStridedBackward0") when its `grad_fn` is next asked for: the written view at once, its siblings lazily.

A write is refused (and changes nothing) if the graph could not tell its story: on a leaf that requires grad, on a view of
one, and on views made under `no_grad`, by functions with several views as outputs, or by a custom function.
"""

from __future__ import annotations

import warnings
from typing import Any
from weakref import ref

import jax.numpy as jnp

from leafjax import errors
from leafjax.aliasing.geometry import Geometry, is_dense
from leafjax.aliasing.lens import Complex, Conj, Indexed, Lens, Real, absolute
from leafjax.aliasing.storage import Spec, Version, spec_of
from leafjax.config import config
from leafjax.dtypes import from_numpy
from leafjax.execution.kernel import Kernel
from leafjax.execution.program import execute
from leafjax.execution.value import Value
from leafjax.graph import notes
from leafjax.graph.history import Write, here, remember
from leafjax.graph.node import Node
from leafjax.tensor import tensor as _tensor
from leafjax.tensor.tensor import Creation, Tensor, edge, new

# ---- aliases -------------------------------------------------------------------------------------------------------


def alias(parent: Tensor, version: Version | None = None) -> Tensor:
    """The same data without history: `detach()`, or `.data` if given a version count of its own."""
    out = new(parent._value, parent.spec, parent.storage)
    out.lens, out.offset, out._seen = parent.lens, parent.offset, parent._seen
    out.version = version or parent.version
    out._attr_version = out.version.count
    return out


def view(parent: Tensor, lens: Lens, spec: Spec, offset: int, creation: Creation = Creation.DEFAULT) -> Tensor:
    """A view: the same data, versions and base, seen through `lens` (from the root). Its node is set by the caller."""
    out = new(parent._value, spec, parent.storage)
    out.lens, out.offset, out._seen = lens, offset, -1
    out.version = parent.version
    out._attr_version = out.version.count
    out.base = parent if parent.base is None else parent.base
    if creation is Creation.DEFAULT and not config.profile.views_of_restricted_are_free:
        creation = parent.creation
    out.creation = creation
    return out


def relative(view: Tensor) -> Lens:
    """The lens from a view's base to the view."""
    base = view.base
    assert base is not None
    since = view.lens.since(base.lens)
    if since is None:
        # the view addresses the storage itself, and its base is only a part of that
        return between(base.spec, view.geometry, view.offset - base.offset)
    return since


def between(whole: Spec, part: Geometry, offset: int) -> Lens:
    """The lens from an array laid out as `whole` to the memory positions of `part`, `offset` from its beginning."""
    last = offset + sum([(n - 1) * s for n, s in zip(part.size, part.stride, strict=True)])
    if is_dense(whole.size, whole.stride) and offset >= 0 and last < max(whole.numel, 1):
        return absolute(whole.size, whole.stride, part.size, part.stride, offset)
    return Lens((Indexed(whole.size, whole.stride, part.size, part.stride, offset),))


# ---- refusals ------------------------------------------------------------------------------------------------------


def check_writable(self: Tensor, requires: bool) -> None:
    """Raise PyTorch's error if an in-place operation that the graph is to know of may not write this tensor."""
    if not requires:
        return
    base = self.base
    if base is not None:
        refuse(self, indirect=False)
        if not config.profile.leaf_view_write_moves and self.needs_grad and base.seems_leaf:
            raise notes.leaf_written(errors.leaf_view_written(), self)
    if self.needs_grad and self.seems_leaf:
        raise notes.leaf_written(errors.leaf_written(), self)


def refuse(self: Tensor, indirect: bool) -> None:
    """Raise if this view was made in a way that forbids writing it, or its base (`indirect`), with history."""
    if self.creation is Creation.NO_GRAD and indirect and config.profile.version == "1.6":
        warnings.warn(str(errors.restricted_view_written("NO_GRAD", True, None, 0)), UserWarning, stacklevel=4)
        self.creation = Creation.DEFAULT
    if self.creation is not Creation.DEFAULT:
        node = self._grad_fn
        label = node.label if node is not None else None
        raise notes.restricted_view(
            errors.restricted_view_written(self.creation.name, indirect, label, self.output_nr), self, indirect
        )


# ---- writing -------------------------------------------------------------------------------------------------------


def write(self: Tensor, data: Value, node: Node | None, op: str, recording: bool = True) -> None:
    """Every in-place operation ends here: replace the data, count the mutation, let history follow.

    `node` is the operation's own node, or None if the graph is not to know; `recording` says whether grad mode is on.
    All that can fail comes before the first change.
    """
    storage, base = self.storage, self.base
    root = self.lens.put(storage.root, data)
    record = write_of(self, op, node is not None, recording)
    copy = None
    if node is not None and base is not None:
        copy = CopySlices(base, relative(self), node, self.spec)
        copy.place = record.place
    storage.replace(root)
    self.version.count += 1
    if self.spec.contiguous:  # else elements may overlap: what was written is not what can be read
        self._value, self._seen = data, storage.generation
    remember(storage, record)
    if node is None:
        storage.untracked += 1
    elif copy is None:
        set_history(self, node, 0)
    else:
        assert base is not None
        set_history(base, copy, 0)
        refresh(self)


def write_of(self: Tensor, op: str, tracked: bool, recording: bool) -> Write:
    """What history keeps of a write that is about to happen."""
    owner = self if self.base is None else self.base
    version = self.version
    return Write(
        op, here(), self.lens, version.count + 1, tracked, self.spec, self.offset, version, ref(owner),
        owner._grad_fn is None, owner.needs_grad, recording,
    )  # fmt: skip


def set_history(self: Tensor, node: Node, output_nr: int) -> None:
    """Make `node` the origin of this tensor; a gradient that was to be retained is now retained there."""
    old, old_nr = self._grad_fn, self.output_nr
    self._grad_fn, self.output_nr = node, output_nr
    self._attr_version = self.version.count
    self.untracked = self.storage.untracked
    if self._extra is not None and self._extra.retain and old is not None and not config.profile.hooks_stay:
        keep = old.hooks.retain.pop(old_nr, None)
        if keep is not None:
            node.hooks.retain[output_nr] = keep


def refresh(self: Tensor) -> None:
    """Give a stale view the node that reads its base as it is now."""
    base = self.base
    assert base is not None
    if self._attr_version == self.version.count or (self._grad_fn is None and not base.needs_grad):
        return
    refuse(self, indirect=True)
    set_history(self, _read_again(base, relative(self), self.spec), 0)


def _read_again(base: Tensor, lens: Lens, spec: Spec) -> Node:
    """The node, or the chain of them, that reads a view from its base as it is now.

    Steps that address memory are one node together. A step that retypes has a node of its own, and so has every later
    one, as PyTorch makes those views anew one by one.
    """
    edge_, operands = edge(base), operands_of((base,), (edge(base),))
    whole, done = base.spec, 0
    cuts = _cuts(lens.steps)
    for end in cuts:
        local = lens.between(done, end)
        at = spec if end == cuts[-1] else _spec_of_value(local.get(new(zeros(whole), whole).value))
        kinds = RETYPING.get(type(local.steps[0])) if len(local.steps) == 1 else None
        node = (kinds or PARTS)[config.profile.version]((edge_,), (at,))
        node.lens, node.whole, node.operands = local, whole, operands
        edge_, operands, whole, done = (node, 0), (None,), at, end
    return node


def _cuts(steps: tuple[Any, ...]) -> list[int]:
    """Where the chain of a view is cut into nodes."""
    first = next((i for i, step in enumerate(steps) if type(step) in RETYPING), len(steps))
    return [*([first] if first else []), *range(first + 1, len(steps) + 1)] or [0]


def _spec_of_value(value: Value) -> Spec:
    return spec_of(value.aval.shape, None, from_numpy(value.aval.dtype))


_tensor.refresh = refresh


def operands_of(tensors: tuple[Tensor, ...], edges: tuple[Any, ...]) -> tuple[Value | None, ...]:
    """What lowering needs beside the edges: the values of leaves and constants, and of what was written untracked."""
    return tuple(
        [
            t.value if node is None or not node.edges or t.storage.untracked != t.untracked else None
            for t, (node, _) in zip(tensors, edges, strict=True)
        ]
    )


# ---- the nodes of views and writes ---------------------------------------------------------------------------------


ZEROS = Kernel("zeros", lambda *, size, dtype: jnp.zeros(size, dtype))


def zeros(spec: Spec) -> Value:
    """Zeros of this size and dtype."""
    return execute(ZEROS.signature((), (("size", spec.size), ("dtype", spec.dtype.np))), ())


class LensNode(Node):
    """A node whose operation is one of the three linear maps of a lens; `whole` is the spec of what the lens is on."""

    __slots__ = ("lens", "whole")

    lens: Lens
    whole: Spec


class PartNode(LensNode):
    """Reading a part: the node of a view whose base was written after the view was made.

    A part by memory position can reach outside of what it is a part of: `known` is its value then, and no gradient leaves.
    """

    __slots__ = ("known",)

    known: Value

    def vjp(self, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        return (adjoint(grads[0], self.lens, self.whole, create_graph),)

    def forward(self, whole: Any) -> Any:
        part = self.lens.get_array(whole)
        step = self.lens.steps[-1] if self.lens.steps else None
        outside = step.outside() if isinstance(step, Indexed) and hasattr(self, "known") else None
        return part if outside is None else jnp.where(outside, self.known.array(), part)

    def release(self) -> None:
        """Nothing is saved, so nothing is freed: PyTorch lets such a node be walked again."""


# By version: what the node of a stale view is called there.
PARTS: dict[str, type[PartNode]] = {
    "2.13": type("AsStridedBackward0", (PartNode,), {"__slots__": (), "label": "AsStrided"}),
    "1.6": type("AsStridedBackward", (PartNode,), {"__slots__": (), "label": "AsStridedBackward"}),
}


def _retyping(name: str) -> dict[str, type[PartNode]]:
    return {
        "2.13": type(f"{name}Backward0", (PartNode,), {"__slots__": (), "label": name}),
        "1.6": type(f"{name}Backward", (PartNode,), {"__slots__": (), "label": f"{name}Backward"}),
    }


RETYPING = {Real: _retyping("ViewAsReal"), Complex: _retyping("ViewAsComplex"), Conj: _retyping("Conj")}


class AdjointNode(LensNode):
    """The transpose of reading a part."""

    __slots__ = ()

    def vjp(self, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        return (part(grads[0], self.lens, self.saved, create_graph),)

    def forward(self, grad: Any) -> Any:
        return self.lens.adjoint_array(grad, self.whole.aval)

    def release(self) -> None:
        """Only a spec is kept."""


AdjointNode.__name__ = AdjointNode.__qualname__ = "AsStridedBackwardBackward0"


class PutNode(LensNode):
    """Replacing a part: ``put(whole, part)``, linear in both."""

    __slots__ = ()

    def vjp(self, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        (grad,) = grads
        spec: Spec = self.saved
        rest = put(grad, new(zeros(spec), spec), self.lens, create_graph) if self.edges[0][0] else None
        return rest, part(grad, self.lens, spec, create_graph) if self.edges[1][0] else None

    def forward(self, whole: Any, new_part: Any) -> Any:
        return self.lens.put_array(whole, new_part)

    def release(self) -> None:
        """Only a spec is kept."""


PutNode.__name__ = PutNode.__qualname__ = "AsStridedScatterBackward0"


class CopySlices(Node):
    """An in-place operation on a view, seen from the base: the operation on that region, the rest passed through.

    Edges: the base first, then the operation's other inputs.
    """

    __slots__ = ("inner", "lens", "region")

    label = "torch::autograd::CopySlices"

    def __init__(self, base: Tensor, lens: Lens, inner: Node, region: Spec) -> None:
        edges = (edge(base), *inner.edges[1:])
        inner_operands = inner.operands or ()
        super().__init__(edges, (base.spec,), operands_of((base,), edges[:1]) + inner_operands[1:])
        self.inner, self.lens, self.region = inner, lens, region

    def visible(self) -> tuple[int, ...]:
        return (0, *self.inner.visible()[1:])

    def vjp(self, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        (grad,) = grads
        written, *rest = self.inner.vjp((part(grad, self.lens, self.region, create_graph),), create_graph)
        if self.edges[0][0] is None:
            return None, *rest
        if written is None:
            written = new(zeros(self.region), self.region)
        return put(grad, written, self.lens, create_graph), *rest

    def forward(self, base: Any, *others: Any) -> Any:
        return self.lens.put_array(base, self.inner.forward(self.lens.get_array(base), *others))

    def release(self) -> None:
        self.inner.release()
        self.operands = None

    @property
    def apply(self) -> Any:
        return self.inner


# ---- the linear maps of a lens, recorded if a graph of the backward is wanted ----------------------------------------


def part(whole: Tensor, lens: Lens, spec: Spec, record: bool) -> Tensor:
    """The part that the lens leads to, as a tensor of its own."""
    if not lens.steps:
        return whole
    out = new(lens.get(whole.value), spec_of(spec.size, None, whole.spec.dtype))
    return _record(PARTS[config.profile.version], out, (whole,), lens, whole.spec, ()) if record else out


def adjoint(grad: Tensor, lens: Lens, whole: Spec, record: bool) -> Tensor:
    """The transpose of `part`: zeros everywhere else, sums where the part repeats elements."""
    if not lens.steps:
        return grad
    out = new(lens.adjoint(grad.value, whole.aval), spec_of(whole.size, None, whole.dtype))
    return _record(AdjointNode, out, (grad,), lens, whole, grad.spec) if record else out


def put(whole: Tensor, new_part: Tensor, lens: Lens, record: bool) -> Tensor:
    """`whole` with that part replaced, as a tensor of its own."""
    out = new(lens.put(whole.value, new_part.value), spec_of(whole.spec.size, None, whole.spec.dtype))
    return _record(PutNode, out, (whole, new_part), lens, whole.spec, new_part.spec) if record else out


def _record(
    kind: type[LensNode], out: Tensor, inputs: tuple[Tensor, ...], lens: Lens, whole: Spec, saved: Any
) -> Tensor:
    if any([t.needs_grad for t in inputs]):
        edges = tuple([edge(t) for t in inputs])
        node = kind(edges, (out.spec,), operands_of(inputs, edges))
        node.lens, node.whole, node.saved, node.place = lens, whole, saved, here()
        out._grad_fn = node
    return out
