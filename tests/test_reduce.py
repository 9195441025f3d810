"""Reductions, norms, scans and sorting at their hard points: ties, zeros, nan, nothing at all. Values are PyTorch 2.13's."""

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import leafjax as torch

nan, inf = math.nan, math.inf


def vector(data: list[float]) -> torch.Tensor:
    return torch.tensor(data, dtype=torch.float64, requires_grad=True)


def first(result: Any) -> torch.Tensor:
    return result if isinstance(result, torch.Tensor) else result[0]


# ---- the gradient where there is no slope, or no single one -------------------------------------------------------------

# what, of which numbers: the value, and the gradient
HARD = {
    "max of all, a tie: shared": (lambda x: x.max(), [1, 3, 3, 2], 3, [0, 0.5, 0.5, 0]),
    "max of all, nan": (lambda x: x.max(), [1, nan, 2], nan, [0, 1, 0]),
    "max along a dimension, a tie: the first": (lambda x: x.max(0), [1, 3, 3, 2], 3, [0, 1, 0, 0]),
    "min along a dimension, a tie: the first": (lambda x: x.min(0), [3, 1, 1, 2], 1, [0, 1, 0, 0]),
    "amax, a tie: shared": (lambda x: x.amax(0), [1, 3, 3, 2], 3, [0, 0.5, 0.5, 0]),
    "amax, nan": (lambda x: x.amax(0), [1, nan, 2], nan, [nan, nan, nan]),
    "aminmax, a tie: shared": (lambda x: torch.aminmax(x), [1, 1, 2], 1, [0.5, 0.5, 0]),
    "prod, one zero": (lambda x: x.prod(), [2, 0, 3], 0, [0, 6, 0]),
    "prod, two zeros": (lambda x: x.prod(), [2, 0, 0], 0, [0, 0, 0]),
    "prod of nothing": (lambda x: x.prod(), [], 1, []),
    "cumprod, one zero": (lambda x: x.cumprod(0), [2, 0, 3, 4], [2, 0, 0, 0], [1, 32, 0, 0]),
    "cumprod, two zeros": (lambda x: x.cumprod(0), [0, 0, 3], [0, 0, 0], [1, 0, 0]),
    "std of equals": (lambda x: x.std(), [2, 2, 2], 0, [0, 0, 0]),
    "norm of zeros": (lambda x: x.norm(), [0, 0], 0, [0, 0]),
    "1-norm at a zero": (lambda x: x.norm(1), [0, 2], 2, [0, 1]),
    "inf-norm, a tie": (lambda x: x.norm(inf), [2, -2], 2, [0.5, -0.5]),
    "inf-norm of zeros": (lambda x: x.norm(inf), [0, 0], 0, [0, 0]),
    "3-norm of zeros": (lambda x: x.norm(3), [0, 0], 0, [0, 0]),
    "half-norm at a zero": (
        lambda x: x.norm(0.5), [1, 0, 3], 7.464101615137754, [2.732050807568877, 0, 1.577350269189626],
    ),
    "1.5-norm at a zero": (
        lambda x: x.norm(1.5), [1, 0, 3], 3.373505286959263, [0.5444516301110671, 0, 0.9430178856160654],
    ),
    "-1-norm at a zero": (lambda x: x.norm(-1), [1, 0, -3], 0, [0, 0, 0]),
    "distance of equals": (lambda x: torch.dist(x, x.detach().clone()), [1, 2], 0, [0, 0]),
    "median of all, a tie: shared": (lambda x: x.median(), [1, 2, 2], 2, [0, 0.5, 0.5]),
    "median along a dimension, a tie": (lambda x: x.median(0), [1, 2, 2], 2, [0, 1, 0]),
    "median of an even number: the lower": (lambda x: x.median(), [4, 1, 3, 2], 2, [0, 0, 0, 1]),
    "median, nan": (lambda x: x.median(), [1, nan, 2], nan, [0, 1, 0]),
    "nanmedian": (lambda x: x.nanmedian(), [1, nan, 2, 3], 2, [0, 0, 1, 0]),
    "nanmedian, nothing else": (lambda x: x.nanmedian(), [nan, nan], nan, [0.5, 0.5]),
    "logsumexp of -inf": (lambda x: x.logsumexp(0), [-inf, -inf], -inf, [nan, nan]),
    "logsumexp of inf": (lambda x: x.logsumexp(0), [inf, 1], inf, [nan, 0]),
    "softmax of -inf": (lambda x: x.softmax(0), [-inf, -inf], [nan, nan], [nan, nan]),
    "log_softmax, one -inf": (lambda x: x.log_softmax(0), [-inf, 1], [-inf, 0], [1, -1]),
    "logcumsumexp from -inf": (lambda x: x.logcumsumexp(0), [-inf, 1], [-inf, 1], [nan, 1]),
    "logcumsumexp over -inf": (
        lambda x: x.logcumsumexp(0), [1, -inf, 2], [1, 1, 2.313261687518223], [2.268941421369995, 0, 0.7310585786300048],
    ),
    "cummax, a tie: the last": (lambda x: x.cummax(0), [1, 2, 2], [1, 2, 2], [1, 1, 1]),
    "cummax, nan": (lambda x: x.cummax(0), [1, nan, 2], [1, nan, nan], [1, 2, 0]),
    "kthvalue, a tie": (lambda x: x.kthvalue(2), [2, 1, 2], 2, [1, 0, 0]),
    "mode: the last of the smallest": (lambda x: x.mode(), [1, 2, 2, 1, 3], 1, [0, 0, 0, 1, 0]),
    "sort descending, a tie: in order": (
        lambda x: x.sort(descending=True)[0] * torch.tensor([1.0, 10.0, 100.0]), [2, 1, 2], [2, 20, 100], [1, 100, 10],
    ),
    "topk, a tie": (lambda x: x.topk(1), [2, 1, 2], [2], [1, 0, 0]),
    "quantile between two": (lambda x: x.quantile(0.5), [4, 1, 3, 2], 2.5, [0, 0, 0.5, 0.5]),
    "quantile, nan": (lambda x: x.quantile(0.5), [1, nan, 3], nan, [0, 1, 0]),
    "nansum": (lambda x: x.nansum(), [1, nan], 1, [1, 0]),
}  # fmt: skip


