"""Turning the samples of a declared operation into calls: for the tests that loop over the registry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import leafjax
from leafjax.ops.registry import REGISTRY
from leafjax.ops.samples import Arg, numbers

FLOATS = {"float64": np.float64, "complex128": np.complex128}


def cases(*kinds: str) -> list[Any]:
    """Every sample of every operation as (name, sample number), for `pytest.mark.parametrize`."""
    return [(name, i) for name, op in sorted(REGISTRY.items()) for i in range(len(op.samples))]


class Call:
    """One sample call of an operation; `float_args` are the tensors that can require a gradient."""

    def __init__(self, name: str, number: int, dtype: str = "float64", torch: Any = leafjax) -> None:
        self.op, self.name, self.torch = REGISTRY[name], name, torch
        self.sample = self.op.samples[number]
        self.dtype, self.seed, self.count = dtype, f"{name} {number}", 0
        self.float_args: list[Any] = []
        self.args = tuple([self.built(a) for a in self.sample.args])
        self.kwargs = {k: self.built(v) for k, v in self.sample.kwargs.items()}

    def built(self, a: Any) -> Any:
        """An argument with its `Arg`s made tensors."""
        if isinstance(a, list):
            return [self.built(x) for x in a]
        if not isinstance(a, Arg):
            return a
        self.count += 1
        domain = "real" if self.op.domain == "complex" else self.op.domain
        kind = np.complex128 if self.op.domain == "complex" else FLOATS[self.dtype]
        array = numbers(a, domain, f"{self.seed} {self.count}", kind)
        t = self.torch.tensor(array)
        if a.kind == "float":
            self.float_args.append(t.requires_grad_())
            return self.float_args[-1]
        return t

    def __call__(self, *replaced: Any, **more: Any) -> Any:
        """Call the operation; `replaced` takes the place of the first arguments."""
        return self.op(*replaced, *self.args[len(replaced) :], **self.kwargs, **more)


def float_outputs(result: Any) -> list[Any]:
    """The results that carry gradients."""
    many = result if isinstance(result, (tuple, list)) else (result,)
    return [t for t in many if isinstance(t, leafjax.Tensor) and t.requires_grad]


def cotangents(outputs: list[Any], seed: int = 0) -> list[Any]:
    """Reproducible cotangents of these outputs."""
    rng = np.random.default_rng(seed)
    return [leafjax.tensor(_normal(rng, t)) for t in outputs]


def _normal(rng: np.random.Generator, t: Any) -> np.ndarray:
    real = rng.normal(size=t.shape)
    return real + 1j * rng.normal(size=t.shape) if t.dtype.is_complex else real.astype(t.dtype.np)


def close(a: Any, b: Any, tolerance: float = 1e-8) -> bool:
    """Whether two tensors or arrays agree, relative to the largest entry; nan equals nan."""
    x, y = [np.asarray(t.detach().numpy() if hasattr(t, "detach") else t) for t in (a, b)]
    if x.shape != y.shape:
        return False
    scale = max([1.0, *np.abs(y[np.isfinite(y)]).ravel()]) if y.dtype.kind in "fc" and y.size else 1.0
    return bool(np.allclose(x, y, rtol=tolerance, atol=tolerance * scale, equal_nan=True))


def flat(result: Any) -> Iterator[Any]:
    """All tensors of a result."""
    if isinstance(result, (tuple, list)):
        for r in result:
            yield from flat(r)
    elif isinstance(result, leafjax.Tensor):
        yield result
