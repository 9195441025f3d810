"""Making and copying tensors."""

from __future__ import annotations

from typing import Any

from leafjax.config import config


def fill_size(name: str, size: tuple[int, ...]) -> RuntimeError:
    if name == "zeros" and config.profile.version != "1.6":
        return RuntimeError("zeros: Dimension size must be non-negative.")
    negative = next(n for n in size if n < 0)
    return RuntimeError(f"Trying to create tensor with negative dimension {negative}: {list(size)}")


def eye_size(name: str, size: int) -> RuntimeError:
    return RuntimeError(f"{name} must be greater or equal to 0, got {size}")


def number_overflow(kind: str) -> RuntimeError:
    """`kind`: the type as PyTorch's C++ spells it."""
    return RuntimeError(f"value cannot be converted to type {kind} without overflow")


def long_overflow() -> Exception:
    if config.profile.version == "1.6":
        return RuntimeError("Overflow when unpacking long")
    return ValueError("Overflow when unpacking long long")


COPY_CONSTRUCT = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


def fill_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {ndim} dimensions.")


def zero_step() -> RuntimeError:
    return RuntimeError("step must be nonzero")


def wrong_step_sign() -> RuntimeError:
    return RuntimeError("upper bound and lower bound inconsistent with step sign")


def negative_steps() -> RuntimeError:
    return RuntimeError("number of steps must be non-negative")


def ragged(expected: int | None, dim: int, got: int | None) -> Exception:
    """Nested sequences of different lengths; None stands for a number."""
    if got is None:
        return TypeError("not a sequence")
    if expected is None:
        return TypeError("'list' object cannot be interpreted as an integer")
    return ValueError(f"expected sequence of length {expected} at dim {dim} (got {got})")


def not_data(given: Any) -> Exception:
    if isinstance(given, str):
        return TypeError("new(): invalid data type 'str'")
    return RuntimeError(f"Could not infer dtype of {type(given).__name__}")


def expected_ndarray(given: Any) -> TypeError:
    return TypeError(f"expected np.ndarray (got {type(given).__name__})")


def data_type(given: Any) -> TypeError:
    return TypeError(f"Variable data has to be a tensor, but got {type(given).__name__}")


def data_dtype() -> RuntimeError:
    return RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")


def unknown_type(name: str) -> ValueError:
    return ValueError(f"invalid type: {name!r}")


def no_such_device(name: str) -> RuntimeError:
    return RuntimeError(f"leafjax has the CPU alone, no device {name!r}")
