"""Elementwise operations."""

from __future__ import annotations

from typing import Any

from .notes import worded


def no_derivative(name: str) -> RuntimeError:
    return RuntimeError(f"derivative for aten::{name} is not implemented")


def zero_division() -> RuntimeError:
    return RuntimeError("ZeroDivisionError")


def negative_integer_power() -> RuntimeError:
    return RuntimeError("Integers to negative integer powers are not allowed.")


def float_power_dtype(own: str, needed: str) -> RuntimeError:
    return RuntimeError(
        f"the base given to float_power_ has dtype {own} but the operation's result requires dtype {needed}"
    )


def positive_bool() -> RuntimeError:
    return RuntimeError("The `+` operator, on a bool tensor is not supported.")


def neg_bool() -> RuntimeError:
    return RuntimeError(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
        "`logical_not()` operator instead."
    )


def sub_bools() -> RuntimeError:
    return RuntimeError(
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
        "instead."
    )


def sub_bool() -> RuntimeError:
    return RuntimeError(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` or `logical_not()` operator instead."
    )


def alpha_bool() -> RuntimeError:
    return RuntimeError("Boolean alpha only supported for Boolean results.")


def alpha_float() -> RuntimeError:
    return RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")


def alpha_complex() -> RuntimeError:
    return RuntimeError("For non-complex input tensors, argument alpha must not be a complex number.")


def addcdiv_integers() -> RuntimeError:
    return RuntimeError(
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform "
        "a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input +"
        " value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * "
        "tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: "
        "(input + value * tensor1 / tensor2), for all dtypes."
    )


def lerp_dtype(own: str, argument: str, got: str) -> RuntimeError:
    return RuntimeError(f"expected dtype {own} for `{argument}` but got dtype {got}")


def rounding_mode(given: Any) -> RuntimeError:
    return RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{given}'")


def sign_complex() -> NotImplementedError:
    return NotImplementedError(
        "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead."
    )


def signbit_complex() -> NotImplementedError:
    return NotImplementedError("signbit is not implemented for complex tensors.")


def complex_unsupported(name: str) -> RuntimeError:
    return RuntimeError(f"{name} is not supported for complex tensors.")


def complex_inputs(name: str) -> NotImplementedError:
    return NotImplementedError(f"{name} is not supported for complex inputs")


def complex_tested(name: str) -> RuntimeError:
    return RuntimeError(f"{name} does not support complex inputs.")


def complex_order(name: str) -> RuntimeError:
    return RuntimeError(f"{name} not implemented for complex tensors.")


def clamp_without_bounds() -> RuntimeError:
    return RuntimeError(worded("torch.clamp: ", "") + "At least one of 'min' or 'max' must not be None")


def clamp_complex() -> NotImplementedError:
    return NotImplementedError("clamp is not supported for complex types")


def relu_bool() -> RuntimeError:
    return RuntimeError("Boolean inputs not supported for relu")


def hardtanh_bool() -> RuntimeError:
    return RuntimeError("Bool inputs not supported for hardtanh")


def hardtanh_bounds() -> ValueError:
    return ValueError("min_val cannot be greater than max_val")


def where_condition(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {scalar_name}")


def heaviside_complex() -> RuntimeError:
    return RuntimeError("heaviside is not yet implemented for complex tensors.")


def heaviside_dtypes() -> RuntimeError:
    return RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


def isclose_dtypes(a: str, b: str) -> RuntimeError:
    return RuntimeError(f"{a} did not match {b}")


def isclose_tolerance(name: str, given: Any) -> RuntimeError:
    return RuntimeError(f"{name} must be greater than or equal to zero, but got {given:g}")


def complex_autograd(name: str) -> RuntimeError:
    return RuntimeError(f"{name} does not support automatic differentiation for outputs with complex dtype.")


def hardtanh_unsigned() -> RuntimeError:
    return RuntimeError("cannot do hardtanh on an unsigned type with negative limits")


def gelu_approximation() -> RuntimeError:
    return RuntimeError("approximate argument must be either none or tanh.")


def invert_float() -> TypeError:
    return TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")


def in_place_leaky_relu() -> RuntimeError:
    return RuntimeError(
        "In-place leakyReLu backward calculation is triggered with a negative slope which is not supported. This is caused "
        "by calling in-place forward function with a negative slope, please call out-of-place version instead. File an "
        "issue at https://github.com/pytorch/pytorch if you do require supporting in-place leakRelu backward calculation "
        "with negative slope"
    )


def in_place_elu() -> RuntimeError:
    return RuntimeError(
        "In-place elu backward calculation is triggered with a negative slope which is not supported. This is caused by "
        "calling in-place forward function with a negative slope, please call out-of-place version instead."
    )


def complex_parts(a: str, b: str) -> RuntimeError:
    return RuntimeError(f"Expected both inputs to be Half, Float or Double tensors but got {a} and {b}")


def second_scalar_type(wanted: str, given: str) -> RuntimeError:
    return RuntimeError(f"Expected object of scalar type {wanted} but got scalar type {given} for second argument")
