"""Where things happened: the user's source line of an operation, and the bounded history of writes to a storage."""

from __future__ import annotations

import linecache
import os
import sys
from collections import deque
from collections.abc import Iterator
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
LIBRARY = os.path.dirname(linecache.__file__) + os.sep  # Python's own frames hold what users hold, under other names
KEPT = 32  # writes a storage remembers


class Place(tuple[Any, ...]):
    """A source line, kept as code object and instruction; file, line and text are worked out when asked for.

    For a tensor that no operation in the graph made, a third entry says how it came about (see `HOW`).
    """

    __slots__ = ()

    @property
    def code(self) -> CodeType:
        return self[0]

    @property
    def file(self) -> str:
        return self.code.co_filename

    @property
    def how(self) -> str | None:
        return self[2] if len(self) > 2 else None

    @property
    def function(self) -> str:
        return self.code.co_name

    @property
    def line(self) -> int:
        positions = list(self.code.co_positions())
        return positions[self[1] // 2][0] or self.code.co_firstlineno

    @property
    def text(self) -> str:
        """The source text of the line, empty if there is no file to read."""
        return linecache.getline(self.file, self.line).strip()

    def __str__(self) -> str:
        name = os.path.basename(self.file)
        return f"{name}:{self.line}" + (f", in {self.function}" if self.function != "<module>" else "")


# How a tensor can come about outside the graph.
CREATED, DETACHED, DATA, UNRECORDED, GRADIENT = HOW = ("created", "detached", "data", "unrecorded", "gradient")


def here(how: str | None = None) -> Place | None:
    """The innermost source line outside leafjax."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename.startswith(PACKAGE):
        back = frame.f_back
        if back is None:
            return None
        frame = back
    return Place((frame.f_code, frame.f_lasti) if how is None else (frame.f_code, frame.f_lasti, how))


# ---- names ---------------------------------------------------------------------------------------------------------


def name_of(tensor: Any) -> str | None:
    """What the user calls a tensor: ``x``, ``self.weight``, ``params[0]``, in the innermost frame that holds it.

    Found when it is asked for, never when a tensor is made. Where no frame holds it any more: the name it had when an
    error was about it.
    """
    for find in (_variable, _member):
        for frame in _frames():
            scopes = (frame.f_locals, frame.f_globals) if frame.f_locals is not frame.f_globals else (frame.f_globals,)
            for scope in scopes:
                for name, value in list(scope.items()):
                    if name.isidentifier() and name[0] != "_" and (found := find(name, value, tensor)):
                        return found
    return str(tensor._extra.name) if tensor._extra is not None and tensor._extra.name is not None else None


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(PACKAGE) and (not file.startswith(LIBRARY) or "site-packages" in file):
            yield frame
        frame = frame.f_back


def _variable(name: str, value: Any, tensor: Any) -> str | None:
    return name if value is tensor else None


def _member(name: str, value: Any, tensor: Any) -> str | None:
    """The tensor as an attribute of an object of the user's, or in a small list, tuple or dictionary."""
    if type(value) in (list, tuple):
        return next((f"{name}[{i}]" for i, x in enumerate(value[:KEPT]) if x is tensor), None)
    if type(value) is dict:
        return next(
            (f"{name}[{k!r}]" for k, x in list(value.items())[:KEPT] if x is tensor and type(k) in (str, int)), None
        )
    if issubclass(type(value), (type, ModuleType)):  # not isinstance, which may run code of the object
        return None
    try:
        members = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    if type(members) is not dict:
        return None
    return next((f"{name}.{k}" for k, x in list(members.items()) if x is tensor and not str(k).startswith("_")), None)


# ---- writes --------------------------------------------------------------------------------------------------------


class Write(NamedTuple):
    """One write to a storage: by which operation, at which line, through what, and the version it gave."""

    op: str
    place: Place | None
    through: Any  # the lens of the written tensor
    version: int  # of the counter
    tracked: bool  # whether the graph knows of it
    spec: Any  # with `offset`: which memory was written
    offset: int
    counter: Any  # the version count that moved: aliases made by `.data` have another
    owner: Any  # weakly: the tensor whose history the written one shares, itself or its base
    was_leaf: bool  # whether the owner was one
    needed_grad: bool  # whether it required grad
    recording: bool  # whether grad mode was on

    @property
    def moved_leaf(self) -> bool:
        """Whether this turned a leaf that requires grad into the result of an operation."""
        return self.tracked and self.was_leaf and self.needed_grad


def remember(storage: object, write: Write) -> None:
    """Add to the storage's history, dropping the oldest of more than `KEPT`."""
    if storage.history is None:  # type: ignore[attr-defined]
        storage.history = deque(maxlen=KEPT)  # type: ignore[attr-defined]
    storage.history.append(write)  # type: ignore[attr-defined]