@pytest.mark.parametrize("point", HARD)
def test_hard_point(point: str) -> None:
    """The value, and the gradient of the sum of the values."""
    f, data, value, gradient = HARD[point]
    x = vector(data)
    y = first(f(x))
    np.testing.assert_allclose(y.detach().numpy(), value, 1e-12)
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), gradient, 1e-12)


# The gradient of the sum of the squared gradient.
SECOND = {
    "prod, one zero": (lambda x: x.prod(), [2, 0, 3], [36, 0, 24]),
    "prod, two zeros": (lambda x: x.prod(), [2, 0, 0], [0, 0, 0]),
    "prod": (lambda x: x.prod(0), [2, 5, 3], [136, 130, 174]),
    "cumprod, one zero": (lambda x: x.cumprod(0), [2, 0, 3, 4], [1024, 32, 640, 384]),
    "cumprod, two zeros": (lambda x: x.cumprod(0), [0, 0, 3], [0, 8, 0]),
    "std of equals": (lambda x: x.std(), [2, 2, 2], [0, 0, 0]),
    "norm of zeros": (lambda x: x.norm(), [0, 0], [nan, nan]),
    "3-norm of zeros": (lambda x: x.norm(3), [0, 0], [0, 0]),
    "1.5-norm at a zero": (lambda x: x.norm(1.5), [1, 0, 3], [0.10506522405181701, nan, -0.03502174135060565]),
    "logsumexp of inf": (lambda x: x.logsumexp(0), [inf, 1], [nan, nan]),
    "logcumsumexp over -inf": (lambda x: x.logcumsumexp(0), [1, -inf, 2], [0.6047322376200324, 0, -0.6047322376200299]),
}


@pytest.mark.parametrize("point", SECOND)
def test_hard_point_of_the_second_derivative(point: str) -> None:
    f, data, expected = SECOND[point]
    x = vector(data)
    (g,) = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    (h,) = torch.autograd.grad((g * g).sum(), x)
    np.testing.assert_allclose(h.numpy(), expected, 1e-9, 1e-12)


