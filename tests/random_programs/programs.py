"""Random programs of views, in-place writes, modes, hooks and backward, as data: any backend can run them.

A program is a list of steps on a growing list of tensors. `run` executes it with `torch` being real PyTorch or leafjax,
and notes after every step what a user could see. A step that does not apply (wrong shape) raises in both.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

Step = tuple[Any, ...]

VIEWS = ("select", "slice", "step", "t", "flat", "unsqueeze", "squeeze", "expand", "diagonal", "narrow", "as_strided")
WRITES = ("mul_", "add_", "copy_", "tanh_", "zero_", "fill_", "setitem", "set_index", "mask_", "exp_")
PURE = ("mul", "add", "tanh", "exp", "clone", "sum", "index", "cat", "where")


@dataclass(frozen=True)
class Program:
    """`bases`: one (shape, requires_grad) per starting tensor; `steps`: what happens."""

    bases: tuple[tuple[tuple[int, ...], bool], ...]
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        lines = [f"t{i} = base({shape}, requires_grad={g})" for i, (shape, g) in enumerate(self.bases)]
        return "\n".join([*lines, *[f"{i}: {' '.join(map(str, s))}" for i, s in enumerate(self.steps)]])


def base(torch: Any, index: int, shape: tuple[int, ...], requires_grad: bool) -> Any:
    """A starting tensor with numbers of its own."""
    n = 1
    for length in shape:
        n *= length
    t = (torch.arange(n, dtype=torch.float64).reshape(shape) + 1 + 10 * index) / 16
    return t.clone().requires_grad_(requires_grad)


class Run:
    """The state of a running program: its tensors, and what was seen."""

    def __init__(self, torch: Any, program: Program) -> None:
        self.torch = torch
        self.tensors = [base(torch, i, s, g) for i, (s, g) in enumerate(program.bases)]
        self.leaves = list(self.tensors)
        self.seen: list[Any] = []
        self.calls: list[Any] = []

    def go(self, program: Program) -> list[Any]:
        """Run all steps; returns what was seen after each."""
        for step in program.steps:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.seen.append((self.attempt(step), [self.facts(t) for t in self.tensors]))
        self.seen.append(("hooks", self.calls))
        return self.seen

    def attempt(self, step: Step) -> str:
        """Run one step; what it raised, or "ok"."""
        try:
            self.step(*step)
        except Exception as error:
            return f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
        return "ok"

    def facts(self, t: Any) -> Any:
        """What a user can see of a tensor, in one fixed order: reading `grad_fn` can change it."""
        try:
            leaf, requires = t.is_leaf, t.requires_grad
            node = t.grad_fn
            below = (
                None if node is None else [(None if n is None else type(n).__name__, i) for n, i in node.next_functions]
            )
            grad = None if not leaf and not t.retains_grad else t.grad
            return (
                leaf, requires, None if node is None else type(node).__name__, below, t.output_nr, t._version,
                t._is_view(), tuple(t.shape), tuple(t.stride()), t.storage_offset(), values(t), None if grad is None else values(grad),
            )  # fmt: skip
        except Exception as error:
            return f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"

    def pick(self, i: int) -> Any:
        return self.tensors[i % len(self.tensors)]

    def step(self, kind: str, mode: str, a: int, b: int, k: int) -> None:
        """One step: `kind` on tensors number `a` and `b` with a small number `k`; `mode` "no_grad" or ""."""
        if mode == "no_grad":
            with self.torch.no_grad():
                self.act(kind, self.pick(a), self.pick(b), k)
        else:
            self.act(kind, self.pick(a), self.pick(b), k)

    def act(self, kind: str, x: Any, y: Any, k: int) -> None:
        out = getattr(self, "do_" + kind)(x, y, k)
        if out is not None and len(self.tensors) < 24:
            self.tensors.extend(out if isinstance(out, (tuple, list)) else [out])

    # ---- views ----

    def do_select(self, x: Any, y: Any, k: int) -> Any:
        return x.select(k % max(x.dim(), 1), k % 2)

    def do_slice(self, x: Any, y: Any, k: int) -> Any:
        return x[k % 2 :]

    def do_step(self, x: Any, y: Any, k: int) -> Any:
        return x[..., :: 1 + k % 3]

    def do_t(self, x: Any, y: Any, k: int) -> Any:
        return x.transpose(0, -1)

    def do_flat(self, x: Any, y: Any, k: int) -> Any:
        return x.view(-1)

    def do_unsqueeze(self, x: Any, y: Any, k: int) -> Any:
        return x.unsqueeze(k % (x.dim() + 1))

    def do_squeeze(self, x: Any, y: Any, k: int) -> Any:
        return x.squeeze() if k % 2 else x.squeeze(0)

    def do_expand(self, x: Any, y: Any, k: int) -> Any:
        return x.expand(2, *x.shape)

    def do_diagonal(self, x: Any, y: Any, k: int) -> Any:
        return x.diagonal()

    def do_narrow(self, x: Any, y: Any, k: int) -> Any:
        return x.narrow(0, k % 2, 1)

    def do_as_strided(self, x: Any, y: Any, k: int) -> Any:
        return x.as_strided((2,), (1 + k % 2,), x.storage_offset())

    def do_permute(self, x: Any, y: Any, k: int) -> Any:
        return x.permute(*[(d + k) % x.dim() for d in range(x.dim())])

    def do_movedim(self, x: Any, y: Any, k: int) -> Any:
        return x.movedim(k % 2, -1)

    def do_unflatten(self, x: Any, y: Any, k: int) -> Any:
        return x.unflatten(0, (-1, 1 + k % 2))

    def do_chunk(self, x: Any, y: Any, k: int) -> Any:
        return x.chunk(2, k % 2)

    def do_complex(self, x: Any, y: Any, k: int) -> Any:
        return self.torch.view_as_complex(x)

    def do_real(self, x: Any, y: Any, k: int) -> Any:
        return x.real if k % 2 else self.torch.view_as_real(x)

    def do_conj(self, x: Any, y: Any, k: int) -> Any:
        return x.conj()

    def do_unbind(self, x: Any, y: Any, k: int) -> Any:
        return x.unbind(0)[:2]

    def do_split(self, x: Any, y: Any, k: int) -> Any:
        return x.split(1 + k % 2)[:2]

    def do_detach(self, x: Any, y: Any, k: int) -> Any:
        return x.detach()

    def do_data(self, x: Any, y: Any, k: int) -> Any:
        return x.data

    def do_detach_view(self, x: Any, y: Any, k: int) -> Any:
        return x.detach()[k % 2 :]

    # ---- writes ----

    def do_mul_(self, x: Any, y: Any, k: int) -> None:
        x.mul_(apart(y, x))

    def do_add_(self, x: Any, y: Any, k: int) -> None:
        x.add_(apart(y, x))

    def do_scale_(self, x: Any, y: Any, k: int) -> None:
        x.mul_(0.5 + k / 4)

    def do_copy_(self, x: Any, y: Any, k: int) -> None:
        x.copy_(apart(y, x))

    def do_tanh_(self, x: Any, y: Any, k: int) -> None:
        x.tanh_()

    def do_exp_(self, x: Any, y: Any, k: int) -> None:
        x.sub_(3.0).exp_()

    def do_zero_(self, x: Any, y: Any, k: int) -> None:
        x.zero_()

    def do_fill_(self, x: Any, y: Any, k: int) -> None:
        x.fill_(k / 8 + 0.01)

    def do_setitem(self, x: Any, y: Any, k: int) -> None:
        if not x.dim():
            return  # PyTorch's message names a size from memory that was never set
        x[k % 2] = apart(y[k % 2] if y.dim() else y, x)

    def do_set_index(self, x: Any, y: Any, k: int) -> None:
        x[self.torch.tensor([k % 2])] = apart(y, x)

    def do_set_number(self, x: Any, y: Any, k: int) -> None:
        x[..., k % 2] = k / 4 + 0.01

    def do_index_put_(self, x: Any, y: Any, k: int) -> None:
        if 0 in x.stride():
            return  # which of several writes to one place is the last depends on PyTorch's loops
        twice = [0, k % 2 % len(x)]  # only sums: PyTorch gives every writer of one place the gradient
        at = twice if k % 4 > 1 else [k % 2, 1 - k % 2][: len(x)]
        x.index_put_((self.torch.tensor(at),), apart(y, x), accumulate=k % 4 > 1)

    def do_index_add_(self, x: Any, y: Any, k: int) -> None:
        x.index_add_(0, self.torch.tensor([k % 2]), apart(y, x))

    def do_scatter_(self, x: Any, y: Any, k: int) -> None:
        x.scatter_(0, self.torch.zeros(x.shape, dtype=self.torch.int64)[:1], apart(y, x))

    def do_relu_(self, x: Any, y: Any, k: int) -> None:
        x.sub_(1.03).relu_()

    def do_reshape_(self, x: Any, y: Any, k: int) -> None:
        (x.t_, x.squeeze_, lambda: x.unsqueeze_(0), lambda: x.transpose_(0, -1))[k % 4]()

    def do_out(self, x: Any, y: Any, k: int) -> Any:
        return self.torch.mul(x, y, out=self.torch.zeros(x.shape, dtype=self.torch.float64))

    def do_mask_(self, x: Any, y: Any, k: int) -> None:
        x.masked_fill_(x.detach() > 1, k / 8 + 0.01)

    # ---- pure ----

    def do_mul(self, x: Any, y: Any, k: int) -> Any:
        return x * y

    def do_add(self, x: Any, y: Any, k: int) -> Any:
        return x + y

    def do_tanh(self, x: Any, y: Any, k: int) -> Any:
        return x.tanh()

    def do_exp(self, x: Any, y: Any, k: int) -> Any:
        return (x / 8).exp()

    def do_matmul(self, x: Any, y: Any, k: int) -> Any:
        return x @ y

    def do_square(self, x: Any, y: Any, k: int) -> Any:
        return x**2

    def do_max(self, x: Any, y: Any, k: int) -> Any:
        return x.max(0)[0]

    def do_clone(self, x: Any, y: Any, k: int) -> Any:
        return x.clone()

    def do_sum(self, x: Any, y: Any, k: int) -> Any:
        return x.sum(0)

    def do_index(self, x: Any, y: Any, k: int) -> Any:
        return x[self.torch.tensor([0, k % 2, 0])]

    def do_cat(self, x: Any, y: Any, k: int) -> Any:
        return self.torch.cat([x, y])

    def do_where(self, x: Any, y: Any, k: int) -> Any:
        return self.torch.where(x.detach() > 1, x, y)

    # ---- graph ----

    def do_read(self, x: Any, y: Any, k: int) -> None:
        _ = x.grad_fn

    def do_requires(self, x: Any, y: Any, k: int) -> None:
        x.requires_grad_(k % 4 != 0)

    def do_retain(self, x: Any, y: Any, k: int) -> None:
        x.retain_grad()

    def do_hook(self, x: Any, y: Any, k: int) -> None:
        number = len(self.calls) * 100 + k
        x.register_hook(lambda g: self.calls.append((number, values(g))) or (g * 2 if k % 2 else None))

    def do_backward(self, x: Any, y: Any, k: int) -> None:
        x.sum().backward(retain_graph=bool(k % 2))

    def do_grad(self, x: Any, y: Any, k: int) -> Any:
        found = self.torch.autograd.grad(
            (x * x).sum(), [y], retain_graph=True, create_graph=bool(k % 2), allow_unused=True
        )
        self.calls.append(("grad", None if found[0] is None else values(found[0])))


def apart(y: Any, x: Any) -> Any:
    """`y`, unless it may share part of its memory with `x`: what PyTorch then writes depends on the order of its loops."""
    return y if y is x else y * 1


def values(t: Any) -> list[float]:
    """The numbers of a tensor, flat, rounded to what two implementations must share."""
    flat = t.detach().clone().reshape(-1).tolist()
    parts = [p for v in flat for p in ((v.real, v.imag) if isinstance(v, complex) else (v,))]
    return [float(f"{v:.9e}") if abs(v) < 1e100 else repr(v) for v in parts]


KINDS = (
    *VIEWS, "unbind", "split", "detach", "data", "detach_view", *WRITES, "scale_", "set_number", *PURE,
    "permute", "movedim", "unflatten", "chunk", "complex", "real", "conj", "index_put_", "index_add_", "scatter_", "relu_",
    "reshape_", "out", "matmul", "square", "max",
    "read", "requires", "retain", "hook", "backward", "grad",
)  # fmt: skip
WEIGHTS = {
    "complex": 1,
    "conj": 1,
    "backward": 1,
    "grad": 1,
    "requires": 1,
    "as_strided": 1,
    "expand": 1,
    "detach_view": 3,
    "select": 3,
    "slice": 3,
    "mul_": 3,
    "copy_": 3,
    "setitem": 3,
}


def random_program(rng: Any, length: int) -> Program:
    """A program drawn with a `random.Random`, biased towards detach, then view, then write."""
    shapes = [(2, 3), (2, 2), (4,), (2,), (), (1, 3), (2, 2, 2)]
    bases = tuple([(rng.choice(shapes), rng.random() < 0.4) for _ in range(rng.randint(1, 3))])
    kinds = [k for k in KINDS for _ in range(WEIGHTS.get(k, 2))]
    steps = tuple(
        [
            (
                rng.choice(kinds),
                "no_grad" if rng.random() < 0.12 else "",
                rng.randint(0, 30),
                rng.randint(0, 30),
                rng.randint(0, 7),
            )
            for _ in range(length)
        ]
    )
    return Program(bases, steps)
