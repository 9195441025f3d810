"""A failed in-place operation leaves value, version, history and graph as they were, and what comes after works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import leafjax
from leafjax.aliasing.lens import Lens, Permute, Select, Slice
from leafjax.execution.kernel import Signature

Target = Callable[[Any], tuple[Any, Any]]  # makes the tensor to write, and the one whose gradient is asked for


def leaf(torch: Any) -> tuple[Any, Any]:
    x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
    return x, x


def plain(torch: Any) -> tuple[Any, Any]:
    x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    return x, None


def interior(torch: Any) -> tuple[Any, Any]:
    x = leaf(torch)[0]
    return x * 2, x


def part(torch: Any) -> tuple[Any, Any]:
    x = torch.ones(3, 2, 3, requires_grad=True)
    return (x * 2)[1], x


def chain(torch: Any) -> tuple[Any, Any]:
    x = torch.ones(3, 4, 2, requires_grad=True)
    return (x * 2).transpose(0, 2)[:, 1:][:, :, :3].select(1, 0), x


def detached(torch: Any) -> tuple[Any, Any]:
    return leaf(torch)[0].detach()[:2], None


def unbound(torch: Any) -> tuple[Any, Any]:
    x = torch.ones(3, 2, 3, requires_grad=True)
    return (x * 2).unbind(0)[0], x


def of_no_grad(torch: Any) -> tuple[Any, Any]:
    x = torch.ones(3, 2, 3, requires_grad=True)
    y = x * 2
    with torch.no_grad():
        return y[0], x


TARGETS: dict[str, Target] = {
    f.__name__: f for f in (leaf, plain, interior, part, chain, detached, unbound, of_no_grad)
}

# Calls that no target of shape [2, 3] takes.
BAD: dict[str, Callable[[Any, Any], Any]] = {
    "add_ of another shape": lambda torch, x: x.add_(torch.ones(4)),
    "mul_ of a tensor that grows it": lambda torch, x: x.mul_(torch.ones(2, 2, 3)),
    "add_ of complex numbers": lambda torch, x: x.add_(torch.ones(3, dtype=torch.complex64)),
    "div_ by a string": lambda torch, x: x.div_("2"),
    "copy_ of another shape": lambda torch, x: x.copy_(torch.ones(5)),
    "fill_ with a vector": lambda torch, x: x.fill_(torch.ones(2)),
    "clamp_ without bounds": lambda torch, x: x.clamp_(),
    "bitwise_and_": lambda torch, x: x.bitwise_and_(1),
    "masked_fill_ with a float mask": lambda torch, x: x.masked_fill_(torch.ones(2, 3), 0.0),
    "index_add_ out of range": lambda torch, x: x.index_add_(0, torch.tensor([5]), torch.ones(1, 3)),
    "index_add_ of another size": lambda torch, x: x.index_add_(0, torch.tensor([0]), torch.ones(2, 3)),
    "scatter_ out of range": lambda torch, x: x.scatter_(0, torch.tensor([[9]]), torch.ones(1, 1)),
    "index_put_ of another shape": lambda torch, x: x.index_put_((torch.tensor([0]),), torch.ones(2)),
    "an index out of range": lambda torch, x: x.__setitem__((0, 7), 1.0),
    "an index tensor out of range": lambda torch, x: x.__setitem__(torch.tensor([4]), 1.0),
    "a value of another shape": lambda torch, x: x.__setitem__(0, torch.ones(2)),
    "a mask of another shape": lambda torch, x: x.__setitem__(torch.ones(3, 3) > 0, 1.0),
    "a value that is no number": lambda torch, x: x.__setitem__(0, "no"),
    "too many indices": lambda torch, x: x.__setitem__((0, 0, 0), 1.0),
    "t_ where squeeze_ has no such dimension": lambda torch, x: x.squeeze_(4),
    "unsqueeze_ out of range": lambda torch, x: x.unsqueeze_(9),
    "normal_ with a negative deviation": lambda torch, x: x.normal_(0, -1),
    "uniform_ with crossed bounds": lambda torch, x: x.uniform_(1, 0),
    "an out= of another dtype": lambda torch, x: torch.add(torch.ones(2, 3), 1, out=x.detach().long()),
    "requires_grad_ of no bool": lambda torch, x: x.requires_grad_("yes"),
}


def snapshot(t: Any, seen: tuple[Any, ...] = ()) -> Any:
    """Everything that a failed write must leave alone, of a tensor and its base. `grad_fn` by identity."""
    base = t._base
    return (
        t.detach().clone().tolist(), t._version, t.shape, t.stride(), t.storage_offset(), t._grad_fn, t.output_nr,
        t._requires_grad, t._grad, t.storage, t.storage.generation, t.storage.untracked, len(t.storage.history or ()),
        snapshot(base) if base is not None else None,
    )  # fmt: skip


@pytest.mark.parametrize("call", BAD)
@pytest.mark.parametrize("target", TARGETS)
def test_a_bad_call_changes_nothing(target: str, call: str) -> None:
    x, source = TARGETS[target](leafjax)
    before = snapshot(x)
    with pytest.raises((RuntimeError, IndexError, TypeError, ValueError, NotImplementedError)):
        BAD[call](leafjax, x)
        x.tolist()  # an index that is out of range may be noticed when it is computed
    assert snapshot(x) == before
    _works_still(x, source)


def _works_still(x: Any, source: Any) -> None:
    """A correct write, and a backward pass."""
    with leafjax.no_grad():
        x.add_(1)
    if source is not None and source is not x and x.creation.name == "DEFAULT":
        (g,) = leafjax.autograd.grad(x.sum(), source)
        assert g.shape == source.shape


@pytest.mark.parametrize("target", ["leaf", "unbound", "of_no_grad"])
@pytest.mark.parametrize(
    "write",
    [
        lambda x: x.add_(1),
        lambda x: x.__setitem__(0, 1.0),
        lambda x: x.__setitem__(leafjax.tensor([0]), 1.0),
        lambda x: x.zero_(),
        lambda x: x.t_(),
        lambda x: x.normal_(),
        lambda x: x.masked_fill_(x.detach() > 1, 0),
        lambda x: x.copy_(leafjax.ones(2, 3)),
    ],
)
def test_a_refused_write_changes_nothing(target: str, write: Any) -> None:
    x, _ = TARGETS[target](leafjax)
    before = snapshot(x)
    with pytest.raises(RuntimeError):
        write(x)
    assert snapshot(x) == before


@pytest.mark.parametrize("step", [Select, Slice, Permute])
def test_a_failure_in_the_middle_of_a_view_chain(step: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """The write through several views breaks at one of them: nothing was written at any."""
    x, source = chain(leafjax)
    x.tolist()
    before = snapshot(x)

    def broken(self: Any, *_: Any) -> Any:
        raise MemoryError("in the middle")

    with monkeypatch.context() as patch:
        patch.setattr(step, "put", broken)
        patch.setattr(Lens, "put", lambda self, root, part: self.put_array(root.array(), part.array()))
        with pytest.raises(MemoryError):
            x.mul_(2)
    assert snapshot(x) == before
    x.mul_(3)
    (g,) = leafjax.autograd.grad(x.sum(), source)
    assert g.sum().item() == 6.0 * x.numel()


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, MemoryError])
def test_an_interruption_while_running_leaves_the_program(interruption: type, monkeypatch: pytest.MonkeyPatch) -> None:
    x = leafjax.ones(2, 3)
    x[0].mul_(4)
    with monkeypatch.context() as patch:
        patch.setattr(Signature, "compiled", property(lambda self: (_ for _ in ()).throw(interruption())))
        patch.setattr("leafjax.execution.compiler._whole", {})
        patch.setattr("leafjax.execution.compiler._seen", {})
        with pytest.raises(interruption):
            x.tolist()
    assert x.tolist() == [[4.0] * 3, [1.0] * 3]


class Awkward:
    """A value whose conversion to a number raises."""

    def __float__(self) -> float:
        raise OSError("not now")


def test_a_value_that_raises_while_it_is_read_changes_nothing() -> None:
    x, _ = interior(leafjax)
    before = snapshot(x)
    with pytest.raises((OSError, TypeError)):
        x[0] = Awkward()
    assert snapshot(x) == before


def test_a_backward_that_raises_keeps_what_has_arrived() -> None:
    """Leaves that were reached keep their gradient, as in PyTorch; the graph that ran is freed."""
    a = leafjax.ones(2, requires_grad=True)
    b = leafjax.ones(2, requires_grad=True)
    middle = b * 2
    middle.register_hook(lambda g: (_ for _ in ()).throw(ValueError("no")))
    loss = (a * 3 + middle).sum()
    with pytest.raises(ValueError, match="no"):
        loss.backward()
    assert b.grad is None
    (b * b).sum().backward()
    assert b.grad.tolist() == [2.0, 2.0]


@pytest.mark.torch
@pytest.mark.parametrize("call", BAD)
@pytest.mark.parametrize("target", TARGETS)
def test_the_error_is_pytorchs(target: str, call: str) -> None:
    torch = pytest.importorskip("torch")
    said = []
    for module in (torch, leafjax):
        x = TARGETS[target](module)[0]
        with pytest.raises(Exception) as caught:
            BAD[call](module, x)
            x.tolist()
        said.append((caught.type.__name__, str(caught.value).splitlines()[0]))
    assert said[0] == said[1]
