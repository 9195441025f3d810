"""Record what PyTorch says about each operation: `python tests/record_ops.py` writes data/ops_2_13.json.

Run with PyTorch 2.13 it writes the whole record; run with 1.6 afterwards it writes data/ops_1_6.json, which holds only
what differs there.

The tables below say what is called. A block is a line "names: main call", from which most probes are derived, then a line
with the keyword form of that call, then further calls, right and wrong, apart by " | "; $ stands for the name. A block
without a main call adds calls to an operation. What the operands x, y, n ... are: see `operands`.

What a block of the record holds:

- `exists`, `schemas`, `names`: where the operation is found, its overloads, and which keyword names a call accepts;
- `calls`: for each call that works its result ("dtype shape strides", and what it is a view of), its graph down to the leaves as a
  nested list, and what its last node saves (an operand's name, "result", "new" for a tensor that is neither);
- `saved`: the same for the main call, by the operands that require grad;
- `dtypes`, `complex_gradient`: the main call on operands of other dtypes;
- `strides`: shape and strides of the main call's result, by the layout of its operands;
- `in_place`, `out`: those two forms on good and bad targets; `errors`: the whole texts of the calls that are refused.
"""

import json
import os
import pathlib
import re
import signal
import sys
import warnings
from functools import partial
from types import SimpleNamespace

import torch
import torch.nn.functional as F

DATA = pathlib.Path(__file__).parent / "data"
OLD = torch.__version__.startswith("1.6")
DTYPES = "int64 bool uint8 float16 bfloat16 complex64".split()
DIFFERENTIABLE = "xyz"
CAREFUL = []  # not empty while each call is run in a process of its own
ALIASES = {
    "input": "input self x a x1",
    "other": "other x2 b",
    "dim": "dim axis dims",
    "keepdim": "keepdim keepdims",
    "exponent": "exponent other",
    "correction": "correction ddof",
    "tensors": "tensors arrays",
    "min": "min a_min",
    "max": "max a_max",
}

# What is called ------------------------------------------------------------------------------------------------------

POINTWISE = """
exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid relu abs
sign sgn sqrt rsqrt square reciprocal neg positive floor ceil trunc frac erf erfc erfinv lgamma digamma isnan
isinf isfinite logical_not bitwise_not: torch.$(x)
  names torch.$(input=x)
  x.$() | torch.$(s) | torch.$(2.0) | torch.$([1.0])
add sub mul div true_divide floor_divide remainder fmod atan2 hypot logaddexp logaddexp2 maximum minimum fmax fmin
eq ne lt le gt ge isclose allclose equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor
bitwise_left_shift bitwise_right_shift: torch.$(x, y)
  names torch.$(input=x, other=y)
  torch.$(x, 2) | torch.$(x, s) | torch.$(x, v) | x.$(y) | x.$(2.5) | torch.$(x, u) | torch.$(x) | torch.$(x, None)
  torch.$(x, 'a') | torch.$(x, [1.0]) | torch.$(2, x) | torch.$(2, 3)
pow: torch.$(x, y)
  names torch.$(input=x, exponent=y)
  torch.$(x, 2) | torch.$(x, s) | torch.$(x, v) | x.$(y) | x.$(2.5) | torch.$(x, u) | torch.$(x) | torch.$(x, None)
  torch.$(x, 'a') | torch.$(x, [1.0]) | torch.$(2, x) | torch.$(2, 3)
exp:
  torch.exp_(n)
asin:
  torch.arcsin(x)
tanh:
  F.tanh(x)
sigmoid:
  torch.special.expit(x) | F.sigmoid(x)
relu:
  F.relu(x) | F.relu(n, inplace=True) | torch.relu_(n)
abs:
  abs(x) | torch.absolute(x) | torch.abs(C) | n.abs_()
sgn:
  torch.sgn(C)
neg:
  -x | -k | torch.negative(x) | -I | torch.neg(k)
positive:
  +x | +k
trunc:
  torch.fix(x)
bitwise_not:
  ~k | ~I | ~x
add:
  x + y | x + 2 | 2 + x | x + s | x + True | n += y; n | n += 2; n | torch.add(x, y, alpha='a')
  torch.add(I, I, alpha=1.5) | torch.add(k, k, alpha=1.5) | x + None | x + 'a' | x + [1] | torch.add(x, 2, y)
  n.add_(C) | I.add_(1.5) | k.add_(1)
sub:
  x - y | x - 2 | 2 - x | n -= y; n | k - k | k - 1 | 1 - k | I - k | x - None
mul:
  x * y | x * 2 | 2 * x | x * s | n *= y; n | n *= n; n | x * x | v * x | x * None | x * 'a' | x * [1, 2, 3]
  I.mul_(1.5) | k.mul_(2)
div:
  x / y | x / 2 | 2 / x | n /= y; n | x.divide(y) | torch.div(x, y, rounding_mode='floor')
  torch.div(x, y, rounding_mode='trunc') | torch.div(x, y, rounding_mode=None)
  torch.div(x, 2, rounding_mode='floor') | torch.div(I, I, rounding_mode='floor') | n.div_(y, rounding_mode='floor')
  torch.div(x, y, rounding_mode='up') | I.div_(2) | I / 0 | torch.div(I, 0, rounding_mode='floor')
  torch.div(C, C, rounding_mode='floor')
floor_divide:
  x // y | x // 2 | 2 // x | I // 2 | n //= y; n | I // 0 | C // C | torch.floor_divide(k, k)
remainder:
  x % y | x % 2 | 2 % x | I % 2 | n %= y; n | I % 0 | C % C | k % k
fmod:
  torch.fmod(I, 0)
pow:
  x ** y | x ** 2 | x ** 0 | x ** 1 | x ** 0.5 | x ** -1 | x ** 3 | 2 ** x | 1 ** x | x ** s | I ** 2 | n **= 2; n
  torch.float_power(x, 2) | I ** -1 | I.pow_(0.5) | k ** 2 | k ** k | torch.pow(I, torch.tensor([[-1, 1, 1]]))
atan2:
  torch.arctan2(x, y)
maximum:
  torch.max(x, y) | x.max(y) | torch.maximum(C, C)
minimum:
  torch.min(x, y)
eq:
  x == y | x == 2 | x == None | x == 'a' | n.eq_(y)
ne:
  x != y | x != None | torch.not_equal(x, y)
lt:
  x < y | 2 < x | torch.less(x, y) | C < C | x < None | x < 'a'
le:
  x <= y | torch.less_equal(x, y)
gt:
  x > y | torch.greater(x, y)
ge:
  x >= y | torch.greater_equal(x, y)
isclose:
  torch.isclose(x, y, equal_nan=True) | torch.isclose(I, I) | torch.isclose(x, I) | torch.isclose(x, y, rtol=-1)
allclose:
  torch.allclose(x, f)
equal:
  torch.equal(x, f)
bitwise_and:
  k & k | I & 1 | I & k | True & k | I.__rand__(1) | torch.bitwise_and(I, I) | torch.bitwise_and(I, 1)
  torch.bitwise_and(1, I) | x & y | x & 1
bitwise_or:
  k.__or__(k) | I.__or__(1) | x | y | torch.bitwise_or(I, I) | torch.bitwise_or(I, 1) | torch.bitwise_or(1, I)
bitwise_xor:
  k ^ k | I ^ 1 | torch.bitwise_xor(I, I) | torch.bitwise_xor(I, 1) | torch.bitwise_xor(1, I)
bitwise_left_shift:
  I << 1 | 1 << I | x << 1 | torch.bitwise_left_shift(I, I) | torch.bitwise_left_shift(I, 1)
  torch.bitwise_left_shift(1, I)
bitwise_right_shift:
  I >> 1 | x >> 1 | torch.bitwise_right_shift(I, I) | torch.bitwise_right_shift(I, 1)
  torch.bitwise_right_shift(1, I)
rsub: torch.rsub(x, y)
  names torch.rsub(input=x, other=y)
  torch.rsub(x, 2) | torch.rsub(x, y, alpha=3) | x.__rsub__(2) | 2 - x | torch.rsub(k, k) | torch.rsub(x, u)
addcmul: torch.addcmul(x, y, z)
  names torch.addcmul(input=x, tensor1=y, tensor2=z)
  torch.addcmul(x, y, z, value=2) | torch.addcmul(x, v, z) | n.addcmul_(y, z, value=2) | torch.addcmul(I, I, I)
  torch.addcmul(x, u, z) | torch.addcmul(x, y) | torch.addcmul(I, I, I, value=1.5) | torch.addcmul(x, 2, z)
  torch.addcmul(x, 2, y, z)
addcdiv: torch.addcdiv(x, y, z)
  names torch.addcdiv(input=x, tensor1=y, tensor2=z)
  torch.addcdiv(x, y, z, value=2) | n.addcdiv_(y, z, value=2) | torch.addcdiv(I, I, I) | torch.addcdiv(x, u, z)
  torch.addcdiv(x, 2, y, z)
lerp: torch.lerp(x, y, z)
  names torch.lerp(input=x, end=y, weight=z)
  torch.lerp(x, y, 0.3) | torch.lerp(x, y, s) | n.lerp_(y, 0.3) | n.lerp_(y, z) | torch.lerp(x, v, 0.3)
  torch.lerp(x, f, 0.3) | torch.lerp(I, I, 0.5) | torch.lerp(x, y, f) | torch.lerp(x, u, 0.5) | torch.lerp(x, y)
logit: torch.logit(x)
  torch.logit(x, 0.1) | torch.logit(x, eps=0.1) | n.logit_(0.1) | torch.special.logit(x)
round: torch.round(x)
  names torch.round(input=x)
  torch.round(x, decimals=1) | n.round_() | n.round_(decimals=1) | round(x) | torch.round(I)
  torch.round(I, decimals=1) | torch.round(C) | torch.round(k)
clamp: torch.clamp(x, 0.2, 0.6)
  names torch.clamp(input=x, min=0.2, max=0.6)
  torch.clamp(x, min=0.2) | torch.clamp(x, max=0.6) | torch.clamp(x, y, z) | torch.clamp(x, min=y)
  torch.clamp(x, max=y) | torch.clip(x, 0.2, 0.6) | x.clamp(0.2) | x.clamp(None, 0.6) | n.clamp_(0.2, 0.6)
  n.clamp_(min=y) | torch.clamp(I, 0.5) | torch.clamp(I, 0, 2) | torch.clamp(x) | torch.clamp(x, None, None)
  torch.clamp(x, 0.2, y) | torch.clamp(C, 0, 1) | torch.clamp(x, u) | I.clamp_(0.5) | torch.clamp(k, 0, 1)
clamp_min: torch.clamp_min(x, 0.4)
  names torch.clamp_min(input=x, min=0.4)
  torch.clamp_min(x, y) | n.clamp_min_(0.4) | n.clamp_min_(y) | torch.clamp_min(I, 2) | torch.clamp_min(x)
  torch.clamp_min(x, u) | torch.clamp_min(C, 0)
clamp_max: torch.clamp_max(x, 0.4)
  names torch.clamp_max(input=x, max=0.4)
  torch.clamp_max(x, y) | n.clamp_max_(0.4) | n.clamp_max_(y) | torch.clamp_max(I, 2) | torch.clamp_max(x)
  torch.clamp_max(x, u) | torch.clamp_max(C, 0)
where: torch.where(k, x, y)
  names torch.where(condition=k, input=x, other=y)
  torch.where(k, x, 2) | torch.where(k, 2, x) | torch.where(k, 2.0, 3.0) | torch.where(k, 1, 2)
  torch.where(k, x, s) | torch.where(k) | x.where(k, y) | x.where(k, 2) | torch.where(k[0], x, y)
  torch.where(k, x, f) | torch.where(k, v, u[:, None]) | torch.where(k, I, x) | torch.where(I, x, y)
  torch.where(x, x, y) | torch.where(k, x, u) | torch.where(k, x) | torch.where(True, x, y)
  torch.where(k.to(torch.uint8), x, y) | torch.where(k[:, :2], x, y) | torch.where(k, 'a', x)
softplus: F.softplus(x)
  F.softplus(x, 2, 0.5) | F.softplus(x, beta=2, threshold=10) | F.softplus(I) | F.softplus(x, inplace=True)
leaky_relu: F.leaky_relu(x)
  F.leaky_relu(x, 0.2) | F.leaky_relu(n, inplace=True) | F.leaky_relu(n, -0.2, inplace=True) | F.leaky_relu_(n)
  F.leaky_relu(x, 0) | F.leaky_relu(I) | F.leaky_relu(n, -0.2, True).sum().backward()
elu: F.elu(x)
  F.elu(x, 2.0) | F.elu(n, inplace=True) | F.elu_(n) | F.elu(I) | F.elu(n, -1, True).sum().backward()
gelu: F.gelu(x)
  F.gelu(x, approximate='tanh') | F.gelu(I) | F.gelu(x, approximate='a')
silu: F.silu(x)
  F.silu(n, inplace=True) | F.silu(I)
"""

