"""Geometry of views, layouts of results, overlap: looked-up cases, and random ones against real PyTorch."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from leafjax import errors
from leafjax.aliasing import geometry as geo
from leafjax.aliasing.geometry import Geometry

A = geo.contiguous((2,))
M = geo.contiguous((2, 3))
C = geo.contiguous((2, 3, 4))
SCALAR = geo.contiguous(())
T = geo.transpose(M, 0, 1)

# ---- looked up in PyTorch 2.13 -------------------------------------------------------------------------------------

VIEWS = [
    (geo.select, (M, 0, -1), ((3,), (1,), 3)),
    (geo.slice_, (M, 1, -2), ((2, 2), (3, 1), 1)),
    (geo.slice_, (M, 1, 5, 6), ((2, 0), (3, 1), 3)),
    (geo.slice_, (M, 1, 2, 1), ((2, 0), (3, 1), 2)),
    (geo.slice_, (M, 1, None, -1, 2), ((2, 1), (3, 2), 0)),
    (geo.slice_, (M, 1, -9, -8), ((2, 0), (3, 1), 0)),
    (geo.slice_, (geo.contiguous((5,)), 0, None, None, 2), ((3,), (2,), 0)),
    (geo.narrow, (M, 0, -1, 1), ((1, 3), (3, 1), 3)),
    (geo.narrow, (M, 0, 2, 0), ((0, 3), (3, 1), 6)),
    (geo.permute, (SCALAR, ()), ((), (), 0)),
    (geo.transpose, (SCALAR, 0, -1), ((), (), 0)),
    (geo.movedim, (C, (0, 1), (2, 0)), ((3, 4, 2), (4, 1, 12), 0)),
    (geo.movedim, (SCALAR, 0, 0), ((), (), 0)),
    (geo.unsqueeze, (T, 0), ((1, 3, 2), (3, 1, 3), 0)),
    (geo.unsqueeze, (T, 1), ((3, 1, 2), (1, 6, 3), 0)),
    (geo.unsqueeze, (T, 2), ((3, 2, 1), (1, 3, 1), 0)),
    (geo.squeeze, (geo.contiguous((1, 2, 1)), (0, 2)), ((2,), (1,), 0)),
    (geo.squeeze, (geo.contiguous((1, 2, 1)), ()), ((1, 2, 1), (2, 1, 1), 0)),
    (geo.squeeze, (geo.contiguous((1, 2, 1)),), ((2,), (1,), 0)),
    (geo.expand, (M, (4, -1, -1)), ((4, 2, 3), (0, 3, 1), 0)),
    (geo.expand, (geo.contiguous((2, 1)), (1, 2, 1)), ((1, 2, 1), (2, 1, 1), 0)),
    (geo.expand, (SCALAR, (3, 4)), ((3, 4), (0, 0), 0)),
    (geo.diagonal, (M, -1), ((1,), (4,), 3)),
    (geo.diagonal, (C, 1, 2, 0), ((3, 1), (4, 13), 12)),
    (geo.diagonal, (M, 5), ((0,), (4,), 0)),
    (geo.unfold, (M, -1, 2, 2), ((2, 1, 2), (3, 2, 1), 0)),
    (geo.unfold, (M, 1, 0, 1), ((2, 4, 0), (3, 1, 1), 0)),
    (geo.unfold, (SCALAR, 0, 1, 3), ((1,), (1,), 0)),
    (geo.view, (T, (3, 1, 2)), ((3, 1, 2), (1, 6, 3), 0)),
    (geo.view, (T, (6,)), None),
    (geo.view, (Geometry((2, 1, 3), (3, 50, 1)), (6,)), ((6,), (1,), 0)),
    (geo.view, (SCALAR, (-1,)), ((1,), (1,), 0)),
    (geo.view, (geo.contiguous((0, 3)), (3, 0, 5)), ((3, 0, 5), (5, 5, 1), 0)),
    (geo.unflatten, (T, 0, (3, -1)), ((3, 1, 2), (1, 6, 3), 0)),
    (geo.as_strided, ((), (), 5, 24, 4), ((), (), 5)),
    (geo.as_strided, ((0, 2), (1, 1), 100, 24, 4), ((0, 2), (1, 1), 100)),
    (geo.view_as_real, (Geometry((2, 2), (1, 3), 1),), ((2, 2, 2), (2, 6, 1), 2)),
    (geo.view_as_complex, (Geometry((1, 2), (3, 1), 0),), ((1,), (1,), 0)),
    (geo.flatten_size, ((2, 3, 4), 0, 1), (6, 4)),
    (geo.flatten_size, ((),), (1,)),
    (geo.split_parts, ((2, 3), 2, 1), [(0, 2), (2, 1)]),
    (geo.split_parts, ((3,), [3, 0]), [(0, 3), (3, 0)]),
    (geo.split_parts, ((0,), 0), [(0, 0)]),
    (geo.split_parts, ((0,), []), []),
    (geo.chunk_parts, ((10,), 4), [(0, 3), (3, 3), (6, 3), (9, 1)]),
    (geo.chunk_parts, ((0,), 3), [(0, 0)] * 3),
    (geo.tensor_split_parts, ((10,), 4), [(0, 3), (3, 3), (6, 2), (8, 2)]),
    (geo.tensor_split_parts, ((10,), (5, 3, 50, -20)), [(0, 5), (5, 0), (3, 7), (10, 0), (0, 10)]),
    (geo.unbind_count, ((2, 3), -1), 3),
    (geo.broadcast_shapes, ((4, 1, 3), (2, 1), (0, 1, 1, 1)), (0, 4, 2, 3)),
    (geo.infer_size, ((-1, 2), 0), (0, 2)),
]


@pytest.mark.parametrize(("rule", "args", "expected"), VIEWS)
def test_what_a_view_does(rule: Callable[..., Any], args: tuple[Any, ...], expected: Any) -> None:
    assert rule(*args) == expected


RANGE = "Dimension out of range (expected to be in range of [{}, {}], but got {})"
ERRORS: list[tuple[Callable[..., Any], tuple[Any, ...], type[Exception], str]] = [
    (geo.wrap_dim, (2, 2), IndexError, RANGE.format(-2, 1, 2)),
    (geo.wrap_dim, (1, 0), IndexError, RANGE.format(-1, 0, 1)),
    (geo.wrap_dim, (-1, 0, False), IndexError, "Dimension specified as 0 but tensor has no dimensions"),
    (geo.wrap_dims, ((0, -2), 2), RuntimeError, "dim 0 appears multiple times in the list of dims"),
    (geo.infer_size, ((2, 3), 5), RuntimeError, "shape '[2, 3]' is invalid for input of size 5"),
    (geo.infer_size, ((0, -1), 6), RuntimeError, "shape '[0, -1]' is invalid for input of size 6"),
    (geo.infer_size, ((-1, -1), 6), RuntimeError, "only one dimension can be inferred"),
    (geo.infer_size, ((-1, -2), 6), RuntimeError, "invalid shape dimension -2 at index 1 of shape [-1, -2]"),
    (
        geo.infer_size,
        ((-1, 0), 0),
        RuntimeError,
        "cannot reshape tensor of 0 elements into shape [-1, 0] because the unspecified dimension size -1 can be any "
        "value and is ambiguous",
    ),
    (
        geo.broadcast_shapes,
        ((4, 2, 3), (2, 2)),
        RuntimeError,
        "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 2",
    ),
    (geo.select, (SCALAR, 0, 0), IndexError, "select() cannot be applied to a 0-dim tensor."),
    (geo.slice_, (SCALAR,), IndexError, "slice() cannot be applied to a 0-dim tensor."),
    (geo.slice_, (M, 1, 0, 3, 0), RuntimeError, "slice step must be positive"),
    (
        geo.expand,
        (SCALAR, (-1,)),
        RuntimeError,
        "numel: integer multiplication overflow",
    ),
    (
        geo.expand,
        (M, (3,), "CPUBoolType"),
        RuntimeError,
        "expand(CPUBoolType{[2, 3]}, size=[3]): the number of sizes provided (1) must be greater or equal to the "
        "number of dimensions in the tensor (2)",
    ),
    (
        geo.unflatten_size,
        ((2, 3), 1, (-1, -1)),
        RuntimeError,
        "unflatten got an unexpected error:\nonly one dimension can be inferred",
    ),
    (geo.unflatten_size, ((2, 3), 1, ()), RuntimeError, "unflatten: sizes must be non-empty"),
    (
        geo.as_strided,
        ((2, 3), (4, 1), 1, 48, 8),
        RuntimeError,
        "setStorage: sizes [2, 3], strides [4, 1], storage offset 1, and itemsize 8 requiring a storage size of 64 are "
        "out of bounds for storage of size 48",
    ),
    (geo.view_as_complex, (SCALAR,), RuntimeError, "Input tensor must have one or more dimensions"),
    (geo.chunk_parts, ((2,), 0), RuntimeError, "chunk expects `chunks` to be greater than 0, got: 0"),
    (geo.unbind_count, ((),), IndexError, "Dimension specified as 0 but tensor has no dimensions"),
]


@pytest.mark.parametrize(("rule", "args", "error", "text"), ERRORS)
def test_what_a_refused_view_says(
    rule: Callable[..., Any], args: tuple[Any, ...], error: type[Exception], text: str
) -> None:
    with pytest.raises(error) as caught:
        rule(*args)
    assert type(caught.value) is error and str(caught.value) == text


PERMUTED = ((4, 2, 3), (1, 12, 4))
LAYOUTS = [
    (geo.elementwise_stride, ((4, 2, 3), [PERMUTED]), (1, 12, 4)),
    (geo.elementwise_stride, ((2, 2, 3), [((2, 2, 3), (2, 24, 8))]), (1, 6, 2)),
    (geo.elementwise_stride, ((4, 2, 3), [PERMUTED, ((3,), (1,))]), (1, 12, 4)),
    (geo.elementwise_stride, ((3, 4), [((3, 4), (1, 3)), ((3, 4), (4, 1))]), (1, 3)),
    (geo.elementwise_stride, ((3, 4), [((4,), (1,)), ((3, 4), (1, 3))]), (1, 3)),
    (geo.elementwise_stride, ((3, 1, 3, 1), [((3, 1, 3, 1), (3, 1, 1, 1))]), (3, 3, 1, 1)),
    (geo.elementwise_stride, ((3, 1, 3, 1), [((3, 1, 3, 1), (3, 1, 1, 1)), ((), ())]), (3, 1, 1, 1)),
    (geo.elementwise_stride, ((2, 0), [((), ()), ((2, 0), (2, 1))]), (1, 1)),
    (geo.elementwise_stride, ((2, 3, 4, 5), [((2, 3, 4, 5), (60, 1, 15, 3))] * 2), (60, 1, 15, 3)),
    (geo.elementwise_stride, ((2, 3, 1, 4), [((2, 3, 1, 4), (12, 1, 99, 3))]), (12, 1, 12, 3)),
    (geo.elementwise_stride, ((4, 2, 3), [((4, 2, 3), (3, 0, 1))]), (6, 3, 1)),
    (geo.like_stride, ((3, 4), (1, 3)), (1, 3)),
    (geo.like_stride, ((4, 2, 3), (3, 0, 1)), (6, 3, 1)),
    (geo.column_major_stride, ((5, 2, 3),), (6, 1, 2)),
    (geo.cat_stride, ([((2, 3, 4, 5), (60, 1, 15, 3))] * 2, (4, 3, 4, 5)), (60, 1, 15, 3)),
    (geo.cat_stride, ([PERMUTED] * 2, (8, 2, 3)), (6, 3, 1)),
    (geo.stack_stride, ([((2, 3, 4, 5), (60, 1, 15, 3))] * 2, 0, (2, 2, 3, 4, 5)), (120, 60, 1, 15, 3)),
    (geo.index_layout, (*PERMUTED, [None, ((2,), (1,))]), ((4, 2, 3), (1, 4, 8))),
    (geo.index_layout, ((2, 3, 4), (12, 4, 1), [((2,), (1,)), None, ((2,), (1,))]), ((2, 3), (3, 1))),
    (geo.fft_stride, ((60, 1, 15, 3), (3,), (2, 3, 4, 5)), (60, 5, 15, 1)),
    (geo.fft_stride, ((8, 1, 2, 2), (0,), (3, 2, 4, 1)), (1, 3, 6, 24)),
    (geo.suggests_channels_last, ((3, 1, 1, 1), (1, 1, 1, 1)), False),
    (geo.suggests_channels_last, ((2, 1, 3, 3), (9, 1, 3, 1)), True),
    (geo.memory_order, PERMUTED, (1, 2, 0)),
]


@pytest.mark.parametrize(("rule", "args", "expected"), LAYOUTS)
def test_the_layout_of_a_result(rule: Callable[..., Any], args: tuple[Any, ...], expected: Any) -> None:
    assert rule(*args) == expected


def test_overlap_as_far_as_it_is_decided() -> None:
    assert geo.has_internal_overlap((3, 4), (0, 1)) and not geo.has_internal_overlap((3, 4), (1, 1))
    assert not geo.has_internal_overlap((1, 4), (0, 1)) and not geo.has_internal_overlap((3, 0), (0, 1))
    four = geo.contiguous((4,))
    assert geo.overlap(four, four) == "full"
    assert geo.overlap(four, four._replace(offset=1)) == "partial"
    assert geo.overlap(four, four._replace(offset=4)) == "none"
    assert geo.overlap(four, Geometry((4,), (2,), 1)) == "unknown"
    assert geo.overlap(M, Geometry((2, 3), (1, 2), 0)) == "partial"
    assert geo.overlap(four, Geometry((4,), (1,), 2), (4, 8)) == "none"


def test_index_map_is_the_memory_of_numpy() -> None:
    memory = np.arange(24)
    strides = [s * memory.itemsize for s in (1, 8, 2)]
    window = np.lib.stride_tricks.as_strided(memory[3:], (2, 2, 3), strides)
    assert (geo.index_map(Geometry((2, 2, 3), (1, 8, 2), 3)) == window).all()
    assert geo.index_map(SCALAR).shape == () and geo.index_map(geo.contiguous((2, 0))).dtype == np.int64


def test_memory_order_finds_the_memory() -> None:
    x = np.arange(24).reshape(2, 3, 4)
    assert (x.transpose(2, 0, 1).transpose(geo.memory_order(*PERMUTED)).reshape(-1) == np.arange(24)).all()


# ---- random, against PyTorch ---------------------------------------------------------------------------------------


class Draw(Random):
    """Random sizes and strides: contiguous, permuted, with gaps, channels last, or anything."""

    def size(self, ndim: int | None = None) -> geo.Size:
        lengths = [0, 1, 1, 2, 3, 4] if self.random() < 0.1 else [1, 2, 3, 4]
        return tuple(self.choices(lengths, k=self.randint(0, 5) if ndim is None else ndim))

    def stride(self, size: geo.Size) -> geo.Size:
        kind = self.random()
        if kind < 0.2:
            return geo.contiguous_stride(size)
        if kind < 0.35 and len(size) == 4:
            return geo.channels_last_stride(size)
        if kind > 0.7:
            return tuple(self.choices([0, 1, 2, 3, 4, 6, 12, 24], k=len(size)))
        stride, step = [0] * len(size), 1
        for d in self.sample(range(len(size)), len(size)):
            stride[d] = step
            step *= max(size[d], 1) * self.choice([1, 1, 1, 1, 2])
        return tuple(stride)

    def layout(self, size: geo.Size | None = None) -> tuple[geo.Size, geo.Size]:
        size = self.size() if size is None else size
        return size, self.stride(size)

    def broadcastable(self, size: geo.Size) -> tuple[geo.Size, geo.Size]:
        kept = size[self.randint(0, len(size)) if self.random() < 0.4 else 0 :]
        return self.layout(tuple([1 if self.random() < 0.3 else n for n in kept]))

    def dim(self, size: geo.Size) -> int:
        return self.randint(-len(size) - 1, len(size))


def tensor(size: geo.Size, stride: geo.Size, dtype: Any = None, offset: int = 0) -> Any:
    import torch

    last = sum([(n - 1) * s for n, s in zip(size, stride, strict=True)]) if 0 not in size else 0
    return torch.zeros(offset + last + 1, dtype=dtype).as_strided(size, stride, offset)


def outcome(f: Callable[..., Any], *args: Any) -> Any:
    """What a call gives: geometry, plain data, or the refusal without its C++ backtrace."""
    try:
        result = f(*args)
    except (RuntimeError, IndexError) as error:
        return type(error).__name__, str(error).partition("\nException raised from")[0]
    if hasattr(result, "storage_offset"):
        if min(result.shape, default=0) < 0:  # without elements, PyTorch makes a tensor of size -1; we refuse as ever
            return refusal(errors.negative_size())
        return tuple(result.shape), result.stride(), result.storage_offset()
    return result


def parts(tensors: Sequence[Any]) -> list[Any]:
    return [(tuple(t.shape), t.stride(), t.storage_offset()) for t in tensors]


def narrowed(g: Geometry, dim: int, found: Sequence[geo.Part]) -> list[Any]:
    return [geo.slice_(g, dim, start, start + length) for start, length in found]


def view_cases(r: Draw, g: Geometry, x: Any) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """Each rule beside PyTorch's function, with the same random arguments; many of them wrong."""
    size, count = g.size, r.randint(-1, 4)
    d, e, n, m = r.dim(size), r.dim(size), r.randint(-5, 5), r.randint(-2, 5)
    dims = [r.dim(size) for _ in size] if r.random() < 0.3 else r.sample(range(len(size)), len(size))
    some, places = [r.dim(size) for _ in range(r.randint(0, 2))], [r.dim(size) for _ in range(r.randint(0, 2))]
    lead = [r.randint(-1, 3) for _ in range(r.randint(0, 2))]
    target = lead + [r.choice([k, k, -1, r.randint(0, 4)]) for k in size]
    shape = r.choice(
        [[*size, 1], [-1], [1, *size], [-1, *size[2:]], [r.randint(-2, 6) for _ in range(r.randint(0, 3))]]
    )
    listed = [r.randint(-1, 3) for _ in range(r.randint(0, 3))]
    cuts = [r.randint(-6, 6) for _ in range(r.randint(0, 3))]
    strided = [r.randint(-1 if r.random() < 0.1 else 0, 3) for _ in size]
    end = r.choice([None, m])
    return {
        "select": (lambda: geo.select(g, d, n), lambda: x.select(d, n)),
        "slice": (lambda: geo.slice_(g, d, n, end, count), lambda: slice_of(x, d, n, end, count)),
        "narrow": (lambda: geo.narrow(g, d, n, count), lambda: x.narrow(d, n, count)),
        "permute": (lambda: geo.permute(g, dims), lambda: x.permute(dims)),
        "transpose": (lambda: geo.transpose(g, d, e), lambda: x.transpose(d, e)),
        "movedim": (lambda: geo.movedim(g, some, places), lambda: x.movedim(some, places)),
        "unsqueeze": (lambda: geo.unsqueeze(g, d), lambda: x.unsqueeze(d)),
        "squeeze": (lambda: geo.squeeze(g), lambda: x.squeeze()),
        "squeeze dim": (lambda: geo.squeeze(g, d), lambda: x.squeeze(d)),
        "squeeze dims": (lambda: geo.squeeze(g, some), lambda: x.squeeze(some)),
        "expand": (lambda: geo.expand(g, target), lambda: x.expand(target)),
        "diagonal": (lambda: geo.diagonal(g, n, d, e), lambda: x.diagonal(n, d, e)),
        "unfold": (lambda: geo.unfold(g, d, count, m), lambda: x.unfold(d, count, m)),
        "view": (lambda: geo.view(g, shape) or _not_viewable(), lambda: x.view(shape)),
        "unflatten": (lambda: geo.unflatten_size(size, d, listed), lambda: _shape(x.contiguous().unflatten(d, listed))),
        "flatten": (lambda: geo.flatten_size(size, d, e), lambda: _shape(x.flatten(d, e))),
        "as_strided": (
            lambda: geo.as_strided(size, strided, count, x.untyped_storage().nbytes(), 4),
            lambda: x.as_strided(size, strided, count),
        ),
        "split": (lambda: narrowed(g, d, geo.split_parts(size, m, d)), lambda: parts(x.split(m, d))),
        "split listed": (
            lambda: narrowed(g, d, geo.split_parts(size, listed, d)),
            lambda: parts(x.split(listed, d)),
        ),
        "chunk": (lambda: narrowed(g, d, geo.chunk_parts(size, m, d)), lambda: parts(x.chunk(m, d))),
        "tensor_split": (
            lambda: narrowed(g, d, geo.tensor_split_parts(size, m, d)),
            lambda: parts(x.tensor_split(m, d)),
        ),
        "tensor_split cuts": (
            lambda: narrowed(g, d, geo.tensor_split_parts(size, cuts, d)),
            lambda: parts(x.tensor_split(cuts, d)),
        ),
        "unbind": (lambda: geo.unbind_count(size, d), lambda: len(x.unbind(d))),
    }


