"""Random numbers: PyTorch's own streams, so that the same seed gives the same tensors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import like_stride
from leafjax.aliasing.storage import spec_of
from leafjax.autograd.modes import mode
from leafjax.execution.value import concrete
from leafjax.generator import Generator
from leafjax.ops.create import made, size_of, tensor
from leafjax.ops.families import op, zero
from leafjax.ops.inplace import run_in_place, store
from leafjax.ops.op import Array
from leafjax.ops.samples import samples
from leafjax.tensor.alias import check_writable
from leafjax.tensor.tensor import Tensor

default_generator = Generator()

# ---- seeds ---------------------------------------------------------------------------------------------------------


def manual_seed(seed: Any) -> Generator:
    """Start the default stream that belongs to a seed."""
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Start a default stream that nobody can foresee; returns its seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed of the default stream."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """The state of the default stream, as bytes."""
    return tensor(default_generator.get_state())


def set_rng_state(new_state: Tensor) -> None:
    """Go back to a state that `get_rng_state` gave."""
    default_generator.set_state(new_state.value.numpy())


# ---- new tensors ---------------------------------------------------------------------------------------------------


def _new(
    array: np.ndarray, kind: dtypes.dtype, requires_grad: bool, out: Tensor | None, name: str, stride: Any = None
) -> Tensor:
    drawn = made(concrete(array), spec_of(array.shape, None, kind), requires_grad)
    if out is not None:
        return store(name, drawn, out)
    return drawn if stride is None else _laid_out(drawn, stride)


def _laid_out(drawn: Tensor, stride: tuple[int, ...]) -> Tensor:
    return made(drawn.value, spec_of(drawn.spec.size, stride, drawn.spec.dtype), drawn._requires_grad)


def _float(name: str, dtype: Any) -> dtypes.dtype:
    kind = dtype or dtypes.get_default_dtype()
    if not kind.is_floating_point:
        raise errors.not_implemented_for(name, kind.scalar_name)
    return kind


def rand(
    *size: Any, generator: Generator | None = None, out: Tensor | None = None, dtype: Any = None, layout: Any = None,
    device: Any = None, requires_grad: bool = False, pin_memory: bool = False, names: Any = None,
) -> Tensor:  # fmt: skip
    """Numbers between 0 and 1, each as likely as the others."""
    kind = _float("check_uniform_bounds", dtype or (out.spec.dtype if out is not None else None))
    array = (generator or default_generator).rand(size_of(size, "rand"), kind)
    return _new(array, kind, requires_grad, out, "rand")


def randn(
    *size: Any, generator: Generator | None = None, out: Tensor | None = None, dtype: Any = None, layout: Any = None,
    device: Any = None, requires_grad: bool = False, pin_memory: bool = False, names: Any = None,
) -> Tensor:  # fmt: skip
    """Numbers of a normal distribution, with mean 0 and variance 1."""
    kind = _float("normal_kernel_cpu", dtype or (out.spec.dtype if out is not None else None))
    array = (generator or default_generator).randn(size_of(size, "randn"), kind)
    return _new(array, kind, requires_grad, out, "randn")


def randint(
    low: int, high: Any = None, size: Any = None, *, generator: Generator | None = None, out: Tensor | None = None,
    dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """Whole numbers from `low` (0) up to, without, `high`."""
    if size is None or high is None:
        low, high, size = 0, low if high is None or size is None else high, high if size is None else size
    if low >= high:
        raise errors.random_range(low, high)
    kind = dtype or (out.spec.dtype if out is not None else dtypes.int64)
    array = (generator or default_generator).randint(int(low), int(high), size_of((size,), "randint"), kind)
    return _new(array, kind, requires_grad, out, "randint")


def randperm(
    n: int, *, generator: Generator | None = None, out: Tensor | None = None, dtype: Any = None, layout: Any = None,
    device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """The whole numbers below `n` in random order."""
    if n < 0:
        raise errors.fill_size("randperm", (n,))
    kind = dtype or (out.spec.dtype if out is not None else dtypes.int64)
    return _new((generator or default_generator).randperm(n, kind), kind, requires_grad, out, "randperm")


def rand_like(
    input: Tensor, *, dtype: Any = None, requires_grad: bool = False, generator: Any = None, **_: Any
) -> Tensor:
    """`rand` in the size, dtype and layout of another tensor."""
    kind = _float("check_uniform_bounds", dtype or input.spec.dtype)
    array = (generator or default_generator).rand(input.spec.size, kind)
    return _new(array, kind, requires_grad, None, "rand_like", like_stride(input.spec.size, input.spec.stride))


def randn_like(
    input: Tensor, *, dtype: Any = None, requires_grad: bool = False, generator: Any = None, **_: Any
) -> Tensor:
    """`randn` in the size, dtype and layout of another tensor."""
    kind = _float("normal_kernel_cpu", dtype or input.spec.dtype)
    array = (generator or default_generator).randn(input.spec.size, kind)
    return _new(array, kind, requires_grad, None, "randn_like", like_stride(input.spec.size, input.spec.stride))


def randint_like(input: Tensor, low: int, high: int | None = None, *, dtype: Any = None, **options: Any) -> Tensor:
    """`randint` in the size and dtype of another tensor."""
    bounds = (0, low) if high is None else (low, high)
    return randint(*bounds, input.spec.size, dtype=dtype or input.spec.dtype, **options)


def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Positions drawn with the probabilities that the rows of a tensor are in proportion to."""
    if not replacement and num_samples > input.spec.size[-1]:
        raise errors.too_many_samples()
    array = (generator or default_generator).multinomial(input.value.numpy(), num_samples, replacement)
    return _new(array, dtypes.int64, False, out, "multinomial")


