"""One training step of a 3-layer MLP, written once, beside PyTorch's eager mode and a hand-written `jax.jit` step.

The step is plain eager code over a module argument: forward, mean squared error, backward, SGD by hand under `no_grad`.
All three are timed in turn, one block each, many times over; only the ratios of the medians mean anything.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

RATE = 0.05


def data(batch: int, width: int) -> dict[str, np.ndarray]:
    """The same float32 numbers for everyone: inputs, targets, weights, biases."""
    rng = np.random.default_rng(0)
    arrays = {"x": rng.normal(size=(batch, width)), "y": rng.normal(size=(batch, width))}
    for layer in range(3):
        arrays[f"w{layer}"] = rng.normal(size=(width, width)) / np.sqrt(width)
        arrays[f"b{layer}"] = np.zeros(width)
    return {k: v.astype(np.float32) for k, v in arrays.items()}


def eager(torch: Any, batch: int, width: int) -> tuple[Callable[[], Any], list[Any]]:
    """The step in PyTorch's style, for any module that speaks it; returns it with its parameters."""
    given = {k: torch.tensor(v) for k, v in data(batch, width).items()}
    x, y = given["x"], given["y"]
    params = [given[f"{kind}{layer}"].requires_grad_() for layer in range(3) for kind in "wb"]
    w0, b0, w1, b1, w2, b2 = params

    def step() -> Any:
        h = torch.relu(x @ w0 + b0)
        h = torch.relu(h @ w1 + b1)
        out = h @ w2 + b2
        loss = ((out - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in params:
                p -= RATE * p.grad
                p.grad = None
        return loss

    return step, params


def jitted(batch: int, width: int) -> tuple[Callable[[], Any], Callable[[], list[Any]]]:
    """The same step as one compiled JAX function of its parameters."""
    import jax
    import jax.numpy as jnp

    given = {k: jnp.asarray(v) for k, v in data(batch, width).items()}
    x, y = given["x"], given["y"]
    state = [given[f"{kind}{layer}"] for layer in range(3) for kind in "wb"]

    def loss_of(params: Any) -> Any:
        w0, b0, w1, b1, w2, b2 = params
        h = jax.nn.relu(x @ w0 + b0)
        h = jax.nn.relu(h @ w1 + b1)
        return ((h @ w2 + b2 - y) ** 2).mean()

    @jax.jit
    def update(params: Any) -> Any:
        loss, grads = jax.value_and_grad(loss_of)(params)
        return loss, [p - RATE * g for p, g in zip(params, grads, strict=True)]

    def step() -> Any:
        nonlocal state
        loss, state = update(state)
        return loss.block_until_ready()

    return step, lambda: state


def interleaved(steps: dict[str, Callable[[], Any]], blocks: int, block: int) -> dict[str, float]:
    """Median seconds per step, from blocks taken in turn."""
    times: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(blocks):
        for name, step in steps.items():
            start = time.perf_counter()
            for _ in range(block):
                step()
            times[name].append((time.perf_counter() - start) / block)
    return {name: statistics.median(found) for name, found in times.items()}


def main() -> None:
    """Time the steps and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=40)
    parser.add_argument("--block", type=int, default=25)
    given = parser.parse_args()

    import leafjax
    from leafjax.execution.compiler import stats

    ours, ours_params = eager(leafjax, given.batch, given.width)
    hand, hand_params = jitted(given.batch, given.width)
    # A loop that reads its loss at every step, as `print(loss.item())` does: nothing stays unexecuted.
    steps: dict[str, Callable[[], Any]] = {"leafjax": lambda: ours().item(), "jax.jit, by hand": hand}
    try:
        import torch
    except ImportError:
        print("PyTorch is not installed: no comparison with it")
    else:
        theirs, their_params = eager(torch, given.batch, given.width)
        steps["torch eager"] = lambda: theirs().item()
    for step in steps.values():
        for _ in range(20):
            step()
    programs = stats.compiled
    times = interleaved(steps, given.blocks, given.block)
    again = stats.compiled - programs
    base = times.get("torch eager", times["jax.jit, by hand"])
    print(f"3-layer MLP, batch {given.batch}, width {given.width}; programs compiled after warm-up: {again}")
    for name, seconds in times.items():
        print(f"{name:18} {seconds * 1e6:9.0f} µs   {seconds / base:5.2f}")
    if "torch eager" in steps:
        for a, b in zip(ours_params, their_params, strict=True):
            np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=2e-3, atol=2e-4)
    for a, b in zip(ours_params, hand_params(), strict=True):
        np.testing.assert_allclose(a.detach().numpy(), np.asarray(b), rtol=2e-3, atol=2e-4)


if __name__ == "__main__":
    main()
