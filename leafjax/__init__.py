"""leafjax: PyTorch's autograd semantics, exactly, on JAX. ``import leafjax as torch``."""

from __future__ import annotations

from leafjax import autograd, dtypes as _dtypes, nn
from leafjax.autograd.modes import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from leafjax.check import crosscheck
from leafjax.config import config, semantics
from leafjax.dtypes import finfo, get_default_dtype, iinfo, set_default_dtype
from leafjax.explain import explain
from leafjax.lowering import lower
from leafjax.ops import FUNCTIONS as _FUNCTIONS
from leafjax.tensor.printing import printoptions, set_printoptions
from leafjax.tensor.tensor import Size, Tensor

__version__ = "0.1.0"

globals().update(_dtypes.DTYPES)
globals().update(_FUNCTIONS)