def slice_of(x: Any, *args: Any) -> Any:
    import torch

    return torch.ops.aten.slice(x, *args)


def _shape(x: Any) -> tuple[int, ...]:
    return tuple(x.shape)


def _not_viewable() -> Any:
    raise errors.view_incompatible()


@pytest.mark.torch
def test_views_agree_with_torch() -> None:
    pytest.importorskip("torch")
    r = Draw(1)
    for _ in range(1500):
        g = Geometry(*r.layout(), r.randint(0, 3))
        x = tensor(g.size, g.stride, offset=g.offset)
        for name, (ours, theirs) in view_cases(r, g, x).items():
            found, expected = outcome(ours), outcome(theirs)
            assert found == expected, (name, g, found, expected)


@pytest.mark.torch
def test_broadcasting_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    r = Draw(2)
    for _ in range(1000):
        sizes = [r.size(r.randint(0, 2)) for _ in range(3)]
        xs = [torch.zeros(size) for size in sizes]
        expected = outcome(lambda *xs: _shape(torch.addcmul(*xs)), *xs)
        assert outcome(geo.broadcast_shapes, *sizes) == expected, sizes


@pytest.mark.torch
def test_facts_agree_with_torch() -> None:
    torch = pytest.importorskip("torch")
    r = Draw(3)
    formats = {4: torch.channels_last, 5: torch.channels_last_3d}
    for _ in range(5000):
        size, stride = r.layout()
        x = tensor(size, stride)
        assert geo.is_contiguous(size, stride) == x.is_contiguous(), (size, stride)
        assert geo.like_stride(size, stride) == torch.empty_like(x).stride() == x.clone().stride(), (size, stride)
        if len(size) in formats:
            found = geo.is_channels_last(size, stride)
            assert found == x.is_contiguous(memory_format=formats[len(size)]), (size, stride)


