"""Views, strides and shapes."""

from __future__ import annotations

from collections.abc import Sequence

from .notes import worded


def view_incompatible() -> RuntimeError:
    return RuntimeError(
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
        "contiguous subspaces). Use .reshape(...) instead."
    )


def dim_out_of_range(dim: int, ndim: int) -> IndexError:
    return IndexError(
        f"Dimension out of range (expected to be in range of [{-max(ndim, 1)}, {max(ndim, 1) - 1}], but got {dim})"
    )


def dim_of_scalar(dim: int) -> IndexError:
    return IndexError(f"Dimension specified as {dim} but tensor has no dimensions")


def dim_repeated(dim: int) -> RuntimeError:
    return RuntimeError(f"dim {dim} appears multiple times in the list of dims")


def negative_size() -> RuntimeError:
    return RuntimeError("numel: integer multiplication overflow")


def shape_invalid(shape: Sequence[int], numel: int) -> RuntimeError:
    return RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")


def shape_inferred_twice() -> RuntimeError:
    return RuntimeError("only one dimension can be inferred")


def shape_negative(size: int, dim: int, shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"invalid shape dimension {size}" + worded(f" at index {dim} of shape {list(shape)}", ""))


def shape_ambiguous(shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 "
        "can be any value and is ambiguous"
    )


def not_broadcastable(a: int, b: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {dim}"
    )


def select_of_scalar() -> IndexError:
    return IndexError("select() cannot be applied to a 0-dim tensor.")


def select_out_of_range(index: int, size: Sequence[int], dim: int) -> IndexError:
    return IndexError(f"select(): index {index} out of range for tensor of size {list(size)} at dimension {dim}")


def slice_of_scalar() -> IndexError:
    return IndexError("slice() cannot be applied to a 0-dim tensor.")


def slice_step() -> RuntimeError:
    return RuntimeError("slice step must be positive")


def narrow_of_scalar() -> RuntimeError:
    return RuntimeError("narrow() cannot be applied to a 0-dim tensor.")


def narrow_length() -> RuntimeError:
    return RuntimeError("narrow(): length must be non-negative.")


def narrow_start(start: int, size: int) -> IndexError:
    return IndexError(f"start out of range (expected to be in range of [{-size}, {size}], but got {start})")


def narrow_too_long(start: int, length: int, size: int) -> RuntimeError:
    return RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")


def permute_length(ndim: int, count: int) -> RuntimeError:
    return RuntimeError(
        worded(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {count}",
            "number of dims don't match in permute",
        )
    )


def permute_repeated() -> RuntimeError:
    return RuntimeError(worded("permute(): duplicate dims are not allowed.", "repeated dim in permute"))


def movedim_lengths(source: Sequence[int], destination: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"movedim: Invalid source or destination dims: source ({list(source)} dims) should contain the same number "
        f"of dims as destination ({list(destination)} dims)"
    )


def movedim_repeated(which: str, dims: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"movedim: repeated dim in `{which}` ({list(dims)})")


def expand_fewer_dims(core_type: str, size: Sequence[int], target: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"expand({core_type}{{{list(size)}}}, size={list(target)}): the number of sizes provided ({len(target)}) "
        f"must be greater or equal to the number of dimensions in the tensor ({len(size)})"
    )


def expand_leading(size: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"The expanded size of the tensor ({size}) isn't allowed in a leading, non-existing dimension {dim}"
    )


def expand_mismatch(expanded: int, existing: int, dim: int, target: Sequence[int], size: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"The expanded size of the tensor ({expanded}) must match the existing size ({existing}) at non-singleton "
        f"dimension {dim}.  Target sizes: {list(target)}.  Tensor sizes: {list(size)}"
    )


def diagonal_same_dims(dim1: int, dim2: int) -> RuntimeError:
    return RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")


def unfold_size(size: int) -> RuntimeError:
    return RuntimeError(f"size is {size} but must be >= 0")


