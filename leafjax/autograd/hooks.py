"""Hooks on tensors: functions that see, and may replace, a gradient on its way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from leafjax import errors
from leafjax.config import config
from leafjax.graph.node import Edge
from leafjax.tensor.tensor import Tensor, edge

_ids = count(1)


class RemovableHandle:
    """What registering a hook returns: `remove()` takes the hook away again; also a context manager."""

    def __init__(self, hooks: dict[int, Callable[..., Any]]) -> None:
        self.id = next(_ids)
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


def place_of_hooks(self: Tensor) -> Edge:
    """The node and output where a new hook of this tensor goes."""
    if not config.profile.hooks_stay:
        return edge(self)
    if self.extra.hooked is None:
        self.extra.hooked = edge(self)
    return self.extra.hooked


def register_hook(self: Tensor, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
    """Call ``hook(grad)`` when the gradient of this tensor is computed; a tensor it returns takes its place.

    Hooks run in the order of registration. A hook belongs to the tensor's place in the graph: after an in-place write,
    one that was there before sees the gradient of the value before.
    """
    if not self.needs_grad:
        raise errors.hook_without_grad()
    node, nr = place_of_hooks(self)
    if node is None:  # a view of a leaf made under no_grad: no gradient ever comes by
        return add_hook({}, hook)
    if self.seems_leaf:
        self.extra.accumulator = node  # the hook lives as long as the leaf
    return add_hook(node.hooks.tensor.setdefault(nr, {}), hook)
