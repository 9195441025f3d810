"""Products of matrices and vectors. `matmul` and its kin are compositions of `mm`, `mv`, `dot` and `bmm`, as in PyTorch."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax import lax

from leafjax import dtypes, errors
from leafjax.aliasing import geometry as g
from leafjax.aliasing.geometry import Geometry
from leafjax.config import config
from leafjax.ops.families import composite, op
from leafjax.ops.mutate import _contiguous
from leafjax.ops.op import Array, ArrayOnly, Number
from leafjax.ops.samples import floats, samples
from leafjax.ops.view import (
    _squeeze_dim,
    _unsafe_view,
    expand,
    reshape,
    t,
    transpose,
    unsqueeze,
    view,
)  # fmt: skip
from leafjax.tensor.tensor import Tensor

# ---- what the products share ---------------------------------------------------------------------------------------


def _product(a: Any, b: Any) -> Any:
    """The matrix product in full precision; the two halves add up in float32."""
    wide = jnp.float32 if dtypes.opmath(dtypes.from_numpy(a.dtype)) is not dtypes.from_numpy(a.dtype) else None
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST, preferred_element_type=wide)


def _combined(self: Any, product: Any, beta: Any, alpha: Any) -> Any:
    """``beta * self + alpha * product``, where a factor of 0 drops its term, NaN and all."""
    beta, alpha = [x.astype(dtypes.from_numpy(product.dtype).np) for x in (beta, alpha)]
    return _term(beta, self.astype(product.dtype)) + _term(alpha, product)


def _term(factor: Any, x: Any) -> Any:
    return jnp.where(factor == 0, jnp.zeros_like(x), factor * x)


def scaled(grad: Tensor, factor: Any) -> Tensor:
    """A gradient times a conjugated factor; in a recorded backward a factor of 1 leaves no trace, as in PyTorch."""
    if isinstance(factor, Tensor):
        return grad * factor.conj()
    return grad if factor == 1 else grad * factor.conjugate()


def _column_major(meta: Any) -> bool:
    return meta.stride == (1, meta.size[0])


def _left(grad: Tensor, other: Tensor, meta: Any) -> Tensor:
    """The gradient of the first factor of a matrix product, laid out as that factor is."""
    if _column_major(meta):
        return t(mm(other.conj(), t(grad)))
    return mm(grad, t(other).conj())


def _right(grad: Tensor, self: Tensor, meta: Any) -> Tensor:
    """The gradient of the second factor, laid out as that factor is."""
    if _column_major(meta):
        return t(mm(t(grad), self.conj()))
    return mm(t(self).conj(), grad)


# ---- two matrices, a matrix and a vector, two vectors --------------------------------------------------------------


def _check_shapes(mat1: Any, mat2: Any) -> None:
    if mat1.size[1] != mat2.size[0]:
        raise errors.matrix_shapes(mat1.size, mat2.size)


def _check_mm(self: Any, mat2: Any) -> None:
    for name, x in (("self", self), ("mat2", mat2)):
        if x.ndim != 2:
            raise errors.not_a_matrix(name)
    _check_shapes(self, mat2)
    if self.dtype is not mat2.dtype:
        raise errors.matrix_dtypes(self.dtype, mat2.dtype)
    _refuse_bool("addmm_impl_cpu_", self, mat2)


def _refuse_bool(kernel: str, x: Any, other: Any = None) -> None:
    if x.dtype.category == dtypes.BOOL and (other is None or (x.numel and other.numel)):
        raise errors.not_implemented_for(kernel, x.dtype.scalar_name)


@op(samples("2 3", "3 4"), samples("1 3", "3 1"), samples("2 0", "0 3"), prepare=_check_mm,
    formulas_1_6={"self": lambda grad, self, mat2: _left(grad, mat2, self.spec),
                  "mat2": lambda grad, self, mat2: _right(grad, self, mat2.spec)},
    self=lambda grad, mat2, self_meta: _left(grad, mat2, self_meta),
    mat2=lambda grad, self, mat2_meta: _right(grad, self, mat2_meta))  # fmt: skip
def mm(self: ArrayOnly, mat2: ArrayOnly) -> Array:
    """The product of two matrices."""
    return _product(self, mat2).astype(self.dtype)


def _check_mv(self: Any, vec: Any) -> None:
    if self.ndim != 2 or vec.ndim != 1:
        raise errors.mv_ndim(1, self.ndim, vec.ndim)
    _check_addmv_size((self.size[0],), self, vec)
    if self.dtype is not vec.dtype:
        raise errors.addmv_dtypes(vec.dtype, self.dtype, vec.dtype)
    _refuse_bool("addmv_impl_cpu", self, vec)


def _check_addmv_size(own: tuple[int, ...], mat: Any, vec: Any) -> None:
    if mat.size[1] != vec.size[0] or (own and own[0] not in (1, mat.size[0])):
        raise errors.mv_size(own[0] if own else 1, mat.size, vec.size[0])


@op(samples("2 3", "3"), samples("0 3", "3"), prepare=_check_mv,
    self=lambda grad, vec: outer(grad, vec.conj()), vec=lambda grad, self: mv(t(self).conj(), grad))  # fmt: skip
def mv(self: ArrayOnly, vec: ArrayOnly) -> Array:
    """The product of a matrix and a vector."""
    return _product(self, vec).astype(self.dtype)


def _check_dot(self: Any, other: Any) -> None:
    if self.ndim != 1 or other.ndim != 1:
        raise errors.dot_ndim(self.ndim, other.ndim)
    if self.dtype is not other.dtype:
        raise errors.dot_dtypes(self.dtype, other.dtype)
    if self.size != other.size:
        raise errors.dot_size(self.size[0], other.size[0])
    _refuse_bool("dot", self)


@op(samples("3", "3"), samples("0", "0"), prepare=lambda self, tensor: _check_dot(self, tensor),
    self=lambda grad, tensor: grad * tensor.conj(), tensor=lambda grad, self: grad * self.conj())  # fmt: skip
def dot(self: ArrayOnly, tensor: ArrayOnly) -> Array:
    """The sum of the products of two vectors' elements."""
    return _product(self, tensor).astype(self.dtype)


