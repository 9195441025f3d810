"""PyTorch's CPU random streams, bit for bit: the same seed and the same calls give the same numbers.

Everything here is NumPy: a `Generator` hands out host arrays. Facts that the code relies on, all measured:

- the raw stream is MT19937; a 64-bit draw is two 32-bit ones, the first on top;
- uniform numbers are the low 24 (53) bits of a draw; a range is applied with one rounding (a fused multiply-add);
- fewer than 16 normal numbers are computed in double precision, two at a time, and the second is kept for later;
- from 16 on they come in blocks of 16 (eight radii, eight angles) from fresh uniform numbers, and a rest is covered by
  one more block over the last 16; in float32 this uses the Cephes polynomials with fused multiply-adds (PyTorch on any
  x86 processor with AVX2);
- all other distributions are computed one number at a time, in double precision.

Last bits of double precision rest on the C library's `log`, `sin`, `cos`, which PyTorch and Python's `math` share.
"""

from __future__ import annotations

import math
import os
import struct
from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np

from leafjax import errors
from leafjax.config import config
from leafjax.dtypes import dtype, float32, float64, get_default_dtype, int64

Array = np.ndarray[Any, Any]
Size = int | tuple[int, ...]

DEFAULT_SEED: Final = 67280421310721
_BLOCK: Final = 16  # the vectorised normal kernel works on so many numbers at once

# ---- exact arithmetic: fused multiply-add ----------------------------------------------------------------------------


def _two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """A sum in double precision and its rounding error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _split(a: Any) -> tuple[Any, Any]:
    """A double as a sum of two that have 26 bits each."""
    scaled = a * 134217729.0
    high = scaled - (scaled - a)
    return high, a - high


def _two_product(a: Any, b: Any) -> tuple[Any, Any]:
    """A product in double precision and its rounding error."""
    product = a * b
    (a1, a2), (b1, b2) = _split(a), _split(b)
    return product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)


def _sum_to_odd(a: Any, b: Any) -> Any:
    """A sum that, if inexact, ends in an odd bit: a later rounding to fewer bits is then the right one."""
    total, error = _two_sum(a, b)
    bits = np.asarray(total).view(np.int64)
    step = np.where((error > 0) == (total > 0), 1, -1)
    return np.where((error != 0) & (bits & 1 == 0), bits + step, bits).view(np.float64)


def _fma64(a: Array, b: Any, c: Any) -> Array:
    """``a * b + c`` with one rounding, for doubles."""
    product, low = _two_product(a, b)
    first, second = _two_sum(c, low)
    total, third = _two_sum(product, first)
    return np.asarray(total + _sum_to_odd(second, third))


def _fma32(a: Array, b: Any, c: Any) -> Array:
    """``a * b + c`` with one rounding, for float32: the product is exact in double precision.

    Rounding the sum twice matters only where the first rounding ends halfway between two float32 numbers.
    """
    product = np.multiply(a, b, dtype=np.float64)
    total = np.add(product, c, dtype=np.float64)
    halfway = total.view(np.int64) & 0x1FFFFFFF == 0x10000000
    if halfway.any():
        addend = np.broadcast_to(np.asarray(c, np.float64), total.shape)
        total[halfway] = _sum_to_odd(product[halfway], addend[halfway])
    return np.asarray(total.astype(np.float32))


def _scale(x: Array, factor: float, offset: float) -> Array:
    """``x * factor + offset`` in the precision of `x`, with one rounding."""
    return _fma64(x, factor, offset) if x.dtype == np.float64 else _fma32(x, _f32(factor), _f32(offset))


# ---- float32 kernels of the vectorised normal numbers ----------------------------------------------------------------

_f32 = np.float32
_LOG: Final = (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
    2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
_COS: Final = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_SIN: Final = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_QUARTER_TURN: Final = (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)  # -π/4 in three parts
_CHUNK: Final = 1 << 14  # numbers that are worked on at once, so that what is in between stays in the cache


def _polynomial(coefficients: tuple[float, ...], x: Array) -> Array:
    """Horner's rule, each step fused."""
    value: Array = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value = _fma32(value, x, _f32(coefficient))
    return value


def _log32(x: Array) -> Array:
    """The natural logarithm of positive float32 numbers, as Cephes computes it."""
    mantissa, exponent = np.frexp(x)
    low = mantissa < _f32(0.707106781186547524)
    exponent = (exponent - low).astype(np.float32)
    x = mantissa - _f32(1) + np.where(low, mantissa, _f32(0))
    square = x * x
    value = _polynomial(_LOG, x) * x
    value = _fma32(value, square, exponent * _f32(-2.12194440e-4)) - square * _f32(0.5)
    return _fma32(exponent, _f32(0.693359375), x + value)


