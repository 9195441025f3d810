"""Hooks on tensors: functions that see, and may replace, a gradient on its way."""

from __future__ import annotations

from collections.abc import Callable

from leafjax import errors
from leafjax.config import config
from leafjax.graph import notes
from leafjax.graph.node import Edge, RemovableHandle, add_hook
from leafjax.tensor.tensor import Tensor, edge


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
        raise notes.without_grad(errors.hook_without_grad(), self)
    node, nr = place_of_hooks(self)
    if node is None:  # a view of a leaf made under no_grad: no gradient ever comes by
        return add_hook({}, hook)
    if self.seems_leaf:
        self.extra.accumulator = node  # the hook lives as long as the leaf
    return add_hook(node.hooks.tensor.setdefault(nr, {}), hook)


def register_post_accumulate_grad_hook(self: Tensor, hook: Callable[[Tensor], None]) -> RemovableHandle:
    """Call ``hook(leaf)`` each time a gradient has been added to the `.grad` of this leaf."""
    if not self.needs_grad:
        raise notes.without_grad(errors.hook_without_grad(), self)
    if not self.seems_leaf:
        raise notes.no_leaf(errors.post_accumulate_hook_of_interior(), self)
    if self.extra.accumulated is None:
        self.extra.accumulated = {}
    return add_hook(self.extra.accumulated, hook)
