"""Losses, as ``torch.nn.functional`` has them: one number per element or row, then their mean or sum if asked for."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from leafjax import dtypes, errors
from leafjax.config import config
from leafjax.dtypes import FLOAT, Promote
from leafjax.execution.program import check
from leafjax.ops.families import composite, op
from leafjax.ops.gather import gather, scatter
from leafjax.ops.masked import masked_fill
from leafjax.ops.matmul import linear
from leafjax.ops.normalize import _log_softmax
from leafjax.ops.op import Array, elementwise
from leafjax.ops.reduce import mean_of
from leafjax.ops.samples import floats, ints, samples
from leafjax.ops.shape import broadcast_tensors
from leafjax.ops.view import reshape, unsqueeze
from leafjax.tensor.tensor import Tensor

REDUCTIONS: dict[str, Callable[[Any], Any]] = {"none": lambda x: x, "mean": mean_of, "sum": jnp.sum}

# ---- what the losses share -----------------------------------------------------------------------------------------


def _reduction(reduction: str, size_average: bool | None = None, reduce: bool | None = None) -> str:
    """Which reduction is meant; the two old flags are still understood."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        warnings.warn(errors.old_reduction(reduction), UserWarning, stacklevel=3)
    if reduction not in REDUCTIONS:
        raise errors.invalid_reduction(reduction)
    return reduction


def _layout(specs: Any, settled: dict[str, Any], results: Any) -> Any:
    layouts = [(s.size, s.stride) for s in specs]
    return elementwise(layouts, settled, results) if settled["reduction"] == "none" else [None]


def _share(grad: Tensor, per_element: Any, reduction: str, count: int) -> Any:
    """The gradient of every element's loss times what that loss changes by."""
    if reduction == "mean":
        return grad * per_element * (1 / count if count else float("nan"))
    return grad * per_element


def _reduced(loss: Tensor, reduction: str) -> Tensor:
    return loss if reduction == "none" else getattr(loss, reduction)()


def _floats_only(kernel: str) -> Callable[..., None]:
    def prepare(self: Any, target: Any, **_: Any) -> None:
        kind = dtypes.promote_types(self.dtype, target.dtype)
        if kind.category != FLOAT:
            raise errors.not_implemented_for(kernel, kind.scalar_name)

    return prepare


