"""Joining, repeating and rearranging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .notes import worded


def not_expandable(wanted: Sequence[int], own: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"size {{{list(wanted)}}} is not expandable to size {{{list(own)}}}.")


def empty_cat() -> ValueError:
    return ValueError("torch.cat(): expected a non-empty list of Tensors")


def cat_of_scalar(position: int) -> RuntimeError:
    return RuntimeError(f"zero-dimensional tensor (at position {position}) cannot be concatenated")


def cat_ndim(first: int, other: int) -> RuntimeError:
    return RuntimeError(f"Tensors must have same number of dimensions: got {first} and {other}")


def cat_size(dim: int, at: int, expected: int, got: int, position: int) -> RuntimeError:
    found = worded(
        f"Expected size {expected} but got size {got} for tensor number {position} in the list.",
        f"Got {expected} and {got} in dimension {at} (The offending index is {position})",
    )
    return RuntimeError(f"Sizes of tensors must match except in dimension {dim}. {found}")


def empty_list(name: str) -> RuntimeError:
    return RuntimeError(f"{name} expects a non-empty TensorList")


def stack_size(first: Sequence[int], other: Sequence[int], position: int) -> RuntimeError:
    return RuntimeError(
        f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and {list(other)} at entry "
        f"{position}"
    )


def block_ndim(position: int, ndim: int) -> RuntimeError:
    return RuntimeError(
        f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {position} has {ndim} dimensions"
    )


MESHGRID_INDEXING = "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument."


def meshgrid_indexing(given: str) -> RuntimeError:
    return RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {given}')


def meshgrid_dtypes() -> RuntimeError:
    return RuntimeError("meshgrid expects all tensors to have the same dtype")


def meshgrid_ndim(spec: Any) -> RuntimeError:
    return RuntimeError(
        f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {spec.dtype.core_type}{{{list(spec.size)}}}"
    )


def triangle_ndim(name: str) -> RuntimeError:
    return RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


def triangle_size(what: str, n: int) -> RuntimeError:
    return RuntimeError(f"{what} must be non-negative, got{n}")


def diag_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")


def trace_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"trace: expected a matrix, but got tensor with dim {ndim}")


def flip_ndim(least: int) -> RuntimeError:
    return RuntimeError(f"Input must be >= {least}-d.")


def roll_without_shifts() -> RuntimeError:
    return RuntimeError("`shifts` required")


def roll_lengths(shifts: int, dims: int) -> RuntimeError:
    return RuntimeError(f"shifts and dimensions must align. shifts: {shifts}, dims:{dims}")


def rotation_count(count: int) -> RuntimeError:
    return RuntimeError(f"expected total rotation dims == 2, but got dims = {count}")


def rotation_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")


def rotation_same(a: int, b: int) -> RuntimeError:
    return RuntimeError(f"expected rotation dims to be different, but got dim0 = {a} and dim1 = {b}")


def repeat_ndim() -> RuntimeError:
    return RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")


def negative_dimension(size: Sequence[int]) -> RuntimeError:
    first = next(n for n in size if n < 0)
    return RuntimeError(f"Trying to create tensor with negative dimension {first}: {list(size)}")


def negative_repeats() -> RuntimeError:
    return RuntimeError("Repeats must be non-negative")


def repeats_ndim() -> RuntimeError:
    return RuntimeError("repeats must be 0-dim or 1-dim tensor")


def repeats_size(repeats: int, n: int) -> RuntimeError:
    return RuntimeError(
        f"repeats must have the same size as input along dim, but got repeats.size(0) = {repeats} and input.size(0) = {n}"
    )


def repeats_negative() -> RuntimeError:
    return RuntimeError("repeats can not be negative")


def output_size(count: int, asked: int) -> RuntimeError:
    return RuntimeError(f"repeat_interleave: Invalid output_size, expected {count} but got {asked}")


def cuts_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(
        "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a "
        f"tensor with {ndim} dims"
    )


def cuts_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(
        f"tensor_split expected tensor_indices_or_sections to have dtype of long, but got {dtype.scalar_name}"
    )


def split_ndim(name: str, least: int, ndim: int) -> RuntimeError:
    return RuntimeError(
        f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {ndim} dimensions!"
    )


def split_uneven(name: str, dim: int, n: int, sections: int) -> RuntimeError:
    return RuntimeError(
        f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {n} is not divisible by the "
        f"split_size {sections}!"
    )
