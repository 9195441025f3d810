"""Recording and running: what is deferred, what is compiled, and that JAX's settings stay the host's."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import leafjax
from leafjax.execution import compiler, program
from leafjax.execution.compiler import stats

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def immediate() -> Iterator[None]:
    leafjax.config.execution = "immediate"
    yield
    leafjax.config.execution = "deferred"


def varied() -> list[Any]:
    """Values of a program with views, writes, reductions and a backward pass."""
    x = leafjax.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=leafjax.float64, requires_grad=True)
    buffer = leafjax.zeros(2, 2, dtype=leafjax.float64)
    buffer[0] = x.exp().sum(0)
    buffer.t()[1].mul_(x[1] @ x)
    loss = (buffer.softmax(0) * x).sum()
    loss.backward()
    return [loss.item(), buffer.tolist(), x.grad.tolist(), buffer[buffer > 1].tolist()]


HOST = """
import json, jax, jax.numpy as jnp
before = {k: v for k, v in jax.config.values.items()}
seen = []
def host(): seen.append(str(jnp.arange(3.0).dtype))
host()
import leafjax
host()
x = leafjax.tensor([0.1, 0.2], dtype=leafjax.float64, requires_grad=True)
y = (x * x).sum()
host()
y.backward()
z = jax.jit(lambda a: a * 2)(jnp.ones(2))
seen.append(str(z.dtype))
value = x.grad[0].item()
host()
changed = [k for k, v in jax.config.values.items() if before.get(k) != v]
print(json.dumps([seen, changed, value]))
"""


@pytest.mark.parametrize(("x64", "dtype"), [("0", "float32"), ("1", "float64")])
def test_the_host_keeps_its_own_precision(x64: str, dtype: str) -> None:
    """A JAX program with x64 off (or on) next to leafjax's float64: both as if the other were not there."""
    done = subprocess.run(
        [sys.executable, "-c", HOST], cwd=ROOT, env={"JAX_ENABLE_X64": x64, "PATH": "", "JAX_PLATFORMS": "cpu"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    seen, changed, value = json.loads(done.stdout)
    assert seen == [dtype] * 5
    assert changed == []
    assert value == 0.2  # to the last bit of float64


def test_immediate_and_deferred_give_the_same(immediate: None) -> None:
    now = varied()
    leafjax.config.execution = "deferred"
    later = varied()
    for a, b in zip(now, later, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-14)


def test_there_are_two_modes() -> None:
    with pytest.raises(ValueError, match="'deferred' or 'immediate', not 'eager'"):
        leafjax.config.execution = "eager"


@pytest.mark.parametrize(
    "read",
    [
        lambda t: t.item(), float, bool, lambda t: t.tolist(), lambda t: t.numpy(), repr, np.asarray, lambda t: f"{t}", int,
    ],
)  # fmt: skip
def test_nothing_runs_before_somebody_looks(read: Any) -> None:
    x = leafjax.ones(1)
    x.tolist()
    runs = stats.runs
    y = x * 3 + 1
    y[0] = 5.0
    assert stats.runs == runs
    read(y)
    assert stats.runs == runs + 1


def test_one_program_after_warm_up_and_numbers_are_no_part_of_it() -> None:
    w = leafjax.ones(3, requires_grad=True)
    compiled = []
    for step in range(12):
        loss = ((w * (1 + step / 10)) ** 2).sum()
        loss.backward()
        with leafjax.no_grad():
            w -= 0.1 / (step + 1) * w.grad
            w[step % 3] += step
        w.grad = None
        loss.item()
        compiled.append(stats.compiled)
    assert len(set(compiled[3:])) == 1


def test_another_shape_is_another_program() -> None:
    def run(n: int) -> None:
        for _ in range(3):
            (leafjax.ones(n) * 2 - 1).sum().item()

    run(5)
    before = stats.compiled
    run(5)
    assert stats.compiled == before
    run(6)
    assert stats.compiled == before + 1


def test_what_nobody_holds_is_neither_computed_nor_kept() -> None:
    x = leafjax.ones(4)
    gone = weakref.ref((x * 7).value)
    kept = x * 3
    gc.collect()
    assert gone() is None
    seen: list[Any] = []
    original = program.run_program
    program.run_program = lambda structure, inputs: seen.append(structure) or original(structure, inputs)  # type: ignore[func-returns-value]
    try:
        kept.tolist()
    finally:
        program.run_program = original
    alive = seen[0][2]
    assert sum(alive) < len(alive)


def test_a_program_that_nobody_reads_does_not_grow_without_bound() -> None:
    x = leafjax.ones(2)
    for _ in range(program.LONGEST + 10):
        x = x + 1
    assert len(program.state.program.signatures) < program.LONGEST
    assert x.tolist() == [program.LONGEST + 11.0] * 2


def test_tracers_run_at_once_inside_their_trace() -> None:
    def f(a: Any) -> Any:
        t = leafjax.as_tensor(a)
        t = t.clone()
        t[0] = t[1] * 3
        return (t.exp() * t).sum().value.array()

    x = jnp.asarray([1.0, 2.0])
    plain = float(np.exp(6.0) * 6 + np.exp(2.0) * 2)
    assert float(jax.jit(f)(x)) == pytest.approx(plain, rel=1e-6)
    assert jax.grad(f)(x)[0] == 0
    assert jax.vmap(f)(jnp.stack([x, x])).shape == (2,)
    with pytest.raises(jax.errors.TracerArrayConversionError):
        jax.jit(lambda a: leafjax.as_tensor(a).item())(jnp.ones(1))


def test_a_program_that_fails_can_be_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    x = leafjax.ones(2) * 5
    with monkeypatch.context() as patch:
        patch.setattr(program, "run_program", lambda *_: (_ for _ in ()).throw(MemoryError("no room")))
        with pytest.raises(MemoryError):
            x.tolist()
    assert x.tolist() == [5.0, 5.0]
    assert (x + 1).tolist() == [6.0, 6.0]


def test_two_threads_record_programs_of_their_own() -> None:
    found: dict[int, Any] = {}
    shared = leafjax.ones(3) * 2

    def work(n: int) -> None:
        t = shared * n
        for _ in range(50):
            t = t + n
        found[n] = t.tolist()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: [2.0 * n + 50 * n] * 3 for n in range(1, 5)}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: x + leafjax.ones(4),
        lambda x: x @ leafjax.ones(5),
        lambda x: x.view(7),
        lambda x: x.bitwise_and(x),
        lambda x: x.add_(leafjax.ones(2, 3)),
        lambda x: leafjax.cat([x, leafjax.ones(2, 2)]),
    ],
)
def test_shapes_and_dtypes_are_checked_on_the_line_that_records(wrong: Any) -> None:
    x = leafjax.ones(3)
    x.tolist()
    runs = stats.runs
    with pytest.raises((RuntimeError, NotImplementedError)) as caught:
        wrong(x)
    assert any([frame.path == Path(__file__) for frame in caught.traceback])
    assert stats.runs == runs
    assert (x + 1).tolist() == [2.0] * 3


def test_long_programs_run_kernel_by_kernel() -> None:
    """Compiling takes longer than linear time: a program of more than `WHOLE_UP_TO` kernels is not compiled whole."""

    def run() -> float:
        x = leafjax.ones(())
        for _ in range(compiler.WHOLE_UP_TO + 5):
            x = x * 1
        return x.item()  # type: ignore[no-any-return]

    run()
    before = stats.compiled
    assert [run(), run()] == [1.0, 1.0]
    assert stats.compiled == before
