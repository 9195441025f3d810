"""Reading and writing by index: views for ints, slices, None and Ellipsis; gather and scatter for masks and tensors."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import broadcast_shapes, index_layout
from leafjax.aliasing.storage import Spec
from leafjax.autograd.modes import mode
from leafjax.config import config
from leafjax.execution.program import check
from leafjax.execution.value import is_tracer
from leafjax.ops.create import tensor
from leafjax.ops.families import op
from leafjax.ops.inplace import run_in_place
from leafjax.ops.mutate import copy_, fill_tensor, preserved
from leafjax.ops.op import Array, Arrays
from leafjax.ops.samples import ints, samples
from leafjax.ops.view import _alias, expand, select, slice as slice_, unsqueeze, view
from leafjax.tensor.alias import check_writable
from leafjax.tensor.tensor import Tensor

# ---- the two operations --------------------------------------------------------------------------------------------


@op(samples("4 3", [ints("2", 0, 4)], (0,)), samples("4 3", [ints("2 2", -3, 3)], (1,)),
    samples("3 4 2", [ints("2", 0, 3), ints("2", 0, 2)], (0, 2)),
    self=lambda grad, self_meta, indices, at: _index_put(grad.new_zeros(self_meta.size), indices, grad, at, True),
    verify=lambda self, indices, at, listed: check_ranges(self, indices, at), layout=lambda *given: _layout(*given),
    prepare=lambda **given: _check_read(**given), node="IndexBackward0", edges_1_6=("self", "listed"), method=False, function=False)  # fmt: skip
def _index(self: Array, indices: Arrays, at: tuple[int, ...], listed: int = 0) -> Array:
    """The elements at the positions that integer arrays name; they index the dimensions `at`.

    `listed`: how many entries the index had, up to the last array.
    """
    return self[_full(indices, at, self.ndim)]


@op(samples("4 3", [ints("2", 0, 4)], "2 3", (0,), True), samples("4 3", [ints("1", 0, 4)], "3", (0,), False),
    self=lambda grad, indices, at, accumulate: grad if accumulate else _index_put(grad, indices, grad.new_zeros(()), at, False),
    values=lambda grad, indices, at: _index(grad, indices, at), prepare=lambda **given: _check_put(**given),
    verify=lambda self, indices, values, at, accumulate: check_ranges(self, indices, at),
    overlap="any", node="IndexPutBackward0", layout=preserved, method=False, function=False, inplace=True)  # fmt: skip
def _index_put(self: Array, indices: Arrays, values: Array, at: tuple[int, ...], accumulate: bool = False) -> Array:
    """The tensor with values written (or added) at the positions that integer arrays name."""
    where = self.at[_full(indices, at, self.ndim)]
    return where.add(values.astype(self.dtype)) if accumulate else where.set(values.astype(self.dtype))


def _layout(specs: Sequence[Any], settled: dict[str, Any], results: Any) -> list[Any]:
    """Where the result of reading lies: as PyTorch's iterator walks a permuted tensor."""
    own, *indices = specs
    by_dim: list[Any] = [None] * own.ndim
    for i, d in zip(indices, settled["at"], strict=True):
        by_dim[d] = (i.size, i.stride)
    return [index_layout(own.size, own.stride, by_dim)[1]]


def _check_read(self: Any, indices: Any, at: tuple[int, ...], listed: int = 0) -> None:
    """Raise if there is nothing to select from."""
    if any([self.size[d] == 0 for d in at]) and all([0 not in i.size for i in indices]):
        raise errors.index_into_nothing()


def _check_put(self: Any, indices: Any, values: Any, at: tuple[int, ...], accumulate: bool) -> None:
    """Raise if the values do not broadcast to what the indices select."""
    _check_read(self, indices, at)
    joint = broadcast_shapes(*[i.size for i in indices])
    rest = tuple([n for d, n in enumerate(self.size) if d not in at])
    adjacent = list(at) == list(range(at[0], at[0] + len(at)))
    result = rest[: at[0]] + joint + rest[at[0] :] if adjacent else joint + rest
    given = getattr(values, "size", ())
    tail = result[len(result) - len(given) :]
    if len(given) > len(result) or any([g not in (1, n) for g, n in zip(given, tail, strict=True)]):
        raise errors.index_put_shape(given, result)
    if isinstance(values, Spec) and values.dtype is not self.dtype:
        raise errors.index_put_dtype(self.dtype.scalar_name, values.dtype.scalar_name)


def _full(indices: Sequence[Any], at: tuple[int, ...], ndim: int) -> tuple[Any, ...]:
    found: list[Any] = [slice(None)] * ndim
    for i, d in zip(indices, at, strict=True):
        found[d] = i
    return tuple(found)


