"""Reading and writing by index and by mask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .notes import worded


def dim_index_out_of_bounds(index: int, dim: int, n: int) -> RuntimeError:
    return RuntimeError(f"index {index} is out of bounds for dimension {dim} with size {n}")


def index_not_integer(name: str) -> RuntimeError:
    return RuntimeError(f"{name}(): Expected dtype int32/int64 for index")


def index_ndim(own: str) -> RuntimeError:
    return RuntimeError(f"Index tensor must have the same number of dimensions as {own} tensor")


def gather_size(d: int, index: Sequence[int], own: Sequence[int], dim: int) -> RuntimeError:
    return RuntimeError(
        f"Size does not match at dimension {d} expected index {list(index)} to be no larger than self {list(own)} apart "
        f"from dimension {dim}"
    )


def scatter_dtype() -> RuntimeError:
    return RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")


def scatter_size(index: Sequence[int], own: Sequence[int], dim: int, src: Sequence[int] | None) -> RuntimeError:
    tail = "" if src is None else f" and to be no larger size than src {list(src)}"
    return RuntimeError(
        f"Expected index {list(index)} to be no larger than self {list(own)} apart from dimension {dim}{tail}"
    )


def scatter_reduction(allowed: str) -> RuntimeError:
    return RuntimeError(f"reduce argument must be {allowed}")


def index_select_vector() -> IndexError:
    return IndexError("index_select(): Index is supposed to be a vector")


def index_select_dtype() -> RuntimeError:
    dtypes = worded("int32 or int64", "int64")
    return RuntimeError(f"index_select(): Expected dtype {dtypes} for index")


def index_select_scalar(count: int) -> RuntimeError:
    return RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {count} value(s)")


def index_select_range(index: int, n: int, dim: int, ndim: int) -> Exception:
    if dim or ndim > 2:
        return RuntimeError(f"INDICES element is out of DATA bounds, id={index} axis_dim={n}")
    return IndexError("index out of range in self")


def index_add_vector(index: Any) -> IndexError:
    return IndexError(
        f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: {index.dtype.scalar_name} "
        f"and size: {list(index.size)}"
    )


def index_add_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {dtype.scalar_name}")


def index_add_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"index_add_(): self ({own.scalar_name}) and source ({source.scalar_name}) must have the same scalar type"
    )


def index_add_count(indices: int, count: int, dim: int) -> RuntimeError:
    return RuntimeError(
        f"index_add_(): Number of indices ({indices}) should be equal to source.size(dim): ({count}), for dim: {dim}"
    )


def index_add_shape(own: Sequence[int], source: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = "
        f"{list(own)} source.shape = {list(source)}"
    )


def index_add_range(index: int, n: int, dim: int, ndim: int) -> Exception:
    return dim_index_out_of_bounds(index, dim, n) if ndim > 1 else IndexError("index out of range in self")


def index_copy_vector(ndim: int) -> IndexError:
    return IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {ndim})")


def index_copy_scalar(count: int) -> IndexError:
    return IndexError(f"index_copy_(): When source is scalar, index should have one element (got {count})")


def index_copy_ndim(source: int, own: int) -> IndexError:
    return IndexError(
        "index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
        f"dimensionality ({source}), destination dimensionality ({own})"
    )


def long_index(name: str, dtype: Any) -> RuntimeError:
    return RuntimeError(f"{name}(): Expected a long tensor for index, but got {dtype.scalar_name}")


def index_copy_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"index_copy_(): self and source expected to have the same dtype, but got (self) {own.scalar_name} and (source) "
        f"{source.scalar_name}"
    )


def index_copy_slices(dim: int, own: Sequence[int], source: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: "
        f"{' '.join(map(str, own))} at dimension {dim} and source slice shape: {' '.join(map(str, source))} at dimension 0."
    )


def index_copy_count(indices: int, count: int) -> IndexError:
    return IndexError(f"index_copy_(): Number of indices ({indices}) should be equal to source.size(dim) ({count})")


def index_copy_range(index: int, dim: int, n: int) -> IndexError:
    return IndexError(f"index_copy_(): index {index} is out of bounds for dimension {dim} with size {n}")


def index_fill_dtype() -> IndexError:
    return IndexError("index_fill_(): Expected dtype int64 for index.")


def index_fill_vector() -> RuntimeError:
    return RuntimeError("Index has to be a vector/scalar")


def value_ndim(name: str, ndim: int) -> RuntimeError:
    return RuntimeError(f"{name} only supports a 0-dimensional value tensor, but got tensor with {ndim} dimension(s).")


def complex_value(name: str, own: Any) -> RuntimeError:
    if name == "index_fill_":
        return RuntimeError("index_fill_(): Converting complex Scalar to non-complex type is not supported")
    kind = "int64_t" if own.scalar_name == "Long" else own.cpp_name
    return RuntimeError(f"value cannot be converted to type {kind} without overflow")


def mask_dtype(name: str, given: str) -> RuntimeError:
    return RuntimeError(f"{name} only supports boolean masks, but got mask with dtype {given}")


def masked_select_dtype(own: Any, mask: Any) -> RuntimeError:
    return RuntimeError(
        worded(
            "masked_select: expected BoolTensor for mask",
            f"Expected object of scalar type Bool but got scalar type {mask.scalar_name} for argument #2 'mask' in call to "
            "_th_masked_select_bool",
        )
    )


def masked_scatter_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"masked_scatter: expected self and source to have same dtypes but got{own.scalar_name} and {source.scalar_name}"
    )


def masked_scatter_count() -> RuntimeError:
    return RuntimeError("Number of elements of source < number of ones in mask")


def index_put_too_many(ndim: int, count: int) -> IndexError:
    return IndexError(f"too many indices for tensor of dimension {ndim} (got {count})")


def index_put_dtypes(own: Any, values: Any) -> RuntimeError:
    return RuntimeError(
        f"Index put requires the source and destination dtypes match, got {own.scalar_name} for the destination and "
        f"{values.scalar_name} for the source."
    )


def take_from_empty() -> IndexError:
    return IndexError("take(): tried to take from an empty tensor")


def take_along_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {dtype.scalar_name}")


def take_along_ndim(own: int, indices: int) -> RuntimeError:
    return RuntimeError(
        f"torch.take_along_dim(): input and indices should have the same number of dimensions, but got {own} dimensions "
        f"for input, and {indices} dimensions for indices"
    )


def position_out_of_range(index: int, count: int) -> IndexError:
    return IndexError(f"out of range: tried to access index {index} on a tensor of {count} elements.")


def put_dtypes(own: Any, source: Any) -> RuntimeError:
    return RuntimeError(
        f"put_(): self and source expected to have the same dtype, but got self.dtype = {own.scalar_name} and "
        f"source.dtype = {source.scalar_name}"
    )


def put_count(source: int, index: int) -> IndexError:
    return IndexError(
        "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
        f"{source}, index.numel() = {index}"
    )


def put_into_empty() -> IndexError:
    return IndexError("put_(): Tried to put elements into an empty tensor")


def part_size(source: Sequence[int], part: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"expected src to have a size equal to the slice of self. src size = {list(source)}, slice size = {list(part)}"
    )


def diagonal_of_vector() -> RuntimeError:
    return RuntimeError("dimensions must larger than 1")


def diagonal_of_unequal() -> RuntimeError:
    return RuntimeError("all dimensions of input must be of equal length")


def scatter_ndim() -> RuntimeError:
    return RuntimeError("Index tensor must have the same number of dimensions as src tensor")
