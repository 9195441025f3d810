"""The `Tensor`: a storage seen through a lens, a version count and a place in the recorded graph. State only.

Operations, `backward`, hooks and printing are attached by the parts above; what writing and viewing do is in `alias`.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any
from weakref import ref

from leafjax.aliasing.geometry import Geometry
from leafjax.aliasing.lens import IDENTITY, Lens
from leafjax.aliasing.storage import Spec, Storage, Version
from leafjax.dtypes import dtype
from leafjax.execution.value import Value
from leafjax.graph.history import Place
from leafjax.graph.node import AccumulateGrad, Edge, Node


class Creation(Enum):
    """What writing through a view must know of how the view was made."""

    DEFAULT = 0
    MULTI_OUTPUT = 1
    NO_GRAD = 2
    CUSTOM_FUNCTION = 3


class Size(tuple[int, ...]):
    """The shape of a tensor: a tuple that prints as PyTorch's."""

    __slots__ = ()

    def numel(self) -> int:
        """The number of elements of a tensor of this size."""
        n = 1
        for length in self:
            n *= length
        return n

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __add__(self, other: Any) -> Size:
        return Size(tuple.__add__(self, other))

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found


class Extra:
    """What few tensors have: a retained gradient, hooks on a leaf, a name for reports."""

    __slots__ = ("accumulated", "accumulator", "hooked", "name", "retain", "switched")

    def __init__(self) -> None:
        self.name: str | None = None
        self.switched: Place | None = None  # where requires_grad was set last, or history cut by `detach_`
        self.retain = 0  # 1: the gradient of this interior tensor is kept
        self.accumulator: Any = None  # a leaf's, held because it has hooks
        self.accumulated: dict[int, Any] | None = None  # what is called after a gradient arrived in `.grad`
        self.hooked: Edge | None = None  # where the first hook went, in profiles where the others follow it


class Tensor:
    """A multi-dimensional array with PyTorch's autograd semantics.

    `value` is the data now: the storage's root seen through `lens`, cached until the storage's generation moves.
    `grad_fn` is regenerated lazily for a view whose base was written since (see `alias`).
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_accumulator",
        "_attr_version",
        "_extra",
        "_grad",
        "_grad_fn",
        "_requires_grad",
        "_seen",
        "_value",
        "base",
        "creation",
        "lens",
        "offset",
        "output_nr",
        "place",
        "spec",
        "storage",
        "untracked",
        "version",
    )

    storage: Storage
    lens: Lens
    spec: Spec
    offset: int
    version: Version
    base: Tensor | None
    creation: Creation
    output_nr: int
    place: Place | None
    untracked: int  # the storage's untracked writes when the node was set
    _seen: int  # the generation that `_value` is of; -1: none
    _attr_version: int  # the version at which `_grad_fn` was right
    _requires_grad: bool
    _value: Value
    _grad_fn: Node | None
    _grad: Tensor | None
    _accumulator: ref[AccumulateGrad] | None
    _extra: Extra | None

    # ---- data ----

    @property
    def value(self) -> Value:
        """The data now, as an immutable value."""
        if self._seen != self.storage.generation:
            self._value, self._seen = self.lens.get(self.storage.root), self.storage.generation
        return self._value

    @property
    def shape(self) -> Size:
        return Size(self.spec.size)

    @property
    def dtype(self) -> dtype:
        return self.spec.dtype

    @property
    def ndim(self) -> int:
        return self.spec.ndim

    @property
    def geometry(self) -> Geometry:
        """Size, stride and storage offset, in elements."""
        return Geometry(self.spec.size, self.spec.stride, self.offset)

    @property
    def _version(self) -> int:
        return self.version.count

    @property
    def _base(self) -> Tensor | None:
        return self.base

    def _is_view(self) -> bool:
        return self.base is not None

    # ---- history ----

    @property
    def grad_fn(self) -> Node | None:
        """The node whose output this is; None for a leaf. For a stale view, the node that reads its base anew."""
        if self.base is not None and self._attr_version != self.version.count:
            refresh(self)
        return self._grad_fn

    @property
    def is_leaf(self) -> bool:
        """Whether no operation that the graph knows of made this tensor; as for `grad_fn`, asking refreshes a view."""
        return self.grad_fn is None

    @property
    def seems_leaf(self) -> bool:
        """`is_leaf` by the node as it is stored: what PyTorch's own checks read, even for a stale view."""
        return self._grad_fn is None

    @property
    def needs_grad(self) -> bool:
        """`requires_grad`, for the hot path: whether any gradient flows to or through this tensor."""
        return self._requires_grad or self._grad_fn is not None or (self.base is not None and self.base.needs_grad)

    @property
    def extra(self) -> Extra:
        """The rare attributes, made when first asked for."""
        if self._extra is None:
            self._extra = Extra()
        return self._extra

    def __hash__(self) -> int:
        return id(self)

    if TYPE_CHECKING:  # the operations attach methods, properties and operators

        def __getattr__(self, name: str) -> Any: ...
        def _operator(self, other: Any) -> Any: ...

        __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _operator
        __pow__ = __rpow__ = __mod__ = __floordiv__ = __matmul__ = __and__ = __or__ = __xor__ = _operator
        __lt__ = __le__ = __gt__ = __ge__ = _operator
        __eq__ = __ne__ = _operator

        def __neg__(self) -> Any: ...
        def __invert__(self) -> Any: ...
        def __getitem__(self, index: Any) -> Any: ...
        def __setitem__(self, index: Any, value: Any) -> None: ...


# Set by `alias`, which knows how a stale view gets its node.
refresh: Any = None


_empty: Any = object.__new__


def new(value: Value, spec: Spec, storage: Storage | None = None) -> Tensor:
    """A tensor of its own on a new storage."""
    out: Tensor = _empty(Tensor)
    out.storage = Storage(value, spec.stride) if storage is None else storage
    out.lens = IDENTITY
    out.spec = spec
    out.offset = 0
    out.version = Version()
    out.base = out._grad_fn = out._grad = out._accumulator = out._extra = out.place = None
    out.creation = Creation.DEFAULT
    out.output_nr = out._attr_version = out._seen = out.untracked = 0
    out._requires_grad = False
    out._value = value
    return out


def accumulator(leaf: Tensor) -> AccumulateGrad:
    """The node where the gradient of this leaf arrives; one at a time, made anew when the last graph forgot it."""
    node = leaf._accumulator() if leaf._accumulator is not None else None
    if node is None:
        node = AccumulateGrad(leaf)
        leaf._accumulator = ref(node)
    return node


def edge(tensor: Tensor) -> Edge:
    """Where a gradient of this tensor goes."""
    node = tensor.grad_fn
    if node is not None:
        return node, tensor.output_nr
    return (accumulator(tensor), 0) if tensor._requires_grad else (None, 0)
