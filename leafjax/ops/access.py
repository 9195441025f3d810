"""What asks for data or describes a tensor: `item`, `tolist`, `numpy`, `stride`, `data_ptr`, printing, Python protocols."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from leafjax import dtypes, errors
from leafjax.aliasing import geometry
from leafjax.config import config
from leafjax.tensor.printing import format_tensor
from leafjax.tensor.tensor import Size, Tensor


def item(self: Tensor) -> Any:
    """The only element as a Python number."""
    if self.spec.numel != 1:
        raise errors.not_a_scalar(self.spec.numel)
    return self.value.numpy().item()


def tolist(self: Tensor) -> Any:
    """The elements as nested lists of Python numbers; a number for a 0-dim tensor."""
    array = self.value.numpy()
    return array.astype(np.float64).tolist() if self.spec.dtype is dtypes.bfloat16 else array.tolist()


def numpy(self: Tensor, *, force: bool = False) -> np.ndarray:
    """The elements as a read-only NumPy array (JAX arrays are immutable: memory is not shared)."""
    if self.needs_grad and not force:
        raise errors.numpy_requires_grad()
    return self.value.numpy()


def __array__(self: Tensor, dtype: Any = None, copy: Any = None) -> np.ndarray:
    array = numpy(self)
    return array if dtype is None else array.astype(dtype)


def __bool__(self: Tensor) -> bool:
    if self.spec.numel != 1:
        raise errors.ambiguous_bool(self.spec.numel)
    return bool(item(self))


def __int__(self: Tensor) -> int:
    return int(_number(self))


def __float__(self: Tensor) -> float:
    found = _number(self)
    if isinstance(found, complex):
        if found.imag:
            raise errors.number_overflow("double")
        found = found.real
    return float(found)


def __complex__(self: Tensor) -> complex:
    return complex(_number(self))


def _number(self: Tensor) -> Any:
    if self.spec.numel != 1:
        raise errors.python_number()
    return item(self)


def __index__(self: Tensor) -> int:
    if self.spec.numel != 1 or self.spec.dtype.category > dtypes.INTEGER:
        raise errors.not_an_index()
    return int(item(self))


def __len__(self: Tensor) -> int:
    if self.spec.ndim == 0:
        raise errors.len_of_0d()
    return self.spec.size[0]


def __iter__(self: Tensor) -> Iterator[Tensor]:
    if self.spec.ndim == 0:
        raise errors.iteration_over_0d()
    if config.profile.version == "1.6":
        return iter([self.select(0, i) for i in range(self.spec.size[0])])
    return iter(self.unbind(0))


def __contains__(self: Tensor, element: Any) -> bool:
    return bool((self == element).any())


def __repr__(self: Tensor) -> str:
    return format_tensor(self.value.numpy(), _suffixes(self))


def _suffixes(self: Tensor) -> list[str]:
    """What a printed tensor says of itself beside its elements."""
    kind, default = self.spec.dtype, dtypes.get_default_dtype()
    usual = {default}
    if self.spec.numel:
        usual |= {dtypes.complex128 if default is dtypes.float64 else dtypes.complex64, dtypes.int64, dtypes.bool_}
    found = [] if kind in usual else [f"dtype={kind}"]
    try:
        node = self.grad_fn
    except RuntimeError:  # a view that may not follow the write to its base
        return [*found, "grad_fn=<Invalid>"]
    if node is not None:
        return [*found, f"grad_fn=<{type(node).__name__}>"]
    return [*found, "requires_grad=True"] if self.needs_grad else found


def __format__(self: Tensor, spec: str) -> str:
    if self.spec.ndim == 0:
        return item(self).__format__(spec)
    if spec:
        raise errors.format_of_tensor()
    return str(self)


# ---- size, stride and memory ---------------------------------------------------------------------------------------


def size(self: Tensor, dim: int | None = None) -> Any:
    """The size of a dimension, or of all."""
    return Size(self.spec.size) if dim is None else self.spec.size[_wrapped(self, dim)]


def stride(self: Tensor, dim: int | None = None) -> Any:
    """How many elements of memory lie between neighbours, per dimension."""
    return self.spec.stride if dim is None else self.spec.stride[_wrapped(self, dim)]


def _wrapped(self: Tensor, dim: int) -> int:
    return geometry.wrap_dim(dim, self.spec.ndim)


def storage_offset(self: Tensor) -> int:
    """Where in its storage the tensor begins, in elements."""
    return self.offset


def data_ptr(self: Tensor) -> int:
    """A number that stands for the address of the first element: equal exactly when PyTorch's would be."""
    return self.storage.address + self.offset * self.spec.dtype.itemsize if self.spec.numel else 0


def is_contiguous(self: Tensor, memory_format: Any = None) -> bool:
    """Whether the elements lie in memory in the order of the indices, without gaps."""
    return geometry.is_contiguous(self.spec.size, self.spec.stride)


def dim(self: Tensor) -> int:
    """The number of dimensions."""
    return self.spec.ndim


def numel(self: Tensor) -> int:
    """The number of elements."""
    return self.spec.numel


def element_size(self: Tensor) -> int:
    """Bytes per element."""
    return self.spec.dtype.itemsize


def is_floating_point(self: Tensor) -> bool:
    """Whether the dtype is a float (not a complex) one."""
    return self.spec.dtype.is_floating_point


def is_complex(self: Tensor) -> bool:
    """Whether the dtype is complex."""
    return self.spec.dtype.is_complex


def is_set_to(self: Tensor, tensor: Tensor) -> bool:
    """Whether both show the same memory in the same way."""
    return self.storage is tensor.storage and self.geometry == tensor.geometry


def nelement(self: Tensor) -> int:
    """The number of elements."""
    return self.spec.numel


def ndimension(self: Tensor) -> int:
    """The number of dimensions."""
    return self.spec.ndim


def is_signed(self: Tensor) -> bool:
    """Whether the dtype has negative numbers."""
    return self.spec.dtype.is_signed


def is_same_size(self: Tensor, other: Tensor) -> bool:
    """Whether another tensor has the same size."""
    return self.spec.size == other.spec.size


def cpu(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor itself: there is no other device."""
    return self


METHODS = (
    item, tolist, numpy, __array__, __bool__, __int__, __float__, __complex__, __index__, __len__, __iter__, __contains__,
    __repr__, __format__, size, stride, storage_offset, data_ptr, is_contiguous, dim, numel, element_size,
    is_floating_point, is_complex, is_set_to, nelement, ndimension, is_signed, is_same_size, cpu,
)  # fmt: skip
PROPERTIES = {
    "itemsize": lambda self: self.spec.dtype.itemsize,
    "nbytes": lambda self: self.spec.dtype.itemsize * self.spec.numel,
    "device": lambda self: CPU,
    "is_cuda": lambda self: False,
    "is_sparse": lambda self: False,
    "is_quantized": lambda self: False,
    "layout": lambda self: STRIDED,
}


class _Constant:
    """A named constant such as ``torch.strided``."""

    def __init__(self, text: str, **attributes: Any) -> None:
        self.text = text
        self.__dict__.update(attributes)

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.__dict__.get("type", self.text)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, str) and other == str(self))

    def __hash__(self) -> int:
        return hash(self.text)


CPU = _Constant("device(type='cpu')", type="cpu", index=None)
STRIDED = _Constant("torch.strided")
CONSTANTS = {"strided": STRIDED} | {
    name: _Constant(f"torch.{name}") for name in ("contiguous_format", "preserve_format", "channels_last")
}