@op(samples("3", "3"), prepare=_check_dot,
    self=lambda grad, other: grad.conj() * other, other=lambda grad, self: grad * self)  # fmt: skip
def vdot(self: ArrayOnly, other: ArrayOnly) -> Array:
    """The sum of the products of two vectors' elements, those of the first conjugated."""
    return _product(self.conj(), other).astype(self.dtype)


@op(samples("2", "3"), method=False, function=False, node="GerBackward",
    self=lambda grad, vec2: mv(grad, vec2.conj()), vec2=lambda grad, self: mv(t(grad), self.conj()))  # fmt: skip
def _ger(self: ArrayOnly, vec2: ArrayOnly) -> Array:
    return self[:, None] * vec2


@composite(samples("2", "3"), out=True)
def outer(self: Tensor, vec2: Tensor) -> Tensor:
    """All products of an element of one vector and an element of another, as a matrix."""
    for name, x in (("self", self), ("vec2", vec2)):
        if x.spec.ndim != 1:
            raise errors.not_a_vector("outer", name, x.spec.ndim)
    if config.profile.version == "1.6":
        return _ger(self, vec2)
    return reshape(self, (self.spec.size[0], 1)) * vec2


@composite(samples("2", "3"), out=True)
def ger(self: Tensor, vec2: Tensor) -> Tensor:
    """Another name of `outer`."""
    return outer(self, vec2)


# ---- batches of matrices -------------------------------------------------------------------------------------------


