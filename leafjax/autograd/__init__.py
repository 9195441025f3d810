"""The backward pass: grad modes, the engine, hooks, and what the user calls (``leafjax.autograd``)."""

from leafjax.autograd.api import backward as backward
from leafjax.autograd.api import grad as grad
from leafjax.autograd.modes import enable_grad as enable_grad
from leafjax.autograd.modes import no_grad as no_grad
from leafjax.autograd.modes import set_grad_enabled as set_grad_enabled