REDUCE = """
sum mean prod var std amax amin max min argmax argmin all any nansum median count_nonzero: torch.$(x)
  names torch.$(input=x, dim=0, keepdim=True)
  torch.$(x, 1) | torch.$(x, dim=-1) | x.$() | torch.$(s) | torch.$(x, None) | torch.$(s, 0) | torch.$(e, 0)
  torch.$(e, 1) | torch.$(x, 0, keepdim=True) | torch.$(x, 0, True) | torch.$(x, 2) | torch.$(x, -3)
  torch.$(x, 'a') | torch.$(x, 1.5) | torch.$(s, 1) | torch.$(e) | torch.$(e1) | torch.$(x, keepdim=True)
  torch.$(x, (0, 1)) | torch.$(x, (0, 0)) | torch.$(x, ()) | torch.$(x, (0, 2)) | torch.$(x, 0, dtype='a')
  torch.$(x, True) | torch.$(x, 0, out=torch.empty(2))
logsumexp cumsum cumprod: torch.$(x, 0)
  names torch.$(input=x, dim=0)
  torch.$(x, 1) | torch.$(x, dim=-1) | torch.$(s, 0) | torch.$(e, 0) | torch.$(e, 1) | torch.$(x, 0, keepdim=True)
  torch.$(x, 2) | torch.$(x, -3) | torch.$(x, 'a') | torch.$(x, 1.5) | torch.$(s, 1) | torch.$(x) | torch.$(x, None)
  torch.$(x, (0, 1)) | torch.$(x, (0, 0)) | torch.$(x, ()) | torch.$(x, (0, 2)) | torch.$(x, 0, dtype='a')
  torch.$(x, True) | torch.$(x, 0, out=torch.empty(2))
sum(dim) mean(dim) prod(dim) var(dim) std(dim) amax(dim) amin(dim) max(dim) min(dim) argmax(dim) argmin(dim)
all(dim) any(dim) nansum(dim) median(dim) count_nonzero(dim): torch.$(x, 0)
sum:
  x.sum((0, 1)) | x.sum(0, 1) | x.sum([]) | x.sum(()) | x.sum(dtype=torch.float32) | e.sum() | e.sum(0) | s.sum(0)
mean:
  x.mean((0, 1)) | x.mean(dtype=torch.float32) | I.mean(dtype=torch.float64) | e.mean() | e.mean(0) | x.mean([])
prod:
  e.prod() | x.prod(0, dtype=torch.float32) | I.prod()
var:
  x.var(0, False) | x.var(unbiased=False) | torch.var(x, 0, correction=0) | x.var((0, 1))
  torch.var(x, correction=2) | torch.var_mean(x) | torch.var_mean(x, 0) | torch.var_mean(x, (0, 1), correction=0)
  torch.var(C) | s.var() | e.var() | torch.var(x, 0, True, True) | x.var(False)
std:
  x.std(0, False) | x.std(unbiased=False) | torch.std(x, 0, correction=0) | torch.std_mean(x) | torch.std_mean(x, 0)
  torch.std(C) | s.std()
amax:
  x.amax((0, 1)) | x.amax(()) | torch.aminmax(x) | torch.aminmax(x, dim=0)
amin:
  x.amin((0, 1))
max:
  x.max(0)[0] | x.max(0).values | x.max(0).indices | type(x.max(0)).__name__ | torch.max(x, y)
  x.max(0, keepdim=True) | max(v)
min:
  x.min(0)[0] | torch.min(x, y)
argmax:
  x.argmax(None) | x.argmax(dim=None, keepdim=True) | x.argmax(keepdim=True)
all:
  k.all() | k.all(0) | I.all() | I.to(torch.uint8).all() | k.all((0, 1)) | e.all()
any:
  k.any() | k.any(0) | I.to(torch.uint8).any() | k.any((0, 1)) | e.any()
logsumexp:
  names torch.logsumexp(input=x, dim=0, keepdim=True)
  torch.logsumexp(x, 0, True) | x.logsumexp((0, 1)) | torch.special.logsumexp(x, 0)
nansum:
  x.nansum((0, 1)) | x.nansum(dtype=torch.float32)
median:
  x.median(0)[0] | torch.nanmedian(x) | torch.nanmedian(x, 0) | I.median()
count_nonzero:
  names torch.count_nonzero(input=x, dim=0)
  x.count_nonzero((0, 1)) | k.count_nonzero()
cumsum:
  x.cumsum(0, dtype=torch.float32) | I.cumsum(0) | s.cumsum(0) | n.cumsum_(0)
cumprod:
  x.cumprod(0, dtype=torch.float32) | I.cumprod(0) | n.cumprod_(0)
softmax: torch.softmax(x, 0)
  names torch.softmax(input=x, dim=0)
  F.softmax(x, dim=1) | x.softmax(-1) | torch.softmax(x, 0, dtype=torch.float32)
  torch.softmax(f, 0, dtype=torch.float64) | F.softmax(x) | torch.softmax(s, 0) | torch.special.softmax(x, 0)
  torch.softmax(e, 0) | torch.softmax(x, 0, True) | torch.softmax(x) | torch.softmax(x, 2) | torch.softmax(I, 0)
  torch.softmax(x, None) | torch.softmax(x, (0, 1)) | torch.softmax(x, dim='a')
log_softmax: torch.log_softmax(x, 0)
  names torch.log_softmax(input=x, dim=0)
  F.log_softmax(x, dim=1) | x.log_softmax(-1) | torch.log_softmax(x, 0, dtype=torch.float32)
  torch.log_softmax(f, 0, dtype=torch.float64) | F.log_softmax(x) | torch.log_softmax(s, 0)
  torch.special.log_softmax(x, 0) | torch.log_softmax(e, 0) | torch.log_softmax(x, 0, True) | torch.log_softmax(x)
  torch.log_softmax(x, 2) | torch.log_softmax(I, 0) | torch.log_softmax(x, None) | torch.log_softmax(x, (0, 1))
  torch.log_softmax(x, dim='a')
norm: torch.norm(x)
  names torch.norm(input=x, dim=0, keepdim=True)
  x.norm() | x.norm(1) | x.norm(2) | x.norm(3) | x.norm(0) | x.norm(float('inf')) | x.norm(-float('inf'))
  x.norm('fro') | x.norm(2, 0) | x.norm(p=2, dim=0, keepdim=True) | x.norm(1, 0) | x.norm(2, (0, 1)) | x.norm(dim=0)
  torch.norm(x, 'nuc') | torch.norm(x, dtype=torch.float32) | torch.norm(x, p=1.5) | torch.norm(x, dim=(0, 1))
  torch.norm(x, 'fro', 0) | torch.norm(s) | torch.norm(e) | torch.norm(I) | torch.norm(x, 'a') | torch.norm(x, 2, 2)
  torch.norm(x, 2, (0, 0)) | torch.norm(x, 'nuc', 0) | torch.norm(e, float('inf'))
linalg.vector_norm: torch.linalg.vector_norm(x)
  names torch.linalg.vector_norm(x=x, dim=0, keepdim=True)
  torch.linalg.vector_norm(x, 1) | torch.linalg.vector_norm(x, float('inf')) | torch.linalg.vector_norm(x, 2, 0)
  torch.linalg.vector_norm(x, ord=3, dim=0, keepdim=True) | torch.linalg.norm(x) | torch.linalg.norm(x, 2, 0)
  torch.linalg.matrix_norm(x) | torch.linalg.vector_norm(x, dtype=torch.float32) | torch.linalg.vector_norm(e)
  torch.linalg.vector_norm(I) | torch.linalg.vector_norm(x, 2, 2) | torch.linalg.vector_norm(e, float('inf'))
  torch.linalg.vector_norm(x, 'a')
sort: torch.sort(x)
  names torch.sort(input=x, dim=0)
  x.sort(0) | x.sort(1, True) | x.sort(dim=0, descending=True) | torch.sort(x, stable=True) | x.sort(0, stable=True)
  x.sort(0)[0] | torch.sort(s) | torch.sort(e) | torch.msort(x) | torch.sort(x, stable=True, dim=0, descending=True)
  torch.sort(x, 2) | torch.sort(C) | torch.sort(x, 'a') | torch.sort(x, True)
argsort: torch.argsort(x)
  names torch.argsort(input=x, dim=0)
  x.argsort(0) | x.argsort(0, True) | torch.argsort(x, stable=True) | torch.argsort(x, 2) | torch.argsort(C)
topk: torch.topk(x, 2)
  names torch.topk(input=x, k=2, dim=0)
  x.topk(1, 0) | torch.topk(x, 2, dim=1, largest=False, sorted=False) | torch.topk(s, 1) | torch.topk(x, 0)
  torch.kthvalue(x, 1) | torch.kthvalue(x, 2, 0) | torch.topk(x, 4) | torch.topk(x, -1) | torch.topk(x, 1, 2)
  torch.topk(x) | torch.topk(C, 1) | torch.topk(k, 1) | torch.topk(x, 1.5) | torch.kthvalue(x, 4)
searchsorted: torch.searchsorted(v.detach(), x)
  names torch.searchsorted(sorted_sequence=v, input=x)
  torch.searchsorted(v, 0.5) | torch.searchsorted(v, x, right=True) | torch.searchsorted(v, x, side='right')
  torch.searchsorted(v, x, out_int32=True) | torch.searchsorted(x.detach(), x) | torch.searchsorted(v, s)
  torch.searchsorted(v, x, right=True, side='left') | torch.searchsorted(v, x, side='a') | torch.searchsorted(v, f)
  torch.searchsorted(x, u) | torch.searchsorted(s, x) | torch.searchsorted(x, 0.5) | torch.searchsorted(v)
bucketize: torch.bucketize(x, v.detach())
  names torch.bucketize(input=x, boundaries=v)
  torch.bucketize(0.5, v) | torch.bucketize(x, v, right=True) | torch.bucketize(x, v, out_int32=True)
  torch.bucketize(x, x) | torch.bucketize(f, v)
"""

