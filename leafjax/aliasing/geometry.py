"""The algebra of views: what each view does to (size, stride, offset), and what PyTorch says when it cannot.

Numbers only, strides and offsets in elements. A rule takes the `Geometry` of a tensor and returns that of its view.
What only needs size and stride stands in `layout` and `overlap`, and is offered here as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from leafjax import errors
from leafjax.aliasing.layout import (
    Size as Size,
    cat_stride as cat_stride,
    channels_last_stride as channels_last_stride,
    column_major_stride as column_major_stride,
    contiguous_stride as contiguous_stride,
    elementwise_stride as elementwise_stride,
    fft_stride as fft_stride,
    index_layout as index_layout,
    is_channels_last as is_channels_last,
    is_contiguous as is_contiguous,
    is_dense as is_dense,
    like_stride as like_stride,
    memory_order as memory_order,
    numel as numel,
    stack_stride as stack_stride,
    suggests_channels_last as suggests_channels_last,
    view_stride as view_stride,
)
from leafjax.aliasing.overlap import (
    any_overlap as any_overlap,
    has_internal_overlap as has_internal_overlap,
    overlap as overlap,
    partial_overlap as partial_overlap,
)
from leafjax.config import config

Part = tuple[int, int]  # start and length


class Geometry(NamedTuple):
    """Where the elements of a tensor lie in its storage."""

    size: Size
    stride: Size
    offset: int = 0


def contiguous(size: Size) -> Geometry:
    """The geometry of a fresh tensor of this size."""
    return Geometry(size, contiguous_stride(size))


def index_map(geometry: Geometry) -> np.ndarray:
    """The position in memory of every element, as an int64 array of the tensor's size."""
    size, stride, offset = geometry
    positions = np.array(offset, np.int64)
    for n, step in zip(size, stride, strict=True):
        positions = np.add.outer(positions, np.arange(n, dtype=np.int64) * step)
    return positions


# ---- dimensions and shapes -----------------------------------------------------------------------------------------


def wrap_dim(dim: int, ndim: int, wrap_scalar: bool = True) -> int:
    """The dimension counted from the front; a scalar counts as having one if `wrap_scalar`."""
    if 0 <= dim < ndim:
        return dim
    if -ndim <= dim < 0:
        return dim + ndim
    if ndim or not -1 <= dim <= 0:
        raise errors.dim_out_of_range(dim, ndim)
    if not wrap_scalar:
        raise errors.dim_of_scalar(0)
    return 0


def wrap_dims(dims: Iterable[int], ndim: int) -> Size:
    """The dimensions counted from the front; raises if one is named twice."""
    wrapped: list[int] = []
    for dim in dims:
        d = wrap_dim(dim, ndim)
        if d in wrapped:
            raise errors.dim_repeated(d)
        wrapped.append(d)
    return tuple(wrapped)


def infer_size(shape: Sequence[int], count: int) -> Size:
    """The shape with its -1 filled in, for `count` elements."""
    known, free = 1, -1
    for i, n in enumerate(shape):
        if n >= 0:
            known *= n
        elif n != -1:
            raise errors.shape_negative(n, i, shape)
        elif free >= 0:
            raise errors.shape_inferred_twice()
        else:
            free = i
    if known == count and (free < 0 or known):
        return tuple([1 if n == -1 else n for n in shape])
    return _fill_in(shape, count, known, free)