@pytest.mark.torch
def test_elementwise_layouts_agree_with_torch() -> None:
    torch = pytest.importorskip("torch")
    r = Draw(4)
    for _ in range(5000):
        first = r.layout()
        second, third = r.broadcastable(first[0]), r.broadcastable(first[0])
        x, y, z = (tensor(*layout) for layout in (first, second, third))
        mask, whole = tensor(*first, torch.bool), tensor(*second, torch.int32)
        cast = (second[0], geo.like_stride(*second))
        cases = [
            (torch.exp(x), [first]),
            (x * 2, [first, ((), ())]),
            (1 - x, [first, ((), ())]),
            (x**2, [first]),
            (x + y, [first, second]),
            (y * z, [second, third]),
            (x > y, [first, second]),
            (x + whole, [first, cast]),
            (torch.where(mask, y, z), [first, second, third]),
            (torch.addcmul(y, z, x), [second, third, first]),
            (torch.lerp(x, y, z), [first, second, third]),
        ]
        for result, operands in cases:
            assert geo.elementwise_stride(_shape(result), operands) == result.stride(), operands


def contiguous_cases(r: Draw, x: Any) -> list[Any]:
    """Results that are contiguous whatever the layout of the operand."""
    import torch

    if not x.ndim:
        return [x.sum(), x.cumsum(0)]
    d = r.randrange(x.ndim)
    none = torch.tensor([], dtype=torch.long)
    found = [x.sum(d), x.sum((0, -1) if x.ndim > 1 else 0, keepdim=True), x.mean(d, keepdim=True), x.cumsum(d)]
    found += [
        x.softmax(d),
        x.log_softmax(d),
        x.index_select(d, none),
        x.masked_fill(x > 0, 1.0),
        x.repeat((2,) * x.ndim),
    ]
    if x.numel():
        found += [x.amax(d, keepdim=True), x.argmax(d), x.max(d, keepdim=True)[0], x.topk(1, d)[0], x.prod(d)]
        found += [x.gather(d, torch.zeros_like(x, dtype=torch.long)), x.scatter(d, none.view((0,) * x.ndim), 1.0)]
    return found