MATMUL = """
matmul: torch.matmul(x, p)
  names torch.matmul(input=x, other=p)
  x @ p | x @ v | v @ v | u @ x | B @ D | B @ p | x @ D | B @ v | u @ B
  T @ torch.ones(2, 4, 2, dtype=torch.float64) | v.matmul(v) | B[None] @ D | p.t() @ x.t() | x @ y.t() | x.t() @ y
  B[0] @ D | e @ p | x.__matmul__(p) | x.__rmatmul__(q.t()) | c @ p | x @ p.detach() | B @ p.detach()
  B.detach() @ p | B[:, None] @ p | x @ y | x @ u | v @ u | s @ x | x @ s | x @ 2 | B @ E | B[:2] @ D | x @ f.t()
  x @ I.t() | x @ None
mm: torch.mm(x, p)
  names torch.mm(input=x, mat2=p)
  x.mm(p) | torch.mm(x, x.t()) | torch.mm(x.t(), x) | torch.mm(x.t(), y).t() | torch.mm(I, I.t()) | torch.mm(e, p)
  torch.mm(C, C.t()) | torch.mm(x, y) | torch.mm(x, v) | torch.mm(B, D) | torch.mm(x, f.t()) | torch.mm(k, k.t())
  torch.mm(x)
bmm: torch.bmm(B, D)
  names torch.bmm(input=B, mat2=D)
  B.bmm(D) | torch.bmm(B.transpose(1, 2), E) | torch.bmm(B, D.detach()) | torch.bmm(x, p) | torch.bmm(B, E)
  torch.bmm(B[:2], D) | torch.bmm(B, D.float()) | torch.bmm(B, p)
mv: torch.mv(x, v)
  names torch.mv(input=x, vec=v)
  x.mv(v) | torch.mv(x.t(), u) | torch.mv(c, v) | torch.mv(x, v.detach()) | torch.mv(x, u) | torch.mv(x, x)
  torch.mv(v, v) | torch.mv(x, v.float())
dot: torch.dot(v, w)
  names torch.dot(input=v, tensor=w)
  v.dot(w) | torch.dot(v, w.detach()) | torch.dot(C[0], C[1]) | torch.dot(I[0], I[1]) | torch.dot(x, y)
  torch.dot(v, u) | torch.dot(v, v.float()) | torch.dot(s, s) | torch.dot(v, 2)
vdot inner: torch.$(v, w)
  names torch.$(input=v, other=w)
  v.$(w) | torch.$(v, w.detach()) | torch.$(C[0], C[1]) | torch.$(I[0], I[1]) | torch.$(x, y) | torch.$(v, u)
  torch.$(v, v.float()) | torch.$(s, s) | torch.$(v, 2)
outer: torch.outer(v, u)
  names torch.outer(input=v, vec2=u)
  torch.ger(v, u) | v.outer(u) | torch.outer(v, I[0]) | torch.outer(x, u) | torch.outer(v, 2)
addmm: torch.addmm(q, x, p)
  names torch.addmm(input=q, mat1=x, mat2=p)
  torch.addmm(torch.ones(4), f, p.float()) | torch.addmm(q, x, p, beta=2, alpha=3) | torch.addmm(q[0], x, p)
  torch.addmm(q, x, p, beta=0) | q.clone().addmm_(x, p) | torch.addmm(s, x, p) | torch.addmm(q.detach(), x, p)
  torch.addmm(q, x, p.detach()) | torch.addmm(x, x, p) | torch.addmm(q, x, y) | torch.addmm(q, x, v)
  torch.addmm(q, x, p.float()) | torch.addmm(f, x, p) | torch.addmm(2, q, 3, x, p)
  torch.addmm(I, I, I.t(), beta=0.5) | q[0].clone().addmm_(x, p)
addmv: torch.addmv(u, x, v)
  names torch.addmv(input=u, mat=x, vec=v)
  torch.addmv(u, x, v, beta=2, alpha=3) | torch.addmv(s, x, v) | u.clone().addmv_(x, v) | torch.addmv(v, x, v)
  torch.addmv(u, x, u) | torch.addmv(u, x, x)
addr: torch.addr(x, u, v)
  names torch.addr(input=x, vec1=u, vec2=v)
  torch.addr(x, u, v, beta=2, alpha=3) | n.addr_(u, v) | torch.addr(x, v, u) | torch.addr(x, x, v)
addbmm: torch.addbmm(q, B, D)
  names torch.addbmm(input=q, batch1=B, batch2=D)
  torch.addbmm(q, B, D, beta=2, alpha=3) | q.clone().addbmm_(B, D) | torch.addbmm(x, B, D) | torch.addbmm(q, x, p)
baddbmm: torch.baddbmm(E, B, D)
  names torch.baddbmm(input=E, batch1=B, batch2=D)
  torch.baddbmm(q, B, D) | torch.baddbmm(E, B, D, beta=2, alpha=3) | E.clone().baddbmm_(B, D)
  torch.baddbmm(x, B, D) | torch.baddbmm(E, x, p) | torch.baddbmm(E, B, E)
einsum: torch.einsum('ij,jk->ik', x, p)
  torch.einsum('ij,jk', x, p) | torch.einsum('ij,ij->', x, y) | torch.einsum('ij->ji', x) | torch.einsum('ij->', x)
  torch.einsum('ii->i', x @ y.t()) | torch.einsum('ii', x @ y.t()) | torch.einsum('bij,bjk->bik', B, D)
  torch.einsum('i,j->ij', u, v) | torch.einsum('ij,ij->ij', x, y) | torch.einsum('...ij,jk->...ik', B, p)
  torch.einsum('ij->i', x) | torch.einsum('ij,jk->ik', [x, p]) | torch.einsum(x, [0, 1], p, [1, 2], [0, 2])
  torch.einsum('i,ij,j->', u, x, v) | torch.einsum('i,i->', v, w) | torch.einsum('ij,j->i', x, v)
  torch.einsum('ij,kj->ik', x, y) | torch.einsum('ij,jk->ik', x, y) | torch.einsum('ij->ijk', x)
  torch.einsum('ijk', x) | torch.einsum('ij,jk', x) | torch.einsum('i1', x) | torch.einsum('ij->ii', x)
  torch.einsum('ii', x)
tensordot: torch.tensordot(x, p, 1)
  names torch.tensordot(a=x, b=p, dims=1)
  torch.tensordot(x, p, ([1], [0])) | torch.tensordot(x, y) | torch.tensordot(x, y, 0)
  torch.tensordot(x, y, ([0, 1], [0, 1])) | torch.tensordot(B, x, ([1, 2], [0, 1])) | torch.tensordot(x, y, 1)
  torch.tensordot(x, p, ([1], [0, 1])) | torch.tensordot(x, p, -1) | torch.tensordot(x, p, ([2], [0]))
kron: torch.kron(x, y)
  names torch.kron(input=x, other=y)
  torch.kron(v, x) | torch.kron(s, x) | torch.kron(x, 2)
linear: F.linear(x, p.t())
  names F.linear(input=x, weight=y, bias=u)
  F.linear(x, p.t(), q[0]) | F.linear(B, x, u) | F.linear(B, x) | F.linear(v, x, u) | F.linear(v, x)
  F.linear(x, v) | F.linear(T.transpose(1, 2), y, u) | F.linear(c, x) | F.linear(c, x, u) | F.linear(x, p)
  F.linear(x, y, v) | F.linear(x, f) | F.linear(x, y, s) | F.linear(s, x)
"""

SHAPE = """
cat: torch.cat([x, y])
  names torch.cat(tensors=[x, y], dim=0)
  torch.cat((x, y), 1) | torch.cat([x, y], dim=-1) | torch.cat([x, y], axis=0) | torch.cat([x]) | torch.cat([x, e1])
  torch.cat([x, f]) | torch.cat([x, I]) | torch.concat([x, y]) | torch.concatenate([x, y]) | torch.cat([x, c])
  torch.cat([x.t(), y.t()]) | torch.cat([x.t(), y.t()], 1) | torch.cat(x) | torch.cat(B) | torch.cat([v, v])
  torch.cat([]) | torch.cat([x, v]) | torch.cat([x, p]) | torch.cat([x, y], 2) | torch.cat([x, 2])
  torch.cat([s, s]) | torch.cat(x, y) | torch.cat([x, p], 1) | torch.cat([x, e]) | torch.cat([x, None])
stack: torch.stack([x, y])
  names torch.stack(tensors=[x, y], dim=0)
  torch.stack([x, y], 1) | torch.stack([x, y], -1) | torch.stack([s, s]) | torch.stack([x, f]) | torch.stack((x,))
  torch.stack([]) | torch.stack([x, v]) | torch.stack([x, y], 3) | torch.stack(x, y) | torch.stack([x, 2])
hstack: torch.hstack([x, y])
  names torch.hstack(tensors=[x, y])
  torch.hstack([v, w]) | torch.hstack([s, s]) | torch.column_stack([v, w]) | torch.hstack([]) | torch.hstack([x, v])
vstack: torch.vstack([x, y])
  names torch.vstack(tensors=[x, y])
  torch.vstack([v, w]) | torch.row_stack([v, w]) | torch.dstack([x, y]) | torch.vstack([]) | torch.vstack([x, u])
flip: torch.flip(x, [0])
  names torch.flip(input=x, dims=[0])
  x.flip(0) | x.flip(0, 1) | x.flip((0, 1)) | torch.flip(x, []) | torch.fliplr(x) | torch.flipud(x) | torch.rot90(x)
  torch.flip(x, [2]) | torch.flip(x, [0, 0]) | torch.flip(x)
roll: torch.roll(x, 1)
  names torch.roll(input=x, shifts=1, dims=0)
  torch.roll(x, 1, 0) | torch.roll(x, (1, 2), (0, 1)) | x.roll(-1, 1) | torch.roll(x, 0) | torch.roll(x, 1, 2)
  torch.roll(x, (1, 2), 0) | torch.roll(x, (1, 2)) | torch.roll(x)
tril triu: torch.$(x)
  names torch.$(input=x, diagonal=1)
  torch.$(x, 1) | x.$(-1) | torch.$(x, diagonal=1) | torch.$(B) | n.$_() | torch.$(k) | torch.$(v) | torch.$(x, 'a')
  torch.$(s)
diag: torch.diag(x)
  names torch.diag(input=x, diagonal=1)
  torch.diag(v) | torch.diag(x, 1) | v.diag(-1) | torch.diagflat(v) | torch.diagflat(x) | torch.trace(x)
  torch.diag(B) | torch.diag(s) | torch.diag(x, 5) | torch.diag(x, -4) | torch.trace(v)
diag_embed: torch.diag_embed(x)
  names torch.diag_embed(input=x, offset=1)
  torch.diag_embed(x, 1) | torch.diag_embed(x, dim1=0, dim2=2) | torch.diag_embed(v)
  torch.diag_embed(x, dim1=0, dim2=0) | torch.diag_embed(x, dim1=3)
repeat: x.repeat(2, 2)
  names x.repeat(repeats=(2, 2))
  x.repeat((2, 2)) | x.repeat(2, 1, 1) | v.repeat(2) | s.repeat(3) | x.repeat(0, 1) | x.repeat(2) | x.repeat()
  x.repeat(-1, 1) | x.repeat(2, 1.5)
repeat_interleave: torch.repeat_interleave(x, 2)
  names torch.repeat_interleave(input=x, repeats=2, dim=0)
  torch.repeat_interleave(x, 2, 0) | x.repeat_interleave(i, 0) | torch.repeat_interleave(i)
  x.repeat_interleave(2, dim=1) | torch.repeat_interleave(x, torch.tensor([2]), dim=1)
  torch.repeat_interleave(x, i, 1) | torch.repeat_interleave(x, i) | torch.repeat_interleave(x, -1)
  torch.repeat_interleave(x, i.double(), 0) | torch.repeat_interleave(x, 2, 2) | torch.repeat_interleave(x, -i, 0)
tile: torch.tile(x, (2,))
  names torch.tile(input=x, dims=(2,))
  x.tile(2) | x.tile(2, 2) | x.tile((2, 1, 1)) | x.tile() | x.tile(-1)
"""

