"""How families of operations are declared: what their members share is said once, here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from leafjax.dtypes import Promote
from leafjax.ops.op import ARRAY, Op, Param, elementwise
from leafjax.ops.samples import Sample, samples

def unary(
    fn: Callable[..., Any], *cases: Sample, promote: Promote = Promote.INT_TO_FLOAT, inplace: bool = True, **options: Any
) -> Op:
    """A function of one tensor, element by element."""
    given = cases or (samples("2 3"), samples(""), samples("0 2"))
    params = (Param("self", ARRAY, numbers=False),)
    return op(*given, params=params, promote=promote, layout=elementwise, inplace=inplace, **options)(fn)


def binary(
    fn: Callable[..., Any], *cases: Sample, promote: Promote = Promote.DEFAULT, inplace: bool | str = "method",
    domain: str = "nonzero", numbers: str = "other", **options: Any,
) -> Op:  # fmt: skip
    """A function of two tensors that are broadcast, element by element; those named in `numbers` may be numbers."""
    given = cases or _PAIRS + ((samples("2", 1.5),) if numbers else ())
    params = tuple([Param(name, ARRAY, numbers=name in numbers) for name in ("self", "other")])
    return op(*given, params=params, promote=promote, layout=elementwise, inplace=inplace, domain=domain, **options)(fn)


_PAIRS = (samples("2 3", "2 3"), samples("2 3", "3"), samples("2 1", "1 3"), samples("", ""))


def op(*cases: Sample, **options: Any) -> Callable[[Callable[..., Any]], Op]:
    """Declare the decorated kernel as an operation. Options are those of `Op`; every other keyword is a formula."""
    known = {k: options.pop(k) for k in list(options) if k in _OPTIONS}
    return lambda fn: Op(fn, cases, options, **known)


_OPTIONS = {
    "promote", "prepare", "layout", "outputs", "inplace", "out", "method", "function", "varargs", "node", "doc", "domain",
    "overlap", "verify", "overloads", "params",
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
        return self if instance is None else self.fn.__get__(instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if "input" in kwargs:
            args = (kwargs.pop("input"), *args)
        if self.out and "out" in kwargs:
            return self._into(kwargs.pop("out"), args, kwargs)
        return self.fn(*args, **kwargs)

    def _into(self, out: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from leafjax.ops.inplace import check_out, store

        if out is None:
            return self.fn(*args, **kwargs)
        check_out(self.name, [*args, out])
        return store(self.name, self.fn(*args, **kwargs), out)

    def __repr__(self) -> str:
        return f"<operation {self.name}>"


def composite(
    *cases: Sample, method: bool = True, function: bool = True, out: bool = False, domain: str = "real"
) -> Callable[[Callable[..., Any]], Composite]:
    """Declare the decorated function, written with other operations, as an operation."""
    return lambda fn: Composite(fn, cases, method, function, out, domain)


def zero(grad: Any) -> Any:
    """The gradient of a function that is constant wherever it is smooth."""
    return grad.new_zeros(grad.spec.size)
