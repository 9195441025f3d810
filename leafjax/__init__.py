"""leafjax: PyTorch's autograd semantics, exactly, on JAX. ``import leafjax as torch``."""

from __future__ import annotations

from leafjax import autograd as autograd, dtypes as _dtypes, nn as nn
from leafjax.autograd.modes import (
    enable_grad as enable_grad,
    is_grad_enabled as is_grad_enabled,
    no_grad as no_grad,
    set_grad_enabled as set_grad_enabled,
)
from leafjax.check import crosscheck as crosscheck
from leafjax.config import config as config, semantics as semantics
from leafjax.dtypes import (
    finfo as finfo,
    get_default_dtype as get_default_dtype,
    iinfo as iinfo,
    set_default_dtype as set_default_dtype,
)
from leafjax.explain import explain as explain
from leafjax.lowering import lower as lower
from leafjax.ops import FUNCTIONS as _FUNCTIONS
from leafjax.tensor.printing import printoptions as printoptions, set_printoptions as set_printoptions
from leafjax.tensor.tensor import Size as Size, Tensor as Tensor

__version__ = "0.1.0"

globals().update(_dtypes.DTYPES)
globals().update(_FUNCTIONS)
