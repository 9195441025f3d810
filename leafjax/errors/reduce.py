"""Reductions, sorting and searching."""

from __future__ import annotations


def not_implemented_for(kernel: str, scalar_name: str) -> NotImplementedError:
    return NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name}'")


def mean_dtype(whose: str, scalar_name: str) -> RuntimeError:
    return RuntimeError(
        f"mean(): could not infer output dtype. {whose} dtype must be either a floating point or complex dtype. Got: "
        f"{scalar_name}"
    )


def nansum_complex() -> RuntimeError:
    return RuntimeError("nansum on CPU does not support complex inputs")


def spread_dtype(name: str) -> RuntimeError:
    names = name if "_" in name else "std and var"
    return RuntimeError(f"{names} only support floating point and complex dtypes")


def degrees_of_freedom(name: str) -> str:
    return (
        f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input numel "
        "divided by output numel)."
    )


def empty_reduction(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
        "'dim' argument."
    )


def empty_search(name: str) -> IndexError:
    return IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")


def empty_dimension(name: str, dim: int) -> IndexError:
    call = name if name == "aminmax" else f"{name}()"
    return IndexError(f"{call}: Expected reduction dim {dim} to have non-zero size.")


def empty_aminmax() -> RuntimeError:
    return RuntimeError("aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.")


def search_dtype(name: str, kind: str) -> RuntimeError:
    return RuntimeError(f"{name}(): does not support {kind} input")


def norm_dtype(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {scalar_name}")


def norm_dtype_asked(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"linalg.vector_norm: dtype should be floating point or complex, but got {scalar_name}")


def norm_dtype_kind(is_complex: bool, scalar_name: str) -> RuntimeError:
    kind = "complex" if is_complex else "real"
    return RuntimeError(f"linalg.vector_norm: dtype should be {kind} for {kind} inputs, but got {scalar_name}")


def norm_dtype_narrow(own: str, asked: str) -> RuntimeError:
    return RuntimeError(
        f"linalg.vector_norm: the dtype of the input ({own}) should be convertible without narrowing to the specified "
        f"dtype ({asked})"
    )


def empty_norm(ord: float, dim: int | None) -> RuntimeError:
    where = (
        "on an empty tensor because" if dim is None else f"on the dimension {dim}because this dimension is empty and"
    )
    return RuntimeError(
        f"linalg.vector_norm cannot compute the {ord:g} norm {where} the operation does not have an identity"
    )


def dist_dtype(scalar_name: str) -> RuntimeError:
    return RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {scalar_name} instead.")


def sort_complex(name: str) -> RuntimeError:
    return RuntimeError(f" {name} does not support complex dtypes on CPU")


def topk_range() -> RuntimeError:
    return RuntimeError("selected index k out of range")


def topk_bool() -> RuntimeError:
    return RuntimeError("topk does not support bool dtypes on CPU")


def rank_range(dim: int) -> RuntimeError:
    return RuntimeError(f"kthvalue(): selected number k out of range for dimension {dim}")


def quantile_empty() -> RuntimeError:
    return RuntimeError("quantile() input tensor must be non-empty")


def quantile_dtype() -> RuntimeError:
    return RuntimeError("quantile() input tensor must be either float or double dtype")


def quantile_interpolation(given: str) -> RuntimeError:
    return RuntimeError(
        f"quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {given}"
    )


def quantile_number(q: float) -> RuntimeError:
    return RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")


def quantile_ndim() -> RuntimeError:
    return RuntimeError("quantile() q must be a scalar or 1D tensor")


def quantile_q_dtype() -> RuntimeError:
    return RuntimeError("quantile() q tensor must be same dtype as the input tensor")


def quantile_range() -> RuntimeError:
    return RuntimeError("quantile() q values must be in the range [0, 1]")


def search_side(side: str) -> RuntimeError:
    return RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")


def search_sides(side: str) -> RuntimeError:
    return RuntimeError(
        f"torch.searchsorted(): side and right can't be set to opposites, got side of {side} while right was True"
    )


def search_scalar(ndim: int) -> RuntimeError:
    return RuntimeError(
        "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
        f"boundaries tensor dim({ndim}) and input value's dim(0) numel(1)"
    )


def search_shapes(sequence: tuple[int, ...], values: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(
        "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor "
        f"and input value tensor must match, but we got boundaries tensor {list(sequence)} and input value tensor "
        f"{list(values)}"
    )


def bucketize_ndim(ndim: int) -> RuntimeError:
    return RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({ndim})")


def bincount_input() -> RuntimeError:
    return RuntimeError("bincount only supports 1-d non-negative integral inputs.")


def bincount_minlength() -> RuntimeError:
    return RuntimeError("minlength should be >= 0")


def bincount_weights() -> RuntimeError:
    return RuntimeError("weights should be 1-d and have the same length as input")


def histogram_bins(bins: int) -> RuntimeError:
    return RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")


def histogram_order() -> RuntimeError:
    return RuntimeError("torch.histc: max must be larger than min")


def histogram_range(low: float, high: float) -> RuntimeError:
    return RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")


def diff_of_scalar() -> RuntimeError:
    return RuntimeError("diff expects input to be at least one-dimensional")


def diff_order(n: int) -> RuntimeError:
    return RuntimeError(f"order must be non-negative but got {n}")


def diff_ndim() -> RuntimeError:
    return RuntimeError("diff expects prepend or append to be the same dimension as input")