INDEX = """
getitem: x[0]
  x[0, 1] | x[..., 0] | x[:, 1] | x[None] | x[:, None] | x[1:] | x[:, ::2] | x[0:2, 1:] | x[[0, 1]] | x[i] | x[i, 1]
  x[:, i] | x[k] | x[m] | x[:, torch.tensor([True, False, True])] | x[...] | x[:] | x[True] | x[False] | x[0, None]
  x[i, i] | x[i, :, None] | x[j[:, :2], 0] | x[[True, False]] | x[([0, 1], [1, 2])] | x[[0, 1], [1, 2]]
  x[torch.tensor(0)] | x[s.long()] | x[-1] | x[0:0] | x[range(2)] | x[(0,)] | B[0, :, 1] | B[:, i, i] | B[i, :, i]
  B[i, 0, i] | B[0, i] | B[:, 0, i] | B[i[:, None], :, i] | x[5:] | x[k.to(torch.uint8)] | x[()] | s[()] | s[...]
  s[None] | s[True] | x[i.int()] | x[k[0][None].expand(2, 3)] | x[[[0, 1], [1, 0]]] | x[[k]] | x[[slice(None), 0]]
  x[None, i] | x[1:, i] | x[0][1] | x.t()[i] | x[2] | x[-3] | x[0, 3] | x[0, 0, 0] | x[[0, 5]]
  x[torch.tensor([-3])] | x[1.0] | x['a'] | x[s] | x[i, [0, 1, 2]] | x[k[0]] | s[0] | x[::-1] | x[::0] | x[..., ...]
  x[torch.tensor([True, True, True])] | x[k, 0] | x[i, i, i] | x[0.5:] | x[{}] | x[[0.5]] | x[1:2:1.5]
  x[i.float()] | x[None, None, 5]
setitem: x.clone()[0]
  n[0] = y[0]; n | n[0] = 1.5; n | n[k] = 1.5; n | n[k] = s; n | n[k] = v[:int(k.sum())] if k.sum() <= 3 else 2; n
  n[i] = y; n | n[i] = 2; n | n[:] = y; n | n[...] = 2; n | n[:, 1] = s; n | n[:, 1:] = v[:2]; n | n[0, 1] = s; n
  n[i, i] = u; n | n[0] = v.float(); n | n[0] = I[0]; n | n[None] = y; n | n[0] = True; n | n[m] = v; n
  n[0] = torch.tensor(2); n | n[i, 1:] = y[:, 1:]; n | n[True] = 2; n | n[False] = 2; n | n[0:0] = 2; n
  n[k] += 1; n | n[0] += y[0]; n | n[0] = y[:1]; n | f[0] = 1.5; f | n[0] = u; n | n[5] = 1; n | n[k] = v; n
  n[[0, 5]] = 1; n | n[0] = 'a'; n | n[0] = None; n | n[0] = [1, 2, 3]; n | n[0] = C[0]; n | I[0] = 1j; I
  x[0] = 1; x | x[0] = y[0]; x | n[i] = u; n | n[k] = y; n | n[1.0] = 1; n | n[k[0]] = 1; n | n[i] = y.float(); n
  n[k] = torch.ones(1).float(); n | N[0] = 1; N | N[i] = 1; N | N[k] = 1; N | n[0, 0, 0] = 1; n
gather: torch.gather(x, 0, j)
  names torch.gather(input=x, dim=0, index=j)
  x.gather(1, j) | torch.gather(x, 0, j[:1]) | torch.gather(x, dim=0, index=j, sparse_grad=False)
  torch.gather(s, 0, torch.tensor(0)) | torch.gather(x, 0, j[:0]) | torch.gather(x, 2, j) | torch.gather(x, 0, i)
  torch.gather(x, 0, j + 5) | torch.gather(x, 0, j.double()) | torch.gather(x, 0, j.int())
  torch.gather(x, 1, torch.zeros(3, 3).long()) | torch.gather(x, 0, -j)
scatter: torch.scatter(x, 0, j, y)
  names torch.scatter(input=x, dim=0, index=j, src=y)
  torch.scatter(x, 0, j, 1.5) | x.scatter(1, j, y) | n.scatter_(0, j, y) | n.scatter_(0, j, 1.5)
  torch.scatter(x, 0, j[:1], y) | torch.scatter(x, 0, j, y, reduce='add')
  torch.scatter(x, 0, j, 2, reduce='multiply') | torch.scatter(x, 0, j, s.detach()) | torch.scatter(x, 0, j, src=y)
  torch.scatter(x, 0, j, value=1.5) | torch.scatter(x, 2, j, y) | torch.scatter(x, 0, i, y)
  torch.scatter(x, 0, j + 5, y) | torch.scatter(x, 0, j, f) | torch.scatter(x, 0, j, y[:1])
  torch.scatter(x, 0, j.int(), y) | torch.scatter(x, 0, j, y, reduce='a') | torch.scatter(x, 0, j)
  N.scatter_(0, j, 1.5) | torch.scatter(x, 0, j, s)
scatter_add: torch.scatter_add(x, 0, j, y)
  names torch.scatter_add(input=x, dim=0, index=j, src=y)
  n.scatter_add_(0, j, y) | torch.scatter_add(x, 0, j[:1], y) | torch.scatter_reduce(x, 0, j, y, 'sum')
  torch.scatter_reduce(x, 0, j, y, 'mean') | torch.scatter_reduce(x, 0, j, y, 'amax')
  torch.scatter_reduce(x, 0, j, y, 'prod') | torch.scatter_add(x, 2, j, y) | torch.scatter_add(x, 0, i, y)
  torch.scatter_add(x, 0, j + 5, y) | torch.scatter_add(x, 0, j, f) | torch.scatter_add(x, 0, j, 1.5)
  torch.scatter_add(x, 0, j, y[:1]) | N.scatter_add_(0, j, y)
index_select: torch.index_select(x, 0, i)
  names torch.index_select(input=x, dim=0, index=i)
  x.index_select(1, i) | torch.index_select(x, 0, i.int()) | torch.index_select(x, 0, i[0])
  torch.index_select(s, 0, i[:1]) | torch.index_select(x, 2, i) | torch.index_select(x, 0, j)
  torch.index_select(x, 0, i + 5) | torch.index_select(x, 0, i.double()) | torch.index_select(x, 0, -i)
  torch.index_select(x, 0, [0, 1]) | torch.index_select(x, 0, 1)
index_add: torch.index_add(x, 0, i, y)
  names torch.index_add(input=x, dim=0, index=i, source=y)
  torch.index_add(x, 0, i, y, alpha=2) | n.index_add_(0, i, y) | x.index_add(1, i, y[:, :2])
  torch.index_add(x, 2, i, y) | torch.index_add(x, 0, i, v) | torch.index_add(x, 0, i + 5, y)
  torch.index_add(x, 0, i, f) | torch.index_add(x, 0, j, y) | torch.index_add(x, 0, i, 1.5) | N.index_add_(0, i, y)
  torch.index_add(x, 1, i, y)
index_copy: torch.index_copy(x, 0, i, y)
  names torch.index_copy(input=x, dim=0, index=i, source=y)
  n.index_copy_(0, i, y) | x.index_copy(1, i, y[:, :2]) | torch.index_copy(x, 2, i, y)
  torch.index_copy(x, 0, i, v) | torch.index_copy(x, 0, i + 5, y) | torch.index_copy(x, 0, i, f)
  torch.index_copy(x, 0, j, y) | N.index_copy_(0, i, y) | torch.index_copy(x, 1, i, y)
index_fill: torch.index_fill(x, 0, i, 1.5)
  names torch.index_fill(input=x, dim=0, index=i, value=1.5)
  torch.index_fill(x, 0, i, s) | n.index_fill_(0, i, 1.5) | n.index_fill_(0, i, s) | torch.index_fill(x, 2, i, 1.5)
  torch.index_fill(x, 0, i + 5, 1.5) | torch.index_fill(x, 0, i, v) | torch.index_fill(x, 0, i, 1j)
  torch.index_fill(I, 0, i, 1.5) | N.index_fill_(0, i, 1.5) | torch.index_fill(x, 0, i.int(), 1.5)
index_put: torch.index_put(x, (i,), y)
  names torch.index_put(input=x, indices=(i,), values=y)
  torch.index_put(x, (i, i), u) | torch.index_put(x, (k,), s) | torch.index_put(x, (i,), y, accumulate=True)
  n.index_put_((i,), y) | n.index_put_((i,), y, True) | torch.index_put(x, (None, i), s)
  torch.index_put(x, (i,), f) | torch.index_put(x, (i + 5,), y) | torch.index_put(x, (i,), u)
  torch.index_put(x, (i, i, i), s) | torch.index_put(x, i, y) | torch.index_put(x, (i.double(),), y)
  N.index_put_((i,), y) | torch.index_put(x, (i,), 1.5)
masked_fill: torch.masked_fill(x, k, 1.5)
  names torch.masked_fill(input=x, mask=k, value=1.5)
  torch.masked_fill(x, k, s) | n.masked_fill_(k, 1.5) | n.masked_fill_(k, s) | torch.masked_fill(x, k[0], 2)
  torch.masked_fill(v, k, 2) | torch.masked_fill(x, k, torch.tensor(2)) | torch.masked_fill(f, k, 1e300)
  torch.masked_fill(x, I, 1.5) | torch.masked_fill(x, k.to(torch.uint8), 1.5) | torch.masked_fill(x, k, v)
  torch.masked_fill(x, m, 1.5) | torch.masked_fill(I, k, 1.5) | torch.masked_fill(x, k, 1j) | N.masked_fill_(k, 1.5)
  v.detach().masked_fill_(k, 2) | torch.masked_fill(x, k, 'a') | torch.masked_fill(x, k)
  torch.masked_fill(I, k, s)
masked_select: torch.masked_select(x, k)
  names torch.masked_select(input=x, mask=k)
  x.masked_select(k[0]) | v.masked_select(k) | torch.masked_select(x, k & ~k) | torch.masked_select(s, k)
  torch.masked_select(x, I) | torch.masked_select(x, m) | torch.masked_select(x, k.to(torch.uint8))
masked_scatter: torch.masked_scatter(x, k, y)
  names torch.masked_scatter(input=x, mask=k, source=y)
  n.masked_scatter_(k, y) | torch.masked_scatter(x, k[0], y) | torch.masked_scatter(x, I, y)
  torch.masked_scatter(x, k, f) | torch.masked_scatter(x, k, u[:1]) | N.masked_scatter_(k, y)
  torch.masked_scatter(x, k, 1.5) | torch.masked_scatter(x, m, y)
take: torch.take(x, i)
  names torch.take(input=x, index=i)
  x.take(j) | torch.take(x, -i) | torch.take(x, i[0]) | torch.take(x, i + 50) | torch.take(x, i.double())
  torch.take(x, i.int()) | torch.take(x, 0)
take_along_dim: torch.take_along_dim(x, j, 0)
  names torch.take_along_dim(input=x, indices=j, dim=0)
  torch.take_along_dim(x, j) | x.take_along_dim(j[:, :1], 1) | torch.take_along_dim(x, i[None], 0)
  torch.take_along_dim(x, i, 0) | torch.take_along_dim(x, j + 5, 0) | torch.take_along_dim(x, j.double(), 0)
  torch.take_along_dim(x, j, 2) | torch.take_along_dim(x, j.int(), 0)
put: torch.put(x, i, u)
  names torch.put(input=x, index=i, source=u)
  torch.put(x, i, u, accumulate=True) | n.put_(i, u) | n.put_(i, u, accumulate=True) | n.put_(i, u, True)
  torch.put(x, i, v) | torch.put(x, i + 50, u) | torch.put(x, i, u.float()) | torch.put(x, i.double(), u)
  N.put_(i, u) | torch.put(x, i, 1.5)
nonzero: torch.nonzero(x)
  names torch.nonzero(input=x)
  k.nonzero() | torch.nonzero(x, as_tuple=True) | torch.nonzero(s) | x.nonzero(as_tuple=True)
  torch.nonzero(x, as_tuple=False) | torch.argwhere(k) | x.argwhere() | torch.argwhere(s) | torch.nonzero(e)
  torch.nonzero(x, 1)
unique: torch.unique(x)
  names torch.unique(input=x, sorted=True, return_inverse=False, return_counts=False, dim=0)
  torch.unique(I) | I.unique(return_inverse=True) | torch.unique(I, return_inverse=True, return_counts=True)
  torch.unique(I, dim=0) | torch.unique(I, sorted=False) | torch.unique_consecutive(I)
  torch.unique(I, return_counts=True) | torch.unique(I, dim=2) | torch.unique(C)
"""

