"""What the cases use to turn tensors, errors and warnings into plain facts."""

import warnings
from typing import Any, Callable, List


def flat(value: Any) -> Any:
    """Make a plain value JSON-safe: nan and inf become strings, complex numbers {"re", "im"}."""
    if isinstance(value, list):
        return [flat(item) for item in value]
    if isinstance(value, complex):
        return {"re": flat(value.real), "im": flat(value.imag)}
    if isinstance(value, float):
        if value != value:
            return "nan"
        if value in (float("inf"), float("-inf")):
            return "inf" if value > 0 else "-inf"
    return value


def val(tensor: Any) -> Any:
    """Return the value of a tensor as plain data; None stays None."""
    return None if tensor is None else flat(tensor.detach().clone().tolist())


def fn(tensor: Any) -> Any:
    """Return the class name of the grad_fn, or None."""
    return None if tensor.grad_fn is None else type(tensor.grad_fn).__name__


def err(function: Callable[[], Any]) -> str:
    """Call a function; return "Class: first line" of what it raised, or "no error"."""
    try:
        function()
    except Exception as error:
        return "%s: %s" % (type(error).__name__, (str(error).splitlines() or [""])[0])
    return "no error"


def warns(function: Callable[[], Any]) -> List[str]:
    """Call a function; return the sorted "Category: first 60 characters" of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function()
    return sorted({"%s: %s" % (item.category.__name__, str(item.message)[:60]) for item in caught})
