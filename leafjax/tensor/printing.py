"""Printing: the text of a tensor as PyTorch shows it, from a NumPy array and a few facts.

All elements that are shown share one format. Floats are whole ("1."), fixed ("0.5000") or scientific ("1.0000e-05"),
as their range asks for; rows wrap at `linewidth`, and a tensor of more than `threshold` elements shows only `edgeitems`
at both ends of every dimension.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from leafjax import errors
from leafjax.config import config

Array = np.ndarray[Any, Any]

OPENING = "tensor("
WIDEST_RANGE = 1000.0  # between the largest and the smallest number, before they are shown in scientific form
LARGEST, SMALLEST = 1e8, 1e-4  # the same for single numbers


@dataclass(frozen=True, slots=True)
class Options:
    """What `set_printoptions` sets; `sci_mode` None lets the numbers decide."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


PROFILES = {
    "default": Options(),
    "short": Options(precision=2, edgeitems=2),
    "full": Options(threshold=float("inf")),
}
_options = Options()


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors print; what is not given stays, except `sci_mode`, which goes back to automatic.

    `precision`: digits behind the point. `threshold`: elements from which on a tensor is summarised, by `edgeitems` at
    each end. `linewidth`: characters per line. `profile`: "default", "short" or "full" (never summarised).
    """
    global _options
    base = PROFILES.get(str(profile), _options)
    given: dict[str, Any] = {
        "precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth
    }  # fmt: skip
    _options = replace(base, sci_mode=sci_mode, **{k: v for k, v in given.items() if v is not None})


def get_printoptions() -> dict[str, Any]:
    """The options as they are now, as `set_printoptions` takes them."""
    return asdict(_options)


@contextmanager
def printoptions(**options: Any) -> Iterator[None]:
    """`set_printoptions` within a ``with`` statement."""
    global _options
    before = _options
    set_printoptions(**options)
    try:
        yield
    finally:
        _options = before


# ---- one number ----------------------------------------------------------------------------------------------------


class Format:
    """How every number of an array is written: found from all that are shown, applied to each."""

    def __init__(self, shown: Array) -> None:
        self.kind, self.width = "plain", 1
        if shown.dtype.kind not in "f":
            self.width = max([len(str(x)) for x in shown.ravel().tolist()], default=1)
            return
        numbers = shown.astype(np.float64).ravel()
        numbers = numbers[np.isfinite(numbers) & (numbers != 0)]
        self.kind = "whole"
        if not numbers.size:
            return
        sizes = np.abs(numbers)
        unforced = "whole" if (sizes == np.ceil(sizes)).all() else "fixed"
        self.kind = "scientific" if _far_apart(sizes, unforced) else unforced
        before = self._widest(numbers)
        if _options.sci_mode is not None:
            self.kind = "scientific" if _options.sci_mode else unforced
        # in 1.6, columns are as wide as the numbers ask for by themselves, whatever is forced
        self.width = before if config.profile.version == "1.6" else self._widest(numbers)

    def _widest(self, numbers: Array) -> int:
        return max([len(self._text(x)) for x in numbers.tolist()])

    def _text(self, x: Any) -> str:
        if self.kind == "plain":
            return str(x)
        if self.kind == "whole":
            return f"{x:.0f}." if np.isfinite(x) else f"{x:.0f}"
        return f"{x:.{_options.precision}{'e' if self.kind == 'scientific' else 'f'}}"

    def __call__(self, x: Any) -> str:
        return self._text(x).rjust(self.width)


def _far_apart(sizes: Array, kind: str) -> bool:
    """Whether absolute values, none of them 0, are too large, too small or too different for a point that stays."""
    largest, smallest = sizes.max(), sizes.min()
    return bool(largest / smallest > WIDEST_RANGE or largest > LARGEST or (kind == "fixed" and smallest < SMALLEST))


class ComplexFormat:
    """Real and imaginary parts, each in its own format."""

    def __init__(self, shown: Array) -> None:
        self.real, self.imag = Format(shown.real), Format(shown.imag)
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, x: complex) -> str:
        imag = self.imag(x.imag).lstrip()
        signed = x.imag < 0 if config.profile.version == "1.6" else imag.startswith("-")
        return f"{self.real(x.real)}{'' if signed else '+'}{imag}j"


# ---- rows and brackets ---------------------------------------------------------------------------------------------


def _ends(length: int) -> tuple[range, range] | None:
    """The indices shown at both ends of a dimension that is summarised."""
    edge, every = _options.edgeitems, range(length)
    return (every[:edge], every[-edge:]) if length > 2 * edge else None


def _summary(array: Array) -> Array:
    """The elements that are shown of a summarised array."""
    for dim, length in enumerate(array.shape):
        ends = _ends(length)
        if ends is not None:
            if array.ndim > 1 and _options.edgeitems <= 0:
                raise errors.empty_list("stack")
            array = np.take(array, [*ends[0], *ends[1]], dim)
    return array


def _nested(array: Array, indent: int, write: Format | ComplexFormat, summarise: bool) -> str:
    """The elements in brackets, one pair for every dimension; `indent` is where the bracket opens."""
    if not array.ndim:
        return write(array.item())
    ends = _ends(len(array)) if summarise else None
    if array.ndim == 1:
        return _row(array, indent, write, ends)
    shown = range(len(array)) if ends is None else [*ends[0], *ends[1]]
    parts = [_nested(array[i], indent + 1, write, summarise) for i in shown]
    if ends is not None:
        parts.insert(len(ends[0]), "...")
    return "[" + (",".ljust(array.ndim, "\n") + " " * (indent + 1)).join(parts) + "]"


def _row(array: Array, indent: int, write: Format | ComplexFormat, ends: Any) -> str:
    per_line = max(1, int((_options.linewidth - indent) // (write.width + 2)))
    numbers = array.tolist()
    if ends is None:
        words = [write(x) for x in numbers]
    else:
        words = [*[write(numbers[i]) for i in ends[0]], " ...", *[write(numbers[i]) for i in ends[1]]]
    lines = [", ".join(words[i : i + per_line]) for i in range(0, len(words), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


# ---- the whole -----------------------------------------------------------------------------------------------------


def format_tensor(array: Array, suffixes: Sequence[str] = ()) -> str:
    """``tensor(...)`` around the elements, then the suffixes, on new lines where they don't fit."""
    indent = len(OPENING)
    summarise = array.size > 0 and array.size > _options.threshold
    without_ends = array.size > 0 and not _options.edgeitems and config.profile.version != "1.6"
    if without_ends or (not array.size and array.ndim != 1):
        suffixes = [f"size={array.shape}", *suffixes]
    if not array.size:
        text = "[]"
    elif summarise and without_ends and array.ndim:
        text = "[...]"
    else:
        array = array.astype(np.float32) if array.dtype.kind == "V" or array.dtype.name == "bfloat16" else array
        shown = _summary(array) if summarise else array
        write = ComplexFormat(shown) if array.dtype.kind == "c" else Format(shown)
        text = _nested(array, indent, write, summarise)
    return _with_suffixes(OPENING + text, suffixes, indent) + ")"


def _with_suffixes(text: str, suffixes: Sequence[str], indent: int) -> str:
    used = len(text) - (text.rfind("\n") + 1)
    for suffix in suffixes:
        if used + len(suffix) + 4 > _options.linewidth:
            text += ",\n" + " " * indent + suffix
            used = indent + len(suffix) - 2
        else:
            text += ", " + suffix
            used += len(suffix) + 2
    return text