def test_the_0_norm_has_no_gradient() -> None:
    x = vector([1, 0, 3])
    assert torch.autograd.grad(x.norm(0), x, allow_unused=True) == (None,)


def test_no_degrees_of_freedom() -> None:
    """PyTorch warns, and divides by 0."""
    message = r"var\(\): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor"
    for data, correction, value, gradient in (([2], 1, nan, [nan]), ([1, 3], 2, inf, [inf, inf])):
        x = vector(data)
        with pytest.warns(UserWarning, match=message):
            y = x.var(correction=correction)
        y.backward()
        np.testing.assert_equal((y.item(), x.grad.tolist()), (value, gradient))


@pytest.mark.parametrize("shape", [(), (0,), (1,)])
@pytest.mark.parametrize("name", ["cumsum", "cumprod", "logcumsumexp", "softmax", "log_softmax", "prod", "logsumexp"])
def test_along_a_dimension_of_a_scalar_or_of_nothing(name: str, shape: tuple[int, ...]) -> None:
    x = torch.ones(shape, requires_grad=True)
    y = getattr(x, name)(0)
    y.sum().backward()
    assert x.grad.shape == shape
    assert y.shape == (() if name in ("prod", "logsumexp") else shape)


# ---- the first of equals, and nan ------------------------------------------------------------------------------------------

