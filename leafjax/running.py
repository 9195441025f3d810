"""Running a PyTorch script on leafjax: ``import torch`` in it means leafjax, as long as it runs."""

from __future__ import annotations

import contextlib
import importlib
import io
import linecache
import os
import sys
import tokenize
import traceback
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

import jax

import leafjax
from leafjax import errors
from leafjax.graph.history import PACKAGE

# The modules of PyTorch that leafjax has, by the name a script imports them by.
MODULES = {
    "torch": "leafjax",
    "torch.autograd": "leafjax.autograd",
    "torch.nn": "leafjax.nn",
    "torch.nn.functional": "leafjax.nn.functional",
}
STDIN = "-"
INTERNAL = (PACKAGE, os.path.dirname(os.path.abspath(jax.__file__)) + os.sep, "<frozen importlib.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a script ended: its variables, and the exception that ended it, if one did."""

    namespace: dict[str, Any]
    error: BaseException | None

    @property
    def status(self) -> int:
        """The exit status that Python would give it."""
        if isinstance(self.error, SystemExit):
            code = self.error.code
            return 0 if code is None else code if isinstance(code, int) else 1
        if isinstance(self.error, KeyboardInterrupt):
            return 130
        return 0 if self.error is None else 1


@dataclass(frozen=True, slots=True)
class Script:
    """A program to run: what the user called it, its code, its file (None: standard input) and where it looks for others."""

    given: str
    code: types.CodeType
    file: str | None
    folder: str

    @property
    def title(self) -> str:
        """Its name in reports."""
        return os.path.basename(self.code.co_filename)


def load(given: str) -> Script:
    """Read and compile a script; ``-`` is standard input.

    Raises ``OSError``, ``SyntaxError`` or ``ValueError`` if there is nothing to run.
    """
    if given == STDIN:
        source = sys.stdin.read()
        name = "<stdin>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)  # for reports, to show its lines
        return Script(given, compile(source, name, "exec", dont_inherit=True), None, "")
    path = os.path.abspath(given)
    with tokenize.open(path) as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    return Script(given, code, path, os.path.dirname(os.path.realpath(path)))


def run(script: Script, arguments: Sequence[str] = ()) -> Outcome:
    """Run a script as ``__main__``; an exception that ends it is part of the outcome."""
    module = types.ModuleType("__main__")
    if script.file is not None:
        module.__file__ = script.file
    error: BaseException | None = None
    with _in_place(module, [script.given, *arguments], script.folder), as_torch():
        try:
            exec(script.code, module.__dict__)
        except SystemExit as end:
            error = end if end.code not in (None, 0) else None
        except (Exception, KeyboardInterrupt) as end:
            error = end
            _name_what_is_missing(end)
    _remember_names(module.__dict__, error)
    return Outcome(module.__dict__, error)


@contextlib.contextmanager
def _in_place(module: types.ModuleType, argv: list[str], folder: str) -> Iterator[None]:
    """The surroundings of a script; afterwards they are as before, and the modules next to it are forgotten."""
    known = set(sys.modules)
    arguments, path, main = sys.argv, list(sys.path), sys.modules.get("__main__")
    sys.argv, sys.modules["__main__"] = argv, module
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.argv, sys.path[:] = arguments, path
        sys.modules.pop("__main__")
        if main is not None:
            sys.modules["__main__"] = main
        beside = os.path.join(folder or os.getcwd(), "")
        for name in set(sys.modules) - known:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(beside) and not file.startswith(INTERNAL) and "site-packages" not in file:
                del sys.modules[name]


# ---- `import torch` ------------------------------------------------------------------------------------------------


class _Missing(MetaPathFinder):
    """Says which module of PyTorch a script asked for that leafjax does not have."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if _is_torch(fullname):
            raise errors.missing_module(fullname, MODULES)
        return None


@contextlib.contextmanager
def as_torch() -> Iterator[None]:
    """Within this context ``import torch`` gives leafjax."""
    hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_torch(name)}
    finder = _Missing()
    sys.modules.update({name: importlib.import_module(own) for name, own in MODULES.items()})
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_torch(name)]:
            del sys.modules[name]
        sys.modules.update(hidden)


def _is_torch(module: str) -> bool:
    return module.partition(".")[0] == "torch"


def _name_what_is_missing(error: BaseException) -> None:
    """Note, on a failed look-up in what the script knows as a module of torch, which name it was."""
    if isinstance(error, AttributeError) and isinstance(error.obj, types.ModuleType):
        module, name = error.obj.__name__, error.name
    elif isinstance(error, ImportError):
        module, name = error.name or "", getattr(error, "name_from", None)
    else:
        return
    for known, own in MODULES.items():
        if module == own:
            error.add_note(errors.missing_name(f"{known}.{name}" if name else f"such name in {known}"))


# ---- afterwards ----------------------------------------------------------------------------------------------------


def tensors_of(namespace: dict[str, Any]) -> dict[str, leafjax.Tensor]:
    """The tensors among a script's variables, in the order they were first assigned."""
    return {k: v for k, v in namespace.items() if isinstance(v, leafjax.Tensor) and not k.startswith("_")}


def _remember_names(namespace: dict[str, Any], error: BaseException | None) -> None:
    """Let tensors be called what the script called them: where an error arose, else in the script itself."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)] if error is not None else []
    own = [frame.f_locals for frame in frames if not frame.f_code.co_filename.startswith(INTERNAL)]
    for scope in (namespace, *own):
        for name, tensor in reversed(tensors_of(scope).items()):  # of two names for one tensor the first stays
            tensor.extra.name = name


def told(error: BaseException) -> str:
    """An exception as Python prints it, with the frames of the script alone."""
    if isinstance(error, SystemExit):
        return f"{error.code}\n" if error.code is not None and not isinstance(error.code, int) else ""
    found = traceback.TracebackException.from_exception(error)
    waiting: list[traceback.TracebackException | None] = [found]
    while waiting:
        one = waiting.pop()
        if one is not None:
            one.stack = traceback.StackSummary.from_list([f for f in one.stack if not f.filename.startswith(INTERNAL)])
            waiting += [one.__cause__, one.__context__, *(one.exceptions or ())]
    text = io.StringIO()
    found.print(file=text)
    return text.getvalue()
