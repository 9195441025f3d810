"""Scripts that ask PyTorch for something leafjax does not have."""

from __future__ import annotations

from collections.abc import Iterable


def missing_module(name: str, known: Iterable[str]) -> ModuleNotFoundError:
    error = ModuleNotFoundError(f"No module named {name!r}", name=name)
    error.add_note(f"The script runs on leafjax, which has no {name}. It has {', '.join(known)}.")
    return error


def missing_name(name: str) -> str:
    return f"The script runs on leafjax, which has no {name}."