def _sincos32(angle: Array) -> tuple[Array, Array]:
    """Sine and cosine of float32 angles from 0 to 2π, as Cephes computes them."""
    octant: Array = ((angle * _f32(1.27323954473516)).astype(np.int32) + 1) & ~1
    x = angle
    for part in _QUARTER_TURN:
        x = _fma32(octant, _f32(part), x)
    square = x * x
    cos = _fma32(_polynomial(_COS, square) * square, square, square * _f32(-0.5)) + _f32(1)
    sin = _fma32(_polynomial(_SIN, square) * square, x, x)
    swapped, half = octant & 2 != 0, octant & 4 != 0
    sin, cos = np.where(swapped, cos, sin), np.where(swapped, sin, cos)
    return np.where(half, -sin, sin), np.where(half ^ swapped, -cos, cos)


def _each(function: Callable[[float], float], x: Array) -> Array:
    """A function of the C library, number by number: NumPy's own differ from it in the last bit."""
    return np.array(list(map(function, x.ravel().tolist())), np.float64).reshape(x.shape)


def _log(x: float) -> float:
    return math.log(x) if x else -math.inf


def _box_muller(uniform: Array, mean: float, std: float) -> Array:
    """Normal numbers from blocks of 16 uniform ones, float32 or float64."""
    blocks = uniform.reshape(-1, 2, 8)
    first, angle = 1 - blocks[:, 0], uniform.dtype.type(2 * math.pi) * blocks[:, 1]
    if uniform.dtype == np.float32:
        log, (sin, cos) = _log32(first), _sincos32(angle)
    else:
        log, sin, cos = _each(math.log, first), _each(math.sin, angle), _each(math.cos, angle)
    radius = np.sqrt(-2 * log)
    return _scale(np.stack([radius * cos, radius * sin], 1), std, mean).reshape(uniform.shape)


def _normals(uniform: Array, mean: float, std: float) -> Array:
    """What `_box_muller` gives, chunk by chunk."""
    chunks = range(0, len(uniform), _CHUNK)
    return np.concatenate([_box_muller(uniform[at : at + _CHUNK], mean, std) for at in chunks])


def _pairs(uniform: Array) -> Array:
    """Normal numbers from pairs of doubles (angle, radius)."""
    angle, radius = 2.0 * math.pi * uniform[0::2], np.sqrt(-2.0 * _each(math.log1p, -uniform[1::2]))
    return np.stack([radius * _each(math.cos, angle), radius * _each(math.sin, angle)], 1).ravel()


# ---- the generator ---------------------------------------------------------------------------------------------------


def _count(size: Size) -> int:
    return math.prod(size) if isinstance(size, tuple) else size


def _cast(values: Array, of: dtype, size: Size) -> Array:
    """Doubles as another dtype; PyTorch reaches the halves through float32."""
    if of.itemsize == 2 and of.is_floating_point:
        values = values.astype(np.float32)
    return values.astype(of.np).reshape(size)


