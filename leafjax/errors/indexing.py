"""Indexing, reading and writing."""

from __future__ import annotations

from typing import Any

from .notes import worded


def index_out_of_bounds(index: int, dim: int, length: int) -> IndexError:
    return IndexError(f"index {index} is out of bounds for dimension {dim} with size {length}")


def index_into_nothing() -> IndexError:
    return IndexError("index is out of bounds for dimension with size 0")


def too_many_indices(ndim: int, many: bool) -> IndexError:
    if ndim == 0 and not many:
        return IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim "
            "tensor to a number"
        )
    return IndexError(f"too many indices for tensor of dimension {ndim}")


def index_type(given: Any) -> Exception:
    if isinstance(given, str):
        return TypeError("new(): invalid data type 'str'")
    return IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
        f"{type(given).__name__})"
    )


def index_dtype() -> IndexError:
    return IndexError(f"tensors used as indices must be long, {worded('int, ', '')}byte or bool tensors")


def index_broadcast(sizes: list[tuple[int, ...]]) -> IndexError:
    shapes = ", ".join(str(list(s)) for s in sizes)
    return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")


def mask_shape(mask: tuple[int, ...], at: int, size: tuple[int, ...], dim: int) -> IndexError:
    return IndexError(
        f"The shape of the mask {list(mask)} at index {at} does not match the shape of the indexed tensor {list(size)} at "
        f"index {dim}"
    )


BYTE_INDEX = "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."


def slice_bound() -> TypeError:
    return TypeError("slice indices must be integers or None or have an __index__ method")


def index_put_dtype(target: str, source: str) -> RuntimeError:
    return RuntimeError(
        f"Index put requires the source and destination dtypes match, got {target} for the destination and {source} for "
        "the source."
    )


def no_deleting() -> TypeError:
    return TypeError("Tensor does not support deleting items")


def index_step(step: int) -> ValueError:
    return ValueError("slice step cannot be zero" if step == 0 else "step must be greater than zero")


def setitem_type(given: Any, tensor_type: str) -> TypeError:
    name = f"{type(given).__module__}.{type(given).__name__}".removeprefix("builtins.")
    return TypeError(f"can't assign a {name} to a {tensor_type}")


def index_put_shape(values: tuple[int, ...], result: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(
        f"shape mismatch: value tensor of shape {list(values)} cannot be broadcast to indexing result of shape {list(result)}"
    )