VIEWS = """
select: torch.select(x, 0, 1)
  names torch.select(input=x, dim=0, index=1)
  x.select(1, -1) | x.select(-1, 0) | x[1] | x[:, 1] | n.select(0, 1) | x.select(0, 5) | x.select(0, -3)
  x.select(2, 0) | s.select(0, 0) | x.select(0) | e.select(0, 0) | x.select('a', 0)
slice: x[:, 1:]
  x[0:1] | x[:, ::2] | x[1:1] | x[5:] | x[-1:] | x[:, -2:-1] | x[2:1] | x[::-1] | x[::0] | x['a':]
narrow: torch.narrow(x, 1, 0, 2)
  names torch.narrow(input=x, dim=0, start=0, length=1)
  x.narrow(0, 1, 1) | x.narrow(1, -2, 1) | x.narrow(1, i[0], 2) | x.narrow(0, 2, 0) | x.narrow(2, 0, 1)
  x.narrow(1, 0, 4) | x.narrow(1, 3, 1) | x.narrow(1, -4, 1) | x.narrow(1, 0, -1) | s.narrow(0, 0, 1)
  x.narrow(1, s, 1) | x.narrow(0)
view: x.view(3, 2)
  names x.view(size=(3, 2))
  x.view((6,)) | x.view(-1) | x.view(2, -1, 1) | x.view([3, 2]) | x.t().view(3, 2) if 0 else x.view(2, 3)
  x.view(torch.int64) | c.view(torch.float32) | f.view(torch.int32) | s.view(1) | v.view(()) if 0 else s.view(())
  x[:, :2].view(2, 2, 1) | e.view(3, 0) | e.view(-1, 3) | n.view(6) | x.view(4, 2) | x.view(-1, -1) | x.view(-1, 4)
  x.t().view(6) | x.view() | x.view(2, -3) | e.view(-1, 0) | x.view('a') | x.view(1.5) | x.view(6, bogus=1)
  f.view(torch.float64) | x.view(torch.float32) | x[:, :2].view(4)
reshape: torch.reshape(x, (3, 2))
  names torch.reshape(input=x, shape=(3, 2))
  x.reshape(6) | x.reshape(3, -1) | x.t().reshape(6) | x.t().reshape(3, 2) | x.reshape(2, 3) | x.t().reshape(2, 3)
  x.reshape((2, 3)) | s.reshape(1) | x.reshape_as(x.t()) | x[:, :2].reshape(4) | x.reshape(-1) | s.reshape(())
  torch.reshape(x, (4, 2)) | x.reshape(-1, -1) | x.reshape(-1, 4) | x.reshape() | torch.reshape(x, 6)
  x.reshape('a') | e.reshape(-1, 0)
flatten: torch.flatten(x)
  names torch.flatten(input=x, start_dim=0, end_dim=1)
  x.flatten(0, 1) | x.t().flatten() | B.flatten(1) | B.flatten(0, 1) | v.flatten() | s.flatten() | x.ravel()
  x.t().ravel() | torch.ravel(v) | B.transpose(1, 2).flatten(1) | x.flatten(1) | x.flatten(1, 1) | n.flatten()
  x.flatten(1, 0) | x.flatten(2) | x.flatten('a')
unflatten: torch.unflatten(x, 1, (3, 1))
  names torch.unflatten(input=x, dim=1, sizes=(3, 1))
  x.unflatten(0, (1, -1)) | x.unflatten(-1, (1, 3)) | x.unflatten(1, (2, 2)) | x.unflatten(2, (1, 1))
  x.unflatten(1, ()) | x.unflatten(1, (-1, -1)) | x.unflatten(1, (-1, 2))
transpose: torch.transpose(x, 0, 1)
  names torch.transpose(input=x, dim0=0, dim1=1)
  x.transpose(-1, -2) | x.transpose(0, 0) | s.transpose(0, 0) | torch.swapaxes(x, 0, 1) | x.swapdims(0, 1)
  n.transpose_(0, 1) | n.swapaxes_(0, 1) | x.transpose(0, 2) | s.transpose(0, 1) | x.transpose(0) | x.transpose()
t: torch.t(x)
  names torch.t(input=x)
  x.t() | v.t() | s.t() | x.T | v.T | x.mT | x.H | x.adjoint() | B.mT | n.t_() | B.T | B.t() | v.mT | s.mT | v.H
  s.T
permute: torch.permute(x, (1, 0))
  names torch.permute(input=x, dims=(1, 0))
  x.permute(1, 0) | x.permute([1, 0]) | x.permute(-1, 0) | B.permute(2, 0, 1) | s.permute(()) | s.permute()
  x.permute(0) | x.permute(0, 0) | x.permute(0, 2) | x.permute(0, 1, 2) | torch.permute(x, 1) | x.permute('a')
movedim: torch.movedim(x, 0, 1)
  names torch.movedim(input=x, source=0, destination=1)
  x.movedim((0, 1), (1, 0)) | torch.moveaxis(x, 0, 1) | B.movedim(0, -1) | x.movedim(0, 0) | x.movedim(0, 2)
  x.movedim((0, 0), (1, 0)) | x.movedim((0, 1), (1, 1)) | x.movedim((0,), (0, 1))
unsqueeze: torch.unsqueeze(x, 0)
  names torch.unsqueeze(input=x, dim=0)
  x.unsqueeze(-1) | x.unsqueeze(2) | s.unsqueeze(0) | n.unsqueeze_(0) | x[None] | x.t().unsqueeze(0)
  x.t().unsqueeze(1) | x.t().unsqueeze(2) | x.unsqueeze(3) | x.unsqueeze(-4) | x.unsqueeze() | x.unsqueeze('a')
squeeze: torch.squeeze(x)
  names torch.squeeze(input=x, dim=0)
  o.squeeze() | o.squeeze(1) | o.squeeze(0) | o.squeeze((0, 1)) | x.squeeze(0) | o.squeeze(-1) | s.squeeze(0)
  n.squeeze_() | n.squeeze_(0) | s.squeeze() | x.squeeze(2) | o.squeeze((1, 1)) | x.squeeze('a')
expand: x.expand(4, 2, 3)
  names x.expand(size=(4, 2, 3))
  x.expand(2, 3) | o.expand(2, 3) | o.expand(-1, 3) | v.expand((2, 3)) | s.expand(2) | s.expand(()) | x.expand_as(B)
  torch.broadcast_to(v, (2, 3)) | v.broadcast_to((2, 3)) | torch.broadcast_tensors(x, v) | x.expand(-1, -1)
  x.expand(2, 3, implicit=True) | x.expand(3) | x.expand(3, 3) | x.expand(-1, 2, 3) | x.expand(2, -2) | x.expand()
  o.expand(2, 0) | x.expand_as(v) | torch.broadcast_to(x, (3,)) | torch.broadcast_tensors(x, u)
diagonal: torch.diagonal(x)
  names torch.diagonal(input=x, offset=0, dim1=0, dim2=1)
  x.diagonal(1) | B.diagonal(0, 1, 2) | B.diagonal(dim1=0, dim2=-1) | x.diagonal(5) | x.diagonal(offset=-1)
  torch.linalg.diagonal(x) | v.diagonal() | x.diagonal(0, 0, 0) | x.diagonal(0, 0, 2)
unbind: torch.unbind(x)
  names torch.unbind(input=x, dim=0)
  x.unbind(1) | x.unbind(-1) | list(x) | v.unbind() | e.unbind() | tuple(x.unbind()) | x.unbind(2) | s.unbind()
  list(s)
split: torch.split(x, 1)
  names torch.split(tensor=x, split_size_or_sections=1, dim=0)
  x.split(2, 1) | x.split([1, 2], 1) | torch.split(x, 5) | x.split(1, dim=-1) | x.split([0, 2]) | e.split(1)
  torch.functional.split(x, 1) | x.split_with_sizes([1, 1]) | torch.split(x, [1, 1]) | x.split(0) | x.split(-1)
  x.split([1, 2]) | x.split(1, 2) | x.split([3, -1]) | s.split(1) | x.split(1.5)
chunk: torch.chunk(x, 2)
  names torch.chunk(input=x, chunks=2, dim=0)
  x.chunk(2, 1) | x.chunk(5) | x.chunk(1) | x.chunk(2, dim=-1) | x.chunk(0) | x.chunk(2, 2) | s.chunk(1)
  x.chunk(-1)
tensor_split: torch.tensor_split(x, 2)
  names torch.tensor_split(input=x, indices_or_sections=2, dim=0)
  x.tensor_split(2, 1) | x.tensor_split((1, 2), 1) | x.tensor_split(i) | x.tensor_split(5) | x.hsplit(3)
  x.vsplit(2) | x.tensor_split(0) | x.tensor_split(2, 2) | s.tensor_split(1) | x.tensor_split(s)
as_strided: torch.as_strided(x, (2, 2), (1, 1))
  names torch.as_strided(input=x, size=(2,), stride=(1,), storage_offset=0)
  x.as_strided((3,), (2,)) | x.as_strided((2,), (1,), 1) | x[1:].as_strided((2,), (1,))
  x[1:].as_strided((2,), (1,), 0) | n.as_strided_((2,), (1,)) | x.as_strided((), ())
  x.t().as_strided((3, 2), (1, 3)) | x.as_strided((7,), (1,)) | x.as_strided((2,), (1, 1))
  x.as_strided((2,), (-1,)) | x.as_strided((2,), (1,), -1) | x.as_strided((-2,), (1,)) | x.as_strided((2,), (1,), 9)
detach: x.detach()
  torch.detach(x) | n.detach() | x.data | n.detach_() | torch.detach_(n) | x[0].detach() | x[0].detach_()
  torch.detach(2) | n[0].detach_()
view_as: x.view_as(x.reshape(3, 2))
  names x.view_as(other=y)
  x.view_as(x) | x.view_as(v) | x.view_as(2) | x.t().view_as(x)
view_as_real: torch.view_as_real(C)
  names torch.view_as_real(input=C)
  torch.view_as_real(C.t()) | torch.view_as_real(C.detach()) | torch.view_as_real(x) | torch.view_as_real(C.conj())
view_as_complex: torch.view_as_complex(q.view(2, 2, 2))
  names torch.view_as_complex(input=u)
  torch.view_as_complex(u) | torch.complex(x, y) | torch.polar(x, y) | torch.view_as_complex(x)
  torch.view_as_complex(I) | torch.view_as_complex(s) | torch.view_as_complex(q.t()[:2])
  torch.view_as_complex(x[:, 1:].view(2, 2)) | torch.complex(x, f) | torch.complex(I, I)
real: torch.real(C)
  C.real | C.imag | torch.imag(C) | x.real | torch.real(x) | C.t().real | torch.angle(C) | torch.angle(x) | C.abs()
  torch.is_complex(C) | x.imag | torch.imag(x) | I.imag
conj: torch.conj(C)
  names torch.conj(input=C)
  C.conj() | x.conj() | C.conj().conj() | torch.resolve_conj(C.conj()) | C.conj().resolve_conj()
  torch.conj_physical(C) | C.conj() + 1 | C.conj().is_conj() | I.conj() | C.conj().imag | C.conj().imag.is_neg()
  C.H | C.mH | C.conj().clone() | C.conj().clone().is_conj()
unfold: x.unfold(1, 2, 1)
  names x.unfold(dimension=1, size=2, step=1)
  x.unfold(0, 1, 1) | v.unfold(0, 2, 2) | v.unfold(0, 3, 1) | s.unfold(0, 1, 1) | x.unfold(-1, 2, 2)
  x.unfold(1, 4, 1) | x.unfold(1, 2, 0) | x.unfold(2, 1, 1) | x.unfold(1, -1, 1) | x.unfold(1, 2)
alias: torch.ops.aten.alias(x)
  x[...] | x[:] | x.view(2, 3) | x.view_as(x) | x.expand_as(x) | x.squeeze() | x.contiguous() | x.to(x.dtype)
  x.reshape(2, 3) | x.T.T | x[()]
"""