def _pair(input: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Both in one size; PyTorch warns if they were not."""
    if target.spec.size != input.spec.size:
        warnings.warn(errors.different_target_size(target.shape, input.shape), UserWarning, stacklevel=3)
    a, b = broadcast_tensors(input, target)
    return a, b


# ---- distances -----------------------------------------------------------------------------------------------------


def _distance(kernel: str, slope: Callable[..., Any], node: str) -> Any:
    """Declare the loss of a difference; `slope` is its derivative by that difference."""

    def formula(sign: int) -> Callable[..., Any]:
        def of(grad: Tensor, self: Tensor, target: Tensor, reduction: str, width: float) -> Any:
            return _share(grad, sign * slope(self - target, width), reduction, self.spec.numel)

        return of

    return op(
        samples("2 3", "2 3", "mean", 1.0), samples("2 3", "2 3", "sum", 0.5), samples("2 3", "2 3", "none", 0.5),
        self=formula(1), target=formula(-1), promote=Promote.DEFAULT, prepare=_floats_only(kernel), layout=_layout,
        node=node, edges_1_6=("self",), method=False, function=False, out=False,
    )  # fmt: skip


@_distance("mse_cpu", lambda d, width: d * 2, "MseLossBackward0")
def _mse_loss(self: Array, target: Array, reduction: str, width: float = 1.0) -> Array:
    return REDUCTIONS[reduction](jnp.square(self - target))


def _smooth_slope(d: Tensor, width: float) -> Any:
    inside = d.abs() < width
    return (d / width).where(inside, d.sign())


@_distance("smooth_l1_cpu", _smooth_slope, "SmoothL1LossBackward0")
def _smooth_l1_loss(self: Array, target: Array, reduction: str, width: float) -> Array:
    far = jnp.abs(self - target)
    return REDUCTIONS[reduction](jnp.where(far < width, 0.5 * far * far / width, far - 0.5 * width))


@_distance("huber_cpu", lambda d, width: _smooth_slope(d, width) * width, "HuberLossBackward0")
def _huber_loss(self: Array, target: Array, reduction: str, width: float) -> Array:
    far = jnp.abs(self - target)
    return REDUCTIONS[reduction](jnp.where(far < width, 0.5 * far * far, width * (far - 0.5 * width)))


def _weighted(loss: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """A weighted loss; its mean is by the sum of the weights."""
    if weight.spec.size != loss.spec.size:
        raise errors.weight_size()
    loss = loss * weight
    return loss.sum() / weight.sum() if reduction == "mean" else _reduced(loss, reduction)


@composite(samples("2 3", "2 3"), samples("2 3", "2 3", reduction="sum"), samples("2 3", "3", reduction="none"),
    samples("2 3", "2 3", weight=floats("2 3")), method=False, function=False)  # fmt: skip
def mse_loss(
    input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """The squared differences."""
    reduction = _reduction(reduction, size_average, reduce)
    a, b = _pair(input, target)
    if weight is not None:
        return _weighted((a - b) ** 2, weight, reduction)
    if config.profile.version == "1.6" and target.needs_grad:
        return _reduced((a - b) ** 2, reduction)
    return _mse_loss(a, b, reduction, 1.0)


@composite(samples("2 3", "2 3"), samples("2 3", "2 3", reduction="sum"), samples("2 3", "3", reduction="none"),
    method=False, function=False)  # fmt: skip
def l1_loss(
    input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """The absolute differences."""
    reduction = _reduction(reduction, size_average, reduce)
    a, b = _pair(input, target)
    loss = (a - b).abs()
    return _reduced(loss, reduction) if weight is None else _weighted(loss, weight, reduction)


@composite(samples("2 3", "2 3"), samples("2 3", "2 3", reduction="sum", beta=0.5), samples("2 3", "2 3", beta=0.0),
    method=False, function=False)  # fmt: skip
def smooth_l1_loss(
    input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:  # fmt: skip
    """Half the squared difference over `beta`, where that is smaller than `beta`, else the absolute one less ``beta / 2``."""
    reduction = _reduction(reduction, size_average, reduce)
    if beta < 0:
        raise errors.negative_beta()
    a, b = _pair(input, target)
    return _reduced((a - b).abs(), reduction) if beta == 0 else _smooth_l1_loss(a, b, reduction, float(beta))


@composite(samples("2 3", "2 3"), samples("2 3", "2 3", reduction="none", delta=0.5), method=False, function=False)
def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None
) -> Tensor:
    """Half the squared difference, where that is smaller than `delta`, else linear in it."""
    if delta <= 0:
        raise errors.positive_delta()
    a, b = _pair(input, target)
    if weight is not None:
        return _weighted(_huber_loss(a, b, "none", float(delta)), weight, reduction)
    return _huber_loss(a, b, _reduction(reduction), float(delta))


# ---- classes -------------------------------------------------------------------------------------------------------


def _class_dim(ndim: int) -> int:
    return 0 if ndim == 1 else 1


def _picked(x: Any, target: Any) -> Any:
    """The entry of every row that its target names."""
    dim = _class_dim(x.ndim)
    return jnp.take_along_axis(x, jnp.expand_dims(target, dim), dim).squeeze(dim)


def _nll(self: Any, target: Any, weight: Any, reduction: str, ignore_index: int) -> Any:
    kept = target != ignore_index
    target = jnp.where(kept, target, 0)
    share = jnp.where(kept, 1 if weight is None else weight[target], 0).astype(self.dtype)
    loss = jnp.where(kept, -_picked(self, target) * share, 0)
    return loss.sum() / share.sum() if reduction == "mean" else REDUCTIONS[reduction](loss)


def _nll_back(
    grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | None, reduction: str, ignore_index: int
) -> Tensor:
    dropped = target == ignore_index
    at = masked_fill(target, dropped, 0)
    share = grad.new_ones(at.spec.size) if weight is None else gather(weight, 0, reshape(at, (-1,))).view(at.spec.size)
    share = masked_fill(share, dropped, 0)
    if reduction == "mean":
        share = share / share.sum()
    dim = _class_dim(self.spec.ndim)
    parts = masked_fill(-(grad * share), dropped, 0)
    zeros = grad.new_zeros(self.spec.size)
    return scatter(zeros, dim, unsqueeze(at, dim), unsqueeze(parts, dim))


@op(samples("2 3", ints("2", 0, 3), None, "mean", -100), samples("2 3", ints("2", 0, 3), "3", "sum", 1),
    samples("2 3", ints("2", 0, 3), "3", "none", -100), samples("3", ints("", 0, 3), None, "mean", -100),
    self=_nll_back, node="NllLossBackward0", method=False, function=False, out=False)  # fmt: skip
def _nll_loss(
    self: Array, target: Array, weight: Array | None = None, reduction: str = "mean", ignore_index: int = -100
) -> Array:
    return _nll(self, target, weight, reduction, ignore_index)


@op(samples("2 3 2 2", ints("2 2 2", 0, 3), None, "mean", -100), samples("2 3 2 1", ints("2 2 1", 0, 3), "3", "none", 1),
    self=_nll_back, node="NllLoss2DBackward0", method=False, function=False, out=False)  # fmt: skip
def _nll_loss2d(
    self: Array, target: Array, weight: Array | None = None, reduction: str = "mean", ignore_index: int = -100
) -> Array:
    return _nll(self, target, weight, reduction, ignore_index)


def _check_nll(input: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int) -> None:
    """Raise PyTorch's error for shapes, dtypes and class numbers that don't fit."""
    size, wanted = input.spec.size, target.spec.size
    if not size:
        raise errors.nll_of_scalar()
    if len(size) > 1 and wanted and size[0] != wanted[0]:
        raise errors.target_batch(size[0], wanted[0])
    if len(size) <= 2 and len(wanted) > 1:
        raise errors.multi_target()
    if len(size) > 2 and (size[0], *size[2:]) != wanted:
        raise errors.target_size(size, wanted)
    if target.spec.dtype not in (dtypes.int64, dtypes.uint8):
        raise errors.target_dtype(target.spec.dtype)
    classes = size[_class_dim(len(size))]
    if weight is not None and weight.spec.size != (classes,):
        raise errors.class_weights(classes, weight.spec.size)
    if weight is not None and weight.spec.dtype is not input.spec.dtype:
        raise errors.scalar_type(input.spec.dtype, weight.spec.dtype)
    if input.spec.dtype.category < FLOAT:
        raise errors.not_implemented_for("nll_loss_out_frame", input.spec.dtype.scalar_name)
    check(target.value, lambda data: _verify_classes(data, classes, ignore_index))


def _verify_classes(data: Any, classes: int, ignore_index: int) -> None:
    target = np.asarray(data)
    bad = target[(target != ignore_index) & ((target < 0) | (target >= classes))]
    if bad.size:
        raise errors.target_out_of_bounds(int(bad.reshape(-1)[0]))


@composite(samples("2 3", ints("2", 0, 3)), samples("2 3", ints("2", 0, 3), floats("3"), reduction="sum"),
    samples("2 3 4", ints("2 4", 0, 3), reduction="none"), samples("3", ints("", 0, 3)),
    method=False, function=False)  # fmt: skip
def nll_loss(
    input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100,
    reduce: bool | None = None, reduction: str = "mean",
) -> Tensor:  # fmt: skip
    """Minus the logarithmic probability of the class that each target names."""
    reduction = _reduction(reduction, size_average, reduce)
    _check_nll(input, target, weight, ignore_index)
    size = input.spec.size
    if len(size) == 1:
        return _nll_loss(input, reshape(target, ()) if target.spec.ndim else target, weight, reduction, ignore_index)
    if len(size) == 2:
        return _nll_loss(input, target, weight, reduction, ignore_index)
    if len(size) == 4:
        return _nll_loss2d(input, target, weight, reduction, ignore_index)
    flat, names = reshape(input, (*size[:2], 1, -1)), reshape(target, (size[0], 1, -1))
    out = _nll_loss2d(flat, names, weight, reduction, ignore_index)
    return out.view(target.spec.size) if reduction == "none" else out


@composite(samples("2 3", ints("2", 0, 3)), samples("2 3", "2 3"), samples("2 3", ints("2", 0, 3), label_smoothing=0.1),
    samples("2 3 4", ints("2 4", 0, 3), floats("3"), reduction="sum"), samples("3", ints("", 0, 3)),
    method=False, function=False)  # fmt: skip
def cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100,
    reduce: bool | None = None, reduction: str = "mean", label_smoothing: float = 0.0,
) -> Tensor:  # fmt: skip
    """`nll_loss` of the logarithmic softmax; or, if the target has the input's size, of a probability for every class."""
    reduction = _reduction(reduction, size_average, reduce)
    if not 0 <= label_smoothing <= 1:
        raise errors.label_smoothing(label_smoothing)
    dim = _class_dim(input.spec.ndim)
    if input.spec.size == target.spec.size:
        return _of_probabilities(_log_softmax(input, dim), target, weight, ignore_index, reduction, label_smoothing)
    scores = _log_softmax(input, dim)
    loss = nll_loss(scores, target, weight, None, ignore_index, None, reduction)
    if not label_smoothing:
        return loss
    smooth = -(scores if weight is None else scores * _along(weight, dim, scores)).sum(dim)
    dropped = target == ignore_index
    smooth = masked_fill(smooth, dropped, 0.0)
    if reduction == "mean":
        kept = ~dropped
        if weight is None:
            count = kept.sum()
        else:
            count = masked_fill(
                gather(weight, 0, reshape(masked_fill(target, dropped, 0), (-1,))).view(target.spec.size), dropped, 0
            ).sum()
        smooth = smooth.sum() / count
    else:
        smooth = _reduced(smooth, reduction)
    share = label_smoothing / input.spec.size[dim]
    return loss * (1 - label_smoothing) + smooth * share


def _along(weight: Tensor, dim: int, like: Tensor) -> Tensor:
    return weight.view([-1 if d == dim else 1 for d in range(like.spec.ndim)])


def _of_probabilities(
    scores: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int, reduction: str, smoothing: float
) -> Tensor:
    dim = _class_dim(scores.spec.ndim)
    if target.spec.dtype.category < FLOAT:
        raise errors.probabilities_dtype(target.spec.dtype)
    if ignore_index >= 0:
        raise errors.ignore_index_of_probabilities()
    if smoothing:
        target = target * (1 - smoothing) + smoothing / scores.spec.size[dim]
    loss = scores * target
    if weight is not None:
        loss = loss * _along(weight, dim, scores)
    if reduction == "none":
        return -loss.sum(dim)
    total = -loss.sum()
    if reduction == "sum":
        return total
    return total / max(scores.spec.numel // scores.spec.size[dim], 1)


# ---- yes or no -----------------------------------------------------------------------------------------------------


def _bce_weights(x: Any, weight: Any) -> Any:
    return x if weight is None else x * weight


@op(samples("2 3", "2 3", None, "mean"), samples("2 3", "2 3", "3", "none"), domain="probability",
    self=lambda grad, self, target, weight, reduction: _share(grad, _bce_weights(
        (self - target) / ((1 - self) * self).clamp(min=1e-12), weight), reduction, self.spec.numel),
    target=lambda grad, self, target_meta, weight, reduction: _share(grad, _bce_weights(
        (1 - self).log() - self.log(), weight), reduction, self.spec.numel),
    prepare=lambda self, target, **_: _floats_only("binary_cross_entropy")(self, target),
    node="BinaryCrossEntropyBackward0", edges_1_6=("self",), method=False, function=False, out=False, layout=_layout)  # fmt: skip
def _binary_cross_entropy(self: Array, target: Array, weight: Array | None = None, reduction: str = "mean") -> Array:
    yes, no = [jnp.maximum(f(self), -100) for f in (jnp.log, lambda x: jnp.log1p(-x))]
    return REDUCTIONS[reduction](_bce_weights((target - 1) * no - target * yes, weight)).astype(self.dtype)


def _between_0_and_1(x: Tensor, name: str) -> None:
    def verify(data: Any) -> None:
        array = np.asarray(data)
        if not ((array >= 0) & (array <= 1)).all():
            raise errors.not_a_probability(name)

    check(x.value, verify)


@composite(samples("2 3", "2 3"), samples("2 3", "2 3", floats("3"), reduction="sum"), domain="probability",
    method=False, function=False)  # fmt: skip
def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None,
    reduce: bool | None = None, reduction: str = "mean",
) -> Tensor:  # fmt: skip
    """Minus the logarithmic likelihood of targets between 0 and 1, given probabilities."""
    reduction = _reduction(reduction, size_average, reduce)
    if input.spec.size != target.spec.size:
        raise errors.bce_target_size(target.shape, input.shape)
    if weight is not None:
        weight = weight.expand(target.spec.size) if weight.spec.size != target.spec.size else weight
    if target.spec.dtype is not input.spec.dtype:
        raise errors.found_dtype(target.spec.dtype, input.spec.dtype)
    _between_0_and_1(input, "input")
    _between_0_and_1(target, "target")
    return _binary_cross_entropy(input, target, weight, reduction)


def _softplus(x: Any) -> Any:
    return jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def _logits_slope(self: Tensor, target: Tensor, weight: Tensor | None, pos_weight: Tensor | None) -> Any:
    if pos_weight is None:
        return _bce_weights(self.sigmoid() - target, weight)
    t = pos_weight * target
    return _bce_weights((t + 1 - target) * self.sigmoid() - t, weight)


def _logits_target_slope(self: Tensor, weight: Tensor | None, pos_weight: Tensor | None) -> Any:
    if pos_weight is None:
        return _bce_weights(-self, weight)
    return _bce_weights((-self).sigmoid().log() - pos_weight * self.sigmoid().log(), weight)


@op(samples("2 3", "2 3", None, None, "mean"), samples("2 3", "2 3", "3", "3", "sum"), samples("2 3", "2 3", "3", None, "none"),
    self=lambda grad, self, target, weight, pos_weight, reduction: _share(
        grad, _logits_slope(self, target, weight, pos_weight), reduction, self.spec.numel),
    target=lambda grad, self, weight, pos_weight, reduction: _share(
        grad, _logits_target_slope(self, weight, pos_weight), reduction, self.spec.numel),
    prepare=lambda self, target, **_: _floats_only("log_sigmoid_cpu")(self, target),
    node="BinaryCrossEntropyWithLogitsBackward0", promote=Promote.DEFAULT, layout=_layout,
    method=False, function=False, out=False)  # fmt: skip
def _bce_with_logits(
    self: Array, target: Array, weight: Array | None = None, pos_weight: Array | None = None, reduction: str = "mean"
) -> Array:
    favour = 1 if pos_weight is None else (pos_weight - 1) * target + 1
    return REDUCTIONS[reduction](_bce_weights((1 - target) * self + favour * _softplus(-self), weight))


@composite(samples("2 3", "2 3"), samples("2 3", "2 3", floats("3"), reduction="none", pos_weight=floats("3")),
    method=False, function=False)  # fmt: skip
def binary_cross_entropy_with_logits(
    input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None,
    reduce: bool | None = None, reduction: str = "mean", pos_weight: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Minus the logarithmic likelihood of targets between 0 and 1, given the logits of probabilities."""
    reduction = _reduction(reduction, size_average, reduce)
    if input.spec.size != target.spec.size:
        raise errors.logits_target_size(target.shape, input.shape)
    return _bce_with_logits(input, target, weight, pos_weight, reduction)


FUNCTIONAL = {
    f.fn.__name__: f
    for f in (
        linear, mse_loss, l1_loss, smooth_l1_loss, huber_loss, nll_loss, cross_entropy, binary_cross_entropy,
        binary_cross_entropy_with_logits,
    )
}  # fmt: skip