class Generator:
    """A stream of random numbers, as ``torch.Generator`` on the CPU; the same seed gives PyTorch's own numbers."""

    __slots__ = ("_bits", "_kept", "_seed", "device")

    def __init__(self, device: Any = "cpu") -> None:
        self.device = device
        self._bits = np.random.MT19937()
        self.manual_seed(DEFAULT_SEED)

    # ---- state ----

    def manual_seed(self, seed: int) -> Self:
        """Start the stream that belongs to a seed; returns the generator."""
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise errors.seed_not_an_integer(type(seed).__name__)
        if not -(1 << 63) <= seed < 1 << 64:
            raise errors.seed_out_of_range()
        self._seed = seed % (1 << 64)
        np.random.RandomState(self._bits).seed(self._seed & 0xFFFFFFFF)
        self._kept: float | None = None  # the second normal number of a pair
        return self

    def seed(self) -> int:
        """Start a stream that nobody can foresee; returns its seed."""
        seed = int.from_bytes(os.urandom(8), "little")
        self.manual_seed(seed)
        return seed

    def initial_seed(self) -> int:
        """The seed that the stream was started with."""
        return self._seed

    def get_state(self) -> Array:
        """The state as bytes (uint8), in the layout of PyTorch: either may load what the other saved."""
        key, at = self._bits.state["state"]["key"], self._bits.state["state"]["pos"]
        fresh = at == len(key) and int(key[0]) == self._seed & 0xFFFFFFFF
        head = struct.pack("<QiiQ", self._seed, 1 if fresh else 625 - at, 1, 0 if fresh else at)
        tail = struct.pack("<dddi12x", 0.0, self._kept or 0.0, 0.0, self._kept is not None)
        return np.frombuffer(head + key.astype("<u8").tobytes() + tail, np.uint8).copy()

    def set_state(self, new_state: Any) -> None:
        """Go back to a state that `get_state` gave."""
        state = np.asarray(new_state)
        if state.dtype != np.uint8:
            raise errors.state_not_bytes()
        if state.size != _STATE_SIZE:
            raise errors.state_size(_STATE_SIZE, state.size)
        data = state.tobytes()
        seed, left, seeded, at = struct.unpack_from("<QiiQ", data)
        if not seeded or left > 624 or at > 624:
            raise errors.state_invalid()
        key = np.frombuffer(data, "<u8", 624, 24).astype(np.uint32)
        self._bits.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": 624 if left == 1 else at}}
        _, kept, _, is_kept = struct.unpack_from("<dddi", data, 24 + 624 * 8)
        self._seed, self._kept = seed, kept if is_kept else None

    def clone_state(self) -> Generator:
        """Another generator in the same state."""
        other = type(self)(self.device)
        other.set_state(self.get_state())
        return other

    # ---- raw draws ----

    def _raw(self, n: int, wide: bool = False) -> Array:
        """The next draws of 32 or 64 bits, as uint64."""
        draws = self._bits.random_raw(2 * n if wide else n)
        return (draws[0::2] << np.uint64(32)) | draws[1::2] if wide else draws

    def _unit(self, n: int, wide: bool) -> Array:
        """Uniform numbers from 0 up to 1: float32, or float64 if `wide`."""
        bits = 53 if wide else 24
        whole = self._raw(n, wide) & np.uint64((1 << bits) - 1)
        return np.ldexp(whole.astype(np.float64 if wide else np.float32), -bits)

    # ---- uniform, normal ----

    def rand(self, size: Size, of: dtype | None = None) -> Array:
        """Uniform numbers from 0 up to 1."""
        return self.uniform(size, 0.0, 1.0, of)

    def uniform(self, size: Size, low: float = 0.0, high: float = 1.0, of: dtype | None = None) -> Array:
        """Uniform numbers from `low` up to `high`; complex numbers have them in both parts."""
        of = of or get_default_dtype()
        if of.is_complex:
            return self.uniform(2 * _count(size), low, high, of.to_real()).view(of.np).reshape(size)
        wide = of is float64
        ends = np.array([low, high], np.float64 if wide else np.float32)
        values = self._unit(_count(size), wide)
        values = _scale(values, ends[1] - ends[0], ends[0]).astype(of.np)
        low_end, high_end = ends.astype(of.np)
        return np.where(values == high_end, low_end, values).reshape(size)

    def randn(self, size: Size, of: dtype | None = None) -> Array:
        """Normal numbers of mean 0 and standard deviation 1."""
        return self.normal(size, 0.0, 1.0, of)

    def normal(
        self, size: Size, mean: float = 0.0, std: float = 1.0, of: dtype | None = None, *, contiguous: bool = True
    ) -> Array:
        """Normal numbers; PyTorch fills a tensor that is not contiguous by the path for small ones, in memory order."""
        of = of or get_default_dtype()
        n = _count(size)
        if of.is_complex:
            parts = self.normal(2 * n, mean, std / math.sqrt(2.0), of.to_real(), contiguous=contiguous)
            return parts.view(of.np).reshape(size)
        if n >= _BLOCK and contiguous:
            return self._normal_blocks(n, mean, std, of).reshape(size)
        return _cast(self._normal_pairs(n, mean, std), of, size)

    def _normal_pairs(self, n: int, mean: float, std: float) -> Array:
        """Normal doubles, computed two at a time; the one left over waits for the next call."""
        kept = [] if self._kept is None or n == 0 else [self._kept]
        fresh = _pairs(self._unit((n - len(kept) + 1) // 2 * 2, wide=True))
        values = np.concatenate([kept, fresh])
        if n:
            self._kept = float(values[n]) if len(values) > n else None
        return _scale(values[:n], std, mean)

    def _normal_blocks(self, n: int, mean: float, std: float, of: dtype) -> Array:
        """Normal numbers in blocks of 16; the last 16 are drawn anew if the blocks don't come out even."""
        whole, wide = n // _BLOCK * _BLOCK, of is float64
        drawn = self._unit(n if of.itemsize > 2 else whole, wide)  # the halves draw block by block
        values = np.empty(n, drawn.dtype)
        values[:whole] = _normals(drawn[:whole], mean, std)
        if whole < n:
            values[-_BLOCK:] = _box_muller(self._unit(_BLOCK, wide), mean, std)
        return values.astype(of.np)

    # ---- integers ----

    def randint(self, low: int, high: int, size: Size, of: dtype = int64) -> Array:
        """Whole numbers from `low` up to, not including, `high`."""
        span = high - low
        wide = span >= 1 << (32 if config.profile.version == "1.6" else 28)
        draws = self._raw(_count(size), wide)
        draws = draws % np.uint64(span) if span < 1 << 64 else draws
        return (draws + np.uint64(low % (1 << 64))).view(np.int64).astype(of.np).reshape(size)

    def random(self, size: Size, of: dtype | None = None) -> Array:
        """Whole numbers over all of an integer dtype that is not negative, or all that a float dtype can count."""
        of = of or get_default_dtype()
        bits = np.finfo(of.np).nmant + 1 if of.is_floating_point and of.itemsize > 2 else _RANDOM_BITS.get(of.name)
        span = (1 << bits) + of.is_floating_point if bits else np.iinfo(of.np).max + 1
        draws = self._raw(_count(size), wide=of.itemsize == 8) % np.uint64(span)
        return _cast(draws.astype(np.int64), of, size)

    def randperm(self, n: int, of: dtype = int64) -> Array:
        """A random order of the numbers from 0 up to `n`."""
        order = list(range(n))
        if n > 1:
            steps = self._raw(n - 1) % np.arange(n, 1, -1, dtype=np.uint64)
            for i, step in enumerate(steps.tolist()):
                order[i], order[i + step] = order[i + step], order[i]
        return np.array(order, np.int64).astype(of.np)

    # ---- other distributions ----

    def bernoulli(self, size: Size, p: float = 0.5, of: dtype | None = None) -> Array:
        """Ones with probability `p`, else zeros; a dropout mask is this with the probability to keep."""
        return (self._unit(_count(size), wide=True) < p).astype((of or get_default_dtype()).np).reshape(size)

    def bernoulli_of(self, p: Array, of: dtype | None = None) -> Array:
        """Ones with the probabilities in an array of floats, else zeros; in the dtype of the array by default."""
        wide = p.dtype == np.float64
        ones = self._unit(p.size, wide) < p.ravel().astype(np.float64 if wide else np.float32)
        return ones.astype(of.np if of else p.dtype).reshape(p.shape)

    def exponential(self, size: Size, rate: float = 1.0, of: dtype | None = None) -> Array:
        """Waiting times of mean ``1 / rate``."""
        values = -1.0 / rate * _each(math.log1p, -self._unit(_count(size), wide=True))
        return _cast(values, of or get_default_dtype(), size)

    def cauchy(self, size: Size, median: float = 0.0, sigma: float = 1.0, of: dtype | None = None) -> Array:
        """Numbers with heavy tails around a median."""
        tan = _each(math.tan, math.pi * (self._unit(_count(size), wide=True) - 0.5))
        return _cast(_scale(tan, sigma, median), of or get_default_dtype(), size)

    def geometric(self, size: Size, p: float, of: dtype | None = None) -> Array:
        """How many trials it takes to succeed, each with probability `p`."""
        log = _each(_log, self._unit(_count(size), wide=True))
        return _cast(np.ceil(log / math.log1p(-p)), of or get_default_dtype(), size)

    def log_normal(self, size: Size, mean: float = 1.0, std: float = 2.0, of: dtype | None = None) -> Array:
        """Numbers whose logarithms are normal."""
        return _cast(_each(math.exp, self._normal_pairs(_count(size), mean, std)), of or get_default_dtype(), size)

    def multinomial(self, p: Array, n: int, replacement: bool = False) -> Array:
        """Draw `n` categories (int64) for each row of weights."""
        rows = np.atleast_2d(p)
        drawn = self._draw_again(rows, n) if replacement and n > 1 else self._draw_once(rows, n)
        return drawn if p.ndim == 2 else drawn[0]

    def _draw_once(self, rows: Array, n: int) -> Array:
        """Without replacement: the largest of weights divided by waiting times.

        Halves often give equal ones; which of them comes first is PyTorch's secret.
        """
        of = float64 if rows.dtype == np.float64 else float32
        with np.errstate(over="ignore"):
            race: Any = rows / self.exponential(rows.shape, 1.0, of).astype(rows.dtype)
        return np.argsort(-race, axis=1, kind="stable")[:, :n].astype(np.int64)

    def _draw_again(self, rows: Array, n: int) -> Array:
        """With replacement: look uniform numbers up in the running sums of the weights."""
        sums = np.cumsum(rows, axis=1, dtype=np.float64 if rows.dtype == np.float64 else np.float32)
        drawn = self._unit(rows.shape[0] * n, wide=True).reshape(-1, n)
        table = np.divide(sums, sums[:, -1:]).astype(np.float64)
        return np.stack([np.searchsorted(row, at) for row, at in zip(table, drawn, strict=True)]).astype(np.int64)


_STATE_SIZE: Final = 5056
_RANDOM_BITS: Final = {"bool": 1, "float16": 11, "bfloat16": 8}