def _check_batches(batch1: Any, batch2: Any) -> None:
    for name, x in (("batch1", batch1), ("batch2", batch2)):
        if x.ndim != 3:
            raise errors.not_a_batch(name)
    wanted = (batch1.size[0], batch1.size[2])
    if batch2.size[:2] != wanted:
        raise errors.batch_shapes(wanted, batch2.size)


def _check_bmm(self: Any, mat2: Any) -> None:
    _check_batches(self, mat2)
    if self.dtype is not mat2.dtype:
        raise errors.scalar_type(self.dtype, mat2.dtype)
    _refuse_bool("bmm", self, mat2)


@op(samples("2 3 4", "2 4 5"), samples("2 1 3", "2 3 1"), samples("2 3 0", "2 0 2"), prepare=_check_bmm, node=("BmmBackward0", "BmmBackward0"),
    self=lambda grad, mat2: bmm(grad, transpose(mat2, 1, 2).conj()),
    mat2=lambda grad, self: bmm(transpose(self, 1, 2).conj(), grad))  # fmt: skip
def bmm(self: ArrayOnly, mat2: ArrayOnly) -> Array:
    """The products of the matrices of two batches, pair by pair."""
    return _product(self, mat2).astype(self.dtype)


# ---- a product added to something ----------------------------------------------------------------------------------


def _check_addmm(self: Any, mat1: Any, mat2: Any, beta: Any, alpha: Any) -> None:
    for name, x in (("mat1", mat1), ("mat2", mat2)):
        if x.ndim != 2:
            raise errors.not_a_matrix(name, x.ndim)
    _check_shapes(mat1, mat2)
    for name, x in (("mat1", mat1), ("self", self)):
        if x.dtype is not mat2.dtype:
            raise errors.addmm_dtypes(name, x.dtype, mat2.dtype)
    _expands(self, (mat1.size[0], mat2.size[1]))
    _refuse_bool("addmm_impl_cpu_", self)


def _expands(self: Any, size: tuple[int, ...]) -> None:
    """Raise if the added tensor can't be expanded to the product's size."""
    g.expand(Geometry(self.size, self.stride), size, self.dtype.core_type)


@op(samples("2 4", "2 3", "3 4"), samples("4", "2 3", "3 4", beta=0.5, alpha=-2.0), samples("2 1", "2 3", "3 4", beta=0),
    samples("2 4", "2 0", "0 4", alpha=3), prepare=_check_addmm, inplace="method",
    self=lambda grad, beta: scaled(grad, beta),
    mat1=lambda grad, mat2, mat1_meta, alpha: scaled(_left(grad, mat2, mat1_meta), alpha),
    mat2=lambda grad, mat1, mat2_meta, alpha: scaled(_right(grad, mat1, mat2_meta), alpha))  # fmt: skip