@pytest.mark.torch
def test_other_layouts_agree_with_torch() -> None:
    torch = pytest.importorskip("torch")
    r = Draw(5)
    for _ in range(800):
        layout = r.layout()
        x = tensor(*layout)
        for result in contiguous_cases(r, x):
            assert result.stride() == geo.contiguous_stride(_shape(result)), layout
        if x.ndim:
            d = r.randrange(x.ndim)
            for result in (x.sort(d)[0], x.flip(d), x.index_fill(d, torch.tensor([], dtype=torch.long), 1.0)):
                assert result.stride() == geo.like_stride(*layout), layout
            if x.numel():
                check_joined(r, layout, d)
                check_indexed(r, layout)
                check_transformed(r, layout, d)
        if x.ndim > 1 and x.numel():
            for result in (torch.linalg.qr(x)[0], torch.linalg.qr(x)[1]):
                assert result.stride() == geo.column_major_stride(_shape(result)), layout


def check_joined(r: Draw, layout: tuple[geo.Size, geo.Size], d: int) -> None:
    import torch

    other = r.choice([layout, r.layout(layout[0])])
    pair = [tensor(*layout), tensor(*other)]
    joined, stacked = torch.cat(pair, d), torch.stack(pair, d + 1)
    assert joined.stride() == geo.cat_stride([layout, other], _shape(joined)), (layout, other, d)
    assert stacked.stride() == geo.stack_stride([layout, other], d + 1, _shape(stacked)), (layout, other, d)


