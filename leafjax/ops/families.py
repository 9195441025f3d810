"""How families of operations are declared: what their members share is said once, here."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

import jax
import jax.numpy as jnp

from leafjax import dtypes, errors
from leafjax.aliasing.storage import Spec
from leafjax.autograd.modes import mode
from leafjax.dtypes import NUMBER, SCALAR, TENSOR, Promote
from leafjax.ops.op import ARRAY, Op, Param, elementwise
from leafjax.ops.samples import Sample, samples


def unary(
    fn: Callable[..., Any],
    *cases: Sample,
    promote: Promote | Callable[..., Promote] = Promote.INT_TO_FLOAT,
    inplace: bool | str = True,
    **options: Any,
) -> Op:
    """A function of one tensor, element by element."""
    given = cases or (samples("2 3"), samples(""), samples("0 2"))
    params = (Param("self", ARRAY, numbers=False),)
    return op(*given, params=params, promote=promote, layout=elementwise, inplace=inplace, **options)(fn)


def binary(
    fn: Callable[..., Any], *cases: Sample, promote: Promote = Promote.DEFAULT, inplace: bool | str = "method",
    domain: str = "nonzero", numbers: str = "other", names: tuple[str, str] = ("self", "other"), **options: Any,
) -> Op:  # fmt: skip
    """A function of two tensors that are broadcast, element by element; those named in `numbers` may be numbers."""
    given = cases or _PAIRS + ((samples("2", 1.5),) if numbers else ())
    params = tuple([Param(name, ARRAY, numbers=name in numbers) for name in names])
    return op(*given, params=params, promote=promote, layout=elementwise, inplace=inplace, domain=domain, **options)(fn)


_PAIRS = (samples("2 3", "2 3"), samples("2 3", "3"), samples("2 1", "1 3"), samples("", ""))


def slope(fn: Callable[..., Any], node: str, of: str = "output", **formulas: Callable[..., Any]) -> Op:
    """A backward formula that is an operation of its own: of an incoming gradient `outer`, and of an output or an input."""
    params = tuple([Param(name, ARRAY, numbers=False) for name in ("outer", of)])
    hidden = {"method": False, "function": False, "promote": Promote.DEFAULT, "layout": elementwise}
    return op(samples("2 3", "2 3"), params=params, node=node, **hidden, **formulas)(fn)


def op(*cases: Sample, **options: Any) -> Callable[[Callable[..., Any]], Op]:
    """Declare the decorated kernel as an operation. Options are those of `Op`; every other keyword is a formula."""
    known = {k: options.pop(k) for k in list(options) if k in _OPTIONS}
    return lambda fn: Op(fn, cases, options, **known)


_OPTIONS = {
    "promote", "prepare", "layout", "outputs", "inplace", "out", "method", "function", "varargs", "node", "doc", "domain",
    "node_in_place", "edges_1_6", "formulas_1_6", "overlap", "verify", "overloads", "params", "wraps",
}  # fmt: skip


class Composite:
    """An operation that is a composition of others: it has no formula, and its graph is that of its parts."""

    def __init__(
        self, fn: Callable[..., Any], cases: tuple[Sample, ...], method: bool, function: bool, out: bool, domain: str
    ) -> None:
        if not cases:
            raise TypeError("an operation without samples can't be declared: its tests are made from them")
        self.fn, self.samples, self.domain = fn, cases, domain
        self.method, self.function, self.out = method, function, out
        self.name = ""
        self.inplace = False
        self.__doc__ = fn.__doc__

    def bind_name(self, name: str) -> None:
        """Give the operation the name of the variable it was declared as."""
        self.name = name

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not kwargs:
            return self.fn(*args)
        if "input" in kwargs:
            args = (kwargs.pop("input"), *args)
        for alias, name in (("axis", "dim"), ("keepdims", "keepdim")):
            if alias in kwargs:
                kwargs[name] = kwargs.pop(alias)
        if self.out and "out" in kwargs:
            return self._into(kwargs.pop("out"), args, kwargs)
        return self.fn(*args, **kwargs)

    def _into(self, out: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from leafjax.ops.inplace import check_out, store

        if out is None:
            return self.fn(*args, **kwargs)
        check_out(self.name, [*_flat(args), out])
        return store(self.name, self.fn(*args, **kwargs), out)

    def __repr__(self) -> str:
        return f"<operation {self.name}>"


def _flat(args: Any) -> list[Any]:
    """Arguments, those in sequences too."""
    return [x for a in args for x in (a if isinstance(a, (tuple, list)) else (a,))]


def composite(
    *cases: Sample, method: bool = True, function: bool = True, out: bool = False, domain: str = "real"
) -> Callable[[Callable[..., Any]], Composite]:
    """Declare the decorated function, written with other operations, as an operation."""
    return lambda fn: Composite(fn, cases, method, function, out, domain)


def quotient(x: Any, y: Any) -> Any:
    """``x / y`` with one rounding: XLA would multiply by the reciprocal of a constant, which rounds twice."""
    if not isinstance(y, jax.core.Tracer):
        x, y = jax.lax.optimization_barrier((x, jnp.asarray(y, x.dtype)))
    return jnp.divide(x, y)


def zero(grad: Any) -> Any:
    """The gradient of a function that is constant wherever it is smooth."""
    return grad.new_zeros(grad.spec.size)


# ---- what operations refuse, and the names of their nodes ---------------------------------------------------------


def is_number(x: Any) -> bool:
    return isinstance(x, (bool, int, float, complex))


def operand_type(*operands: Any) -> dtypes.dtype:
    """The dtype that tensors (or their specs) and numbers promote to."""
    specs = [getattr(x, "spec", x) for x in operands]
    return dtypes.result_type(
        [(s.dtype, TENSOR if s.ndim else SCALAR) for s in specs if isinstance(s, Spec)]
        + [(dtypes.of_python_number(s), NUMBER) for s in specs if is_number(s)]
    )


def lacks(kernel: str, *categories: int, **refusals: Callable[[], Exception]) -> Callable[..., None]:
    """Refuse operands of these categories, as a kernel that has no code for them does; some are refused in other words."""

    def prepare(**arguments: Any) -> None:
        kind = operand_type(*arguments.values())
        refusal = refusals.get(("bool", "integer", "real", "complex")[kind.category])
        if refusal is not None:
            raise refusal()
        if kind.category in categories:
            raise errors.not_implemented_for(kernel, kind.scalar_name)

    return prepare


def no_derivative(name: str) -> Callable[..., Any]:
    """The formula of what PyTorch can't differentiate."""

    def formula(grad: Any) -> Any:
        raise errors.no_derivative(name)

    return formula


def no_complex_autograd(name: str) -> Callable[..., None]:
    """Refuse complex tensors if a gradient is to flow."""

    def verify(self: Any, *_: Any) -> None:
        if self.spec.dtype.is_complex and mode.grad and self.needs_grad:
            raise errors.complex_autograd(name)

    return verify


def by_other(name: str, number: int, tensor: int, old: str | None = None) -> Callable[[Any], tuple[str, str]]:
    """The nodes of the overloads with a number as `other` and with a tensor; `old` is 1.6's for both."""

    def node(other: Any) -> tuple[str, str]:
        shown = f"{name}Backward{number if is_number(other) else tensor}"
        return shown, old or shown

    return node