def normal(
    mean: Any, std: Any = 1.0, size: Any = None, *, generator: Generator | None = None, out: Tensor | None = None,
    dtype: Any = None, requires_grad: bool = False, **_: Any,
) -> Tensor:  # fmt: skip
    """Numbers of normal distributions, whose means and standard deviations are numbers or tensors."""
    if not isinstance(std, Tensor) and std < 0:
        raise errors.negative_std(std)
    if size is not None:
        kind = _float("normal_kernel_cpu", dtype)
        array = (generator or default_generator).normal(size_of((size,), "normal"), mean, std, kind)
        return _new(array, kind, requires_grad, out, "normal")
    like = mean if isinstance(mean, Tensor) else std
    shape = np.broadcast_shapes(*[x.spec.size for x in (mean, std) if isinstance(x, Tensor)])
    drawn = _new((generator or default_generator).randn(shape, like.spec.dtype), like.spec.dtype, False, None, "normal")
    found = drawn * std + mean
    return found.detach() if out is None else store("normal", found.detach(), out)


# ---- written into a tensor -----------------------------------------------------------------------------------------

# The number at the end of the node's name, where it is not 0; in 1.6 only these have one.
_NUMBERED = {"Bernoulli": (2, "2"), "Random": (2, "1"), "Normal": (0, "3"), "Uniform": (0, ""), "Exponential": (0, "")}


def _node(distribution: str) -> tuple[str, str]:
    new_, old = _NUMBERED.get(distribution, (0, ""))
    return f"{distribution}Backward{new_}", f"{distribution}Backward{old}"


@op(samples("2 3", "2 3", "Normal"), self=zero, node=lambda distribution: _node(distribution), method=False, function=False,
    inplace=True, overlap="partial", out=False)  # fmt: skip
def _drawn(self: Array, numbers: Array, distribution: str) -> Array:
    """Random numbers in place of what was there."""
    return jnp.broadcast_to(numbers.astype(self.dtype), self.shape)


def _write(self: Tensor, distribution: str, array: np.ndarray) -> Tensor:
    numbers = made(concrete(array), spec_of(array.shape, None, dtypes.from_numpy(array.dtype)))
    return run_in_place(_drawn, (self, numbers, distribution))


def uniform_(
    self: Tensor, from_: float = 0.0, to: float = 1.0, *, generator: Generator | None = None, **more: Any
) -> Tensor:
    """Write numbers between two bounds, each as likely as the others."""
    from_ = more.pop("from", from_)
    drawing = _drawing(self, generator)
    _float("check_uniform_bounds", self.spec.dtype)
    if from_ > to:
        raise errors.uniform_range(from_, to)
    return _write(self, "Uniform", drawing.uniform(self.spec.size, from_, to, self.spec.dtype))


