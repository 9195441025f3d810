"""Compare the facts of a program with the recorded ones."""

import math
from typing import Any, Dict, Iterator, List

from facts.recorder import DEFAULTS, RAISED

TOLERANCE = {
    "float16": 2e-3,
    "bfloat16": 2e-2,
    "float32": 1e-6,
    "complex64": 1e-6,
    "float64": 1e-12,
    "complex128": 1e-12,
}
PLAIN_TOLERANCE = 1e-6


def compare(recorded: Dict[str, Any], seen: Dict[str, Any], who: str = "leafjax") -> List[str]:
    """Return every difference as "path: torch ..., leafjax ..."; floats are compared by the recorded dtype.

    When the program ended early, facts it did not get to are not listed one by one.
    """
    return list(_differences(recorded, seen, who))


def _differences(recorded: Dict[str, Any], seen: Dict[str, Any], who: str) -> Iterator[str]:
    for name in recorded:
        if name in seen:
            yield from _fact(name, recorded[name], seen[name], who)
        elif RAISED not in seen:
            yield "%s: torch %s, %s has no such fact" % (name, repr(recorded[name]), who)
    for name in seen:
        if name not in recorded:
            yield "%s: torch has no such fact, %s %s" % (name, who, repr(seen[name]))


def _fact(path: str, torch: Any, other: Any, who: str) -> Iterator[str]:
    if _is_tensor(torch) and _is_tensor(other):
        yield from _tensor(path, torch, other, who)
    elif isinstance(torch, list) and isinstance(other, list) and any(_is_tensor(item) for item in torch):
        if len(torch) != len(other):
            yield "%s: torch %d tensors, %s %d" % (path, len(torch), who, len(other))
        for index, (one, two) in enumerate(zip(torch, other)):
            yield from _fact("%s[%d]" % (path, index), one, two, who)
    else:
        yield from _value(path, torch, other, PLAIN_TOLERANCE, 0.0, who)


def _tensor(path: str, torch: Dict[str, Any], other: Dict[str, Any], who: str) -> Iterator[str]:
    tolerance = TOLERANCE.get(torch["dtype"], 0.0)
    for field in sorted(set(torch) | set(other)):
        one, two = (facts.get(field, DEFAULTS.get(field)) for facts in (torch, other))
        floor = tolerance * max((abs(number) for number in _numbers(one)), default=0.0)
        yield from _value(path + "." + field, one, two, tolerance, floor, who)


def _value(path: str, torch: Any, other: Any, tolerance: float, floor: float, who: str) -> Iterator[str]:
    """Compare plain data; a float may be off by `tolerance` relatively or by `floor` absolutely."""
    if isinstance(torch, list) and isinstance(other, list) and len(torch) == len(other):
        for index, (one, two) in enumerate(zip(torch, other)):
            yield from _value("%s[%d]" % (path, index), one, two, tolerance, floor, who)
    elif isinstance(torch, dict) and isinstance(other, dict) and set(torch) == set(other):
        for key in sorted(torch):
            yield from _value(path + "." + key, torch[key], other[key], tolerance, floor, who)
    elif not _same(torch, other, tolerance, floor):
        yield "%s: torch %s, %s %s" % (path, repr(torch), who, repr(other))


def _same(torch: Any, other: Any, tolerance: float, floor: float) -> bool:
    if type(torch) is not type(other):
        return False
    if not isinstance(torch, float):
        return torch == other
    if torch == other == 0.0:
        return math.copysign(1.0, torch) == math.copysign(1.0, other)
    return math.isclose(torch, other, rel_tol=tolerance, abs_tol=floor)


def _is_tensor(fact: Any) -> bool:
    return isinstance(fact, dict) and "dtype" in fact and "shape" in fact


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, list):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, dict):
        yield from _numbers(list(value.values()))
    elif isinstance(value, float):
        yield value
