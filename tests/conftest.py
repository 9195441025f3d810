"""What all tests share: how hypothesis draws, where PyTorch's absence skips, and that no test leaks global state."""

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")  # before jax is imported; the recorded facts are a CPU's

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import jax
import pytest
from hypothesis import HealthCheck, settings

import leafjax

TORCH_IS_HERE = importlib.util.find_spec("torch") is not None  # asked once: a test may put leafjax in its place

# The first run of a program compiles, so no single example has a deadline. A test whose examples are dear or cheap asks
# for a multiple: @settings(max_examples=settings.default.max_examples * 10). Another profile: HYPOTHESIS_PROFILE=dev
_SLOW_IS_FINE = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=50, **_SLOW_IS_FINE)
settings.register_profile("ci", max_examples=200, derandomize=True, print_blob=True, **_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not TORCH_IS_HERE:
        for item in items:
            if item.get_closest_marker("torch"):
                item.add_marker(pytest.mark.skip(reason="compares with PyTorch, which is not installed"))


# ---- global state --------------------------------------------------------------------------------------------------


class Watched(NamedTuple):
    """One piece of global state: how to read it, and how to put an earlier reading back."""

    read: Callable[[], Any]
    restore: Callable[[Any], Any]


STATE = {
    "jax_enable_x64": Watched(
        lambda: jax.config.jax_enable_x64,
        lambda before: jax.config.update("jax_enable_x64", before),
    ),
    "leafjax.config.execution": Watched(
        lambda: leafjax.config.execution,
        lambda before: setattr(leafjax.config, "execution", before),
    ),
    "leafjax.config.profile": Watched(
        lambda: leafjax.config.profile,
        lambda before: setattr(leafjax.config, "profile", before),
    ),
    "grad mode": Watched(
        lambda: leafjax.is_grad_enabled(),
        lambda before: leafjax.set_grad_enabled(before),
    ),
    "default dtype": Watched(
        lambda: leafjax.get_default_dtype(),
        lambda before: leafjax.set_default_dtype(before),
    ),
    "print options": Watched(
        lambda: importlib.import_module("leafjax.tensor.printing").get_printoptions(),
        lambda before: leafjax.set_printoptions(**before),
    ),
}
ABSENT = "no such name in leafjax"


def read_state() -> dict[str, Any]:
    """All watched state, now. A name that leafjax lacks reads as ABSENT (and fails tests/test_project.py)."""
    found = {}
    for name, watched in STATE.items():
        try:
            found[name] = watched.read()
        except (AttributeError, ImportError):
            found[name] = ABSENT
    return found


@pytest.fixture(autouse=True)
def no_leak() -> Iterator[None]:
    """A test that leaves global state changed fails, and the next one starts from a clean state all the same."""
    before = read_state()
    yield
    leaks = []
    for name, value in read_state().items():
        if value != before[name]:
            leaks.append(f"{name} was {before[name]!r} and is now {value!r}")
            STATE[name].restore(before[name])
    assert not leaks, "this test leaks global state: " + "; ".join(leaks)


@pytest.fixture
def unwatched() -> list[str]:
    """The watched names that leafjax does not have."""
    return [name for name, value in read_state().items() if value is ABSENT]