CREATE = """
zeros ones empty rand randn: torch.$(2, 3)
  torch.$((2, 3)) | torch.$(2) | torch.$([2, 3]) | torch.$(()) | torch.$(0) | torch.$(2, 3, dtype=torch.int64)
  torch.$(2, requires_grad=True) | torch.$(size=(2, 3)) | torch.$(2, dtype=torch.bool) | torch.$(torch.Size([2]))
  torch.$(2, device='cpu') | torch.$(2, layout=torch.strided) | torch.$(2, pin_memory=False)
  torch.$(2, dtype=torch.complex64) | torch.$(2, dtype=None) | torch.$(-1) | torch.$(2.5) | torch.$('a')
  torch.$(2, dtype='float32') | torch.$(2, dtype=torch.int64, requires_grad=True) | torch.$(2, 'a') | torch.$(None)
  torch.$(2, device='bogus') | torch.$(s)
full: torch.full((2, 3), 1.5)
  torch.full((2,), 1) | torch.full((2,), True) | torch.full((2,), 1j) | torch.full((), 2.0)
  torch.full((2,), s.detach()) | torch.full((2,), 1, dtype=torch.float64) | torch.full([2], 1.5, dtype=torch.int64)
  torch.full((2,), 1.5, requires_grad=True) | torch.full(size=(2,), fill_value=1) | torch.full(2, 1.5)
  torch.full((2,), 'a') | torch.full((-1,), 1) | torch.full((2,)) | torch.full((2,), 1, requires_grad=True)
  torch.full((2,), s) | torch.full((2,), v)
arange: torch.arange(3)
  torch.arange(3.0) | torch.arange(1, 3) | torch.arange(1, 3, 0.5) | torch.arange(0, 1, 0.1)
  torch.arange(3, 1, -1) | torch.arange(0) | torch.arange(3, dtype=torch.float64) | torch.arange(start=1, end=3)
  torch.arange(end=3) | torch.arange(3., requires_grad=True) | torch.arange(True) | torch.arange(torch.tensor(3))
  torch.arange(1, 3, step=1) | torch.arange(2, 2) | torch.arange(1.5, 3) | torch.arange(s, 3) | torch.range(1, 3)
  torch.arange(0, 3, 0.5, dtype=torch.int64) | torch.arange(-1) | torch.arange(3, 1) | torch.arange(1, 3, 0)
  torch.arange('a') | torch.arange() | torch.arange(3, dtype=torch.bool) | torch.arange(1, 3, -1)
  torch.arange(float('inf')) | torch.arange(float('nan')) | torch.arange(3, requires_grad=True) | torch.arange(1j)
linspace: torch.linspace(0, 1, 5)
  torch.linspace(0, 1, steps=5) | torch.linspace(0, 10, 3, dtype=torch.int64) | torch.linspace(0, 1, 1)
  torch.linspace(0, 1, 0) | torch.linspace(start=0, end=1, steps=5) | torch.linspace(0, 1, 5, dtype=torch.float64)
  torch.linspace(0, 1j, 3) | torch.linspace(0, 1, 3, requires_grad=True) | torch.linspace(s.detach(), 1, 3)
  torch.linspace(torch.tensor(0), 1, 3) | torch.linspace(0, 1) | torch.linspace(0, 1, -1)
  torch.linspace(0, 1, 2.5) | torch.linspace(v, 1, 3) | torch.linspace(0, 'a', 3) | torch.linspace(s, 1, 3)
logspace: torch.logspace(0, 1, 5)
  torch.logspace(0, 1, 5, 2) | torch.logspace(0, 1, steps=5, base=2.0) | torch.logspace(0, 3, 4, dtype=torch.int64)
  torch.logspace(0, 1, 0) | torch.logspace(0, 1) | torch.logspace(0, 1, -1)
eye: torch.eye(3)
  torch.eye(2, 3) | torch.eye(2, m=3) | torch.eye(n=2) | torch.eye(0) | torch.eye(2, dtype=torch.int64)
  torch.eye(2, requires_grad=True) | torch.eye(-1) | torch.eye(2, -1) | torch.eye(2.5) | torch.eye('a')
  torch.eye((2, 2))
tensor: torch.tensor([1.5, 2])
  torch.tensor(1) | torch.tensor(1.5) | torch.tensor(True) | torch.tensor(1j) | torch.tensor([])
  torch.tensor([[]]) | torch.tensor([1, True]) | torch.tensor([1, 2.5]) | torch.tensor((1, 2))
  torch.tensor(range(3)) | torch.tensor([1.5], dtype=torch.int64) | torch.tensor([1.5], requires_grad=True)
  torch.tensor(x) | torch.tensor([s, s]) | torch.tensor([torch.tensor(1), 2]) | torch.tensor(x, requires_grad=True)
  torch.tensor(data=[1]) | torch.tensor([1, 2j]) | torch.tensor([s.detach(), 1])
  torch.tensor(__import__('numpy').float32(1)) | torch.tensor(__import__('numpy').arange(3))
  torch.tensor([__import__('numpy').float64(1)]) | torch.tensor([True, False])
  torch.tensor([__import__('numpy').int8(1)])
  torch.tensor(300, dtype=torch.uint8) if 0 else torch.tensor(3, dtype=torch.uint8)
  torch.tensor([v, w]) if 0 else torch.tensor([float('nan')]) | torch.tensor(__import__('numpy').ones((2, 3)).T)
  torch.tensor() | torch.tensor('a') | torch.tensor(['a']) | torch.tensor(None) | torch.tensor([None])
  torch.tensor([[1], [1, 2]]) | torch.tensor([1, [2]]) | torch.tensor([[1], 2]) | torch.tensor({})
  torch.tensor([v, w]) | torch.tensor([1], requires_grad=True) | torch.tensor(1, 2)
  torch.tensor(300, dtype=torch.uint8) | torch.tensor(2**63) | torch.tensor({1}) | torch.tensor(1, bogus=1)
  torch.tensor(object()) | torch.tensor([v, 1]) | torch.tensor(1j, dtype=torch.float32) | torch.tensor([2**64])
  torch.tensor(-1, dtype=torch.uint8)
as_tensor: torch.as_tensor([1.5, 2])
  torch.as_tensor(x) | torch.as_tensor(x, dtype=torch.float32) | torch.as_tensor(__import__('numpy').arange(3))
  torch.asarray([1.5]) | torch.asarray(x) | torch.as_tensor(1) | torch.asarray(x, copy=True)
  torch.asarray([1.5], requires_grad=True) | torch.asarray(c, requires_grad=True) | torch.as_tensor('a')
  torch.as_tensor(None) | torch.as_tensor() | torch.as_tensor([1], requires_grad=True)
from_numpy: torch.from_numpy(__import__('numpy').ones((2, 3)))
  torch.from_numpy(__import__('numpy').ones((2, 3)).T) | torch.from_numpy(__import__('numpy').ones(3, 'float32'))
  c.numpy().dtype | x.detach().numpy().shape | torch.from_numpy(__import__('numpy').ones((2, 4))[:, ::2])
  torch.from_numpy(__import__('numpy').array(1.5)) | C.detach().numpy().dtype | torch.from_numpy([1])
  torch.from_numpy(__import__('numpy').array(['a'])) | torch.from_numpy(__import__('numpy').ones(3)[::-1])
  x.numpy() | C.conj().numpy() | C.detach().conj().numpy() | torch.from_numpy(__import__('numpy').float64(1))
  torch.from_numpy(__import__('numpy').array([None])) | torch.ones(2, dtype=torch.bfloat16).numpy()
zeros_like ones_like empty_like rand_like randn_like: torch.$(x)
  torch.$(x.t()) | torch.$(I) | torch.$(x, dtype=torch.float32) | torch.$(x, requires_grad=True)
  torch.$(x[:, ::2]) | torch.$(B.permute(2, 0, 1)) | torch.$(N)
  torch.$(x.t(), memory_format=torch.contiguous_format) | torch.$(input=x) | torch.$(s)
  torch.$(B[:, ::2].transpose(0, 1)) | torch.$(x.expand(4, 2, 3)) | torch.$(2) | torch.$([1])
  torch.$(I, requires_grad=True)
full_like: torch.full_like(x, 1.5)
  torch.full_like(x.t(), 1.5) | torch.full_like(I, 1.5) | torch.full_like(x, 1, dtype=torch.int64)
  torch.full_like(input=x, fill_value=1) | torch.full_like(x) | torch.full_like(x, v) | torch.full_like(x, 1j)
  torch.full_like(2, 1)
randint: torch.randint(3, (2, 3))
  torch.randint(1, 3, (2,)) | torch.randint(low=1, high=3, size=(2,)) | torch.randint(3, (2,), dtype=torch.float32)
  torch.randint_like(x, 3) | torch.randint(high=3, size=(2,)) | torch.randint(3, 1, (2,)) | torch.randint(0, (2,))
  torch.randint(3) | torch.randint(3, 2) | torch.randint(300, (2,), dtype=torch.uint8) | torch.randint(1.5, (2,))
  torch.randint(3, (2,), requires_grad=True)
randperm: torch.randperm(4)
  torch.randperm(0) | torch.randperm(4, dtype=torch.int32) | torch.randperm(n=4) | torch.randperm(-1)
  torch.randperm(2.5) | torch.randperm((2,)) | torch.randperm(300, dtype=torch.uint8)
normal: torch.normal(0.0, 1.0, (2, 3))
  torch.normal(x.detach(), 1.0) | torch.normal(0.0, x.detach()) | torch.normal(x, y) | torch.bernoulli(x)
  torch.bernoulli(x, 0.5) | n.bernoulli_(0.5) | n.normal_() | n.uniform_() | n.uniform_(1, 2)
  torch.multinomial(v, 2) | n.exponential_() | torch.poisson(x) | n.random_(5) | x.detach().uniform_()
  torch.normal(0.0, -1.0, (2,)) | torch.normal(x, -y) | torch.bernoulli(x + 5) | n.normal_(0, -1) | n.uniform_(2, 1)
  torch.multinomial(v, 5) | x.uniform_() | I.normal_() | n.bernoulli_(2) | I.uniform_()
  torch.multinomial(-v.detach(), 1) | n.random_(0)
new_zeros new_ones new_empty: x.$(2, 3)
  x.$((2,)) | I.$(2) | x.$(2, dtype=torch.float32) | x.$(2, requires_grad=True) | x.$(()) | x.$(size=(2,)) | x.$()
  x.$(-1) | x.$('a')
new_full: x.new_full((2,), 1.5)
  I.new_full((2,), 1) | I.new_full((2,), 1.5) | x.new_full((2,), 1, dtype=torch.int64)
  x.new_full(size=(2,), fill_value=1) | x.new_full(2, 1) | x.new_full((2,))
new_tensor: x.new_tensor([1, 2])
  I.new_tensor([1.5]) | x.new_tensor(y) | x.new_tensor([1], requires_grad=True) | x.new_tensor(1, dtype=torch.int64)
  x.new_tensor('a') | x.new_tensor()
meshgrid: torch.meshgrid(u, v)
  torch.meshgrid(u, v, indexing='ij') | torch.meshgrid(u, v, indexing='xy') | torch.meshgrid([u, v])
  torch.meshgrid(s, v) | torch.cartesian_prod(u, v) | torch.meshgrid(x, v) | torch.meshgrid(u, v, indexing='a')
  torch.meshgrid() | torch.meshgrid(u, v.float())
"""

