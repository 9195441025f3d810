"""Where things happened: the user's source line of an operation, and the bounded history of writes to a storage."""

from __future__ import annotations

import linecache
import os
import sys
from collections import deque
from dataclasses import dataclass
from types import CodeType
from typing import Any

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
KEPT = 32  # writes a storage remembers


class Place(tuple[CodeType, int]):
    """A source line, kept as code object and instruction; file, line and text are worked out when asked for."""

    __slots__ = ()

    @property
    def file(self) -> str:
        return self[0].co_filename

    @property
    def function(self) -> str:
        return self[0].co_name

    @property
    def line(self) -> int:
        positions = list(self[0].co_positions())
        return positions[self[1] // 2][0] or self[0].co_firstlineno

    @property
    def text(self) -> str:
        """The source text of the line, empty if there is no file to read."""
        return linecache.getline(self.file, self.line).strip()

    def __str__(self) -> str:
        name = os.path.basename(self.file)
        return f"{name}:{self.line}" + (f", in {self.function}" if self.function != "<module>" else "")


def here() -> Place | None:
    """The innermost source line outside leafjax."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename.startswith(PACKAGE):
        back = frame.f_back
        if back is None:
            return None
        frame = back
    return Place((frame.f_code, frame.f_lasti))


def name_of(tensor: Any) -> str | None:
    """What the user calls a tensor: a variable of the innermost frame outside leafjax that holds it. For reports only."""
    if tensor._extra is not None and tensor._extra.name is not None:
        return str(tensor._extra.name)
    frame = sys._getframe(1)
    while frame is not None:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            for scope in (frame.f_locals, frame.f_globals):
                for name, value in list(scope.items()):
                    if value is tensor and not name.startswith("_"):
                        return str(name)
        frame = frame.f_back  # type: ignore[assignment]
    return None


@dataclass(frozen=True, slots=True)
class Write:
    """One write to a storage: by which operation, at which line, through what, and the version it gave."""

    op: str
    place: Place | None
    through: Any  # the lens of the written tensor
    version: int | None  # None: the version counter did not move (`.data`)
    tracked: bool  # whether the graph knows of it
    leaf_before: bool = False  # the written tensor or its base was a leaf that requires grad


def remember(storage: object, write: Write) -> None:
    """Add to the storage's history, dropping the oldest of more than `KEPT`."""
    if storage.history is None:  # type: ignore[attr-defined]
        storage.history = deque(maxlen=KEPT)  # type: ignore[attr-defined]
    storage.history.append(write)  # type: ignore[attr-defined]
