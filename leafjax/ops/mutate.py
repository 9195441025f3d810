"""Copies, casts and the in-place operations that are not a functional one's other form."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import broadcast_shapes, like_stride
from leafjax.aliasing.storage import spec_of
from leafjax.autograd.modes import mode
from leafjax.config import config
from leafjax.graph import notes
from leafjax.graph.history import here
from leafjax.ops.families import op, zero
from leafjax.ops.inplace import run_in_place
from leafjax.ops.op import Array, Number
from leafjax.ops.samples import samples
from leafjax.tensor.alias import check_writable, zeros
from leafjax.tensor.tensor import Tensor, new


def preserved(specs: Any, settled: dict[str, Any], results: Any) -> list[Any]:
    """The layout of the first operand, where it is dense."""
    return [like_stride(specs[0].size, specs[0].stride)] * len(results)


def _clone_layout(specs: Any, settled: dict[str, Any], results: Any) -> list[Any]:
    return (
        [None] if str(settled.get("memory_format")) == "torch.contiguous_format" else preserved(specs, settled, results)
    )


@op(samples("2 3"), samples(""), self=lambda grad: grad, layout=lambda *given: _clone_layout(*given), out=False)
def clone(self: Array, *, memory_format: Any = None) -> Array:
    """A copy, recorded: gradients pass through it."""
    return self


clone.shares = True


@op(samples("2 3", dtype=dtypes.float32), self=lambda grad, self_meta: grad.to(self_meta.dtype), layout=preserved,
    node="ToCopyBackward0", method=False, function=False)  # fmt: skip
def _to_copy(self: Array, *, dtype: Any) -> Array:
    """The numbers in another dtype."""
    return convert(self, dtype)


def convert(array: Any, dtype: dtypes.dtype) -> Any:
    """An array in another dtype, as C casts do it: the imaginary part is dropped, a float is cut towards zero."""
    if jnp.iscomplexobj(array) and not dtype.is_complex:
        array = array.real
    if dtype is dtypes.DTYPES["bool"]:
        return array != 0
    return array.astype(dtype.np)


def to(self: Tensor, *args: Any, dtype: Any = None, device: Any = None, copy: bool = False, **_: Any) -> Tensor:
    """The tensor in a dtype (given, or another tensor's): itself if it has that already, else a recorded copy."""
    for a in args:
        if isinstance(a, dtypes.dtype):
            dtype = a
        elif isinstance(a, Tensor):
            dtype = a.spec.dtype
    dtype = dtype or self.spec.dtype
    if dtype is self.spec.dtype and not copy:
        return self
    return _copied(self, dtype, like_stride) if config.profile.version == "1.6" else _to_copy(self, dtype=dtype)


def _copied(self: Tensor, dtype: dtypes.dtype, layout: Any) -> Tensor:
    """A copy as 1.6 makes it: a write into a new tensor, uncounted."""
    size = self.spec.size
    spec = spec_of(size, layout(size, self.spec.stride) if layout else None, dtype)
    out = copy_(new(zeros(spec), spec), self)
    out.version.count, out.storage.history = 0, None  # the write is how it was made
    return out


def type_(self: Tensor, dtype: Any = None, non_blocking: bool = False, **_: Any) -> Any:
    """Without argument the tensor type as a string ("torch.FloatTensor"), else `to`."""
    if dtype is None:
        return self.spec.dtype.tensor_type
    if isinstance(dtype, str):
        found = [d for d in dtypes.DTYPES.values() if d.tensor_type == dtype]
        if not found:
            raise errors.unknown_type(dtype)
        dtype = found[0]
    return to(self, dtype)


def type_as(self: Tensor, other: Tensor) -> Tensor:
    """The tensor in the dtype of another."""
    return to(self, other.spec.dtype)


def contiguous(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor itself if its memory is in the order of its indices, else a copy that is."""
    if self.is_contiguous():
        return self
    return _copied(self, self.spec.dtype, None) if config.profile.version == "1.6" else _contiguous(self)


@op(samples("2 3"), self=lambda grad: grad, node="CloneBackward0", method=False, function=False)
def _contiguous(self: Array) -> Array:
    return self


_contiguous.shares = True


@op(samples("2 3"), self=lambda grad: grad, node="CloneBackward0", method=False, function=False)
def _contiguous_clone(self: Array) -> Array:
    return self


_contiguous_clone.shares = True


@op(samples("2 3", "2 3"), samples("2 3", "3"), self=zero, src=lambda grad: grad, node="CopyBackwards",
    prepare=lambda self, src, non_blocking: check_copy(self, src), method=False, function=False, inplace=True,
    overlap="copy")  # fmt: skip
def copy(self: Array, src: Array, non_blocking: bool = False) -> Array:
    """Another tensor's numbers, broadcast and cast to this one's size and dtype."""
    return jnp.broadcast_to(convert(src, dtypes.from_numpy(self.dtype)), self.shape)


def copy_(self: Tensor, src: Any, non_blocking: bool = False) -> Tensor:
    """Write another tensor's numbers, broadcast and cast to this one's size and dtype."""
    if not isinstance(src, Tensor):
        raise errors.argument_type("copy_", "other", src)
    return run_in_place(copy, (self, src, non_blocking))


def check_copy(self: Any, src: Any) -> None:
    """Raise if the source does not broadcast to the written size."""
    size = broadcast_shapes(self.size, getattr(src, "size", ()))
    if size != self.size:
        raise errors.inplace_broadcast(self.size, size)


@op(samples("2 3", 1.5), self=zero, node=("FillBackward2", "FillBackward0"), method=False, function=False, inplace=True,
    overlap="none")  # fmt: skip
def fill(self: Array, value: Number) -> Array:
    """One number everywhere."""
    return jnp.broadcast_to(convert(jnp.asarray(value), dtypes.from_numpy(self.dtype)), self.shape)


@op(samples("2 3"), self=zero, node="ZeroBackward0", method=False, function=False, inplace=True, overlap="none")
def zero_fill(self: Array) -> Array:
    """Zeros everywhere."""
    return jnp.zeros_like(self)


@op(samples("2 3", ""), self=zero, value=lambda grad: grad.sum(), node=("FillBackward3", "FillBackward1"), method=False, function=False,
    inplace=True)  # fmt: skip
def fill_tensor(self: Array, value: Array) -> Array:
    """The number of a 0-dim tensor everywhere."""
    return jnp.broadcast_to(convert(value, dtypes.from_numpy(self.dtype)), self.shape)


def fill_(self: Tensor, value: Any) -> Tensor:
    """Write one number, or that of a 0-dim tensor, everywhere."""
    if isinstance(value, Tensor):
        if value.spec.ndim:
            if mode.grad:
                check_writable(self, self.needs_grad or value.needs_grad)
            raise errors.fill_ndim(value.spec.ndim)
        return run_in_place(fill_tensor, (self, value))
    return run_in_place(fill, (self, value))


def zero_(self: Tensor) -> Tensor:
    """Write zeros."""
    return run_in_place(zero_fill, (self,))


def detach_(self: Tensor) -> Tensor:
    """Cut this tensor from its history, in place; raises on views."""
    if self.base is not None:
        raise notes.view_detached(errors.detach_view(), self)
    self._grad_fn, self.output_nr, self._requires_grad = None, 0, False
    self.extra.switched = here()
    return self


def set_data(self: Tensor, other: Tensor) -> None:
    """Let the tensor show another one's data: size, dtype and storage change, history and version count do not."""
    if not isinstance(other, Tensor):
        raise errors.data_type(other)
    floats = other.spec.dtype.is_floating_point or other.spec.dtype.is_complex
    if self.needs_grad and not floats and config.profile.version != "1.6":
        raise errors.data_dtype()
    self.storage, self.lens, self.spec, self.offset = other.storage, other.lens, other.spec, other.offset
    self._value, self._seen = other._value, other._seen
    self.storage.untracked += 1


def to_dtype(name: str) -> Any:
    """``x.float()`` and its like."""

    def cast(self: Tensor, memory_format: Any = None) -> Tensor:
        return to(self, dtypes.DTYPES[CASTS[name]])

    cast.__name__ = cast.__qualname__ = name
    cast.__doc__ = f"The tensor as {name}."
    return cast


CASTS = {
    name: name for name in ("float", "double", "half", "bfloat16", "int", "long", "short", "bool", "cfloat", "cdouble")
} | {"byte": "uint8", "char": "int8"}


METHODS = {
    "to": to, "type": type_, "type_as": type_as, "contiguous": contiguous, "copy_": copy_, "fill_": fill_, "zero_": zero_, "detach_": detach_,
}  # fmt: skip