def check_indexed(r: Draw, layout: tuple[geo.Size, geo.Size]) -> None:
    import torch

    ndim = len(layout[0])
    indices: list[tuple[geo.Size, geo.Size] | None] = [None] * ndim
    shape = r.size(r.randint(0, 3))
    for d in r.sample(range(ndim), r.randint(1, min(3, ndim))):
        indices[d] = r.broadcastable(shape)
    tensors = [None if i is None else tensor(*i, torch.long) for i in indices]
    result = torch.ops.aten.index(tensor(*layout), tensors)
    assert geo.index_layout(*layout, indices) == (_shape(result), result.stride()), (layout, indices)


def check_transformed(r: Draw, layout: tuple[geo.Size, geo.Size], d: int) -> None:
    import torch

    size, stride = layout
    dims = r.sample(range(len(size)), r.randint(1, len(size)))
    x, z = tensor(*layout), tensor(*layout, torch.complex64)
    found = torch.fft.fftn(z, dim=dims)
    assert found.stride() == geo.fft_stride(stride, dims, _shape(found)), (layout, dims)
    found = torch.fft.rfftn(x, dim=dims)
    assert found.stride() == geo.fft_stride(stride, dims, _shape(found), half=True), (layout, dims)
    if size[d] > 1:
        found = torch.fft.irfft(z, dim=d)
        assert found.stride() == geo.fft_stride(stride, [d], _shape(found)), (layout, d)


