"""``torch.nn.functional``, as far as its functions are declared: activations, losses, `linear`."""

from __future__ import annotations

from typing import Any

from leafjax.ops import FUNCTIONS
from leafjax.ops.activation import FUNCTIONAL, functional_relu
from leafjax.ops.registry import REGISTRY

_DECLARED = """
    binary_cross_entropy binary_cross_entropy_with_logits cross_entropy gelu huber_loss l1_loss linear log_softmax
    logsigmoid mse_loss nll_loss sigmoid smooth_l1_loss softmax softplus tanh
""".split()

_exposed: dict[str, Any] = {name: REGISTRY[name] for name in _DECLARED}
_exposed |= FUNCTIONAL
_exposed |= {"relu": functional_relu, "relu_": FUNCTIONS["relu_"]}

globals().update(_exposed)
__all__ = sorted(_exposed)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"leafjax.nn.functional has no {name!r} (yet): it has {', '.join(__all__)}")
