"""The tables of operations, and what they give `Tensor` and the namespace."""

from __future__ import annotations

import importlib
from itertools import product
from typing import Any

from leafjax import dtypes
from leafjax.autograd import api as _grad
from leafjax.autograd.hooks import register_hook, register_post_accumulate_grad_hook
from leafjax.ops import access, create, index, mutate, pointwise, shape, view
from leafjax.ops.families import Composite
from leafjax.ops.inplace import run_in_place
from leafjax.ops.op import Op
from leafjax.ops.operators import attach
from leafjax.ops.registry import REGISTRY, collect
from leafjax.tensor.tensor import Tensor

TABLES = (
    "compare",
    "pointwise",
    "elementary",
    "activation",
    "reduce",
    "normalize",
    "scan",
    "view",
    "shape",
    "matmul",
    "einsum",
    "index",
    "masked",
    "gather",
    "arrange",
    "loss",
    "sort",
    "mutate",
    "random",
    "types",
)

FUNCTIONS: dict[str, Any] = {f.__name__: f for f in create.FUNCTIONS}
METHODS: dict[str, Any] = {f.__name__: f for f in (*create.METHODS, *access.METHODS)}


def _load() -> None:
    for name in TABLES:
        table = importlib.import_module(f"leafjax.ops.{name}")
        collect(table)
    for name, declared in REGISTRY.items():
        _expose(name, declared)
    for name in TABLES:
        table = importlib.import_module(f"leafjax.ops.{name}")
        FUNCTIONS.update(getattr(table, "FUNCTIONS", {}))
        METHODS.update(getattr(table, "METHODS", {}))
    FUNCTIONS.update(access.CONSTANTS)
    METHODS.update(_GRAPH_METHODS)
    for name, of in getattr(pointwise, "ALIASES", {}).items():
        for names, suffix in product((FUNCTIONS, METHODS), ("", "_")):
            if of + suffix in names:
                names[name + suffix] = names[of + suffix]
    for name, method in METHODS.items():
        setattr(Tensor, name, method)
    _properties()
    attach(FUNCTIONS)


def _expose(name: str, declared: Any) -> None:
    """The function, the method and the in-place form of one operation."""
    if name.startswith("_"):
        return
    if declared.function:
        FUNCTIONS[name] = declared
    if declared.method:
        METHODS[name] = declared
    if isinstance(declared, view.ViewOp):
        if declared.inplace:
            METHODS[name + "_"] = _in_place_view(name, declared)
    elif declared.inplace:
        METHODS[name + "_"] = in_place_form(name, declared)
        if declared.function and declared.inplace != "method":
            FUNCTIONS[name + "_"] = METHODS[name + "_"]


def in_place_form(name: str, declared: Any) -> Any:
    """``op_`` of an operation."""
    arity = declared.arity if not any([name in declared.index for name in declared.overloads]) else -1

    def method(*args: Any, **kwargs: Any) -> Tensor:
        if len(args) == arity and not kwargs:
            return run_in_place(declared, args)
        chosen = declared.overload(args, kwargs)
        return run_in_place(chosen, chosen.bind(args, kwargs))

    method.__name__ = method.__qualname__ = name + "_"
    method.__doc__ = f"`{name}` with the result written into this tensor; returns it."
    return method


def _in_place_view(name: str, declared: view.ViewOp) -> Any:
    def method(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return declared.in_place(self, *args, **kwargs)

    method.__name__ = method.__qualname__ = name + "_"
    method.__doc__ = f"`{name}` of the tensor itself; returns it."
    return method


def _properties() -> None:
    everything: dict[str, Any] = {**access.PROPERTIES, **_GRAPH_PROPERTIES}
    for name, get in everything.items():
        setattr(Tensor, name, get if isinstance(get, property) else property(get))
    for name in mutate.CASTS:
        setattr(Tensor, name, mutate.to_dtype(name))


_GRAPH_PROPERTIES = {
    "grad": property(_grad.get_grad, _grad.set_grad, lambda self: _grad.set_grad(self, None)),
    "requires_grad": property(lambda self: self.needs_grad, _grad.set_requires_grad),
    "retains_grad": property(_grad.retains_grad),
    "data": property(view.data, mutate.set_data),
    "T": property(lambda self: view.permute(self, tuple(range(self.spec.ndim))[::-1])),
    "mT": property(shape.matrix_transpose),
    "H": property(shape.hermitian),
    "mH": property(shape.matrix_hermitian),
    "real": property(view.real.fn),
    "imag": property(view.imag.fn),
}
_GRAPH_METHODS = {
    "backward": _grad.tensor_backward,
    "requires_grad_": _grad.requires_grad_,
    "retain_grad": _grad.retain_grad,
    "register_hook": register_hook,
    "register_post_accumulate_grad_hook": register_post_accumulate_grad_hook,
}


def _forget_plans() -> None:
    for declared in REGISTRY.values():
        if isinstance(declared, Op):
            declared.plans.clear()


_load()
dtypes.depending.append(_forget_plans)
__all__ = ["FUNCTIONS", "METHODS", "REGISTRY", "Composite", "Op"]
