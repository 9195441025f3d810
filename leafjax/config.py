"""How leafjax behaves: the execution mode and the PyTorch version whose semantics it follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Profile:
    """What differs between the PyTorch versions that leafjax follows; measured on the real ones."""

    version: str
    leaf_view_write_moves: bool  # writing a view of a leaf turns the leaf into an interior tensor (up to 1.7.1)
    views_of_restricted_are_free: bool  # a view of a view that may not be written may be written
    splits_are_views: bool  # `split` and `chunk` give views; else tensors that only share the data
    hooks_stay: bool  # all hooks of a tensor sit at the node it had with the first one; `retain_grad` is one of them


PROFILES = {
    "2.13": Profile(
        "2.13", leaf_view_write_moves=False, views_of_restricted_are_free=False, splits_are_views=True, hooks_stay=False
    ),
    "1.6": Profile(
        "1.6", leaf_view_write_moves=True, views_of_restricted_are_free=True, splits_are_views=False, hooks_stay=True
    ),
}


class Config:
    """Process-wide settings: ``leafjax.config.execution`` is ``"deferred"`` (default) or ``"immediate"``."""

    __slots__ = ("_execution", "profile")

    def __init__(self) -> None:
        self._execution = "deferred"
        self.profile = PROFILES["2.13"]

    @property
    def execution(self) -> str:
        """``"deferred"``: record, and run compiled when data is read. ``"immediate"``: run each kernel at once."""
        return self._execution

    @execution.setter
    def execution(self, mode: str) -> None:
        if mode not in ("deferred", "immediate"):
            raise ValueError(f"config.execution is 'deferred' or 'immediate', not {mode!r}")
        self._execution = mode


config = Config()


class semantics:
    """Follow the semantics of a PyTorch version, ``"2.13"`` (default) or ``"1.6"``.

    A call sets it for the process; used in a ``with`` statement, the earlier one comes back at the end.
    Raises ``ValueError`` for a version whose behaviour was not measured.
    """

    def __init__(self, version: str) -> None:
        if version not in PROFILES:
            raise ValueError(f"semantics are known for {', '.join(map(repr, PROFILES))}, not {version!r}")
        self._before = config.profile
        config.profile = PROFILES[version]

    def __enter__(self) -> Profile:
        return config.profile

    def __exit__(self, *_: Any) -> None:
        config.profile = self._before