MISC = """
clone: torch.clone(x)
  names torch.clone(input=x, memory_format=torch.preserve_format)
  x.clone() | x.t().clone() | x[:, ::2].clone() | B.permute(2, 0, 1).clone() | N.clone()
  x.clone(memory_format=torch.contiguous_format) | x.t().clone(memory_format=torch.contiguous_format) | I.clone()
  x.expand(4, 2, 3).clone() | x.detach().clone() | torch.clone(2) | x.clone(1)
contiguous: x.contiguous()
  x.t().contiguous() | N.contiguous() | x.contiguous(memory_format=torch.contiguous_format) | x[:, :2].contiguous()
  x[:1].contiguous() | n.contiguous() | x.contiguous(memory_format=torch.preserve_format)
to: x.to(torch.float32)
  x.to(x.dtype) | x.to(torch.int64) | x.to('cpu') | x.to('cpu', torch.float32) | x.to(f) | x.to(dtype=torch.float32)
  x.to(torch.float64, copy=True) | x.t().to(torch.float32) | x.float() | x.double() | x.half() | x.bfloat16()
  x.int() | x.long() | x.bool() | x.short() | x.char() | x.byte() | x.cfloat() | x.cdouble() | x.type(torch.float32)
  x.type('torch.FloatTensor') | x.type() | x.type(torch.FloatTensor) | x.type_as(f) | x.cpu() | I.float()
  k.float() | I.to(torch.float32) | x.to(torch.complex64) | C.to(torch.float64) | x[:, ::2].float()
  B.permute(2, 0, 1).float() | N.float() | n.to(torch.float32) | x.to(torch.float32).to(torch.float64) | f.double()
  h.float() | x.to('a') | x.to() | x.to(2.5) | x.type('a') | x.to('cuda') | x.to(bogus=1)
copy_: n.copy_(y)
  names n.copy_(src=y)
  n.copy_(v) | n.copy_(f) | n.copy_(I) | n.copy_(s) | n.copy_(c) | n[0].copy_(v) | I.copy_(y) | c.copy_(y)
  f.copy_(y) | n.detach().copy_(y) | n.copy_(n) | c.copy_(c) | n.copy_(y, non_blocking=True) | k.copy_(y)
  x.copy_(y) | n.copy_(u) | N.copy_(y) | n.copy_(2) | n.copy_(C) | n.copy_(B) | n.copy_() | c.copy_(C)
  n.copy_([1]) | x[0].copy_(v)
fill_: n.fill_(1.5)
  names n.fill_(value=1.5)
  n.fill_(s) | n.fill_(1) | I.fill_(1.5) | k.fill_(2) | n[0].fill_(1) | c.fill_(s) | torch.fill(x, 1.5)
  torch.fill(x, s) | torch.fill_(n, 2) | n.fill_diagonal_(1.5) | x.fill_(1) | n.fill_(v) | N.fill_(1) | n.fill_(1j)
  n.fill_('a') | n.fill_() | n.fill_(None) | I.fill_(s)
zero_: n.zero_()
  torch.zero_(n) | n[0].zero_() | I.zero_() | c.zero_() | x.zero_() | N.zero_() | n.zero_(1)
detach_: n.detach_()
  x.detach_() | c.detach_() | n[0].detach_() | x[0].detach_()
requires_grad_: c.requires_grad_()
  c.requires_grad_(False) | x.requires_grad_() | n.requires_grad_() | c.requires_grad_(requires_grad=True)
  I.requires_grad_(False) | I.requires_grad_() | n.requires_grad_(False) | x[0].requires_grad_(False)
  c.requires_grad_('a') | k.requires_grad_()
resize_: c.resize_(3, 2)
  c.resize_((6,)) | c.resize_(2) | c.resize_as_(v) | c.set_(v.detach()) | x.resize_(3) | n.resize_(3)
  c.resize_(-1)
item: s.item()
  v[0].item() | o[:1].item() | float(s) | int(s) | bool(s) | x.tolist()[0] | s.tolist() | len(x) | k[0, 0].item()
  I[0, 0].item() | x.shape | x.size(0) | x.stride(0) | x.numel() | x.dim() | x.is_contiguous() | format(s, '.2f')
  [1, 2, 3][I[0, 0] * 0] | x.element_size() | x.nelement() | x.ndim | x.item() | float(x) | int(x) | bool(x)
  len(s) | e.item() | bool(e1) | x.size(2) | [1][s] | hash(x) - hash(x) | 1 in x | iter(s) | x.stride(5)
  float(C[0, 0]) | int(s * float('nan')) | if_ if 0 else bool(v) | x.size('a') | 'a' in x
mse_loss: F.mse_loss(x, y)
  names F.mse_loss(input=x, target=y)
  F.mse_loss(x, y, reduction='sum') | F.mse_loss(x, y, reduction='none') | F.mse_loss(x, c) | F.mse_loss(c, x)
  F.mse_loss(x, v) | F.l1_loss(x, y) | F.smooth_l1_loss(x, y) | F.huber_loss(x, y) | F.mse_loss(x, u)
  F.mse_loss(x, y, reduction='a') | F.mse_loss(I, I) | F.mse_loss(x, f) | F.mse_loss(x, 1.0)
cross_entropy: F.cross_entropy(x, i)
  names F.cross_entropy(input=x, target=i)
  F.cross_entropy(x, i, reduction='sum') | F.cross_entropy(x, i, reduction='none')
  F.cross_entropy(x, i, weight=v.detach()) | F.cross_entropy(x, i, label_smoothing=0.1) | F.cross_entropy(x, y)
  F.cross_entropy(x, torch.softmax(y, 1)) | F.cross_entropy(v, i[0]) | F.cross_entropy(B, torch.zeros(5, 3).long())
  F.cross_entropy(x, i, ignore_index=0) | F.cross_entropy(x, i + 5) | F.cross_entropy(x, i.int())
  F.cross_entropy(x, i.double()) | F.cross_entropy(x, torch.tensor([0, 1, 2])) | F.cross_entropy(x, j)
  F.cross_entropy(I, i) | F.cross_entropy(x, i, reduction='a') | F.cross_entropy(x, -i) | F.cross_entropy(x, f)
nll_loss: F.nll_loss(x, i)
  names F.nll_loss(input=x, target=i)
  F.nll_loss(x, i, reduction='sum') | F.nll_loss(x, i, reduction='none') | F.nll_loss(x, i, weight=v.detach())
  F.nll_loss(v, i[0]) | F.nll_loss(B, torch.zeros(5, 3).long()) | F.nll_loss(x, i, ignore_index=0)
  F.nll_loss(x, i + 5) | F.nll_loss(x, i.double()) | F.nll_loss(x, torch.tensor([0, 1, 2])) | F.nll_loss(x, j)
  F.nll_loss(I, i) | F.nll_loss(x, i, weight=u)
binary_cross_entropy: F.binary_cross_entropy(x, y)
  F.binary_cross_entropy(x, c) | F.binary_cross_entropy_with_logits(x, y) | F.binary_cross_entropy_with_logits(x, c)
  F.kl_div(x, y, reduction='sum') | F.binary_cross_entropy(x, v) | F.binary_cross_entropy(x + 5, y)
  F.binary_cross_entropy_with_logits(x, v)
dropout: F.dropout(x)
  names F.dropout(input=x, p=0.5)
  F.dropout(x, 0.3) | F.dropout(x, 0.5, False) | F.dropout(x, training=False) | F.dropout(n, 0.5, True, True)
  F.dropout(x, 0) | F.dropout(x, 1.0) | torch.dropout(x, 0.5, True) | torch.dropout(x, 0.5, False)
  F.dropout(x, 1.5) | F.dropout(x, -0.1) | F.dropout(I) | torch.dropout(x) | torch.dropout(x, 1.5, True)
"""

TABLES = {
    "pointwise": POINTWISE,
    "reduce": REDUCE,
    "matmul": MATMUL,
    "shape": SHAPE,
    "index": INDEX,
    "views": VIEWS,
    "create": CREATE,
    "misc": MISC,
}


def entries(family, table):
    """The operations of a table: name, family, main call, its keyword form, all calls."""
    found, heading, current = {}, "", []
    for line in table.strip().splitlines():
        if line.startswith("  names "):
            for entry in current:
                entry.keywords = line[len("  names ") :].replace("$", entry.name)
        elif line.startswith("  "):
            for entry in current:
                entry.calls += [call.replace("$", entry.name) for call in line.strip().split(" | ")]
        else:
            heading += line + " "
            names, colon, call = heading.partition(":")
            if colon:
                current = [found.get(name) or operation(name, family, call.strip()) for name in names.split()]
                found.update({entry.name + entry.form: entry for entry in current})
                heading = ""
    return list(found.values())


def operation(text, family, call):
    """An operation of the tables; in "sum(dim)" the part in brackets tells a second main call apart."""
    name, _, form = text.partition("(")
    main = call.replace("$", name)
    return SimpleNamespace(name=name, form=form and f"({form}", family=family, main=main, keywords=None, calls=[main])


# The probes -----------------------------------------------------------------------------------------------------------


def operands(requires_grad=DIFFERENTIABLE, dtype=None, layout=None):
    """Fresh operands by name: what the calls above are written with."""

    def values(*shape, first=0.1):
        count = torch.Size(shape).numel()
        return (torch.arange(count, dtype=torch.float64) * 0.37 + first).remainder(0.9).add(0.05).reshape(shape)

    def arranged(x):
        return {
            "transposed": lambda: x.t().contiguous().t(),
            "permuted": lambda: torch.stack([x] * 4, 1).permute(2, 0, 1).contiguous().permute(1, 2, 0),
            "expanded": lambda: x[:1].expand(2, 3),
            "stepped": lambda: torch.stack([x, x], 2).reshape(2, 6)[:, ::2],
        }[layout]()

    def leaf(x, name):
        x = arranged(x) if layout else x.clone()
        if dtype is not None:
            x = x > 0.4 if dtype == "bool" else (x * 10).to(getattr(torch, dtype))
        return x.requires_grad_(name in requires_grad and (x.is_floating_point() or x.is_complex()))

    env = {name: leaf(values(2, 3, first=first), name) for name, first in zip("xyz", (0.1, 0.25, 0.6))}
    n = env["x"].clone()  # what is written in place: no leaf
    others = {  # clones: a leaf that is a view has other errors
        "s": torch.tensor(0.5, dtype=torch.float64),  # 0-dim
        "v": values(3),
        "w": values(3, first=0.3),
        "u": values(2),
        "p": values(3, 4),
        "q": values(2, 4),
        "B": values(5, 2, 3),
        "D": values(5, 3, 4),
        "E": values(5, 2, 4),
        "T": values(2, 3, 4),
    }
    others = {name: tensor.clone().requires_grad_(bool(requires_grad)) for name, tensor in others.items()}
    C = torch.complex(*(t.detach() for t in (values(2, 3), values(2, 3, first=0.3)))) if not OLD else None
    return {
        "torch": torch,
        "F": F,
        **env,
        **others,
        "n": n,
        "c": values(2, 3).clone(),  # constant
        "f": values(2, 3).float(),
        "h": values(2, 3).half(),
        "C": C if C is None else C.requires_grad_(bool(requires_grad)),
        "I": (values(2, 3) * 10).long(),
        "k": values(2, 3) > 0.4,
        "i": torch.tensor([0, 1]),
        "j": torch.tensor([[0, 1, 0], [1, 0, 1]]),
        "m": torch.tensor([True, False]),
        "o": values(2, 1),
        "e": torch.empty(0, 3, dtype=torch.float64),
        "e1": torch.empty(0, dtype=torch.float64),
        "N": values(3)[:1].expand(2, 3),  # expanded: a write is refused
    }


def attempt(text, env):
    """The value of a call, or of the last of several statements."""
    *statements, last = text.split("; ")
    exec("\n".join(statements), env)
    return eval(last, env)


def failure(error):
    """An exception as text, without the lines that tell where in PyTorch it comes from."""
    text = re.sub(r" \(Triggered internally .*?\)", "", f"{type(error).__name__}: {error}")
    return text.split("\nException raised from ")[0]


def outcome(text, env, describe):
    """What a call gives as `describe` tells it, or {"error": text}; with its warnings."""
    return apart(outcome_here, text, env, describe) if CAREFUL else outcome_here(text, env, describe)


def apart(function, *args):
    """What a function gives in a process of its own; an error that says so if that dies."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            json.dump(function(*args), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    return {"error": f"the process dies of {signal.Signals(status & 127).name}"} if status else json.loads(told)


def outcome_here(text, env, describe):
    """The outcome of a call in this process."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            told = describe(attempt(text, env))
        except Exception as error:
            told = {"error": failure(error)}
    if caught and isinstance(told, dict):
        told["warning"] = [failure(warning.message) for warning in caught]
    return told


def tensors_of(value):
    """The tensors of a result, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    return [tensor for item in value for tensor in tensors_of(item)] if isinstance(value, (tuple, list)) else []


def brief(tensor):
    """A tensor as "dtype shape"."""
    return f"{str(tensor.dtype)[6:]} {list(tensor.shape)}"


def name_of(tensor, env, results=()):
    """The name of the operand that has this tensor's data, "result", or "new" and what it is."""
    for name, known in [*env.items(), *(("result", result) for result in results)]:
        if (
            isinstance(known, torch.Tensor)
            and known.numel() == tensor.numel() > 0 == known.data_ptr() - tensor.data_ptr()
        ):
            return name if known.shape == tensor.shape else f"{name} as {list(tensor.shape)}"
    return f"new {brief(tensor)}"


