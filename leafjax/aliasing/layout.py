"""Layouts: facts about (size, stride), and the strides that PyTorch gives to the results of operations.

Sizes and strides are tuples of ints, strides count elements. Answers are remembered: a program asks the same few
questions again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod

Size = tuple[int, ...]
Layout = tuple[Size, Size]  # size and stride

_remember = lru_cache(maxsize=4096)
_CHANNELS_LAST = {4: [1, 3, 2, 0], 5: [1, 4, 3, 2, 0]}  # the dimensions, fastest first


# ---- facts ---------------------------------------------------------------------------------------------------------


def numel(size: Size) -> int:
    """The number of elements."""
    return prod(size)


@_remember
def contiguous_stride(size: Size) -> Size:
    """The strides of a fresh tensor of this size."""
    stride, step = [], 1
    for n in reversed(size):
        stride.append(step)
        step *= max(n, 1)
    return tuple(reversed(stride))


@_remember
def is_contiguous(size: Size, stride: Size) -> bool:
    """Whether the elements lie in memory in the order of the indices, without gaps."""
    return 0 in size or _fills(size, stride, reversed(range(len(size))))


@_remember
def is_dense(size: Size, stride: Size) -> bool:
    """Whether the elements lie in memory without gaps and without overlap, in any order of the dimensions."""
    return 0 in size or _fills(size, stride, sorted(range(len(size)), key=lambda d: stride[d]))


@_remember
def is_channels_last(size: Size, stride: Size) -> bool:
    """``is_contiguous(memory_format=channels_last)``, or ``channels_last_3d`` for five dimensions."""
    order = _CHANNELS_LAST.get(len(size))
    return order is not None and _fills(size, stride, order)


@_remember
def suggests_channels_last(size: Size, stride: Size) -> bool:
    """Whether operations that choose a memory format by their input's strides choose channels last."""
    order = _CHANNELS_LAST.get(len(size))
    if order is None or stride[1] == 0 or 0 in size:
        return False
    least = 0
    for d in order:
        if stride[d] < least or (d == 0 and least == stride[1]):  # the latter: N111, where both formats would fit
            return False
        least = stride[d] * size[d]
    return True


def _fills(size: Size, stride: Size, order: Iterable[int]) -> bool:
    """Whether the dimensions, fastest first in `order`, fill memory without gaps."""
    step = 1
    for d in order:
        if size[d] != 1:
            if stride[d] != step:
                return False
            step *= size[d]
    return True


def memory_order(size: Size, stride: Size) -> Size:
    """The dimensions of a dense layout, slowest first: ``x.transpose(order).reshape(-1)`` is the memory."""
    return tuple(sorted(range(len(size)), key=lambda d: -stride[d]))


# ---- results that follow their operands ----------------------------------------------------------------------------


def elementwise_stride(size: Size, operands: Iterable[Layout]) -> Size:
    """The strides of what an elementwise operation allocates for these operands, broadcast to `size`.

    An operand that is cast to the common dtype counts with the layout of its copy, its `like_stride`.
    """
    return _elementwise_stride(size, tuple(operands))


@_remember
def _elementwise_stride(size: Size, operands: tuple[Layout, ...]) -> Size:
    if all(own == size for own, _ in operands):
        shared = _shared_stride(size, [stride for _, stride in operands])
        if shared is not None:
            return shared
    return _stride_in_order(size, _fastest_first(size, [broadcast_stride(own, s, size) for own, s in operands]))


def _shared_stride(size: Size, strides: Sequence[Size]) -> Size | None:
    """The layout that operands of one size agree on."""
    if all(is_contiguous(size, s) for s in strides):
        return contiguous_stride(size)
    if len(size) == 4 and all(is_channels_last(size, s) for s in strides):
        return channels_last_stride(size)
    agreed = is_dense(size, strides[0]) and all(s == strides[0] for s in strides)
    return strides[0] if agreed else None


@_remember
def like_stride(size: Size, stride: Size) -> Size:
    """The strides of ``empty_like``, ``clone`` and others that preserve the format: a dense layout is kept."""
    return stride if is_dense(size, stride) else _stride_in_order(size, _fastest_first(size, [stride]))


def broadcast_stride(own: Size, stride: Size, size: Size) -> Size:
    """The strides of a tensor of size `own` seen in the broadcast `size`."""
    lead = len(size) - len(own)
    return (0,) * lead + tuple([0 if n == 1 != m else s for n, s, m in zip(own, stride, size[lead:], strict=True)])


def _fastest_first(size: Size, strides: Sequence[Size]) -> list[int]:
    """The order of the dimensions in memory that the operands ask for; earlier operands have the say.

    An insertion sort, not `sorted`: dimensions that cannot be compared are passed over, which is no total order.
    """
    order = list(reversed(range(len(size))))
    for i in range(1, len(order)):
        at = i
        for j in reversed(range(i)):
            slower = _slower(order[j], order[at], size, strides)
            if slower is False:
                break
            if slower:
                order[j], order[at] = order[at], order[j]
                at = j
    return order


def _slower(a: int, b: int, size: Size, strides: Sequence[Size]) -> bool | None:
    """Whether dimension `a` should lie further out than `b`; None if no operand says."""
    for stride in strides:
        if stride[a] == 0 or stride[b] == 0:
            continue
        if stride[a] != stride[b]:
            return stride[a] > stride[b]
        if size[a] > size[b]:
            return True
    return None


