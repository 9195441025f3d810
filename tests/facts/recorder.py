"""Write down what a program can see of its tensors, errors and warnings, as JSON-safe facts.

Runs under every Python from 3.8 on, with real PyTorch of any version or with leafjax in its place.
"""

import math
import re
import warnings
from typing import Any, Callable, Dict, List, Tuple

RAISED = "program raised"

# What most tensors are: a field that has this value is left out of the record.
DEFAULTS = {
    "is_leaf": True,
    "requires_grad": False,
    "grad_fn": None,
    "next_functions": [],
    "output_nr": 0,
    "_version": 0,
    "_is_view": False,
    "has_base": False,
    "storage_offset": 0,
    "is_contiguous": True,
}

# Reading can itself change what is read next (grad_fn is regenerated when it is stale), so the order is fixed:
# first what is stored (is_leaf, requires_grad), then grad_fn and what hangs on it, the value last.
FIELDS: Tuple[Tuple[str, Callable[[Any], Any]], ...] = (
    ("is_leaf", lambda t: t.is_leaf),
    ("requires_grad", lambda t: t.requires_grad),
    ("grad_fn", lambda t: node_name(t.grad_fn)),
    ("next_functions", lambda t: next_functions(t.grad_fn)),
    ("output_nr", lambda t: t.output_nr),
    ("_version", lambda t: t._version),
    ("_is_view", lambda t: t._is_view()),
    ("has_base", lambda t: t._base is not None),
    ("shape", lambda t: list(t.shape)),
    ("dtype", lambda t: dtype_name(t.dtype)),
    ("stride", lambda t: list(t.stride())),
    ("storage_offset", lambda t: t.storage_offset()),
    ("is_contiguous", lambda t: t.is_contiguous()),
)

_DIGITS = {"float16": 5, "bfloat16": 4, "float32": 9, "complex64": 9}

_NORMALISED = (
    (re.compile(r"\s*\(Triggered internally at [^)]*\)"), ""),
    (re.compile(r"\nException raised from .*", re.DOTALL), ""),
    (re.compile(r"0x[0-9a-fA-F]+"), "0x..."),
    (re.compile(r"\s+at /\S+\.(?:cpp|h|cu|py):\d+"), ""),
    (re.compile(r'"/\S+\.(?:cpp|h|cu|py)":\d+'), '"<file>":<line>'),
    (re.compile(r'File "[^"]*", line \d+'), 'File "<file>", line <line>'),
)


def normalise(text: str) -> str:
    """Take addresses, places in source files and C++ stack traces out of a text."""
    for pattern, replacement in _NORMALISED:
        text = pattern.sub(replacement, text)
    return text


def dtype_name(dtype: Any) -> str:
    """Return the name of a dtype without its module."""
    return str(dtype).rpartition(".")[2]


def node_name(node: Any) -> Any:
    """Return the class name of a graph node, None for no node."""
    return None if node is None else type(node).__name__


def next_functions(node: Any) -> List[List[Any]]:
    """Return the edges of a graph node as [class name or None, index]."""
    return [] if node is None else [[node_name(child), index] for child, index in node.next_functions]


def error_text(error: BaseException) -> str:
    """Return the class and the whole message of an exception."""
    return "%s: %s" % (type(error).__name__, normalise(str(error)))


def plain(value: Any, digits: int = 17) -> Any:
    """Make a value JSON-safe: tuples become lists, nan and inf strings, complex numbers {"re", "im"}."""
    if isinstance(value, (list, tuple)):
        return [plain(item, digits) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item, digits) for key, item in value.items()}
    if isinstance(value, complex):
        return {"re": plain(value.real, digits), "im": plain(value.imag, digits)}
    if isinstance(value, float):
        return float("%.*g" % (digits, value)) if math.isfinite(value) else str(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    return normalise(str(value))


def tensor_facts(tensor: Any, without: Tuple[str, ...] = ()) -> Any:
    """Return everything visible of a tensor, fields with usual values left out; lists of tensors become lists."""
    if tensor is None:
        return None
    if isinstance(tensor, (list, tuple)):
        return [tensor_facts(item, without) for item in tensor]
    facts = {name: _attempt(read, tensor) for name, read in FIELDS if name not in without}
    if "value" not in without:
        facts["value"] = _attempt(lambda t: plain(t.tolist(), _DIGITS.get(facts["dtype"], 17)), tensor)
    return {name: fact for name, fact in facts.items() if name not in DEFAULTS or fact != DEFAULTS[name]}


def _attempt(read: Callable[[Any], Any], tensor: Any) -> Any:
    try:
        return read(tensor)
    except Exception as error:
        return "raises " + error_text(error)


def _grad(tensor: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return tensor.grad


class Recorder:
    """The `see` of the programs: collects named facts in the order in which they are seen."""

    def __init__(self) -> None:
        self.facts: Dict[str, Any] = {}

    def __call__(self, name: str, **tensors: Any) -> None:
        """Record all that is visible of some tensors, values included."""
        for key, tensor in tensors.items():
            self._add(name + "." + key, tensor_facts(tensor))

    def flags(self, name: str, **tensors: Any) -> None:
        """Record all that is visible of some tensors except their values (which may be uninitialised)."""
        for key, tensor in tensors.items():
            self._add(name + "." + key, tensor_facts(tensor, without=("value",)))

    def gradients(self, name: str, **tensors: Any) -> None:
        """Record some gradients, without what only tells how they were computed (version and graph nodes)."""
        for key, tensor in tensors.items():
            self._add(
                name + "." + key, tensor_facts(tensor, without=("_version", "grad_fn", "next_functions", "output_nr"))
            )

    def grad(self, name: str, **tensors: Any) -> None:
        """Record the `.grad` of some tensors; the warning about non-leaves is silenced."""
        self.gradients(name, **{key + ".grad": _grad(tensor) for key, tensor in tensors.items()})

    def fact(self, name: str, value: Any) -> None:
        """Record a plain value."""
        self._add(name, plain(value))

    def text(self, name: str, value: Any) -> None:
        """Record how something prints, or the error that printing raises."""
        try:
            self._add(name, normalise(repr(value)))
        except Exception as error:
            self._add(name, "raises " + error_text(error))

    def raises(self, name: str, function: Callable, *args: Any, **options: Any) -> None:
        """Record class and whole message of what a call, or reading its result, raises; or "no error"."""
        try:
            result = function(*args, **options)
            if hasattr(result, "tolist"):
                result.tolist()
        except Exception as error:
            self._add(name, error_text(error))
        else:
            self._add(name, "no error")

    def warns(self, name: str, function: Callable, *args: Any, **options: Any) -> None:
        """Record category and whole message of every warning a call gives."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            function(*args, **options)
        self._add(name, ["%s: %s" % (item.category.__name__, normalise(str(item.message))) for item in caught])

    def _add(self, name: str, fact: Any) -> None:
        if name in self.facts:
            raise ValueError("the fact %r is recorded twice" % name)
        self.facts[name] = fact


def run(program: Callable[[Any, Recorder], None], torch: Any) -> Dict[str, Any]:
    """Run a program and return its facts; an exception that ends it is a fact too."""
    see = Recorder()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            program(torch, see)
        except Exception as error:
            see.facts[RAISED] = error_text(error)
    return see.facts