def memory(tensor):
    """Where a tensor's storage is."""
    return (tensor.storage() if OLD else tensor.untyped_storage()).data_ptr()


def tell(value, env):
    """A result as text: dtype, shape and strides, and whose data it has."""
    if not isinstance(value, torch.Tensor):
        return [tell(item, env) for item in value] if isinstance(value, (tuple, list)) else repr(value)
    text = f"{brief(value)} {list(value.stride())}"
    for name, known in env.items():
        if known is value:
            return f"{text} is {name}"
        if value._base is not None and any(value._base is base for base in (known, getattr(known, "_base", None))):
            return f"{text} view of {name}"
    shared = [
        name
        for name, known in env.items()
        if isinstance(known, torch.Tensor) and value.numel() and memory(known) == memory(value)
    ]
    return f"{text} shares {shared[0]}" if shared else text


def chain(node, leaves):
    """A node's name and those of its inputs, as a nested list; an operand's name for a leaf that gathers a gradient."""
    if node is None:
        return None
    if hasattr(node, "variable"):
        return leaves.get(id(node.variable), "leaf")
    name = node.name() if hasattr(node, "name") else type(node).__name__
    return [
        name,
        *(chain(n, leaves) if not k else {"output": k, "of": chain(n, leaves)} for n, k in node.next_functions),
    ]


def saved_of(node, env, results):
    """What a node saves, by name: for a tensor whose it is, otherwise the value."""

    def told(value):
        if isinstance(value, torch.Tensor):
            return name_of(value, env, results)
        if isinstance(value, (tuple, list)):
            return [told(item) for item in value]
        return value if isinstance(value, (int, str, type(None))) else repr(value)

    found = {}
    for name in (name for name in dir(node) if name.startswith("_saved_")):
        try:
            found[name[len("_saved_") :]] = told(getattr(node, name))
        except Exception as error:
            found[name[len("_saved_") :]] = {"error": failure(error).split(":")[0]}
    return found


def facts(env):
    """A function that tells all of a result: text, graph, saved."""
    leaves = {id(value): name for name, value in env.items() if isinstance(value, torch.Tensor) and value.is_leaf}
    inputs = {name: value for name, value in env.items() if name != "n"}

    def describe(value):
        found = {"result": tell(value, env)}
        results = tensors_of(value)
        nodes = [tensor.grad_fn for tensor in results]
        if any(nodes):
            found["graph"] = [chain(node, leaves) for node in nodes] if len(nodes) > 1 else chain(nodes[0], leaves)
            saved = saved_of(next(filter(None, nodes)), inputs, results)
            if saved:
                found["saved"] = saved
        return found

    return describe


def probe(text, **settings):
    """All facts of one call on fresh operands."""
    env = operands(**settings)
    return outcome(text, env, facts(env))


def outcomes(calls):
    """All facts of each call; "as" and an earlier call where they are the same."""
    found = {}
    for text in calls:
        told = probe(text)
        earlier = next((other for other, known in found.items() if known == told and "graph" in told), None)
        found[text] = f"as {earlier}" if earlier else told
    return found


def used(text):
    """The differentiable operands that a call names."""
    return [name for name in DIFFERENTIABLE if re.search(rf"\b{name}\b", text)]


def saved_by_grad(main):
    """What the main call saves, by the operands that require grad."""
    names = used(main)
    found = {}
    for pick in range(2 ** len(names) - 1, 0, -1):
        chosen = [name for i, name in enumerate(names) if pick >> i & 1]
        told = probe(main, requires_grad="".join(chosen))
        found[" ".join(chosen)] = {key: told[key] for key in ("graph", "saved", "error") if key in told}
    return found


def by_dtype(main):
    """The result's dtype, or the error, when all of x, y, z have a dtype."""
    found = {}
    for dtype in DTYPES:
        env = operands("", dtype)
        found[dtype] = outcome(
            main, env, lambda value: " ".join(str(t.dtype)[6:] for t in tensors_of(value)) or type(value).__name__
        )
    return found


def complex_gradient(main):
    """What backward through the main call gives on complex operands."""

    def describe(value):
        results = [tensor for tensor in tensors_of(value) if tensor.requires_grad]
        if not results:
            return "no gradient"
        torch.autograd.backward(results, [torch.ones_like(tensor) for tensor in results])
        return " ".join(str(env[name].grad.dtype)[6:] if env[name].grad is not None else "None" for name in used(main))

    env = operands(dtype="complex128")
    return outcome(main, env, describe)


def by_layout(main):
    """The strides of the main call's result, by the layout of x, y and z, or of x alone."""

    def told_strides(env, value):
        return [tell(tensor, env).split(" ", 1)[1] for tensor in tensors_of(value)]

    found = {}
    for layout in ("transposed", "permuted", "expanded", "stepped", "x alone transposed"):
        env = operands("", layout=layout.split()[-1])
        if layout.startswith("x alone"):
            if len(used(main)) < 2:
                continue
            env.update({name: operands("")[name] for name in "yz"})
        told = outcome(main, env, partial(told_strides, env))
        if told and not isinstance(told, dict):
            found[layout] = told[0] if len(told) == 1 else told
    return found


def in_place_text(entry):
    """The in-place form of the main call, or None."""
    name = re.escape(entry.name)
    call = re.match(rf"(?:torch\.{name}\(x(?:, )?|x\.{name}\()(.*)\)$", entry.main)
    return f"n.{entry.name}_({call[1]})" if call and hasattr(torch.Tensor, entry.name + "_") else None


def in_place(text):
    """The in-place form: its facts, then on targets that are refused or of another dtype."""
    if text is None:
        return None
    found = {text: probe(text)}
    rest = text[1:]
    for target, code in {
        "a leaf": "x",
        "expanded": "N",
        "int64": "I",
        "bool": "k",
        "float32": "f",
        "shape [3]": "v.detach()",
        "empty [0, 3]": "e",
    }.items():
        env = operands("x" if target == "a leaf" else "")
        found[target] = outcome(code + rest, env, partial(tell, env=env))
    return found


def out_form(main):
    """The main call with out=: on targets that fit, that don't, that require grad."""
    if not main.startswith("torch.") or "error" in probe(main):
        return None
    sample = tensors_of(attempt(main, operands("")))

    def targets(make):
        made = [make(tensor) for tensor in sample]
        return made[0] if len(made) == 1 else tuple(made)

    def told_out(out, value):
        return {"result": tell(value, {"out": out} if isinstance(out, torch.Tensor) else {})}

    call = main[:-1] + ", out=out)"
    found = {}
    for label, make in {
        "fits": torch.empty_like,
        "empty": lambda t: torch.empty(0, dtype=t.dtype),
        "wrong shape": lambda t: torch.empty([*t.shape, 2], dtype=t.dtype),
        "transposed": lambda t: torch.empty_like(t).t().contiguous().t() if t.dim() == 2 else torch.empty_like(t),
        "expanded": lambda t: torch.empty((), dtype=t.dtype).expand(t.shape),
        "int64": lambda t: torch.empty(t.shape, dtype=torch.int64),
        "bool": lambda t: torch.empty(t.shape, dtype=torch.bool),
        "float32": lambda t: torch.empty(t.shape, dtype=torch.float32),
        "complex128": lambda t: torch.empty(t.shape, dtype=torch.complex128),
    }.items():
        env = operands("")
        try:
            env["out"] = targets(make)
        except Exception:
            continue
        found[label] = outcome(call, env, partial(told_out, env["out"]))
    env = {**operands(), "out": targets(torch.empty_like)}
    found["operands require grad"] = outcome(call, env, partial(tell, env={}))
    env = operands("")
    env["out"] = targets(lambda t: torch.empty_like(t).requires_grad_(t.is_floating_point()))
    found["out requires grad"] = outcome(call, env, partial(tell, env={}))
    return found


def accepted_names(call):
    """For each keyword of a call, the names that are accepted in its place."""
    if call is None:
        return None
    refused = probe(call).get("error")
    found = {"error": refused} if refused else {}
    for keyword in () if refused else re.findall(r"(\w+)=", call):
        names = ALIASES.get(keyword, keyword).split()
        found[keyword] = [name for name in names if "error" not in probe(re.sub(rf"\b{keyword}=", f"{name}=", call))]
    return found


def schemas(name):
    """The overloads that PyTorch knows, those of tensors."""
    found = []
    for variant in (name, name + "_"):
        try:
            known = map(str, torch._C._jit_get_schemas_for_operator(f"aten::{variant}"))
        except RuntimeError:
            known = ()
        found += [
            text[6:]
            for text in known
            if "Tensor" in text.split("->")[1] + text.split("->")[0] and "Dimname" not in text
        ]
    return found


def exists(name):
    """Where an operation of this name is found."""
    places = {
        "torch": torch,
        "Tensor": torch.Tensor,
        "F": F,
        "torch.special": getattr(torch, "special", None),
        "torch.linalg": getattr(torch, "linalg", None),
    }
    found = [place for place, owner in places.items() if hasattr(owner, name)]
    return found + [f"{place}, in place" for place in ("torch", "Tensor") if hasattr(places[place], name + "_")]


def derived_bad(entry):
    """Wrong calls that every operation can be given."""
    function = entry.main.split("(")[0]
    inner = entry.main[len(function) + 1 : -1]
    separator = ", " if inner else ""
    return [f"{function}()", f"{function}({inner}{separator}bogus=1)", f"{function}('a')", f"{function}(None)"]


def whole(entry):
    """The block of one operation."""
    told = outcomes(dict.fromkeys([*entry.calls, *derived_bad(entry)]))
    errors = {text: found["error"] for text, found in told.items() if "error" in found}
    found = {
        "family": entry.family,
        "exists": exists(entry.name.split(".")[-1]),
        "schemas": None if entry.form else schemas(entry.name.replace(".", "_")),
        "names": accepted_names(entry.keywords),
        "calls": {text: found for text, found in told.items() if text not in errors},
        "saved": saved_by_grad(entry.main),
        "dtypes": by_dtype(entry.main),
        "complex_gradient": complex_gradient(entry.main),
        "strides": by_layout(entry.main),
        "in_place": in_place(in_place_text(entry)),
        "out": out_form(entry.main),
        "errors": errors,
    }
    return {key: value for key, value in found.items() if key == "exists" or value not in (None, {}, [])}


def block(entry):
    """The block of one operation; 1.6 dies of some wrong calls: if so, each call gets a process of its own."""
    if not OLD:
        return whole(entry)
    found = apart(whole, entry)
    if "error" in found:
        CAREFUL.append(entry.name)
        found = whole(entry)
        CAREFUL.clear()
    return found


def differing(new, old):
    """What the older PyTorch says differently: the parts of `old` that aren't the same in `new`."""
    if not (isinstance(new, dict) and isinstance(old, dict)):
        return old
    keys = [key for key in old if key not in new or new[key] != old[key]]
    return {key: differing(new[key], old[key]) if key in new else old[key] for key in keys}


def older(new, old):
    """The block of 1.6: nothing but `exists` if it doesn't have the operation."""
    return {"exists": []} if new["exists"] and not old["exists"] else differing(new, old)


def written(value, depth=3):
    """JSON with a line for each fact."""
    if depth and isinstance(value, dict) and value:
        lines = [f"{json.dumps(key)}: {written(item, depth - 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n}"
    return json.dumps(value, ensure_ascii=False)


def main():
    warnings.simplefilter("ignore")
    if not OLD:
        torch.set_warn_always(True)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    wanted = sys.argv[1:]
    operations = [entry for family, table in TABLES.items() for entry in entries(family, table)]
    record = {entry.name + entry.form: block(entry) for entry in operations if not wanted or entry.family in wanted}
    newest = DATA / "ops_2_13.json"
    if OLD:
        known = json.loads(newest.read_text())
        for found in record.values():
            for key in ("schemas", "saved"):
                found.pop(key, None)
        record = {name: older(known[name], json.loads(json.dumps(found))) for name, found in record.items()}
    elif wanted and newest.exists():
        record = {**json.loads(newest.read_text()), **record}
    target = DATA / "ops_1_6.json" if OLD else newest
    target.write_text(written(record) + "\n")


if __name__ == "__main__":
    main()
