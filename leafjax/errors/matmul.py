"""Products of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .notes import worded


def _by(size: Sequence[int]) -> str:
    return "x".join(map(str, size))


def scalar_type(expected: Any, found: Any) -> RuntimeError:
    return RuntimeError(f"expected scalar type {expected.scalar_name} but found {found.scalar_name}")


def not_a_matrix(name: str, ndim: int | None = None) -> RuntimeError:
    return RuntimeError(f"{name} must be a matrix" + ("" if ndim is None else f", got {ndim}-D tensor"))


def not_a_vector(function: str, name: str, ndim: int) -> RuntimeError:
    return RuntimeError(f"{function}: Expected 1-D argument {name}, but got {ndim}-D")


def not_a_batch(name: str) -> RuntimeError:
    return RuntimeError(f"{name} must be a 3D tensor")


def at_least_1d(function: str, a: int, b: int) -> RuntimeError:
    return RuntimeError(f"both arguments to {function} need to be at least 1D, but they are {a}D and {b}D")


def matrix_shapes(a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        worded(
            f"mat1 and mat2 shapes cannot be multiplied ({_by(a)} and {_by(b)})",
            f"size mismatch, m1: [{a[0]} x {a[1]}], m2: [{b[0]} x {b[1]}]",
        )
    )


def matrix_dtypes(a: Any, b: Any) -> RuntimeError:
    return RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {a.cpp_name} != {b.cpp_name}")


def addmm_dtypes(name: str, own: Any, mat2: Any) -> RuntimeError:
    return RuntimeError(f"{name} and mat2 must have the same dtype, but got {own.scalar_name} and {mat2.scalar_name}")


def mv_ndim(own: int, mat: int, vec: int) -> RuntimeError:
    return RuntimeError(f"vector + matrix @ vector expected, got {own}, {mat}, {vec}")


def mv_size(own: int, mat: Sequence[int], vec: int) -> RuntimeError:
    return RuntimeError(
        worded(
            f"size mismatch, got input ({own}), mat ({_by(mat)}), vec ({vec})",
            f"size mismatch, get {own}, {_by(mat)},{vec}",
        )
    )


def addmv_dtypes(own: Any, mat: Any, vec: Any) -> RuntimeError:
    return RuntimeError(
        f"addmv input tensors must have the same dtype, but got {own.scalar_name}, {mat.scalar_name}, and {vec.scalar_name}"
    )


def dot_ndim(a: int, b: int) -> RuntimeError:
    return RuntimeError(f"1D tensors expected, but got {a}D and {b}D tensors")


def dot_size(a: int, b: int) -> RuntimeError:
    return RuntimeError(
        f"inconsistent tensor size, expected tensor [{a}] and src [{b}] to have the same number of elements, but got {a} "
        f"and {b} elements respectively"
    )


def dot_dtypes(a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"dot : expected both vectors to have same dtype, but found {a.scalar_name} and {b.scalar_name}"
    )


def batch_shapes(wanted: Sequence[int], got: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"Expected size for first two dimensions of batch2 tensor to be: {list(wanted)} but got: {list(got[:2])}."
    )


def batch_counts(a: int, b: int) -> RuntimeError:
    return RuntimeError(f"batch1 and batch2 must have same number of batches, got {a} and {b}")


def addbmm_shapes(a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"Incompatible matrix sizes for bmm ({_by(a[1:])} and {_by(b[1:])})")


def baddbmm_dtypes(own: Any, a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"Input dtypes must be the same, got: input {own.cpp_name}, batch1: {a.cpp_name}, batch2: {b.cpp_name}"
    )


def factor_is_float(name: str) -> RuntimeError:
    return RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