def unfold_too_long(dim: int, length: int, size: int) -> RuntimeError:
    return RuntimeError(f"maximum size for tensor at dimension {dim} is {length} but size is {size}")


def unfold_step(step: int) -> RuntimeError:
    return RuntimeError(f"step is {step} but must be > 0")


def flatten_order() -> RuntimeError:
    return RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")


def unflatten_empty() -> RuntimeError:
    return RuntimeError("unflatten: sizes must be non-empty")


def unflatten_mismatch(sizes: Sequence[int], dim: int, length: int) -> RuntimeError:
    return RuntimeError(
        f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({length}) in the input "
        "tensor"
    )


def unflatten_unexpected(cause: Exception) -> RuntimeError:
    return RuntimeError(f"unflatten got an unexpected error:\n{cause}")


def as_strided_lengths() -> RuntimeError:
    return RuntimeError("mismatch in length of strides and shape")


def as_strided_negative(stride: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")


def as_strided_offset(offset: int) -> RuntimeError:
    return RuntimeError(f"Tensor: invalid storage offset {offset}")


def as_strided_negative_size(size: Sequence[int], stride: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")


def as_strided_out_of_bounds(
    size: Sequence[int], stride: Sequence[int], offset: int, itemsize: int, needed: int, available: int
) -> RuntimeError:
    return RuntimeError(
        f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} "
        f"requiring a storage size of {needed} are out of bounds for storage of size {available}"
    )


def view_as_complex_layout(requirement: str) -> RuntimeError:
    return RuntimeError(f"Tensor must have a {requirement}")


def view_as_complex_of_scalar() -> RuntimeError:
    return RuntimeError("Input tensor must have one or more dimensions")


def split_of_scalar(function: str) -> RuntimeError:
    if function == "tensor_split":
        return RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    return RuntimeError(f"{function} expects at least a 1-dimensional tensor")


def split_negative(split_size: int) -> RuntimeError:
    return RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size}")


def split_zero(length: int) -> RuntimeError:
    return RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}")


def split_sizes_negative(sizes: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
    )


def split_sizes_sum(sizes: Sequence[int], length: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"split_with_sizes expects split_sizes to sum exactly to {length} (input tensor's size at dimension {dim}), "
        f"but got split_sizes={list(sizes)}"
    )


def chunk_count(chunks: int) -> RuntimeError:
    return RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")


def tensor_split_sections(sections: int) -> RuntimeError:
    return RuntimeError(f"number of sections must be larger than 0, got {sections}")


def internal_overlap() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
        "Please clone() the tensor before performing the operation."
    )


def partial_overlap() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
        "location. Please clone() the tensor before performing the operation."
    )


def t_of_more_than_2d(name: str, ndim: int) -> RuntimeError:
    return RuntimeError(f"{name}() expects a tensor with <= 2 dimensions, but self is {ndim}D")


def imag_of_real() -> RuntimeError:
    return RuntimeError("imag is not implemented for tensors with non-complex dtypes.")


def view_as_real_of_real() -> RuntimeError:
    return RuntimeError("view_as_real is only supported for complex tensors")


def view_as_complex_dtype(scalar_name: str) -> RuntimeError:
    return RuntimeError(
        "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: "
        f"{scalar_name}"
    )


def not_matrices(name: str, ndim: int) -> RuntimeError:
    return RuntimeError(f"tensor.{name} is only supported on matrices or batches of matrices. Got {ndim}-D tensor.")


def not_a_matrix_for_h(ndim: int) -> RuntimeError:
    advice = " For batches of matrices, consider using tensor.mH" if ndim > 2 else ""
    return RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor.{advice}")


def view_bits(requirement: str, own: str, other: str, got: int | None) -> RuntimeError:
    found = "" if got is None else f", but got {got}"
    return RuntimeError(f"self.{requirement} to view {own} as {other} (different element sizes){found}")
