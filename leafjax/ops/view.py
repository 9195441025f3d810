"""Views: each is a rule on (size, stride, offset), with the lens step that reads and writes it.

No view has a formula of its own: the gradient of reading a part is that part's place in zeros (`LensNode`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import MethodType
from typing import Any

from leafjax import errors
from leafjax.aliasing import geometry as g
from leafjax.aliasing.geometry import Geometry
from leafjax.aliasing.lens import (
    Bits,
    Complex,
    Expand,
    Indexed,
    Lens,
    Permute,
    Real,
    Reshape,
    Select,
    Slice,
    Step,
    Strided,
    absolute,
)
from leafjax.aliasing.storage import Spec, Version, spec_of
from leafjax.autograd.modes import mode
from leafjax.config import PROFILES, config
from leafjax.dtypes import FLOAT, dtype as Dtype
from leafjax.graph.history import DATA, DETACHED, Place, here, remember
from leafjax.graph.node import Node
from leafjax.ops.families import composite
from leafjax.ops.mutate import _contiguous_clone
from leafjax.ops.samples import Sample, samples
from leafjax.tensor.alias import (
    PartNode,
    alias,
    between,
    check_writable,
    operands_of,
    put,
    set_history,
    view as view_of,
    write_of,
    zeros,
)
from leafjax.tensor.tensor import Creation, Tensor, edge, new

Hop = tuple[Geometry, Step | None, int | None]  # the view's geometry, its step, the step's runtime start


class ViewOp:
    """A view operation; `rule` gives the hop from a tensor's geometry, or a list of hops for several views."""

    def __init__(
        self, rule: Callable[..., Any], cases: tuple[Sample, ...], node: str | None = None, function: bool = True,
        inplace: tuple[str, str] | None = None,
    ) -> None:  # fmt: skip
        if not cases:
            raise TypeError("a view without samples can't be declared: its tests are made from them")
        self.rule, self.samples, self.node, self.function, self.inplace = rule, cases, node, function, inplace
        self.name, self.method, self.out, self.domain = "", True, False, "real"
        asked = inspect.signature(rule).parameters  # for messages: the type of the tensor, the name of the call
        self.typed, self.named = "core_type" in asked, "called" in asked
        self.nodes: dict[str, type[PartNode]] = {}
        self.many_nodes: dict[str, type[PartsNode]] = {}
        self.inplace_nodes: dict[str, type[PartNode]] = {}
        self.__doc__ = rule.__doc__

    def bind_name(self, name: str) -> None:
        """Give the operation its name and its node classes."""
        self.name = name
        base = self.node or "".join([w.capitalize() for w in name.split("_")]) + "Backward0"
        for version in PROFILES:
            shown = base if version != "1.6" else NAMES_1_6.get(name, base.removesuffix("0"))
            body = {"__slots__": (), "label": _label(shown, version), "__module__": "leafjax.ops"}
            self.nodes[version] = type(shown, (PartNode,), dict(body))
            self.many_nodes[version] = type(shown, (PartsNode,), dict(body))
            if self.inplace:
                shown = self.inplace[version == "1.6"]
                self.inplace_nodes[version] = type(shown, (PartNode,), {**body, "label": _label(shown, version)})

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if "input" in kwargs:
            args = (kwargs.pop("input"), *args)
        self_, *rest = args
        if self_.base is not None and mode.grad:
            _ = self_.grad_fn  # a stale view that may not be refreshed raises before anything else does
        if self.typed:
            kwargs["core_type"] = self_.spec.dtype.core_type
        hops = self.rule(Geometry(self_.spec.size, self_.spec.stride, self_.offset), *rest, **kwargs)
        if isinstance(hops, list):
            return hop_many(self_, hops, self.many_nodes, self is unbind or config.profile.splits_are_views)
        return hop(self_, hops, self.nodes)

    def in_place(self, target: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The tensor itself takes the view's shape; returns it."""
        check_writable(target, mode.grad and target.needs_grad)
        if self.named:
            kwargs["called"] = self.name + "_"
        return reshape_in_place(
            target, self.rule(target.geometry, *args, **kwargs), self.inplace_nodes, self.name + "_"
        )

    def __repr__(self) -> str:
        return f"<view {self.name}>"


def _label(node: str, version: str) -> str:
    return node if version == "1.6" else node.rstrip("0123456789").replace("Backward", "")


NAMES_1_6 = {
    "_squeeze_all": "SqueezeBackward0", "_squeeze_dim": "SqueezeBackward1",
    "transpose": "TransposeBackward0", "unsqueeze": "UnsqueezeBackward0",
    "_reshape_alias": "ViewBackward",
}  # fmt: skip


def view_op(
    *cases: Sample, node: str | None = None, function: bool = True, inplace: tuple[str, str] | None = None
) -> Callable[[Callable[..., Any]], ViewOp]:
    """Declare the decorated rule on geometry as a view operation.

    `inplace` names the node of its in-place form, in 2.13 and in 1.6.
    """
    return lambda rule: ViewOp(rule, cases, node, function, inplace)


def hop(
    self: Tensor, hop: Hop, nodes: dict[str, type[PartNode]], dtype: Dtype | None = None, root: Lens | None = None
) -> Tensor:
    """A view of a tensor, one step further in, recorded if a gradient is to flow.

    `root` is the lens from the storage's root where it is not the tensor's lens and the step.
    """
    geometry, step, start = hop
    spec = spec_of(geometry.size, geometry.stride, dtype or self.spec.dtype)
    lens = root or (self.lens if step is None else self.lens.then(step, start))
    out = view_of(self, lens, spec, geometry.offset, Creation.DEFAULT if mode.grad else Creation.NO_GRAD)
    out.place = here()
    if mode.grad and self.needs_grad:
        out._grad_fn = _read(self, hop, spec, nodes, out.place)
        out.untracked = self.storage.untracked
    return out


def reshape_in_place(
    self: Tensor, hop: Hop, nodes: dict[str, type[PartNode]], name: str, root: Lens | None = None
) -> Tensor:
    """Give a tensor the geometry of a view of itself. A view stays one of its base, whose history it leaves alone."""
    records = mode.grad and self.needs_grad
    check_writable(self, records)
    geometry, step, start = hop
    spec = spec_of(geometry.size, geometry.stride, self.spec.dtype)
    record = write_of(self, name, records, mode.grad)
    node = None
    if records:
        node = _read(self, hop, spec, nodes, record.place)
    self.version.count += 1
    self.lens = root or (self.lens if step is None else self.lens.then(step, start))
    self.spec, self.offset, self._seen = spec, geometry.offset, -1
    remember(self.storage, record)
    if node is not None:
        set_history(self, node, 0)
    return self


def _read(self: Tensor, hop: Hop, spec: Spec, nodes: dict[str, type[PartNode]], place: Place | None) -> PartNode:
    """The node of a view."""
    edges = (edge(self),)
    node = nodes[config.profile.version](edges, (spec,), operands_of((self,), edges))
    node.lens, node.whole, node.saved, node.place = _local(hop), self.spec, spec, place
    return node


def _local(hop: Hop) -> Lens:
    _, step, start = hop
    return Lens() if step is None else Lens((step,), () if start is None else (start,))


def hop_many(
    self: Tensor, hops: Sequence[Hop], nodes: dict[str, type[PartsNode]], views: bool = True
) -> tuple[Tensor, ...]:
    """Several views from one call; with grad mode on they share one node, and may not be written.

    Without `views` they are no views, but tensors with versions of their own that happen to share the data.
    """
    outs = []
    creation = Creation.MULTI_OUTPUT if mode.grad else Creation.NO_GRAD
    place = here()
    for geometry, step, start in hops:
        spec = spec_of(geometry.size, geometry.stride, self.spec.dtype)
        lens = self.lens if step is None else self.lens.then(step, start)
        out = view_of(self, lens, spec, geometry.offset, creation)
        if not views:
            out.base, out.version, out.creation, out._attr_version = None, Version(), Creation.DEFAULT, 0
        out.place = place
        outs.append(out)
    if mode.grad and self.needs_grad and outs:
        edges = (edge(self),)
        node = nodes[config.profile.version](edges, tuple([o.spec for o in outs]), operands_of((self,), edges))
        node.lenses = [_local(h) for h in hops]
        node.whole, node.place = self.spec, place
        for nr, out in enumerate(outs):
            out._grad_fn, out.output_nr, out.untracked = node, nr, self.storage.untracked
    return tuple(outs)


class PartsNode(Node):
    """Reading several parts at once; `whole` is the spec of what they are parts of."""

    __slots__ = ("lenses", "whole")

    lenses: list[Lens]
    whole: Spec

    def vjp(self, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        total = new(zeros(self.whole), spec_of(self.whole.size, None, self.whole.dtype))
        for lens, grad in zip(self.lenses, grads, strict=True):
            if grad is not None:
                total = put(total, grad, lens, create_graph)
        return (total,)

    def forward(self, whole: Any) -> Any:
        return tuple([lens.get_array(whole) for lens in self.lenses])

    def release(self) -> None:
        """Nothing is saved, so nothing is freed."""


# ---- one index, a range --------------------------------------------------------------------------------------------


@view_op(samples("3 4", 0, 1), samples("3 4", 1, -2), samples("2 1 3", -1, 2))
def select(geometry: Geometry, dim: int, index: int) -> Hop:
    """One index of a dimension, which goes away."""
    index = int(index)
    out = g.select(geometry, dim, index)
    dim = g.wrap_dim(dim, len(geometry.size))
    return out, Select(dim), index % geometry.size[dim]


@view_op(
    samples("5 3", 0, 1, 4), samples("5 3", 0, 0, 5, 2), samples("3 4", -1, -3), samples("3 4", 1, 2, 2), function=False
)
def slice(geometry: Geometry, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Hop:
    """A range of indices of a dimension."""
    out = g.slice_(geometry, dim, start, end, step)
    dim = g.wrap_dim(dim, len(geometry.size))
    return out, Slice(dim, out.size[dim], step), g.slice_part(geometry.size[dim], start, end, step)[0]


@view_op(samples("5 3", 0, 1, 3), samples("3 4", 1, 0, 2), node="SliceBackward0")
def narrow(geometry: Geometry, dim: int, start: int, length: int) -> Hop:
    """`length` indices of a dimension from `start` on."""
    start = int(start)
    out = g.narrow(geometry, dim, start, length)
    dim = g.wrap_dim(dim, len(geometry.size))
    return out, Slice(dim, length, 1), start + geometry.size[dim] if start < 0 else start


# ---- the same elements in another shape ----------------------------------------------------------------------------


def _reshaped(before: Geometry, after: Geometry) -> Hop:
    return after, Reshape(before.size, after.size), None


class View(ViewOp):
    """`view`, which takes a size or a dtype."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        kind = args[1] if len(args) == 2 else kwargs.get("dtype")
        return _bits(args[0], kind) if isinstance(kind, Dtype) else super().__call__(*args, **kwargs)


def _bits(self: Tensor, kind: Dtype) -> Tensor:
    """The same bytes as numbers of another dtype. No gradient passes through it, and it has no base."""
    own = self.spec.dtype
    if kind is own:
        return _alias(self)
    at = g.view_bits(self.geometry, own.itemsize, kind.itemsize, own.scalar_name, kind.scalar_name)
    spec = spec_of(at.size, at.stride, kind)
    out = view_of(self, self.lens.then(Bits(own.np, kind.np)), spec, at.offset)
    out.base = None
    return out


def _view(geometry: Geometry, *size: Any) -> Hop:
    """The same memory in another shape, or as numbers of another dtype; raises if the strides don't allow it."""
    out = g.view(geometry, _sizes(size))
    if out is None:
        raise errors.view_incompatible()
    return _reshaped(geometry, out)


view = View(
    _view, (samples("3 4", (2, 6)), samples("3 4", -1), samples("2 3", (3, 1, 2))), "ViewBackward0", function=False
)


def _sizes(size: tuple[Any, ...]) -> tuple[int, ...]:
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        size = tuple(size[0])
    return tuple([int(n) for n in size])


@view_op(samples("3 4", 0), samples("3 4", -1), samples("", 0), inplace=("UnsqueezeBackward1", "UnsqueezeBackward1"))
def unsqueeze(geometry: Geometry, dim: int) -> Hop:
    """A new dimension of size 1."""
    return _reshaped(geometry, g.unsqueeze(geometry, dim))


@view_op(samples("1 3 1"), samples("2 3"), node="SqueezeBackward0", inplace=("SqueezeBackward3", "SqueezeBackward2"))
def _squeeze_all(geometry: Geometry) -> Hop:
    return _reshaped(geometry, g.squeeze(geometry))


@view_op(samples("1 3 1", 0), samples("2 1 3", -1), node="SqueezeBackward1",
         inplace=("SqueezeBackward4", "SqueezeBackward3"))  # fmt: skip
def _squeeze_dim(geometry: Geometry, dim: int) -> Hop:
    return _reshaped(geometry, g.squeeze(geometry, dim))


@view_op(samples("1 3 1", (0, 2)), node="SqueezeBackward2", inplace=("SqueezeBackward5", "SqueezeBackward5"))
def _squeeze_dims(geometry: Geometry, dim: tuple[int, ...]) -> Hop:
    return _reshaped(geometry, g.squeeze(geometry, dim))


@composite(samples("1 3 1"), samples("1 3 1", 0), samples("1 3 1", (0, 2)))
def squeeze(self: Tensor, dim: Any = None) -> Tensor:
    """Without the dimensions of size 1: all, or those named."""
    form, args = _squeeze_form(dim)
    return form(self, *args)


def squeeze_(self: Tensor, dim: Any = None) -> Tensor:
    """`squeeze` of the tensor itself; returns it."""
    form, args = _squeeze_form(dim)
    return form.in_place(self, *args)


def _squeeze_form(dim: Any) -> tuple[ViewOp, tuple[Any, ...]]:
    if dim is None:
        return _squeeze_all, ()
    return (_squeeze_dim, (dim,)) if isinstance(dim, int) else (_squeeze_dims, (tuple(dim),))


# ---- dimensions in another order -----------------------------------------------------------------------------------


@view_op(samples("2 3 4", (2, 0, 1)), samples("2 3", (1, 0)))
def permute(geometry: Geometry, *dims: Any) -> Hop:
    """Dimensions in another order."""
    if not dims:
        raise errors.missing_arguments("permute", ["dims"])
    order = _sizes(dims)
    out = g.permute(geometry, order)
    return out, Permute(tuple([d % len(order) for d in order])), None


@view_op(samples("2 3 4", 0, 2), samples("2 3", -1, 0), inplace=("TransposeBackward1", "TransposeBackward1"))
def transpose(geometry: Geometry, dim0: int, dim1: int) -> Hop:
    """Two dimensions swapped."""
    ndim = len(geometry.size)
    out = g.transpose(geometry, dim0, dim1)
    order = list(range(ndim))
    if ndim:
        order[dim0 % ndim], order[dim1 % ndim] = order[dim1 % ndim], order[dim0 % ndim]
    return out, Permute(tuple(order)), None


@view_op(samples("2 3"), samples("3"), node="TBackward0", inplace=("TBackward1", "TBackward"))
def t(geometry: Geometry, *, called: str = "t") -> Hop:
    """A matrix transposed; a vector or a scalar as it is."""
    ndim = len(geometry.size)
    if ndim > 2:
        raise errors.t_of_more_than_2d(called, ndim)
    if ndim < 2:
        return geometry, Permute(tuple(range(ndim))), None
    return g.transpose(geometry, 0, 1), Permute((1, 0)), None


# ---- repeated, diagonal, anything ----------------------------------------------------------------------------------


@view_op(samples("3 1", (3, 4)), samples("3", (2, -1)), samples("1", (0,)), function=False)
def expand(geometry: Geometry, *size: Any, implicit: bool = False, core_type: str = "") -> Hop:
    """Dimensions of size 1, or new ones in front, repeated without copying."""
    out = g.expand(geometry, _sizes(size), core_type)
    return out, Expand(geometry.size, out.size), None


def _by_index(geometry: Geometry, rule: Callable[[Geometry], Geometry]) -> Hop:
    """A view whose lens addresses the elements of the viewed tensor by their logical position."""
    flat = rule(Geometry(geometry.size, g.contiguous_stride(geometry.size), 0))
    step = Strided(geometry.size, g.contiguous_stride(geometry.size), flat.size, flat.stride)
    return rule(geometry), step, flat.offset


@view_op(samples("3 4"), samples("3 4", 1), samples("2 3 4", 0, 0, 2))
def diagonal(geometry: Geometry, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Hop:
    """The diagonal of two dimensions, as a new last dimension."""
    return _by_index(geometry, lambda it: g.diagonal(it, offset, dim1, dim2))


@view_op(samples("7", 0, 3, 2), samples("3 5", 1, 2, 1), function=False)
def unfold(geometry: Geometry, dimension: int, size: int, step: int) -> Hop:
    """Windows of a dimension, as a new last dimension."""
    return _by_index(geometry, lambda it: g.unfold(it, dimension, size, step))


# ---- several views -------------------------------------------------------------------------------------------------


@view_op(samples("3 2"), samples("2 3", 1))
def unbind(geometry: Geometry, dim: int = 0) -> list[Hop]:
    """The slices of a dimension, each without it."""
    count = g.unbind_count(geometry.size, dim)
    dim = g.wrap_dim(dim, len(geometry.size))
    return [(g.select(geometry, dim, i), Select(dim), i) for i in range(count)]


def _ranges(geometry: Geometry, dim: int, ranges: Sequence[tuple[int, int]]) -> list[Hop]:
    dim = g.wrap_dim(dim, len(geometry.size))
    return [(g.narrow(geometry, dim, a, n), Slice(dim, n, 1), a) for a, n in ranges]


@view_op(samples("5 2", 2), samples("3 4", 2, 1), node="SplitBackward0", function=False)
def _split_equal(geometry: Geometry, split_size: int, dim: int = 0) -> list[Hop]:
    return _ranges(geometry, dim, g.split_parts(geometry.size, split_size, dim))


@view_op(samples("5 2", (2, 3)), node="SplitWithSizesBackward0", function=False)
def _split_sizes(geometry: Geometry, split_sizes: Any, dim: int = 0) -> list[Hop]:
    return _ranges(geometry, dim, g.split_parts(geometry.size, tuple(split_sizes), dim))


@composite(samples("5 2", 2), samples("5 2", (2, 3)), samples("3 4", 2, 1))
def split(self: Tensor, split_size: Any = None, dim: int = 0, *, split_size_or_sections: Any = None) -> Any:
    """Consecutive ranges of a dimension: of equal length (the last may be shorter), or of given lengths."""
    size = split_size if split_size_or_sections is None else split_size_or_sections
    return _split_equal(self, size, dim) if isinstance(size, int) else _split_sizes(self, size, dim)


@composite(samples("5 2", (2, 3)))
def split_with_sizes(self: Tensor, split_sizes: Any, dim: int = 0) -> Any:
    """Consecutive ranges of a dimension, of the given lengths."""
    return _split_sizes(self, split_sizes, dim)


@composite(samples("5 2", 2), samples("3 4", 3, 1))
def chunk(self: Tensor, chunks: int, dim: int = 0) -> Any:
    """At most `chunks` consecutive ranges of a dimension, of equal length but for the last."""
    parts = g.chunk_parts(self.spec.size, chunks, dim)
    if not parts or not parts[-1][1]:
        return _split_sizes(self, tuple([n for _, n in parts]), dim)
    return _split_equal(self, parts[0][1], dim)


# ---- compositions --------------------------------------------------------------------------------------------------


@composite(samples("2 3 4", 0, 2), samples("2 3 4", (0, 1), (2, 0)))
def movedim(self: Tensor, source: Any, destination: Any) -> Tensor:
    """Dimensions moved to other positions, the others keeping their order."""
    if not self.spec.ndim and isinstance(source, int):
        g.movedim_order(0, source, destination)
        return _alias(self)
    return permute(self, g.movedim_order(self.spec.ndim, source, destination))


moveaxis = composite(samples("2 3 4", 0, 2))(lambda self, source, destination: movedim(self, source, destination))
swapaxes = composite(samples("2 3 4", 0, 2))(lambda self, axis0, axis1: transpose(self, axis0, axis1))
swapdims = composite(samples("2 3 4", 0, 2))(lambda self, dim0, dim1: transpose(self, dim0, dim1))


def swapaxes_(self: Tensor, axis0: int, axis1: int) -> Tensor:
    """`swapaxes` of the tensor itself; returns it."""
    return transpose.in_place(self, axis0, axis1)


def swapdims_(self: Tensor, dim0: int, dim1: int) -> Tensor:
    """`swapdims` of the tensor itself; returns it."""
    return transpose.in_place(self, dim0, dim1)


@composite(samples("3 1", "3 4"), function=False)
def expand_as(self: Tensor, other: Tensor) -> Tensor:
    """Expanded to the size of another tensor."""
    return expand(self, other.spec.size)


@composite(samples("3 1", (3, 4)))
def broadcast_to(self: Tensor, size: Any) -> Tensor:
    """Expanded to a size."""
    return expand(self, size)


@composite(samples("2 3", "3 2"), function=False)
def view_as(self: Tensor, other: Tensor) -> Tensor:
    """The same memory in the shape of another tensor."""
    return view(self, other.spec.size)


@view_op(samples("3 4"))
def _alias(geometry: Geometry) -> Hop:
    return geometry, None, None


_alias.node = "AliasBackward0"


# ---- by memory position --------------------------------------------------------------------------------------------


class AsStrided(ViewOp):
    """`as_strided` addresses the storage, not the tensor: its lens replaces the chain by one step."""

    def __call__(self, input: Tensor, size: Any, stride: Any, storage_offset: int | None = None) -> Tensor:
        step, root = _addressed(input, size, stride, storage_offset)
        out = hop(input, step, self.nodes, root=root)
        if isinstance(step[1], Indexed) and isinstance(out._grad_fn, PartNode):
            out._grad_fn.known = out.value
        return out

    def in_place(self, target: Tensor, size: Any, stride: Any, storage_offset: int | None = None) -> Tensor:
        step, root = _addressed(target, size, stride, storage_offset)
        return reshape_in_place(target, step, self.inplace_nodes, "as_strided_", root)


def _addressed(self: Tensor, size: Any, stride: Any, storage_offset: int | None) -> tuple[Hop, Lens]:
    """The hop from a tensor to positions of its storage, and the lens to them from the storage's root."""
    storage = self.storage
    offset = self.offset if storage_offset is None else storage_offset
    itemsize = self.spec.dtype.itemsize
    out = g.as_strided(_sizes((size,)), _sizes((stride,)), offset, g.numel(storage.size) * itemsize, itemsize)
    local = between(self.spec, out, out.offset - self.offset)
    root = absolute(storage.size, storage.stride, out.size, out.stride, out.offset)
    return (out, local.steps[0], local.starts[0] if local.starts else None), root


as_strided = AsStrided(
    lambda geometry: geometry, (samples("3 4", (2, 2), (1, 4), 1),), inplace=("AsStridedBackward1", "AsStridedBackward")
)


# ---- complex numbers as pairs --------------------------------------------------------------------------------------


class Retyped(ViewOp):
    """A view in another dtype; `rule` gives the hop, the kind of dtype is the other one of real and complex."""

    def __call__(self, input: Tensor) -> Tensor:
        kind = input.spec.dtype
        if kind.is_complex == (self is view_as_complex) or kind.category < FLOAT:
            raise (
                errors.view_as_complex_dtype(kind.scalar_name)
                if self is view_as_complex
                else errors.view_as_real_of_real()
            )
        other = kind.to_real() if kind.is_complex else kind.to_complex()
        return hop(input, self.rule(input.geometry), self.nodes, other)


view_as_real = Retyped(lambda geometry: (g.view_as_real(geometry), Real(), None), (samples("2 3"),), None, True)
view_as_complex = Retyped(
    lambda geometry: (g.view_as_complex(geometry), Complex(), None), (samples("3 2"),), None, True
)
view_as_real.domain = "complex"


@composite(samples("2 3"))
def real(self: Tensor) -> Tensor:
    """The real part, as a view; a real tensor itself."""
    return select(view_as_real(self), -1, 0) if self.spec.dtype.is_complex else self


@composite(samples("2 3"), domain="complex")
def imag(self: Tensor) -> Tensor:
    """The imaginary part, as a view."""
    if not self.spec.dtype.is_complex:
        raise errors.imag_of_real()
    return select(view_as_real(self), -1, 1)


# ---- reshape: a view where the strides allow it ---------------------------------------------------------------------


@composite(samples("3 4", (2, 6)), samples("3 4", -1))
def reshape(self: Tensor, *shape: Any) -> Tensor:
    """The same elements in another shape: a view if the strides allow it, else a copy."""
    wanted = g.infer_size(_sizes(shape), self.spec.numel)
    if g.view(self.geometry, wanted) is not None:
        return view(self, wanted) if self.is_contiguous() else _reshape_alias(self, wanted)
    return _unsafe_view(_contiguous_clone(self), wanted)


@view_op(samples("3 4", (2, 6)))
def _reshape_alias(geometry: Geometry, size: Any) -> Hop:
    return view.rule(geometry, size)


def _unsafe_view(fresh: Tensor, size: tuple[int, ...]) -> Tensor:
    """A tensor that nothing else refers to, in another shape; no view, since there is nobody to share with."""
    return owned(fresh, _reshaped(fresh.geometry, Geometry(size, g.contiguous_stride(size), 0)), unsafe_view.nodes)


def owned(fresh: Tensor, hop_: Hop, nodes: dict[str, type[PartNode]]) -> Tensor:
    """What a view of a tensor that nothing else refers to shows, as a tensor of its own with the view's history."""
    seen = hop(fresh, hop_, nodes)
    out = new(seen.value, seen.spec)
    out._grad_fn, out.place = seen._grad_fn, seen.place
    return out


unsafe_view = ViewOp(
    lambda geometry, size: view.rule(geometry, size),
    (samples("2 3", (3, 2)),),
    "UnsafeViewBackward0",
    False,
)
unsafe_view.method = False


@composite(samples("2 3", "3 2"), function=False)
def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """The same elements in the shape of another tensor."""
    return reshape(self, other.spec.size)


@composite(samples("2 3 4"), samples("2 3 4", 1), samples("", 0))
def flatten(self: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """A run of dimensions as one."""
    size = g.flatten_size(self.spec.size, start_dim, end_dim)
    return self if size == self.spec.size and self.spec.ndim else reshape(self, size)


@composite(samples("2 12", 1, (3, 4)), samples("6", 0, (2, -1)))
def unflatten(self: Tensor, dim: int, sizes: Any) -> Tensor:
    """A dimension as several."""
    return view(self, g.unflatten_size(self.spec.size, dim, tuple(sizes)))


@composite(samples("2 3"))
def ravel(self: Tensor) -> Tensor:
    """All dimensions as one: a view if the strides allow it, else a copy."""
    return reshape(self.contiguous(), -1)


# ---- without history -----------------------------------------------------------------------------------------------


@composite(samples("2 3"))
def detach(self: Tensor) -> Tensor:
    """The same data and versions, without history."""
    out = alias(self)
    out.place = here(DETACHED)
    return out


def data(self: Tensor) -> Tensor:
    """The same data, without history and with a version count of its own: writes through it go unnoticed."""
    out = alias(self, Version())
    out.place = here(DATA)
    return out


METHODS = {f.__name__: f for f in (squeeze_, swapaxes_, swapdims_)}
