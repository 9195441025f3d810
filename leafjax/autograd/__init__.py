"""The backward pass: grad modes, the engine, hooks, and what the user calls (``leafjax.autograd``)."""

from leafjax.autograd.api import backward as backward, grad as grad
from leafjax.autograd.modes import enable_grad as enable_grad, no_grad as no_grad, set_grad_enabled as set_grad_enabled
