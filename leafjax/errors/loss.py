"""Losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def invalid_reduction(reduction: str) -> ValueError:
    return ValueError(f"{reduction} is not a valid value for reduction")


def old_reduction(reduction: str) -> str:
    return f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead."


def different_target_size(target: Any, input: Any) -> str:
    return (
        f"Using a target size ({target}) that is different to the input size ({input}). This will likely lead to incorrect "
        "results due to broadcasting. Please ensure they have the same size."
    )


def weight_size() -> ValueError:
    return ValueError("Weights and input must have the same size.")


def negative_beta() -> RuntimeError:
    return RuntimeError("smooth_l1_loss does not support negative values for beta.")


def positive_delta() -> RuntimeError:
    return RuntimeError("huber_loss does not support non-positive values for delta.")


def nll_of_scalar() -> ValueError:
    return ValueError("Expected 1 or more dimensions (got 0)")


def target_batch(input: int, target: int) -> ValueError:
    return ValueError(f"Expected input batch_size ({input}) to match target batch_size ({target}).")


def multi_target() -> RuntimeError:
    return RuntimeError("0D or 1D target tensor expected, multi-target not supported")


def target_size(input: Sequence[int], target: Sequence[int]) -> RuntimeError:
    if len(input) == 4:
        return RuntimeError(f"size mismatch (got input: {list(input)} , target: {list(target)}")
    return RuntimeError(f"Expected target size {[input[0], *input[2:]]}, got {list(target)}")


def target_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"expected target dtype to be Long or Byte, but got {dtype.scalar_name}")


def target_out_of_bounds(target: int) -> IndexError:
    return IndexError(f"Target {target} is out of bounds.")


def class_weights(classes: int, size: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of shape: "
        f"{list(size)}"
    )


def label_smoothing(given: float) -> RuntimeError:
    return RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {given:g}")


def probabilities_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"Expected floating point type for target with class probabilities, got {dtype.scalar_name}")


def ignore_index_of_probabilities() -> RuntimeError:
    return RuntimeError("ignore_index is not supported for floating point target")


def bce_target_size(target: Any, input: Any) -> ValueError:
    return ValueError(
        f"Using a target size ({target}) that is different to the input size ({input}) is deprecated. Please ensure they "
        "have the same size."
    )


def logits_target_size(target: Any, input: Any) -> ValueError:
    return ValueError(f"Target size ({target}) must be the same as input size ({input})")


def found_dtype(found: Any, expected: Any) -> RuntimeError:
    return RuntimeError(f"Found dtype {found.scalar_name} but expected {expected.scalar_name}")


def not_a_probability(name: str) -> RuntimeError:
    return RuntimeError(f"all elements of {name} should be between 0 and 1")