@pytest.mark.torch
def test_views_as_complex_agree_with_torch() -> None:
    torch = pytest.importorskip("torch")
    r = Draw(6)
    for _ in range(1000):
        size, stride = r.layout()
        g = Geometry((*size, r.choice([2, 2, 2, 3])), (*[s * r.choice([1, 2, 2]) for s in stride], r.choice([1, 1, 2])))
        g = g._replace(offset=r.choice([0, 0, 1, 2]))
        x = tensor(g.size, g.stride, offset=g.offset)
        assert outcome(geo.view_as_complex, g) == outcome(torch.view_as_complex, x), g
        z = tensor(size, stride, torch.complex64, g.offset)
        real = geo.view_as_real(Geometry(size, stride, g.offset))
        assert real == outcome(torch.view_as_real, z), g


@pytest.mark.torch
def test_overlap_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    r = Draw(7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # index_copy_ and others warn about expanded tensors before they refuse them
        for _ in range(4000):
            size = r.size(r.randint(1, 3))
            a = Geometry(*r.layout(size), r.randint(0, 3))
            b = r.choice([a, Geometry(*r.layout(size), r.choice([0, a.offset, r.randint(0, 70)]))])
            memory = torch.zeros(400)
            x, y = memory.as_strided(*a), memory.as_strided(*b)
            expected: Any = a
            if geo.partial_overlap(a, b, (4, 4)):
                expected = errors.partial_overlap()
            if geo.has_internal_overlap(a.size, a.stride):
                expected = errors.internal_overlap()
            assert outcome(x.add_, y) == refusal(expected), (a, b)
            assert a == b or outcome(x.copy_, y) == refusal(expected), (a, b)  # a copy onto itself is let pass
            if expected is a and geo.any_overlap(a, b):
                expected = errors.partial_overlap()
            rows = torch.arange(size[0])
            assert outcome(x.index_copy_, 0, rows, y) == refusal(expected), (a, b)


def refusal(expected: Any) -> Any:
    return (type(expected).__name__, str(expected)) if isinstance(expected, Exception) else expected


@pytest.mark.torch
def test_index_map_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    r = Draw(8)
    for _ in range(500):
        g = Geometry(*r.layout(), r.randint(0, 3))
        seen = torch.arange(8000).as_strided(*g)
        assert (geo.index_map(g) == seen.numpy()).all(), g