# ---- what brackets mean --------------------------------------------------------------------------------------------


def sliced(self: Tensor, index: Any, reading: bool) -> tuple[Tensor, dict[int, Tensor]]:
    """Apply the parts of an index that are views; returns what is left: the tensors that index its dimensions."""
    always = reading and isinstance(index, slice)  # ``x[:]`` alone makes a view to read, and none to write
    parts = tuple([_part(p) for p in _parts(index)])
    used = sum([_consumes(p) for p in parts])
    if used > self.spec.ndim and not (self.spec.ndim == 0 and isinstance(parts[0], slice)):
        if self.spec.ndim == 0 and isinstance(index, int) and index:
            raise errors.index_out_of_bounds(index, 0, 0)
        raise errors.too_many_indices(self.spec.ndim, isinstance(index, tuple) or not isinstance(parts[0], int))
    tensors: dict[int, Tensor] = {}
    out, dim = self, 0
    for place, part in enumerate(parts):
        if part is Ellipsis:
            dim += self.spec.ndim - used
        elif part is None:
            out, dim = unsqueeze(out, dim), dim + 1
        elif isinstance(part, bool) or (isinstance(part, Tensor) and part.spec.ndim == 0):
            mask = part if isinstance(part, Tensor) else tensor(part)
            out = unsqueeze(out, dim)
            tensors[dim] = tensor(np.zeros(int(mask.item()), np.int64))
            dim += 1
        elif isinstance(part, int):
            _check_int(part, place, out.spec.size[dim])
            out = select(out, dim, part)
        elif isinstance(part, slice):
            out, dim = _range(out, dim, part, always), dim + 1
        else:
            for position in _positions(part, dim, out.spec.size):
                tensors[dim] = position
                dim += 1
    return out, tensors


def _parts(index: Any) -> tuple[Any, ...]:
    """What an index consists of: a tuple's entries, and by PyTorch's rule those of a short list of more than integers."""
    if isinstance(index, tuple):
        return index
    several = isinstance(index, list) and len(index) < 32
    if several and any([x is None or x is Ellipsis or isinstance(x, (Tensor, slice, list, tuple)) for x in index]):
        return tuple(index)
    return (index,)


def _part(part: Any) -> Any:
    """One entry of an index in its simplest form."""
    if isinstance(part, Tensor):
        if part.spec.ndim == 0 and part.spec.dtype.category == dtypes.INTEGER and not is_tracer(part.value.data):
            return int(part.item())
        return part
    if part is None or part is Ellipsis or isinstance(part, (bool, slice)):
        return part
    if isinstance(part, np.bool_):
        return bool(part)
    if isinstance(part, (int, np.integer)):
        return int(part)
    if isinstance(part, (list, tuple, range, np.ndarray)):
        return tensor(part if len(part) else np.zeros(0, np.int64))
    if hasattr(part, "__index__"):
        return part.__index__()
    raise errors.index_type(part)


def _consumes(part: Any) -> int:
    """How many dimensions an entry of an index takes."""
    if part is None or part is Ellipsis or isinstance(part, bool):
        return 0
    return part.spec.ndim if isinstance(part, Tensor) and _is_mask(part) else 1


def _is_mask(part: Tensor) -> bool:
    return part.spec.dtype in (dtypes.DTYPES["bool"], dtypes.uint8)


def _check_int(index: int, place: int, length: int) -> None:
    if not -length <= index < length:
        raise errors.index_out_of_bounds(index, place, length)


def _range(out: Tensor, dim: int, part: slice, always: bool) -> Tensor:
    start, end, step = [_bound(x) for x in (part.start, part.stop, part.step)]
    if step is not None and step <= 0:
        raise errors.index_step(step)
    if not out.spec.size:
        raise errors.slice_of_scalar()
    n = out.spec.size[dim]
    if config.profile.version == "1.6":
        whole = start in (None, 0) and end == n and step in (None, 1)
    else:
        whole = start in (None, 0) and (end is None or end >= n) and step in (None, 1)
    return out if whole and not always else slice_(out, dim, start, end, step or 1)


def _bound(x: Any) -> int | None:
    if x is None:
        return None
    if not hasattr(x, "__index__"):
        raise errors.slice_bound()
    return x.__index__()


def _positions(part: Tensor, dim: int, size: tuple[int, ...]) -> list[Tensor]:
    """Integer tensors for an entry of an index: a mask names where it is true."""
    if _is_mask(part):
        if part.spec.dtype is dtypes.uint8:
            warnings.warn(errors.BYTE_INDEX, UserWarning, stacklevel=4)
        for i, n in enumerate(part.spec.size):
            if dim + i >= len(size) or size[dim + i] != n:
                raise errors.mask_shape(part.spec.size, i, size, dim + i)
        return [tensor(a) for a in np.nonzero(part.value.numpy())]
    if part.spec.dtype not in ((dtypes.int64,) if config.profile.version == "1.6" else (dtypes.int64, dtypes.int32)):
        raise errors.index_dtype()
    return [part]