def normal_(self: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Write numbers of a normal distribution."""
    drawing = _drawing(self, generator)
    _float("normal_kernel_cpu", self.spec.dtype)
    if std < 0:
        raise errors.negative_std(std)
    return _write(self, "Normal", drawing.normal(self.spec.size, mean, std, self.spec.dtype))


def random_(
    self: Tensor, from_: Any = None, to: Any = None, *, generator: Generator | None = None, **more: Any
) -> Tensor:
    """Write whole numbers: from one bound up to, without, the other, or as large as the dtype holds."""
    from_ = more.pop("from", from_)
    drawing = _drawing(self, generator)
    if from_ is None and to is None:
        return _write(self, "Random", drawing.random(self.spec.size, self.spec.dtype))
    low, high = (0, from_ if to is None else to) if from_ is None or to is None else (from_, to)
    if low >= high:
        raise errors.random_range(low, high)
    return _write(self, "Random", drawing.randint(low, high, self.spec.size, self.spec.dtype))


def bernoulli_(self: Tensor, p: Any = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Write ones with probability `p` (a number, or a tensor of them), zeros else."""
    drawing = _drawing(self, generator)
    if isinstance(p, Tensor):
        return _write(
            self, "Bernoulli", drawing.bernoulli_of(np.broadcast_to(p.value.numpy(), self.spec.size), self.spec.dtype)
        )
    if not 0 <= p <= 1:
        raise errors.bernoulli_probability(p)
    return _write(self, "Bernoulli", drawing.bernoulli(self.spec.size, p, self.spec.dtype))


def bernoulli(input: Tensor, p: Any = None, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Ones with the probabilities that a tensor holds (or all with `p`), zeros else."""
    drawing = generator or default_generator
    probabilities = input.value.numpy() if p is None else np.full(input.spec.size, p, input.spec.dtype.np)
    if not ((probabilities >= 0) & (probabilities <= 1)).all():
        raise errors.not_probabilities()
    return _new(drawing.bernoulli_of(probabilities, input.spec.dtype), input.spec.dtype, False, out, "bernoulli")


def _continuous(name: str, rule: Callable[..., Any]) -> Callable[..., Tensor]:
    def write(self: Tensor, *args: float, generator: Generator | None = None, **named: float) -> Tensor:
        return _write(self, name, rule(_drawing(self, generator), self.spec, *args, **named))

    shown = "".join([f"_{c.lower()}" if c.isupper() else c for c in name]).strip("_") + "_"
    write.__name__ = write.__qualname__ = shown
    write.__doc__ = f"Write numbers of the distribution that `{shown}` is named after."
    return write


def _exponential(drawing: Generator, spec: Any, lambd: float = 1.0) -> np.ndarray:
    if not spec.dtype.is_floating_point:
        raise errors.continuous_distribution("Exponential", spec.dtype.scalar_name)
    return drawing.exponential(spec.size, lambd, spec.dtype)


def _cauchy(drawing: Generator, spec: Any, median: float = 0.0, sigma: float = 1.0) -> np.ndarray:
    if not spec.dtype.is_floating_point:
        raise errors.continuous_distribution("Cauchy", spec.dtype.cpp_name)
    return drawing.cauchy(spec.size, median, sigma, spec.dtype)


def _log_normal(drawing: Generator, spec: Any, mean: float = 1.0, std: float = 2.0) -> np.ndarray:
    return drawing.log_normal(spec.size, mean, std, _float("log_normal_cpu", spec.dtype))


def _geometric(drawing: Generator, spec: Any, p: float = math.nan) -> np.ndarray:
    return drawing.geometric(spec.size, p, spec.dtype)


def _drawing(self: Tensor, generator: Generator | None) -> Generator:
    """The stream to draw from; a tensor that may not be written raises before anything is drawn."""
    if mode.grad:
        check_writable(self, self.needs_grad)
    return generator or default_generator


FUNCTIONS: dict[str, Any] = {
    f.__name__: f
    for f in (
        manual_seed, seed, initial_seed, get_rng_state, set_rng_state, rand, randn, randint, randperm, rand_like, randn_like,
        randint_like, multinomial, normal, bernoulli,
    )
}  # fmt: skip
FUNCTIONS |= {"Generator": Generator, "default_generator": default_generator}
METHODS = {
    f.__name__: f
    for f in (
        uniform_, normal_, random_, bernoulli_, bernoulli, multinomial, _continuous("Exponential", _exponential),
        _continuous("Cauchy", _cauchy), _continuous("LogNormal", _log_normal), _continuous("Geometric", _geometric),
    )
}  # fmt: skip
