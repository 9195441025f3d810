"""`backward` and `grad`: checking what the user asks for and handing it to the engine; `.grad` and `retain_grad`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from weakref import ref

from leafjax import errors
from leafjax.autograd import engine
from leafjax.autograd.hooks import register_hook
from leafjax.config import config
from leafjax.graph import notes
from leafjax.graph.history import here
from leafjax.graph.node import NO_EDGE, Edge
from leafjax.tensor.tensor import Tensor, accumulator, edge

TensorOrTensors = Tensor | Sequence[Tensor]

# For those who check what a program does: given the outputs of a pass and their gradients, as the user gave them, a context
# manager around it.
watch: Callable[[Sequence[Tensor], Sequence[Any]], AbstractContextManager[Any]] | None = None


def backward(
    tensors: TensorOrTensors,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Accumulate into `.grad` of the leaves the gradients of `tensors`, each weighted by its `grad_tensors`.

    With `inputs`, only those accumulate. `retain_graph` keeps what the graph saved for another pass (default: as
    `create_graph`); `create_graph` records the backward pass itself. Raises ``RuntimeError`` as PyTorch does.
    """
    if grad_variables is not None:
        if grad_tensors is not None:
            raise errors.both_grad_arguments()
        grad_tensors = grad_variables
    if inputs is not None and not isinstance(inputs, Tensor) and len(inputs) == 0:
        raise errors.empty_inputs()
    roots = _sequence(tensors)
    given = _sequence(grad_tensors, len(roots))
    with _watched(roots, given):
        gradients = _gradients(roots, given)
        edges = _root_edges(roots)
        wanted = _wanted(_sequence(inputs), retain=True) if inputs is not None else ()
        keep = create_graph if retain_graph is None else retain_graph
        if create_graph and config.profile.version != "1.6":
            warnings.warn(errors.CREATE_GRAPH, UserWarning, stacklevel=3)
        engine.run(edges, gradients, keep, create_graph, wanted, accumulate=True)