def _check_range(part: Tensor, dim: int, n: int) -> None:
    """Raise now or, if the positions are not computed yet, when they are, for a position outside the dimension."""

    def verify(data: Any) -> None:
        array = np.asarray(data)
        bad = array[(array < -n) | (array >= n)]
        if bad.size:
            raise errors.index_out_of_bounds(int(bad.reshape(-1)[0]), dim, n)

    check(part.value, verify)


def check_ranges(self: Tensor, indices: Sequence[Tensor], at: tuple[int, ...]) -> None:
    """Raise if an index lies outside the dimension it is for."""
    for place, (index, dim) in enumerate(zip(indices, at, strict=True)):
        _check_range(index, place, self.spec.size[dim])


# ---- reading -------------------------------------------------------------------------------------------------------


def __getitem__(self: Tensor, index: Any) -> Tensor:
    """``x[index]``: a view, unless a mask or an integer tensor is involved."""
    out, tensors = sliced(self, index, reading=True)
    if tensors:
        at = tuple(sorted(tensors))
        folded = sum([p.spec.ndim - 1 for p in _parts(index) if isinstance(p, Tensor) and _is_mask(p) and p.spec.ndim])
        return _index(out, _broadcast([tensors[d] for d in at]), at, at[-1] + 1 - folded)
    return _alias(self) if out is self else out


def _broadcast(indices: list[Tensor]) -> tuple[Tensor, ...]:
    sizes = [i.spec.size for i in indices]
    try:
        np.broadcast_shapes(*sizes)
    except ValueError:
        raise errors.index_broadcast(sizes) from None
    return tuple(indices)


# ---- writing -------------------------------------------------------------------------------------------------------


def __setitem__(self: Tensor, index: Any, value: Any) -> None:
    """``x[index] = value``: through views where the index is one, else by positions."""
    if isinstance(self, Tensor) and not isinstance(value, (Tensor, bool, int, float, complex)):
        value = _as_value(self, value)
    if isinstance(index, bool):
        if index:
            _copy_to(unsqueeze(self, 0), value)
        return
    if mode.grad and _indexes_by_tensors(self, index):
        check_writable(self, self.needs_grad)  # which PyTorch does before it looks at masks
    out, tensors = sliced(self, index, reading=False)
    if tensors:
        at = tuple(sorted(tensors))
        put = value if isinstance(value, Tensor) else _number(out, value)
        run_in_place(_index_put, (out, _broadcast([tensors[d] for d in at]), _without_leading_ones(put), at, False))
    else:
        _copy_to(out, value)


def _indexes_by_tensors(self: Tensor, index: Any) -> bool:
    """Whether an index holds tensors, and no more entries than there are dimensions."""
    parts = _parts(index)
    return any([isinstance(p, Tensor) for p in parts]) and sum([_consumes(_part(p)) for p in parts]) <= self.spec.ndim


def _as_value(self: Tensor, value: Any) -> Tensor:
    if isinstance(value, np.generic):
        return tensor(value)
    raise errors.setitem_type(value, self.spec.dtype.tensor_type)


def _number(like: Tensor, value: Any) -> Tensor:
    return tensor(value, dtype=like.spec.dtype)


def _copy_to(out: Tensor, value: Any) -> None:
    if not isinstance(value, Tensor):
        value = _number(out, value)
    if config.profile.version == "1.6":
        source = view(value, _size_without_leading_ones(value))
        copy_(out, source if source.spec.size == out.spec.size else expand(source, out.spec.size))
    elif value.spec.size == out.spec.size:
        copy_(out, value)
    elif value.spec.ndim == 0:
        run_in_place(fill_tensor, (out, value))
    else:
        source = view(value, _size_without_leading_ones(value))
        copy_(out, source if source.spec.size == out.spec.size else expand(source, out.spec.size))


def _size_without_leading_ones(value: Tensor) -> tuple[int, ...]:
    size = value.spec.size
    return size[next((i for i, n in enumerate(size) if n != 1), len(size)) :]


def _without_leading_ones(value: Tensor) -> Tensor:
    size = _size_without_leading_ones(value)
    return value if size == value.spec.size else view(value, size)


def __delitem__(self: Tensor, index: Any) -> None:
    raise errors.no_deleting()


METHODS = {"__getitem__": __getitem__, "__setitem__": __setitem__, "__delitem__": __delitem__}
