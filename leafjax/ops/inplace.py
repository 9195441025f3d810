"""The in-place and the `out=` form of a declared operation, derived from its record."""

from __future__ import annotations

import warnings
from typing import Any

from leafjax import errors
from leafjax.aliasing.geometry import Geometry, any_overlap, has_internal_overlap, partial_overlap
from leafjax.aliasing.storage import Spec, spec_of
from leafjax.autograd.modes import mode
from leafjax.dtypes import check_can_cast, from_numpy
from leafjax.execution.program import execute
from leafjax.graph import notes
from leafjax.tensor.alias import check_writable, write
from leafjax.tensor.tensor import Tensor


def run_in_place(op: Any, bound: tuple[Any, ...]) -> Tensor:
    """``op_``: the result written into the first argument. A refused or failed call changes nothing."""
    target = bound[0]
    operands = bound if op.plain else op.flat(bound)
    if mode.grad:
        try:
            check_writable(target, any([isinstance(x, Tensor) and x.needs_grad for x in operands]))
        except RuntimeError:
            op.settled(bound, in_place=True)  # arguments of a wrong type are looked at first
            raise
        refresh_views(operands)
    try:
        key = ("in place", op.key(bound))
        plan = op.plans.get(key)
    except TypeError:  # a list among the static arguments
        return run_in_place(op, op._hashable(bound))
    if plan is None:
        settled = op.settled(bound, in_place=True)
        if settled is not bound:
            return run_in_place(op, settled)
        if op.overlap != "late":
            check_overlap(target, operands, op.overlap, op.shown)
        plan = op.plans[key] = _plan_into(op, bound, target)
        if op.overlap == "late":
            check_overlap(target, operands, op.overlap, op.shown)
    else:
        check_overlap(target, operands, op.overlap, op.shown)
    if op.verify is not None:
        op.verify(*bound)
    value = execute(plan.signature, [x.value if isinstance(x, Tensor) else x for x in operands])
    node = op.record(plan, operands, own=target) if mode.grad and plan.differentiable else None
    if node is not None:
        node.metas = (target.spec,)
    write(target, value, node, op.name + "_", mode.grad)
    if node is not None and node.backward.saves_results:
        node.saved += node.backward.save_results((target,))
    return target


def refresh_views(operands: Any) -> None:
    """Let views of written bases get their nodes, or refuse, before anything else can fail: PyTorch's order."""
    for x in operands:
        if isinstance(x, Tensor) and x.base is not None:
            _ = x.grad_fn


def _plan_into(op: Any, bound: tuple[Any, ...], target: Tensor) -> Any:
    """The plan of an in-place call: the result must fit the written tensor in shape and dtype."""
    plan = op.plan(bound, in_place=True)
    found = plan.specs[0]
    if op.promote is not None:
        check_can_cast(found.dtype, target.spec.dtype)
    if found.size != target.spec.size:
        raise errors.inplace_broadcast(target.spec.size, found.size)
    return plan if found.dtype is target.spec.dtype else op.plan(bound, (target.spec,), in_place=True)


def check_overlap(target: Tensor, operands: Any, kind: str, name: str) -> None:
    """Raise if the written memory overlaps in a way that the operation does not allow (`Op.overlap`).

    "partial": itself, or an operand in part. "copy": the same, but a tensor may be copied onto itself. "all": itself, or
    an operand at all; "late": the same, after all other checks. "any": an operand at all. "fill": nothing. The last two
    warn of a target that overlaps itself. "none": no check.
    """
    if kind == "none" or (kind == "copy" and operands[1] is target):
        return
    if not target.spec.contiguous and has_internal_overlap(target.spec.size, target.spec.stride):
        if kind not in ("any", "fill"):
            raise errors.internal_overlap()
        warnings.warn(errors.expanded_target(name), UserWarning, stacklevel=5)
    if kind == "fill":
        return
    whole = kind in ("any", "all", "late")
    for x in operands[1:]:
        if isinstance(x, Tensor) and x.storage is target.storage:
            sizes = (target.spec.dtype.itemsize, x.spec.dtype.itemsize)
            refused = any_overlap if whole else partial_overlap
            if (whole and x is target) or refused(_geometry(target), _geometry(x), sizes):
                raise errors.partial_overlap()


def _geometry(t: Tensor) -> Geometry:
    return Geometry(t.spec.size, t.spec.stride, t.offset)


def run_into(op: Any, out: Any, bound: tuple[Any, ...]) -> Any:
    """``out=``: the results written into given tensors, which are resized if they have another shape."""
    bound = op.settled(op._hashable(bound))
    targets = tuple(out) if isinstance(out, (tuple, list)) else (out,)
    operands = op.flat(bound)
    try:
        plan = op.plan(bound)
    except (RuntimeError, IndexError):
        if op.formulas:
            check_out(op.shown, [*operands, *targets])  # which PyTorch looks at first
        raise
    if plan.differentiable:
        check_out(op.shown, [*operands, *targets])
    for target, aval in zip(targets, plan.signature.results, strict=True):
        check_can_cast(from_numpy(aval.dtype), target.spec.dtype)
    if not plan.many and plan.specs[0].dtype is not targets[0].spec.dtype:
        plan = op.plan(bound, into=(targets[0].spec,))
    if op.verify is not None:
        op.verify(*bound)
    for target, spec in zip(targets, plan.specs, strict=True):
        if target.spec.size == spec.size and has_internal_overlap(target.spec.size, target.spec.stride):
            raise errors.internal_overlap()
    values = execute(plan.signature, [x.value if isinstance(x, Tensor) else x for x in operands])
    for target, spec, value in zip(targets, plan.specs, values if plan.many else (values,), strict=True):
        fit(target, spec)
        write(target, value, None, f"{op.name}(out=)", mode.grad)
    return op.pack(targets, into=True) if plan.many else out


def store(name: str, result: Tensor, out: Tensor) -> Tensor:
    """Write the finished result of a composition into `out`."""
    check_can_cast(result.spec.dtype, out.spec.dtype)
    fit(out, result.spec)
    write(out, result.to(out.spec.dtype).value, None, f"{name}(out=)", mode.grad)
    return out


def check_out(name: str, tensors: Any) -> None:
    """`out=` is not differentiable: raise if a gradient would be lost."""
    needing = next((x for x in tensors if isinstance(x, Tensor) and x.needs_grad), None) if mode.grad else None
    if needing is not None:
        raise notes.out_needs_grad(errors.out_needs_grad(name), needing)


def fit(target: Tensor, spec: Spec) -> None:
    """Give a tensor the shape of the result that is written to it; PyTorch warns if it held something."""
    if target.spec.size == spec.size:
        return
    if target.spec.numel:
        warnings.warn(errors.out_resized(target.spec.size, spec.size), UserWarning, stacklevel=4)
    resize(target, spec.size, spec.stride)


def resize(target: Tensor, size: tuple[int, ...], stride: tuple[int, ...] | None = None) -> None:
    """Let a tensor have another size, on a storage with room for it."""
    from leafjax.aliasing.lens import IDENTITY
    from leafjax.aliasing.storage import Storage
    from leafjax.tensor.alias import zeros

    spec = spec_of(size, stride, target.spec.dtype)
    target.spec, target.offset, target.lens = spec, 0, IDENTITY
    target.storage = Storage(zeros(spec), spec.stride)
    target._seen = -1