def grad(
    outputs: TensorOrTensors,
    inputs: TensorOrTensors,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """The gradients of `outputs` (weighted by `grad_outputs`) with respect to `inputs`, without touching `.grad`.

    An input that was not used raises, unless `allow_unused` (its gradient is then None, or zeros with
    `materialize_grads`).
    """
    if materialize_grads and allow_unused is False:
        raise errors.materialize_needs_unused()
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    if not only_inputs:
        warnings.warn(errors.ONLY_INPUTS, FutureWarning, stacklevel=2)
    roots, targets = _sequence(outputs), _sequence(inputs)
    given = _sequence(grad_outputs, len(roots))
    with _watched(roots, given):
        gradients = _gradients(roots, given)
        edges = _root_edges(roots)
        wanted = _wanted(targets, retain=False)
        keep = create_graph if retain_graph is None else retain_graph
        found = engine.run(edges, gradients, keep, create_graph, wanted, accumulate=False)
        for i, gradient in enumerate(found):
            if gradient is None and not allow_unused:
                raise notes.unused_input(errors.unused_input(i), targets[i], roots)
    if materialize_grads:
        return tuple([_zeros(t) if g is None else g for g, t in zip(found, targets, strict=True)])
    return tuple(found)


def _watched(roots: Sequence[Tensor], gradients: Sequence[Any]) -> AbstractContextManager[Any]:
    return _UNWATCHED if watch is None else watch(roots, gradients)


_UNWATCHED = nullcontext()


def initial_gradients(outputs: TensorOrTensors, grad_outputs: Any) -> tuple[tuple[Tensor, ...], list[Tensor]]:
    """Outputs and the gradients to start with, checked as `backward` checks them."""
    roots = _sequence(outputs)
    gradients = _gradients(roots, _sequence(grad_outputs, len(roots)))
    _root_edges(roots)
    return roots, gradients


def _sequence(given: Any, length: int = 0) -> tuple[Any, ...]:
    if given is None:
        return (None,) * length
    return (given,) if isinstance(given, Tensor) else tuple(given)


def _root_edges(roots: tuple[Tensor, ...]) -> list[Edge]:
    edges = [edge(t) for t in roots]
    for i, (node, _) in enumerate(edges):
        if node is None:
            raise notes.root_without_grad(errors.root_without_grad(i), roots[i])
    return edges


def _gradients(roots: tuple[Tensor, ...], given: tuple[Any, ...]) -> list[Tensor]:
    found = [_gradient(i, t, g) for i, (t, g) in enumerate(zip(roots, given, strict=False))]
    if len(given) != len(roots):
        raise errors.gradient_count(len(roots), len(given))
    return found


def _gradient(i: int, root: Tensor, given: Any) -> Tensor:
    """The gradient to start with, checked; ones for a scalar root."""
    if given is None:
        if not root.needs_grad:
            return None  # type: ignore[return-value]  # the root itself is about to be refused
        if root.spec.numel != 1:
            raise notes.gradient_needed(errors.gradient_needed(), root)
        if root.spec.dtype.is_complex:
            raise notes.about(errors.complex_gradient_needed(root.spec.dtype), root)
        return _ones(root)
    if not isinstance(given, Tensor):
        raise errors.gradient_type(given)
    if given.spec.size != root.spec.size:
        raise notes.gradient_shape(errors.gradient_shape(i, given.spec.size, root.spec.size), root)
    if given.spec.dtype.is_complex != root.spec.dtype.is_complex:
        raise errors.gradient_dtype(i, given.spec.dtype, root.spec.dtype)
    return given


def _ones(like: Tensor) -> Tensor:
    return like.new_ones(like.spec.size)


def _zeros(like: Tensor) -> Tensor:
    return like.new_zeros(like.spec.size)


def _wanted(inputs: tuple[Any, ...], retain: bool) -> list[Edge]:
    edges: list[Edge] = []
    for t in inputs:
        if retain and not t.needs_grad:
            raise notes.without_grad(errors.retain_without_grad(), t)
        if not t.needs_grad:
            raise notes.without_grad(errors.input_without_grad(), t)
        node = t.grad_fn
        if node is None:
            edges.append((accumulator(t), 0))
        else:
            if retain:
                retain_grad(t)
            edges.append((node, t.output_nr))
    return edges or [NO_EDGE]


# ---- `.grad` -------------------------------------------------------------------------------------------------------


def get_grad(self: Tensor) -> Tensor | None:
    """The accumulated gradient; reading it on a tensor that never gets one warns, as PyTorch does."""
    if self._grad is None and not self.seems_leaf and not (self._extra is not None and self._extra.retain):
        warnings.warn(errors.nonleaf_grad(), UserWarning, stacklevel=2)
    return self._grad


def set_grad(self: Tensor, value: Any) -> None:
    """Replace the accumulated gradient by a tensor of the same shape and dtype, or None."""
    if value is not None:
        if not isinstance(value, Tensor):
            raise errors.grad_type(value)
        if value is self:
            raise errors.grad_is_self()
        if value.spec.dtype is not self.spec.dtype:
            raise notes.grad_assigned(errors.grad_dtype(value.spec.dtype.cpp_name, self.spec.dtype.scalar_name), self)
        if value.spec.size != self.spec.size:
            raise notes.grad_assigned(errors.grad_size(value.spec.size, self.spec.size), self)
    self._grad = value


def retain_grad(self: Tensor) -> None:
    """Let the gradient of this interior tensor be kept in `.grad`; nothing to do for a leaf."""
    if not self.needs_grad:
        raise notes.without_grad(errors.retain_without_grad(), self)
    if self.seems_leaf or self.extra.retain:
        return
    node = self.grad_fn
    assert node is not None
    self.extra.retain = 1
    mine = ref(self)

    def keep(gradient: Tensor | None) -> None:
        tensor = mine()
        if tensor is None or gradient is None:
            return
        if tensor._grad is None:
            tensor._grad = gradient.clone()
        else:
            tensor._grad = tensor._grad + gradient

    if config.profile.hooks_stay:
        register_hook(self, keep)
    else:
        node.hooks.retain[self.output_nr] = keep


def retains_grad(self: Tensor) -> bool:
    """Whether `retain_grad` was asked for on an interior tensor."""
    return self._extra is not None and bool(self._extra.retain)


# ---- `requires_grad` -----------------------------------------------------------------------------------------------


def set_requires_grad(self: Tensor, requires: bool) -> None:
    """Make a leaf require gradients, or stop it; raises for interior tensors and for dtypes without gradients."""
    if not isinstance(requires, bool):
        raise errors.requires_grad_type()
    if not self.seems_leaf:
        raise notes.interior(errors.requires_grad_of_interior(stopping=not requires), self, not requires)
    if requires and not (self.spec.dtype.is_floating_point or self.spec.dtype.is_complex):
        raise errors.requires_grad_dtype(method=False)
    self._requires_grad = requires
    self.extra.switched = here()


def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Like the setter of `requires_grad`, but asking an interior tensor for what it has already is no error."""
    if not isinstance(requires_grad, bool):
        raise errors.requires_grad_argument(requires_grad)
    if requires_grad and not (self.spec.dtype.is_floating_point or self.spec.dtype.is_complex):
        raise errors.requires_grad_dtype(method=True)
    if self.seems_leaf or not requires_grad:
        set_requires_grad(self, requires_grad)
    return self


def tensor_backward(
    self: Tensor, gradient: Any = None, retain_graph: bool | None = None, create_graph: bool = False, inputs: Any = None
) -> None:
    """See `backward`."""
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)
