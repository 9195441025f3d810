"""Data that a Python program asks for."""

from __future__ import annotations

from leafjax.config import config


def numpy_requires_grad() -> RuntimeError:
    return RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")


def ambiguous_bool(numel: int) -> RuntimeError:
    if numel == 0:
        return RuntimeError("Boolean value of Tensor with no values is ambiguous")
    return RuntimeError("Boolean value of Tensor with more than one value is ambiguous")


def len_of_0d() -> TypeError:
    return TypeError("len() of a 0-d tensor")


def iteration_over_0d() -> TypeError:
    return TypeError("iteration over a 0-d tensor")


def not_an_index() -> TypeError:
    return TypeError("only integer tensors of a single element can be converted to an index")


def format_of_tensor() -> TypeError:
    return TypeError("unsupported format string passed to Tensor.__format__")


def python_number() -> ValueError:
    return ValueError("only one element tensors can be converted to Python scalars")


def not_a_scalar(numel: int) -> Exception:
    if config.profile.version == "1.6":
        return ValueError("only one element tensors can be converted to Python scalars")
    return RuntimeError(f"a Tensor with {numel} elements cannot be converted to Scalar")
