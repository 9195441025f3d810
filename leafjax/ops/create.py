"""Tensors from nothing, from numbers and from other libraries' arrays."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from leafjax import dtypes, errors
from leafjax.aliasing.geometry import like_stride
from leafjax.aliasing.storage import Spec, spec_of
from leafjax.config import config
from leafjax.dtypes import dtype as Dtype
from leafjax.execution.kernel import NUMBER_AVALS, Kernel
from leafjax.execution.program import execute
from leafjax.execution.value import Value, aval_of, concrete, is_tracer
from leafjax.graph.history import CREATED, here
from leafjax.tensor.tensor import Tensor, new

# ---- the common end ------------------------------------------------------------------------------------------------


def made(value: Value, spec: Spec, requires_grad: bool = False) -> Tensor:
    """A leaf that holds `value`."""
    if requires_grad and not (spec.dtype.is_floating_point or spec.dtype.is_complex):
        raise errors.created_requires_grad_dtype()
    out = new(value, spec)
    out._requires_grad = bool(requires_grad)
    out.place = here(CREATED)
    return out


def size_of(size: Any, name: str) -> tuple[int, ...]:
    """``zeros(2, 3)``, ``zeros((2, 3))``, ``zeros([2, 3])``, ``zeros(x.shape)``."""
    if len(size) == 1 and not isinstance(size[0], (int, np.integer)) and not isinstance(size[0], Tensor):
        size = size[0]
    out = tuple([n.__index__() for n in size])
    if any([n < 0 for n in out]):
        raise errors.fill_size(name, out)
    return out


def _full(number: Any, *, size: Any, dtype: Any) -> Any:
    return jnp.full(size, number.astype(dtype), dtype)


FULL = Kernel("full", _full)


def filled(size: tuple[int, ...], number: Any, dtype: Dtype, stride: Any = None) -> tuple[Value, Spec]:
    """A value of that size with one number everywhere; the number is no part of the program's structure."""
    spec = spec_of(size, stride, dtype)
    kind = complex if dtype.is_complex else float if dtype.is_floating_point else int if dtype.category else bool
    number = kind(number)
    static = (("size", size), ("dtype", dtype.np))
    return execute(FULL.signature((NUMBER_AVALS[kind],), static), (number,)), spec


# ---- constant tensors ----------------------------------------------------------------------------------------------


def _filler(name: str, number: Any) -> Callable[..., Tensor]:
    def create(
        *size: Any, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
        pin_memory: bool = False, requires_grad: bool = False, memory_format: Any = None,
    ) -> Tensor:  # fmt: skip
        value, spec = filled(size_of(size, name), number, dtype or dtypes.get_default_dtype())
        return made(value, spec, requires_grad)

    create.__name__ = create.__qualname__ = name
    create.__doc__ = f"A tensor of the given size, filled with {number}; float of the default dtype unless told."
    return create


zeros = _filler("zeros", 0)
ones = _filler("ones", 1)
empty = _filler("empty", 0)
empty.__doc__ = "A tensor of the given size; its contents mean nothing (here: zeros)."


def _like(name: str, number: Any) -> Callable[..., Tensor]:
    def create(
        input: Tensor, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
        pin_memory: bool = False, memory_format: Any = None,
    ) -> Tensor:  # fmt: skip
        return full_like(input, number, dtype=dtype, requires_grad=requires_grad)

    create.__name__ = create.__qualname__ = name
    create.__doc__ = f"A tensor of the size, dtype and layout of another, filled with {number}."
    return create


def full_like(
    input: Tensor, fill_value: Any, *, dtype: Any = None, layout: Any = None, device: Any = None,
    requires_grad: bool = False, pin_memory: bool = False, memory_format: Any = None,
) -> Tensor:  # fmt: skip
    """A tensor of the size, dtype and layout of another, filled with a number."""
    stride = like_stride(input.spec.size, input.spec.stride)
    value, spec = filled(input.spec.size, _number(fill_value), dtype or input.spec.dtype, stride)
    return made(value, spec, requires_grad)


zeros_like = _like("zeros_like", 0)
ones_like = _like("ones_like", 1)
empty_like = _like("empty_like", 0)