POSITIONS = {
    "argmax": (lambda x: x.argmax(), [1, nan, 2, nan], 1),
    "argmin": (lambda x: x.argmin(), [1, nan, 2, nan], 1),
    "argmax, a tie": (lambda x: x.argmax(), [1, 3, 3], 1),
    "max": (lambda x: x.max(0).indices, [1, nan, 2, nan], 1),
    "cummax": (lambda x: x.cummax(0).indices, [2, 2, 1, 2], [0, 1, 1, 3]),
    "cummax, nan": (lambda x: x.cummax(0).indices, [1, nan, 2, nan], [0, 1, 1, 3]),
    "median": (lambda x: x.median(0).indices, [1, nan, 2, nan], 1),
    "nanmedian": (lambda x: x.nanmedian(0).indices, [1, nan, 2, nan], 0),
    "sort descending": (lambda x: x.sort(descending=True).indices, [1, nan, 2, nan], [1, 3, 2, 0]),
    "topk": (lambda x: x.topk(2).indices, [1, nan, 2, nan], [1, 3]),
    "topk, the smallest": (lambda x: x.topk(2, largest=False).indices, [1, nan, 2, nan], [0, 2]),
    "kthvalue": (lambda x: x.kthvalue(3).indices, [1, nan, 2, nan], 1),
    "searchsorted, nan": (lambda x: torch.searchsorted(x, torch.tensor([nan, 2])), [1, nan], [2, 2]),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_positions(case: str) -> None:
    f, data, expected = POSITIONS[case]
    assert f(torch.tensor([float(n) for n in data])).tolist() == expected


# ---- dtypes ----------------------------------------------------------------------------------------------------------------


def test_integers_add_up_in_int64() -> None:
    for dtype in (torch.bool, torch.uint8, torch.int32):
        x = torch.tensor([1, 1], dtype=dtype)
        for y in (x.sum(), x.sum(0), x.prod(), x.cumsum(0), x.cumprod(0), x.nansum()):
            assert y.dtype is torch.int64


def test_sum_casts_before_it_adds() -> None:
    x = torch.tensor([0.6, 0.6])
    assert x.sum(dtype=torch.int64).item() == 0
    assert x.sum(0, dtype=torch.float64).dtype is torch.float64


def test_all_and_any_of_uint8_are_uint8() -> None:
    assert torch.tensor([3, 4], dtype=torch.uint8).all().dtype is torch.uint8
    assert torch.tensor([3, 0]).any(0).dtype is torch.bool


def test_norms_and_variances_of_complex_numbers_are_real() -> None:
    z = torch.tensor([1 + 2j, 3])
    assert [y.dtype for y in (z.norm(), z.var(), z.std(), *torch.var_mean(z))] == [torch.float32] * 4 + [
        torch.complex64
    ]


# ---- several results -------------------------------------------------------------------------------------------------------


def test_named_results() -> None:
    """They are a tuple with names: equal to a plain one, and shown as PyTorch shows them."""
    result = torch.tensor([[1, 5], [7, 2]]).max(1)
    values, indices = result
    assert result.values is values is result[0]
    assert result.indices is indices is result[-1]
    assert isinstance(result, tuple) and result == (values, indices) and type(result[:1]) is tuple
    assert type(result).__module__ == "torch.return_types" and type(result).__name__ == "max"
    assert repr(type(result)((1, 2))) == "torch.return_types.max(\nvalues=1,\nindices=2)"
    with pytest.raises(AttributeError):
        result.values = 3
    with pytest.raises(TypeError, match=r"torch.return_types.max\(\) takes a 2-sequence \(1-sequence given\)"):
        type(result)([1])
    assert pickle.loads(pickle.dumps(type(result)((1, 2)))) == (1, 2)


def test_results_without_names_are_a_plain_tuple() -> None:
    assert type(torch.var_mean(torch.ones(3))) is tuple


def test_results_into_given_tensors() -> None:
    values, indices = torch.zeros(2), torch.zeros(2, dtype=torch.int64)
    result = torch.max(torch.tensor([[1.0, 5], [7, 2]]), 1, out=(values, indices))
    assert type(result).__name__ == "max_out" and result.values is values
    assert (values.tolist(), indices.tolist()) == ([5, 7], [1, 0])


def test_max_has_three_meanings() -> None:
    x = torch.tensor([[1.0, 5], [7, 2]], requires_grad=True)
    assert type(x.max().grad_fn).__name__ == "MaxBackward1"
    assert type(x.max(1)[0].grad_fn).__name__ == type(x.max(axis=1).values.grad_fn).__name__ == "MaxBackward0"
    assert type(x.max(torch.ones(2)).grad_fn).__name__ == "MaximumBackward0"


def test_overloads_have_nodes_of_their_own() -> None:
    x = torch.ones(2, 3, requires_grad=True)
    for version, var in (("2.13", "VarBackward0"), ("1.6", "VarBackward1")):
        with torch.semantics(version):
            shown = [type(y.grad_fn).__name__ for y in (x.sum(), x.sum(1), x.mean(), x.mean(1), x.var(False), x.var(1))]
            assert shown == ["SumBackward0", "SumBackward1", "MeanBackward0", "MeanBackward1", "VarBackward0", var]


def test_saved_for_backward() -> None:
    """What a formula asks for may not be written before backward; what it does not ask for, may."""
    x = torch.ones(3, requires_grad=True)
    for name in ("amax", "prod", "logsumexp", "norm", "softmax", "cumprod"):
        y = getattr(x, name)(*(0,) * (name in ("logsumexp", "softmax", "cumprod")))
        y.add_(1)
        with pytest.raises(RuntimeError, match="has been modified by an inplace operation"):
            y.sum().backward()
    for name in ("sum", "mean", "var", "nansum", "cumsum"):
        y = getattr(x, name)(*(0,) * (name == "cumsum"))
        y.add_(1)
        y.sum().backward()


# ---- results whose size is in the data -------------------------------------------------------------------------------------


def test_unique() -> None:
    x = torch.tensor([[3, 1], [1, 3]])
    assert [r.tolist() for r in x.unique(return_inverse=True, return_counts=True)] == [[1, 3], [[1, 0], [0, 1]], [2, 2]]
    rows, inverse = torch.unique(torch.tensor([[3, 1], [3, 1], [1, 2]]), dim=0, return_inverse=True)
    assert (rows.tolist(), inverse.tolist()) == ([[1, 2], [3, 1]], [1, 1, 0])
    found = torch.unique_consecutive(torch.tensor([1, 1, 2, 1, 1, 3]), return_inverse=True, return_counts=True)
    assert [r.tolist() for r in found] == [[1, 2, 1, 3], [0, 0, 1, 2, 2, 3], [2, 1, 2, 1]]
    assert torch.unique(torch.tensor([nan, 1, nan])).shape == (3,)


def test_bincount_and_histc() -> None:
    x = torch.tensor([1, 1, 3])
    assert x.bincount(minlength=6).tolist() == [0, 2, 0, 1, 0, 0]
    assert x.bincount(torch.tensor([0.5, 1, 2])).tolist() == [0, 1.5, 0, 2]
    assert x.bincount(torch.tensor([1, 1, 2])).dtype is torch.float64
    assert torch.arange(6.0).histc(3, 1, 4).tolist() == [1, 1, 2]
    assert torch.ones(3).histc(4).tolist() == [0, 0, 3, 0]


# ---- errors ----------------------------------------------------------------------------------------------------------------

x, z, ints, none = torch.ones(3, 4), torch.tensor([1j]), torch.tensor([1, 2]), torch.empty(0)
EMPTY = "Expected reduction dim to be specified for input.numel() == 0."

ERRORS: list[tuple[Callable[[], Any], type[Exception], str]] = [
    *[
        (call, IndexError, "Dimension out of range (expected to be in range of [-2, 1], but got 2)")
        for call in (
            lambda: x.sum(2), lambda: x.sum((0, 2)), lambda: x.mean(2), lambda: x.max(2), lambda: x.softmax(2),
            lambda: x.cumsum(2), lambda: x.sort(2), lambda: x.topk(2, 2), lambda: x.var(2), lambda: x.norm(2, 2),
            lambda: x.quantile(0.5, 2), lambda: x.argmax(2), lambda: x.all(2), lambda: x.diff(dim=2), lambda: x.unique(dim=2),
        )
    ],
    (lambda: x.sum((0, 0)), RuntimeError, "dim 0 appears multiple times in the list of dims"),
    (lambda: ints.mean(), RuntimeError, "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long"),
    (lambda: x.mean(dtype=torch.int64), RuntimeError, "mean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: Long"),
    (lambda: ints.var(), RuntimeError, "std and var only support floating point and complex dtypes"),
    (lambda: torch.std_mean(ints), RuntimeError, "std_mean only support floating point and complex dtypes"),
    (lambda: ints.softmax(0), NotImplementedError, "\"softmax_lastdim_kernel_impl\" not implemented for 'Long'"),
    (lambda: ints.norm(), RuntimeError, "linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long"),
    (lambda: none.max(), RuntimeError, f"max(): {EMPTY} Specify the reduction dim with the 'dim' argument."),
    (lambda: none.max(0), IndexError, "max(): Expected reduction dim 0 to have non-zero size."),
    (lambda: none.amin(), RuntimeError, f"amin(): {EMPTY} Specify the reduction dim with the 'dim' argument."),
    (lambda: none.argmax(), IndexError, f"argmax(): {EMPTY}"),
    (lambda: torch.aminmax(none), RuntimeError, "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."),
    (lambda: torch.aminmax(none, dim=0), IndexError, "aminmax: Expected reduction dim 0 to have non-zero size."),
    (lambda: none.norm(inf), RuntimeError, "linalg.vector_norm cannot compute the inf norm on an empty tensor because the operation does not have an identity"),
    (lambda: none.median(0), IndexError, "median(): Expected reduction dim 0 to have non-zero size."),
    (lambda: none.quantile(0.5), RuntimeError, "quantile() input tensor must be non-empty"),
    (lambda: x.quantile(2.0), RuntimeError, "quantile() q must be in the range [0, 1] but got 2"),
    (lambda: x.kthvalue(5), RuntimeError, "kthvalue(): selected number k out of range for dimension 1"),
    (lambda: x.topk(5), RuntimeError, "selected index k out of range"),
    (lambda: z.max(), NotImplementedError, "\"max_all\" not implemented for 'ComplexFloat'"),
    (lambda: z.max(0), RuntimeError, "max(): does not support complex input"),
    (lambda: z.sort(), RuntimeError, " Sort does not support complex dtypes on CPU"),
    (lambda: (ints > 1).argmax(), RuntimeError, "argmax(): does not support bool input"),
    (lambda: torch.tensor([-1]).bincount(), RuntimeError, "bincount only supports 1-d non-negative integral inputs."),
    (lambda: torch.tensor([1, inf]).histc(3).sum().item(), RuntimeError, "torch.histc: range of [1, inf] is not finite"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ERRORS)))
def test_error(number: int) -> None:
    call, kind, message = ERRORS[number]
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value).split("\n")[0] == message