def addmm(self: ArrayOnly, mat1: ArrayOnly, mat2: ArrayOnly, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """``beta * self + alpha * mat1 @ mat2``."""
    return _combined(self, _product(mat1, mat2), beta, alpha).astype(self.dtype)


def _check_addmv(self: Any, mat: Any, vec: Any, beta: Any, alpha: Any) -> None:
    if mat.ndim != 2 or vec.ndim != 1 or self.ndim > 1:
        raise errors.mv_ndim(self.ndim, mat.ndim, vec.ndim)
    _check_addmv_size(self.size, mat, vec)
    if not self.dtype is mat.dtype is vec.dtype:
        raise errors.addmv_dtypes(self.dtype, mat.dtype, vec.dtype)
    _refuse_bool("addmv_impl_cpu", self)


@op(samples("2", "2 3", "3"), samples("", "2 3", "3", beta=0.5, alpha=-2.0), samples("2", "2 3", "3", beta=0),
    prepare=_check_addmv, inplace=True,
    self=lambda grad, beta: scaled(grad, beta),
    mat=lambda grad, vec, alpha: scaled(outer(grad, vec.conj()), alpha),
    vec=lambda grad, mat, alpha: scaled(mv(t(mat).conj(), grad), alpha))  # fmt: skip
def addmv(self: ArrayOnly, mat: ArrayOnly, vec: ArrayOnly, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """``beta * self + alpha * mat @ vec``."""
    return _combined(self, _product(mat, vec), beta, alpha).astype(self.dtype)


def _check_addr(self: Any, vec1: Any, vec2: Any, beta: Any, alpha: Any) -> None:
    for name, x in (("vec1", vec1), ("vec2", vec2)):
        if x.ndim != 1:
            raise errors.not_a_vector("addr", name, x.ndim)
    _expands(self, (vec1.size[0], vec2.size[0]))
    for name, x in (("beta", beta), ("alpha", alpha)):
        if isinstance(x, float) and max(s.dtype.category for s in (self, vec1, vec2)) <= dtypes.INTEGER:
            raise errors.factor_is_float(name)


def _addr_layout(specs: Any, settled: dict[str, Any], results: Any) -> list[Any]:
    own, vec1, vec2 = specs
    column = ((*vec1.size, 1), (*vec1.stride, 1))
    return [g.elementwise_stride(results[0].shape, [(own.size, own.stride), column, (vec2.size, vec2.stride)])]


@op(samples("2 3", "2", "3"), samples("3", "2", "3", beta=0.5, alpha=-2.0), samples("2 3", "2", "3", beta=0),
    prepare=_check_addr, layout=_addr_layout, inplace="method",
    self=lambda grad, beta: scaled(grad, beta),
    vec1=lambda grad, vec2, alpha: scaled(mv(grad, vec2.conj()), alpha),
    vec2=lambda grad, vec1, alpha: scaled(mv(t(grad), vec1.conj()), alpha))  # fmt: skip
def addr(self: ArrayOnly, vec1: ArrayOnly, vec2: ArrayOnly, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """``beta * self + alpha * outer(vec1, vec2)``."""
    kind = jnp.promote_types(self.dtype, jnp.promote_types(vec1.dtype, vec2.dtype))
    beta, alpha = beta.astype(kind), alpha.astype(kind)
    product = alpha * vec1.astype(kind)[:, None] * vec2.astype(kind)
    return _term(beta, self.astype(kind)) + product


def _check_addbmm(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    for name, x in (("batch1", batch1), ("batch2", batch2)):
        if x.ndim != 3:
            raise errors.not_a_batch(name)
    if batch1.size[0] != batch2.size[0]:
        raise errors.batch_counts(batch1.size[0], batch2.size[0])
    if batch1.size[2] != batch2.size[1]:
        raise errors.addbmm_shapes(batch1.size, batch2.size)
    _expands(self, (batch1.size[1], batch2.size[2]))
    for name, x in (("mat1", batch1), ("self", self)):
        if x.dtype is not batch2.dtype:
            raise errors.addmm_dtypes(name, x.dtype, batch2.dtype)
    _refuse_bool("addmm_impl_cpu_", self)


def _spread(grad: Tensor, count: int) -> Tensor:
    """The gradient of a sum over a batch, for each of its members."""
    return expand(unsqueeze(grad, 0), (count, *grad.spec.size))


@op(samples("3 5", "2 3 4", "2 4 5"), samples("5", "2 3 4", "2 4 5", beta=0.5, alpha=-2.0), prepare=_check_addbmm, inplace="method",
    self=lambda grad, beta: scaled(grad, beta),
    batch1=lambda grad, batch2, alpha: scaled(
        bmm(_spread(grad, batch2.spec.size[0]), transpose(batch2, 1, 2).conj()), alpha),
    batch2=lambda grad, batch1, alpha: scaled(
        bmm(transpose(batch1, 1, 2).conj(), _spread(grad, batch1.spec.size[0])), alpha))  # fmt: skip
def addbmm(self: ArrayOnly, batch1: ArrayOnly, batch2: ArrayOnly, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """``beta * self + alpha * bmm(batch1, batch2).sum(0)``."""
    return _combined(self, _product(batch1, batch2).sum(0), beta, alpha).astype(self.dtype)


def _check_baddbmm(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> None:
    _check_batches(batch1, batch2)
    _expands(self, (batch1.size[0], batch1.size[1], batch2.size[2]))
    if not self.dtype is batch1.dtype is batch2.dtype:
        raise errors.baddbmm_dtypes(self.dtype, batch1.dtype, batch2.dtype)
    _refuse_bool("baddbmm", self)


@op(samples("2 3 5", "2 3 4", "2 4 5"), samples("3 1", "2 3 4", "2 4 5", beta=0.5, alpha=-2.0), prepare=_check_baddbmm, inplace="method",
    self=lambda grad, beta: scaled(grad, beta),
    batch1=lambda grad, batch2, alpha: scaled(bmm(grad, transpose(batch2, 1, 2).conj()), alpha),
    batch2=lambda grad, batch1, alpha: scaled(bmm(transpose(batch1, 1, 2).conj(), grad), alpha))  # fmt: skip
def baddbmm(self: ArrayOnly, batch1: ArrayOnly, batch2: ArrayOnly, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """``beta * self + alpha * bmm(batch1, batch2)``."""
    return _combined(self, _product(batch1, batch2), beta, alpha).astype(self.dtype)


# ---- matmul: by the numbers of dimensions --------------------------------------------------------------------------


@composite(samples("3", "3"), samples("2 3", "3"), samples("3", "3 2"), samples("2 3", "3 2"), samples("4 2 3", "3 5"),
    samples("4 2 3", "3"), samples("2 3", "4 3 5"), samples("3", "4 3 5"), samples("2 1 3 2", "4 2 3"), samples("4 2 3", "1 3 5"),
    out=True)  # fmt: skip
def matmul(self: Tensor, other: Tensor) -> Tensor:
    """The product of vectors, matrices, or batches of matrices, whichever the numbers of dimensions say."""
    for position, x in enumerate((self, other)):
        if not isinstance(x, Tensor):
            raise errors.argument_type("matmul", "other" if position else "input", x)
    match self.spec.ndim, other.spec.ndim:
        case (0, _) | (_, 0):
            raise errors.at_least_1d("matmul", self.spec.ndim, other.spec.ndim)
        case 1, 1:
            return dot(self, other)
        case 2, 1:
            return mv(self, other)
        case 1, 2:
            return _squeeze_dim.in_place(mm(unsqueeze(self, 0), other), 0)
        case 2, 2:
            return mm(self, other)
    if config.profile.version == "1.6":
        return _matmul_1_6(self, other)
    self, other = _without_single_batch(self, other)
    return _folded(self, other) if _folds(self, other) else _batched(self, other)


def _without_single_batch(self: Tensor, other: Tensor) -> tuple[Tensor, Tensor]:
    """A batch of one matrix that needs a gradient counts as that matrix beside a longer batch."""
    if self.spec.ndim == other.spec.ndim == 3 and self.spec.size[0] != other.spec.size[0]:
        if self.spec.size[0] == 1 and self.needs_grad:
            return _squeeze_dim(self, 0), other
        if other.spec.size[0] == 1 and other.needs_grad:
            return self, _squeeze_dim(other, 0)
    return self, other


def _folds(self: Tensor, other: Tensor) -> bool:
    """Whether a batch times one matrix or vector runs as a single product of two matrices, which saves memory."""
    large, small = (self, other) if self.spec.ndim >= other.spec.ndim else (other, self)
    if large.spec.ndim < 3 or small.spec.ndim > 2:
        return False
    if small.needs_grad:
        return True
    if self.spec.ndim == 2:
        return False
    if 0 in large.spec.size:
        return True
    at = large.geometry if large is self else g.transpose(large.geometry, -2, -1)
    return all([at.stride[d] == at.stride[d + 1] * at.size[d + 1] for d in range(len(at.size) - 2)])


def _folded(self: Tensor, other: Tensor) -> Tensor:
    """The batch as one tall matrix; if it is the second factor, the transposed product."""
    swapped = self.spec.ndim < other.spec.ndim
    batch, small = (transpose(other, -2, -1), t(self) if self.spec.ndim == 2 else self) if swapped else (self, other)
    lead, n = batch.spec.size[:-1], batch.spec.size[-1]
    tall = reshape(batch, (g.numel(lead), n))
    if small.spec.ndim == 1:
        return _unsafe_view(mv(tall, small), lead)
    out = _unsafe_view(mm(tall, small), (*lead, small.spec.size[1]))
    return transpose(out, -2, -1).contiguous() if swapped else out


def _batched(self: Tensor, other: Tensor) -> Tensor:
    """Both as batches of one size."""
    a, b = self.spec.size, other.spec.size
    n, m = a[-2:] if len(a) > 1 else (1, a[-1])
    k, p = b[-2:] if len(b) > 1 else (b[-1], 1)
    batch = g.broadcast_shapes(a[:-2], b[:-2])
    count = g.numel(batch)
    if len(b) == 1:
        other = unsqueeze(other, 1)
    left = reshape(expand(self, (*batch, n, m)), (count, n, m))
    right = reshape(expand(other, (*batch, k, p)), (count, k, p))
    out = bmm(left, right)
    if len(b) == 1:
        out = _squeeze_dim(out, -1)
    return _unsafe_view(out, (*batch, *a[-2:-1], *b[len(b) - 1 :][: len(b) > 1]))


def _matmul_1_6(self: Tensor, other: Tensor) -> Tensor:
    """The same as 1.6 composes it: a batch times one matrix is always folded, and copied if it must be."""
    a, b = self.spec.ndim, other.spec.ndim
    if a >= 3 and b <= 2:
        lead = self.spec.size[:-1]
        right = unsqueeze(other, 1) if b == 1 else other
        tall = view(_viewable(self, (g.numel(lead), self.spec.size[-1])), (g.numel(lead), self.spec.size[-1]))
        return _unsafe_view(mm(tall, right), (*lead, *other.spec.size[1:]))
    if a <= 2:
        left = self if a == 2 else view(self, (1, -1))
        out = _matmul_1_6(transpose(other, -2, -1), t(left))
        return transpose(out, -2, -1).contiguous() if a == 2 else view(out, out.spec.size[:-1])
    batch = g.broadcast_shapes(self.spec.size[:-2], other.spec.size[:-2])
    pair = []
    for x in (self, other):
        wide = expand(x, (*batch, *x.spec.size[-2:])).contiguous()
        pair.append(view(wide, (g.numel(batch), *x.spec.size[-2:])))
    return _unsafe_view(bmm(*pair), (*batch, self.spec.size[-2], other.spec.size[-1]))


def _viewable(x: Tensor, size: tuple[int, ...]) -> Tensor:
    return x if g.view(x.geometry, size) is not None else _contiguous(x)


@composite(samples("2 3", "4 3", "4"), samples("2 3", "4 3"), samples("2 5 3", "4 3", "4"), samples("3", "4 3", "4"),
    samples("3", "3"), samples("2 5 3", "4 3", bias=floats("4")), method=False, function=False)  # fmt: skip
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """``input @ weight.t() + bias``."""
    ndim, size = input.spec.ndim, input.spec.size
    if not ndim or not weight.spec.ndim:
        raise errors.at_least_1d("linear", ndim, weight.spec.ndim)
    if bias is not None and ndim == 2:
        return addmm(bias, input, t(weight))
    if bias is None or config.profile.version == "1.6" or not input.is_contiguous():
        out = matmul(input, t(weight))
        return out if bias is None else out.add_(bias)
    flat = addmm(bias, view(input, (g.numel(size[:-1]), size[-1])), t(weight))
    return view(flat, (*size[:-1], flat.spec.size[1]))
