"""Dtypes, numbers and random states."""

from __future__ import annotations


def dtype_not_callable() -> TypeError:
    return TypeError("cannot create 'torch.dtype' instances")


def dtype_not_a_base() -> TypeError:
    return TypeError("type 'torch.dtype' is not an acceptable base type")


def not_a_dtype(function: str, argument: str, position: int, got: object) -> TypeError:
    return TypeError(
        f"{function}(): argument '{argument}' (position {position}) must be torch.dtype, not {type(got).__name__}"
    )


def no_complex_type(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"Unknown Complex ScalarType for {scalar_name}")


def no_complex32() -> NotImplementedError:
    return NotImplementedError("the result would be torch.complex32, which JAX cannot hold; use float32 or complex64")


def numpy_type_unsupported(array_type: type) -> TypeError:
    return TypeError(
        f"can't convert np.ndarray of type {array_type.__module__}.{array_type.__name__}. The only supported types "
        "are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, "
        "uint8, and bool."
    )


def numpy_byte_order() -> ValueError:
    return ValueError(
        "given numpy array has byte order different from the native byte order. Conversion between byte orders is "
        "currently not supported."
    )


def default_dtype_invalid() -> TypeError:
    return TypeError("invalid dtype object: only floating-point types are supported as the default type")


def default_dtype_not_float() -> TypeError:
    return TypeError("only floating-point types are supported as the default type")


def barebones_promotion(a: str, b: str) -> RuntimeError:
    return RuntimeError(
        f"Promotion for uint16, uint32, uint64 types is not supported, attempted to promote {a} and {b}"
    )


def result_type_cast(result: str, to: str) -> RuntimeError:
    return RuntimeError(f"result type {result} can't be cast to the desired output type {to}")


def finfo_of_integer() -> TypeError:
    return TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")


def iinfo_of_float() -> TypeError:
    return TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")


def iinfo_of_bool() -> TypeError:
    return TypeError("torch.bool is not supported by torch.iinfo")


def seed_not_an_integer(got: str) -> RuntimeError:
    return RuntimeError(f"manual_seed expected a long, but got {got}")


def seed_out_of_range() -> ValueError:
    return ValueError("Overflow when unpacking long long")


def state_not_bytes() -> TypeError:
    return TypeError("RNG state must be a torch.ByteTensor")


def state_size(expected: int, got: int) -> RuntimeError:
    return RuntimeError(
        f"Expected a CPUGeneratorImplState of size {expected} but found the input RNG state size to be {got}"
    )


def state_invalid() -> RuntimeError:
    return RuntimeError("Invalid mt19937 state")


def not_writable(attribute: str, owner: str) -> AttributeError:
    return AttributeError(f"attribute '{attribute}' of '{owner}' objects is not writable")


def iinfo_without_type() -> TypeError:
    return TypeError('iinfo() missing 1 required positional arguments: "type"')