def full(
    size: Any, fill_value: Any, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
    pin_memory: bool = False, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """A tensor filled with a number, of the dtype of that number unless told."""
    number = _number(fill_value)
    value, spec = filled(size_of((size,), "full"), number, dtype or of_number(number))
    return made(value, spec, requires_grad)


def _number(x: Any) -> Any:
    return x.item() if isinstance(x, (Tensor, np.generic)) else x


def of_number(x: Any) -> Dtype:
    """The dtype a tensor of this Python number has: floats take the default dtype."""
    if isinstance(x, bool):
        return dtypes.DTYPES["bool"]
    if isinstance(x, int):
        return dtypes.int64
    return dtypes.get_default_dtype().to_complex() if isinstance(x, complex) else dtypes.get_default_dtype()


# ---- `new_*`: the size is given, dtype as an existing tensor --------------------------------------------------------


def new_full(
    self: Tensor, size: Any, fill_value: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False,
    layout: Any = None, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """A tensor of another size, in the dtype of this one, filled with a number."""
    value, spec = filled(size_of((size,), "full"), _number(fill_value), dtype or self.spec.dtype)
    return made(value, spec, requires_grad)


def _new(name: str, number: Any) -> Callable[..., Tensor]:
    def create(
        self: Tensor, *sizes: Any, size: Any = None, dtype: Any = None, requires_grad: bool = False, **_: Any
    ) -> Tensor:
        wanted = size_of(sizes if size is None else (size,), "new")
        return new_full(self, wanted, number, dtype=dtype, requires_grad=requires_grad)

    create.__name__ = create.__qualname__ = name
    create.__doc__ = f"A tensor of another size, in the dtype of this one, filled with {number}."
    return create


new_zeros = _new("new_zeros", 0)
new_ones = _new("new_ones", 1)
new_empty = _new("new_empty", 0)


def new_tensor(
    self: Tensor, data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A tensor from data, in the dtype of this one unless told."""
    return tensor(data, dtype=dtype or self.spec.dtype, requires_grad=requires_grad)


# ---- from data -----------------------------------------------------------------------------------------------------


def tensor(
    data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False
) -> Tensor:
    """A leaf with a copy of the data: nested sequences of numbers, a NumPy or JAX array, a tensor."""
    if isinstance(data, Tensor):
        warnings.warn(errors.COPY_CONSTRUCT, UserWarning, stacklevel=2)
        value = data.value if dtype in (None, data.spec.dtype) else data.detach().to(dtype).value
        return made(value, spec_of(data.spec.size, None, dtype or data.spec.dtype), requires_grad)
    if hasattr(data, "dtype") and hasattr(data, "shape"):
        return _from_array(data, dtype, requires_grad)
    found = _inferred(data) if dtype is None else dtype
    array = _filled_array(_plain(data), found)
    return made(concrete(array), spec_of(array.shape, None, found), requires_grad)


def _filled_array(data: Any, dtype: Dtype) -> np.ndarray:
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            if config.profile.version == "1.6" and dtype.category == dtypes.INTEGER and dtype is not dtypes.int64:
                return np.array(data).astype(dtype.np)  # which wraps around without a word
            return np.array(data, dtype=dtype.np)
    except OverflowError:
        raise errors.long_overflow() if dtype is dtypes.int64 else errors.number_overflow(dtype.name) from None
    except TypeError:
        if not dtype.is_complex and np.iscomplexobj(np.array(data)):
            raise errors.number_overflow(dtype.cpp_name) from None
        raise


def _from_array(array: Any, dtype: Dtype | None, requires_grad: bool) -> Tensor:
    kind = dtype or dtypes.from_numpy(np.dtype(array.dtype))
    data = array.astype(kind.np) if is_tracer(array) else np.array(array, dtype=kind.np)
    return made(
        Value(aval_of(tuple(array.shape), kind.np), data), spec_of(tuple(array.shape), None, kind), requires_grad
    )


def _plain(data: Any, dim: int = 0) -> Any:
    """Nested sequences with the tensors in them as numbers; raises for ragged ones, as PyTorch does."""
    if isinstance(data, Tensor):
        return data.tolist()
    if isinstance(data, (list, tuple, range)):
        items = [_plain(x, dim + 1) for x in data]
        for x in items:
            if _length(x) != _length(items[0]):
                raise errors.ragged(_length(items[0]), dim + 1, _length(x))
        return items
    return data


def _length(x: Any) -> int | None:
    return len(x) if isinstance(x, list) else None


def _inferred(data: Any) -> Dtype:
    """The dtype of nested Python data: the widest of its numbers, the default dtype if there are none."""
    kinds = _kinds(data)
    if not kinds:
        return dtypes.get_default_dtype()
    found = None
    for kind in kinds:
        found = kind if found is None else dtypes.promote_types(found, kind)
    assert found is not None
    return found


def _kinds(data: Any) -> set[Dtype]:
    if isinstance(data, Tensor):
        return {data.spec.dtype}
    if isinstance(data, (list, tuple, range)):
        return set().union(*[_kinds(x) for x in data]) if len(data) else set()
    if isinstance(data, np.generic) or hasattr(data, "dtype"):
        return {dtypes.from_numpy(np.dtype(data.dtype))}
    if isinstance(data, (bool, int, float, complex)):
        return {of_number(data)}
    raise errors.not_data(data)


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Tensor:
    """The tensor itself if it is one of that dtype already, else a tensor from the data."""
    if isinstance(data, Tensor):
        return data if dtype in (None, data.spec.dtype) else data.to(dtype)
    return tensor(data, dtype=dtype)


def from_numpy(array: np.ndarray) -> Tensor:
    """A tensor with a copy of a NumPy array (JAX arrays are immutable: memory is not shared)."""
    if not isinstance(array, np.ndarray):
        raise errors.expected_ndarray(array)
    return tensor(array)


def scalar_tensor(s: Any, *, dtype: Any = None, requires_grad: bool = False, **_: Any) -> Tensor:
    """A 0-dim tensor of a number."""
    return full((), s, dtype=dtype or dtypes.get_default_dtype(), requires_grad=requires_grad)


# ---- ranges --------------------------------------------------------------------------------------------------------


def arange(
    *bounds: Any, start: Any = None, end: Any = None, step: Any = None, out: Any = None, dtype: Any = None,
    layout: Any = None, device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Numbers from `start` (0) up to, without, `end`, `step` (1) apart; int64 if all are integers."""
    given = list(bounds)
    lower, upper, by = [*given, None, None, None][:3] if len(given) > 1 else [None, *given, None, None][:3]
    lower, upper, by = [_number(a if a is not None else b) for a, b in ((lower, start), (upper, end), (by, step))]
    lower, by = 0 if lower is None else lower, 1 if by is None else by
    if by == 0:
        raise errors.zero_step()
    if (upper - lower) / by < 0:
        raise errors.wrong_step_sign()
    whole = all([isinstance(x, int) for x in (lower, upper, by)])
    kind = dtype or (dtypes.int64 if whole else dtypes.get_default_dtype())
    if kind.category <= dtypes.INTEGER:
        array = np.arange(int(lower), int(upper), int(by)).astype(kind.np)
    else:
        n = int(np.ceil((float(upper) - float(lower)) / float(by)))
        array = (lower + by * np.arange(n, dtype=np.float64)).astype(kind.np)
    return made(concrete(array), spec_of(array.shape, None, kind), requires_grad)


def linspace(
    start: Any, end: Any, steps: int, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
    pin_memory: bool = False, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """`steps` evenly spaced numbers from `start` to `end`, both included."""
    lower, upper = _number(start), _number(end)
    if steps < 0:
        raise errors.negative_steps()
    kind = dtype or (
        dtypes.get_default_dtype().to_complex() if complex in (type(lower), type(upper)) else dtypes.get_default_dtype()
    )
    gap = (upper - lower) / max(steps - 1, 1)
    i = np.arange(steps, dtype=np.float64)
    array = np.where(i < steps / 2, lower + gap * i, upper - gap * (steps - 1 - i)).astype(kind.np)
    return made(concrete(array), spec_of(array.shape, None, kind), requires_grad)


def logspace(
    start: Any, end: Any, steps: int, base: float = 10.0, *, dtype: Any = None, requires_grad: bool = False, **_: Any
) -> Tensor:
    """`steps` numbers evenly spaced on a logarithmic scale, from ``base**start`` to ``base**end``."""
    exponents = linspace(start, end, steps, dtype=dtypes.float64)
    array = np.power(float(base), exponents.value.numpy()).astype((dtype or dtypes.get_default_dtype()).np)
    return made(concrete(array), spec_of(array.shape, None, dtype or dtypes.get_default_dtype()), requires_grad)


def eye(n: int, m: int | None = None, *, dtype: Any = None, requires_grad: bool = False, **_: Any) -> Tensor:
    """Ones on the diagonal of an n x m matrix, zeros elsewhere."""
    for name, length in (("n", n), ("m", 0 if m is None else m)):
        if length < 0:
            raise errors.eye_size(name, length)
    kind = dtype or dtypes.get_default_dtype()
    array = np.eye(n, n if m is None else m, dtype=kind.np)
    return made(concrete(array), spec_of(array.shape, None, kind), requires_grad)


FUNCTIONS = (
    zeros, ones, empty, full, zeros_like, ones_like, empty_like, full_like, tensor, as_tensor, from_numpy,
    scalar_tensor, arange, linspace, logspace, eye,
)  # fmt: skip
METHODS = (new_full, new_zeros, new_ones, new_empty, new_tensor)
