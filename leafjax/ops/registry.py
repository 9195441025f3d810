"""All declared operations by name, and how a table of declarations becomes functions and methods."""

from __future__ import annotations

from types import ModuleType
from typing import Any

REGISTRY: dict[str, Any] = {}


def collect(table: ModuleType) -> None:
    """Name and register what a table module declares; a declaration is named by its variable."""
    for name, declared in list(vars(table).items()):
        if getattr(declared, "samples", None) and not getattr(declared, "name", "?") and hasattr(declared, "bind_name"):
            declared.bind_name(name)
            if name in REGISTRY:
                raise TypeError(f"the operation {name!r} is declared twice")
            REGISTRY[name] = declared