def _stride_in_order(size: Size, fastest_first: list[int]) -> Size:
    """The strides of a dense layout with its dimensions in this order."""
    if 0 in size and fastest_first == list(reversed(range(len(size)))):
        return contiguous_stride(size)
    stride, step = [0] * len(size), 1
    for d in fastest_first:
        stride[d] = step
        step *= size[d]
    return tuple(stride)


# ---- results with a layout of their own ----------------------------------------------------------------------------


@_remember
def channels_last_stride(size: Size) -> Size:
    """The strides of a fresh tensor in channels last, of four or five dimensions."""
    return _stride_in_order(size, _CHANNELS_LAST[len(size)])


@_remember
def column_major_stride(size: Size) -> Size:
    """The strides of a batch of matrices stored column by column, as the linear algebra functions return them."""
    swapped = contiguous_stride((*size[:-2], size[-1], size[-2]))
    return (*swapped[:-2], swapped[-1], swapped[-2])


def cat_stride(operands: Sequence[Layout], size: Size) -> Size:
    """The strides of `cat`, whose result has `size`: channels last if every operand suggests it, else contiguous."""
    counted = [layout for layout in operands if layout[0] != (0,)]
    agreed = counted and all(suggests_channels_last(*layout) for layout in counted)
    return channels_last_stride(size) if agreed else contiguous_stride(size)


def stack_stride(operands: Sequence[Layout], dim: int, size: Size) -> Size:
    """The strides of `stack` along `dim`: a `cat` along that dimension, cut in two, unless it comes last."""
    if dim == len(size) - 1:
        return cat_stride([((*own, 1), (*stride, 1)) for own, stride in operands], size)
    joined = (*size[:dim], size[dim] * size[dim + 1], *size[dim + 2 :])
    return view_stride(joined, cat_stride(operands, joined), size) or contiguous_stride(size)


def index_layout(size: Size, stride: Size, indices: Sequence[Layout | None]) -> Layout:
    """Size and stride of ``x[indices]``, given the layouts of the index tensors, None for a dimension left whole.

    The index tensors stand together where the first is, or in front if whole dimensions lie between them.
    """
    at = [d for d, index in enumerate(indices) if index is not None]
    given = [index for index in indices if index is not None]
    shape = _broadcast([own for own, _ in given])
    before = list(range(at[0])) if at[-1] - at[0] == len(at) - 1 else []
    after = [d for d in range(len(size)) if d not in at and d not in before]
    result = (*[size[d] for d in before], *shape, *[size[d] for d in after])
    source = (*[stride[d] for d in before], *[0] * len(shape), *[stride[d] for d in after])
    spread = (*[1] * len(before), *shape, *[1] * len(after))
    seen = [view_stride(shape, broadcast_stride(*index, shape), spread) for index in given]
    operands = [(spread, stride or contiguous_stride(spread)) for stride in seen]
    return result, elementwise_stride(result, [(result, source), *operands])


def _broadcast(sizes: Sequence[Size]) -> Size:
    ndim = max(map(len, sizes))
    padded = [(1,) * (ndim - len(size)) + size for size in sizes]
    return tuple([next((n for n in column if n != 1), 1) for column in zip(*padded, strict=True)])


def fft_stride(stride: Size, dims: Sequence[int], result: Size, half: bool = False) -> Size:
    """The strides of a Fourier transform over `dims`, whose result has this size; `half`: real to complex.

    A real operand of a complex transform is cast first (see `like_stride`). Complex to real over several dimensions
    is a complex transform over all but the last, then one over the last.
    """
    ordered = sorted(dims[: len(dims) - half], key=lambda d: -stride[d]) + list(dims[len(dims) - half :])
    rest = sorted(_partition(len(stride), dims), key=lambda d: -stride[d])
    return _stride_in_order(result, [*rest, *ordered][::-1])


def _partition(ndim: int, dims: Sequence[int]) -> list[int]:
    """The dimensions that are not transformed; each gap in front is filled from the back, which decides ties."""
    kept = ndim - len(dims)
    from_back = iter([d for d in reversed(range(kept, ndim)) if d not in dims])
    return [next(from_back) if d in dims else d for d in range(kept)]


# ---- views of one run of dimensions --------------------------------------------------------------------------------


@_remember
def view_stride(size: Size, stride: Size, shape: Size) -> Size | None:
    """The strides that show the same elements in another shape; None if only a copy can."""
    if 0 in size:
        return stride if shape == size else contiguous_stride(shape)
    result, d = [1] * len(shape), len(shape) - 1
    for length, step in _runs(size, stride):
        filled = 1
        while d >= 0 and (filled < length or shape[d] == 1):
            result[d] = step * filled
            filled *= shape[d]
            d -= 1
        if filled != length:
            return None
    return tuple(result)


def _runs(size: Size, stride: Size) -> list[tuple[int, int]]:
    """Neighbouring dimensions that are one evenly spaced run of elements, as (length, step), innermost first."""
    runs: list[tuple[int, int]] = []
    for n, s in zip(reversed(size), reversed(stride), strict=True):
        if runs and (n == 1 or s == runs[-1][0] * runs[-1][1]):
            runs[-1] = (runs[-1][0] * n, runs[-1][1])
        else:
            runs.append((n, s))
    return runs
