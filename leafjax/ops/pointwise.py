"""Arithmetic and the elementary functions, element by element."""

from __future__ import annotations

import jax.numpy as jnp

from leafjax.dtypes import Promote
from leafjax.ops.families import binary, unary

exp = unary(jnp.exp, self=lambda grad, result: grad * result.conj())
add = binary(jnp.add, self=lambda grad: grad, other=lambda grad: grad)
mul = binary(jnp.multiply, self=lambda grad, other: grad * other.conj(), other=lambda grad, self: grad * self.conj())
sub = binary(jnp.subtract, self=lambda grad: grad, other=lambda grad: -grad)
neg = unary(jnp.negative, promote=Promote.DEFAULT, self=lambda grad: -grad)
true_divide = binary(jnp.divide, promote=Promote.INT_TO_FLOAT, node="DivBackward0", self=lambda grad, other: grad / other.conj(), other=lambda grad, self, other: -grad * ((self / other) / other).conj())
relu = unary(lambda x: jnp.maximum(x, 0), promote=Promote.NO_OPMATH, self=lambda grad, result: grad * (result > 0))
gt = binary(jnp.greater, promote=Promote.ALWAYS_BOOL)
conj = unary(jnp.conj, promote=Promote.NO_OPMATH, self=lambda grad: grad.conj(), node="ConjBackward0")
