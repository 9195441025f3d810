"""Whether a write is safe: elements of a tensor, or of two tensors of one storage, at the same place in memory.

PyTorch looks only at what it can decide at once, and lets everything else pass; so does this. A memory is a
`Geometry`, or any (size, stride, offset); offsets and strides count elements, `itemsizes` are the bytes of one.
"""

from __future__ import annotations

from typing import Literal

from leafjax.aliasing.layout import Size, is_dense, numel

Memory = tuple[Size, Size, int]
Overlap = Literal["none", "partial", "full", "unknown"]


def has_internal_overlap(size: Size, stride: Size) -> bool:
    """Whether a dimension is expanded, so that elements share a place. Overlap of any other kind passes."""
    if 0 not in stride or 0 in size:
        return False
    return any(s == 0 and n > 1 for n, s in zip(size, stride, strict=True))


def overlap(a: Memory, b: Memory, itemsizes: tuple[int, int] = (1, 1)) -> Overlap:
    """How two tensors of one storage share memory: unknown if one has gaps or overlaps itself."""
    if 0 in a[0] or 0 in b[0]:
        return "none"
    if not is_dense(a[0], a[1]) or not is_dense(b[0], b[1]):
        return "unknown"
    (start, end), (other_start, other_end) = _range(a, itemsizes[0]), _range(b, itemsizes[1])
    if end <= other_start or other_end <= start:
        return "none"
    same = start == other_start and end == other_end and a[1] == b[1]
    return "full" if same else "partial"


def _range(memory: Memory, itemsize: int) -> tuple[int, int]:
    size, _, offset = memory
    return offset * itemsize, (offset + numel(size)) * itemsize


def partial_overlap(a: Memory, b: Memory, itemsizes: tuple[int, int] = (1, 1)) -> bool:
    """What elementwise operations refuse between the written tensor and an operand."""
    return overlap(a, b, itemsizes) == "partial"


def any_overlap(a: Memory, b: Memory, itemsizes: tuple[int, int] = (1, 1)) -> bool:
    """What operations that write by index refuse, which would read what they have written.

    They refuse the very same tensor object too, even where this says False: that is for the caller to ask.
    """
    return overlap(a, b, itemsizes) in ("partial", "full")
