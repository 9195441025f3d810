"""Nodes of the recorded graph: slotted records of operation, edges and saved values; no closures.

A node is what `grad_fn` shows. It knows how to be differentiated (`vjp`) and how to be replayed (`forward`, on arrays,
for lowering). What it holds of tensors is in `saved`; freeing the graph drops `saved` and `operands`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, ClassVar

from leafjax.graph.history import Place

_numbers = count()
_handles = count(1)

Edge = tuple["Node | None", int]
NO_EDGE: Edge = (None, 0)
BUILT_IN = ("AccumulateGrad", "CopySlices", "CopyBackwards", "NotImplemented")


class Node:
    """One recorded operation. `metas` holds a spec (size, dtype) for each of its outputs."""

    __slots__ = ("__dict__", "__weakref__", "_hooks", "edges", "metas", "operands", "place", "saved", "seq")

    label: ClassVar[str] = "Node"  # the name in error messages ("Mul", "Unbind")

    edges: tuple[Edge, ...]
    metas: tuple[Any, ...]
    operands: tuple[Any, ...] | None  # per input: the value of a leaf or constant; None: replay the edge
    saved: Any
    place: Place | None
    _hooks: NodeHooks | None

    def __init__(self, edges: tuple[Edge, ...], metas: tuple[Any, ...], operands: tuple[Any, ...] | None = ()) -> None:
        self.edges = edges
        self.metas = metas
        self.operands = operands
        self.saved = ()
        self.place = None
        self.seq = next(_numbers)
        self._hooks = None

    # ---- what the user sees ----

    def name(self) -> str:
        """The class name, e.g. ``MulBackward0``; with its namespace for the nodes that PyTorch writes by hand."""
        name = type(self).__name__
        return f"torch::autograd::{name}" if name in BUILT_IN else name

    @property
    def next_functions(self) -> tuple[Edge, ...]:
        """The nodes that receive this node's input gradients, with the number of the output they belong to."""
        return tuple([self.edges[i] if i >= 0 else NO_EDGE for i in self.visible()])

    def visible(self) -> tuple[int, ...]:
        """The inputs that users see, in their order; -1 for an optional one that is absent."""
        return tuple(range(len(self.edges)))

    def _sequence_nr(self) -> int:
        return self.seq

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dictionary for the user's own use."""
        return self.__dict__.setdefault("_metadata", {})

    @property
    def hooks(self) -> NodeHooks:
        """The hooks of this node, made when first asked for."""
        if self._hooks is None:
            self._hooks = NodeHooks()
        return self._hooks

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"

    def origin_of(self, saved: Any) -> tuple[Any, int]:
        """The node that made a saved input, as an error names it, and the number of that node's output."""
        return saved.tensor.grad_fn, saved.tensor.output_nr

    def register_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_inputs, grad_outputs)`` after the node ran; a tuple it returns replaces the gradients it gave."""
        return add_hook(self.hooks.post, hook)

    def register_prehook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_outputs)`` before the node runs; a tuple it returns replaces what it received."""
        return add_hook(self.hooks.pre, hook)

    # ---- what the engine and the readers use ----

    def vjp(self, grads: tuple[Any, ...], create_graph: bool) -> tuple[Any, ...]:
        """The gradients of the inputs, one per edge (None: no gradient), from those of the outputs."""
        raise TypeError(f"{self.name()} has no derivative")

    def forward(self, *arrays: Any) -> Any:
        """The operation itself on arrays, one per edge, for lowering; a tuple if it has several outputs."""
        raise TypeError(f"{self.name()} can't be replayed")

    def release(self) -> None:
        """Drop what is held of tensors; a second backward then raises."""
        self.saved = self.operands = None


class NodeHooks:
    """Hooks of a node, by when they run; each maps a handle's number to the function."""

    __slots__ = ("post", "pre", "retain", "tensor")

    def __init__(self) -> None:
        self.tensor: dict[int, dict[int, Callable[..., Any]]] = {}  # output number -> hooks on that tensor
        self.retain: dict[int, Callable[..., Any]] = {}  # output number -> keep its gradient
        self.pre: dict[int, Callable[..., Any]] = {}
        self.post: dict[int, Callable[..., Any]] = {}


class RemovableHandle:
    """What registering a hook returns: `remove()` takes the hook away again; also a context manager."""

    def __init__(self, hooks: dict[int, Callable[..., Any]]) -> None:
        self.id = next(_handles)
        self._hooks = hooks

    def remove(self) -> None:
        """Take the hook away; harmless if it is gone already."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *_: Any) -> None:
        self.remove()


def add_hook(hooks: dict[int, Callable[..., Any]], hook: Callable[..., Any]) -> RemovableHandle:
    """Put a hook at the end of the ones that run."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


class AccumulateGrad(Node):
    """Where the gradient of a leaf arrives. Holds its leaf; the leaf holds it weakly."""

    __slots__ = ("variable",)

    label = "AccumulateGrad"
    variable: Any

    def __init__(self, variable: Any) -> None:
        super().__init__((), (variable.spec,))
        self.variable = variable
        self.seq = 1 << 64  # PyTorch runs accumulations before anything else that is ready


def walk(roots: Iterator[Node | None] | tuple[Node | None, ...]) -> list[Node]:
    """Every node that can be reached, each after all nodes it leads to (leaves first). Iterative: graphs are deep."""
    order: list[Node] = []
    seen: set[Node] = set()
    stack: list[tuple[Node, Iterator[Edge]]] = []
    for root in roots:
        if root is None or root in seen:
            continue
        seen.add(root)
        stack.append((root, iter(root.edges)))
        while stack:
            node, edges = stack[-1]
            for below, _ in edges:
                if below is not None and below not in seen:
                    seen.add(below)
                    stack.append((below, iter(below.edges)))
                    break
            else:
                order.append(node)
                stack.pop()
    return order


def incoming(roots: Iterable[Node]) -> dict[Node, int]:
    """How many edges of the graph below `roots` lead to each node; a root that no edge leads to is not in it."""
    counts: dict[Node, int] = {}
    stack = list(dict.fromkeys(roots))
    seen = set(stack)
    while stack:
        for below, _ in stack.pop().edges:
            if below is None:
                continue
            counts[below] = counts.get(below, 0) + 1
            if below not in seen:
                seen.add(below)
                stack.append(below)
    return counts