def _fill_in(shape: Sequence[int], count: int, known: int, free: int) -> Size:
    if free >= 0 and known == count == 0:
        raise errors.shape_ambiguous(shape)
    if free < 0 or known == 0 or count % known:
        raise errors.shape_invalid(shape, count)
    return (*shape[:free], count // known, *shape[free + 1 :])


def broadcast_shapes(*sizes: Size) -> Size:
    """The size that operands of an elementwise operation are broadcast to, from left to right."""
    result = sizes[0] if sizes else ()
    for size in sizes[1:]:
        if size != result:
            result = _broadcast(result, size)
    return result


@lru_cache(maxsize=4096)
def _broadcast(a: Size, b: Size) -> Size:
    ndim = max(len(a), len(b))
    a, b = (1,) * (ndim - len(a)) + a, (1,) * (ndim - len(b)) + b
    for d in reversed(range(ndim)):
        if a[d] != b[d] and a[d] != 1 and b[d] != 1:
            raise errors.not_broadcastable(a[d], b[d], d)
    return tuple([n if m == 1 else m for n, m in zip(a, b, strict=True)])


def flatten_size(size: Size, start: int = 0, end: int = -1) -> Size:
    """The shape that `flatten` asks `reshape` for."""
    start, end = wrap_dim(start, len(size)), wrap_dim(end, len(size))
    if start > end:
        raise errors.flatten_order()
    return (*size[:start], numel(size[start : end + 1]), *size[end + 1 :])


def unflatten_size(size: Size, dim: int, sizes: Sequence[int]) -> Size:
    """The shape that `unflatten` asks `view` for."""
    if not sizes:
        raise errors.unflatten_empty()
    d = wrap_dim(dim, len(size))
    if not size:
        raise errors.unflatten_unexpected(errors.dim_of_scalar(0))
    try:
        return size[:d] + infer_size(sizes, size[d]) + size[d + 1 :]
    except RuntimeError as error:
        if str(error) == str(errors.shape_invalid(sizes, size[d])):
            raise errors.unflatten_mismatch(sizes, d, size[d]) from None
        raise errors.unflatten_unexpected(error) from None


# ---- parts of a dimension ------------------------------------------------------------------------------------------


def select(geometry: Geometry, dim: int, index: int) -> Geometry:
    """One index of a dimension, which goes away."""
    size, stride, offset = geometry
    if not size:
        raise errors.select_of_scalar()
    d = wrap_dim(dim, len(size))
    n = size[d]
    if not -n <= index < n:
        raise errors.select_out_of_range(index, size, d)
    start = index + n if index < 0 else index
    return Geometry(size[:d] + size[d + 1 :], stride[:d] + stride[d + 1 :], offset + start * stride[d])


def slice_part(length: int, start: int | None, end: int | None, step: int = 1) -> Part:
    """Start and length of ``start:end:step`` in a dimension of this length, clamped as Python does."""
    if step <= 0:
        raise errors.slice_step()
    first, last, _ = slice(start, end).indices(length)
    return first, max(-((first - last) // step), 0)


def slice_(
    geometry: Geometry, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Geometry:
    """The indices ``start:end:step`` of a dimension."""
    size, stride, offset = geometry
    if not size:
        raise errors.slice_of_scalar()
    d = wrap_dim(dim, len(size))
    first, length = slice_part(size[d], start, end, step)
    stepped = stride if step == 1 else (*stride[:d], stride[d] * step, *stride[d + 1 :])
    return Geometry((*size[:d], length, *size[d + 1 :]), stepped, offset + first * stride[d])


def narrow(geometry: Geometry, dim: int, start: int, length: int) -> Geometry:
    """`length` indices of a dimension from `start` on."""
    if not geometry.size:
        raise errors.narrow_of_scalar()
    if length < 0:
        raise errors.narrow_length()
    n = geometry.size[wrap_dim(dim, len(geometry.size))]
    if not -n <= start <= n:
        raise errors.narrow_start(start, n)
    start = start + n if start < 0 else start
    if start + length > n:
        raise errors.narrow_too_long(start, length, n)
    return slice_(geometry, dim, start, start + length)


def split_parts(size: Size, split_size: int | Sequence[int], dim: int = 0) -> list[Part]:
    """Start and length of the parts that `split` makes, of one size or of the sizes listed."""
    if not size:
        raise errors.split_of_scalar("split")
    if not isinstance(split_size, int):
        return _listed_parts(size[wrap_dim(dim, len(size))], split_size, dim)
    if split_size < 0:
        raise errors.split_negative(split_size)
    length = size[wrap_dim(dim, len(size))]
    if length and not split_size:
        raise errors.split_zero(length)
    return [(start, min(split_size, length - start)) for start in range(0, length, split_size or 1)] or [(0, 0)]


def _listed_parts(length: int, sizes: Sequence[int], dim: int) -> list[Part]:
    if any(n < 0 for n in sizes):
        raise errors.split_sizes_negative(sizes)
    if sum(sizes) != length:
        raise errors.split_sizes_sum(sizes, length, dim)
    return list(zip(accumulate(sizes, initial=0), sizes, strict=False))


def chunk_parts(size: Size, chunks: int, dim: int = 0) -> list[Part]:
    """Start and length of the at most `chunks` equal parts that `chunk` makes."""
    if not size:
        raise errors.split_of_scalar("chunk")
    if chunks <= 0:
        raise errors.chunk_count(chunks)
    length = size[wrap_dim(dim, len(size))]
    return split_parts((length,), -(-length // chunks)) if length else [(0, 0)] * chunks


def tensor_split_parts(size: Size, sections: int | Sequence[int], dim: int = 0) -> list[Part]:
    """Start and length of the parts that `tensor_split` makes: so many, or cut at the indices listed."""
    if not size:
        raise errors.split_of_scalar("tensor_split")
    length = size[wrap_dim(dim, len(size))]
    if not isinstance(sections, int):
        return [slice_part(length, a, b) for a, b in zip([0, *sections], [*sections, length], strict=True)]
    if sections <= 0:
        raise errors.tensor_split_sections(sections)
    short, longer = divmod(length, sections)
    return [(i * short + min(i, longer), short + (i < longer)) for i in range(sections)]


def unbind_count(size: Size, dim: int = 0) -> int:
    """How many tensors `unbind` returns."""
    return size[wrap_dim(dim, len(size), wrap_scalar=False)]


# ---- the dimensions rearranged -------------------------------------------------------------------------------------


def permute(geometry: Geometry, dims: Sequence[int]) -> Geometry:
    """The dimensions in another order."""
    size, stride, offset = geometry
    if len(dims) != len(size):
        raise errors.permute_length(len(size), len(dims))
    order: list[int] = []
    for dim in dims:
        d = wrap_dim(dim, len(size))
        if d in order:
            raise errors.permute_repeated()
        order.append(d)
    return _ordered(size, stride, offset, order)


def _ordered(size: Size, stride: Size, offset: int, order: Sequence[int]) -> Geometry:
    return Geometry(tuple([size[d] for d in order]), tuple([stride[d] for d in order]), offset)


def transpose(geometry: Geometry, dim0: int, dim1: int) -> Geometry:
    """Two dimensions exchanged."""
    size, stride, offset = geometry
    a, b = wrap_dim(dim0, len(size)), wrap_dim(dim1, len(size))
    if a == b:
        return geometry
    order = list(range(len(size)))
    order[a], order[b] = b, a
    return _ordered(size, stride, offset, order)


def movedim(geometry: Geometry, source: int | Sequence[int], destination: int | Sequence[int]) -> Geometry:
    """Dimensions moved to other places, the rest in their order."""
    return permute(geometry, movedim_order(len(geometry.size), source, destination))


def movedim_order(ndim: int, source: int | Sequence[int], destination: int | Sequence[int]) -> Size:
    """The order of dimensions that `movedim` asks `permute` for."""
    sources = (source,) if isinstance(source, int) else source
    places = (destination,) if isinstance(destination, int) else destination
    if len(sources) != len(places):
        raise errors.movedim_lengths(sources, places)
    taken, put = [wrap_dim(d, ndim) for d in sources], [wrap_dim(d, ndim) for d in places]
    if len(set(taken)) != len(taken):
        raise errors.movedim_repeated("source", sources)
    if len(set(put)) != len(put):
        raise errors.movedim_repeated("destination", places)
    if not ndim:
        return ()
    rest = iter([d for d in range(ndim) if d not in taken])
    return tuple([taken[put.index(d)] if d in put else next(rest) for d in range(ndim)])


def unsqueeze(geometry: Geometry, dim: int) -> Geometry:
    """A new dimension of size 1."""
    size, stride, offset = geometry
    d = wrap_dim(dim, len(size) + 1)
    step = size[d] * stride[d] if d < len(size) else 1
    return Geometry((*size[:d], 1, *size[d:]), (*stride[:d], step, *stride[d:]), offset)


def squeeze(geometry: Geometry, dim: int | Sequence[int] | None = None) -> Geometry:
    """Without the dimensions of size 1: all of them, or those named."""
    size, stride, offset = geometry
    dims = range(len(size)) if dim is None else (dim,) if isinstance(dim, int) else dim
    named = wrap_dims(dims, len(size))
    return _ordered(size, stride, offset, [d for d, n in enumerate(size) if n != 1 or d not in named])


def expand(geometry: Geometry, target: Sequence[int], core_type: str = "torch.FloatTensor") -> Geometry:
    """Dimensions of size 1, or new ones in front, repeated without copying; -1 leaves one as it is."""
    size, stride, offset = geometry
    lead = len(target) - len(size)
    if lead < 0:
        raise errors.expand_fewer_dims(core_type, size, target)
    sizes, strides = [0] * len(target), [0] * len(target)
    step = 0
    for d in reversed(range(len(target))):
        existing, own = (size[d - lead], stride[d - lead]) if d >= lead else (1, step)
        n = _expanded(target[d], existing, d, lead, target, size)
        sizes[d], strides[d] = n, own if n == existing else 0
        step = sizes[d] * strides[d]
    if any(n < 0 for n in sizes):
        raise errors.negative_size()
    return Geometry(tuple(sizes), tuple(strides), offset)


def _expanded(n: int, existing: int, d: int, lead: int, target: Sequence[int], size: Size) -> int:
    if n == -1:
        if d < lead and size:
            raise errors.expand_leading(n, d)
        return existing if d >= lead else n
    if n != existing and existing != 1:
        raise errors.expand_mismatch(n, existing, d, target, size)
    return n


def diagonal(geometry: Geometry, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Geometry:
    """A diagonal of two dimensions, as a new last dimension."""
    size, stride, start = geometry
    a, b = wrap_dim(dim1, len(size)), wrap_dim(dim2, len(size))
    if a == b:
        raise errors.diagonal_same_dims(dim1, dim2)
    down, right = max(-offset, 0), max(offset, 0)
    length = max(min(size[a] - down, size[b] - right), 0)
    start += down * stride[a] + right * stride[b] if length else 0
    rest = _ordered(size, stride, start, [d for d in range(len(size)) if d not in (a, b)])
    return Geometry((*rest.size, length), (*rest.stride, stride[a] + stride[b]), start)


def unfold(geometry: Geometry, dimension: int, size: int, step: int) -> Geometry:
    """All windows of `size` in a dimension, `step` apart; the windows are a new last dimension."""
    sizes, stride, offset = geometry
    d = wrap_dim(dimension, len(sizes))
    length, own = (sizes[d], stride[d]) if sizes else (1, 1)
    if size < 0:
        raise errors.unfold_size(size)
    if size > length:
        raise errors.unfold_too_long(d, length, size)
    if step <= 0:
        raise errors.unfold_step(step)
    if not sizes:
        return Geometry((size,), (1,), offset)
    windows = (*sizes[:d], (length - size) // step + 1, *sizes[d + 1 :], size)
    return Geometry(windows, (*stride[:d], own * step, *stride[d + 1 :], own), offset)


# ---- other shapes of the same memory -------------------------------------------------------------------------------


def view(geometry: Geometry, shape: Sequence[int]) -> Geometry | None:
    """The same elements in another shape, one -1 allowed; None if only a copy can show them so."""
    size, stride, offset = geometry
    target = infer_size(shape, numel(size))
    stepped = view_stride(size, stride, target)
    return None if stepped is None else Geometry(target, stepped, offset)


def unflatten(geometry: Geometry, dim: int, sizes: Sequence[int]) -> Geometry | None:
    """One dimension cut into several."""
    return view(geometry, unflatten_size(geometry.size, dim, sizes))


def view_as_real(geometry: Geometry) -> Geometry:
    """A complex tensor as a real one, with a last dimension of two."""
    size, stride, offset = geometry
    return Geometry((*size, 2), (*[2 * s for s in stride], 1), 2 * offset)


def view_as_complex(geometry: Geometry) -> Geometry:
    """A real tensor with a last dimension of two as a complex one."""
    size, stride, offset = geometry
    if not size:
        raise errors.view_as_complex_of_scalar()
    if size[-1] != 2:
        raise errors.view_as_complex_layout("last dimension of size 2")
    if stride[-1] != 1:
        raise errors.view_as_complex_layout("last dimension with stride 1")
    if any(s % 2 and n != 1 for n, s in zip(size[:-1], stride[:-1], strict=True)):
        raise errors.view_as_complex_layout("stride divisible by 2 for all but last dimension")
    if offset % 2:
        raise errors.view_as_complex_layout("storage_offset divisible by 2")
    return Geometry(size[:-1], tuple([s // 2 for s in stride[:-1]]), offset // 2)


def as_strided(size: Sequence[int], stride: Sequence[int], offset: int, storage_bytes: int, itemsize: int) -> Geometry:
    """Any positions of the storage, whatever the tensor's own were."""
    size, stride = tuple(size), tuple(stride)
    if len(size) != len(stride):
        raise errors.as_strided_lengths()
    if any(s < 0 for s in stride):
        raise errors.as_strided_negative(stride)
    if offset < 0:
        raise errors.as_strided_offset(offset)
    _check_bounds(size, stride, offset, storage_bytes, itemsize)
    return Geometry(size, stride, offset)


def _check_bounds(size: Size, stride: Size, offset: int, available: int, itemsize: int) -> None:
    last = 0 if 0 in size else sum([(n - 1) * s for n, s in zip(size, stride, strict=True)])
    if any(n < 0 for n in size):
        raise errors.as_strided_negative_size(size, stride) if last < 0 else errors.negative_size()
    needed = 0 if 0 in size else (offset + last + 1) * itemsize
    if needed > available:
        shown = needed if config.profile.version != "1.6" else (last + 1) * itemsize
        raise errors.as_strided_out_of_bounds(size, stride, offset, itemsize, shown, available)


def view_bits(geometry: Geometry, own: int, other: int, name: str, other_name: str) -> Geometry:
    """The geometry of a view as numbers of another dtype; `own` and `other` are bytes per number, the names for errors."""
    size, stride, offset = geometry
    if own == other:
        return geometry
    if not size:
        raise errors.view_bits("dim() cannot be 0", name, other_name, None)
    if stride[-1] != 1:
        raise errors.view_bits("stride(-1) must be 1", name, other_name, stride[-1])
    if own > other:
        n = own // other
        return Geometry((*size[:-1], size[-1] * n), (*[s * n for s in stride[:-1]], 1), offset * n)
    n = other // own
    if size[-1] % n:
        raise errors.view_bits(f"size(-1) must be divisible by {n}", name, other_name, size[-1])
    if offset % n:
        raise errors.view_bits(f"storage_offset() must be divisible by {n}", name, other_name, offset)
    for d, s in enumerate(stride[:-1]):
        if s % n:
            raise errors.view_bits(f"stride({d}) must be divisible by {n}", name, other_name, s)
    return Geometry((*size[:-1], size[-1] // n), (*[s // n for s in stride[:-1]], 1), offset // n)
