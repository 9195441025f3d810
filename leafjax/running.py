"""Running a PyTorch script on leafjax: ``import torch`` in it means leafjax, as long as it runs."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
import tokenize
import traceback
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import leafjax
from leafjax.graph.history import PACKAGE

# The modules of PyTorch that leafjax has, by the name a script imports them by.
MODULES = {
    "torch": "leafjax",
    "torch.autograd": "leafjax.autograd",
    "torch.nn": "leafjax.nn",
    "torch.nn.functional": "leafjax.nn.functional",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a script ended: its variables, and the exception that ended it, if one did."""

    namespace: dict[str, Any]
    error: BaseException | None


class _Missing(MetaPathFinder):
    """Says which module of PyTorch a script asked for that leafjax does not have."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname.split(".")[0] == "torch":
            known = ", ".join(MODULES)
            error = ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
            error.add_note(f"The script runs on leafjax, which has {known}.")
            raise error
        return None


@contextlib.contextmanager
def as_torch() -> Iterator[None]:
    """Within this context ``import torch`` gives leafjax."""
    hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "torch"}
    finder = _Missing()
    sys.modules.update({name: importlib.import_module(own) for name, own in MODULES.items()})
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in MODULES:
            sys.modules.pop(name, None)
        sys.modules.update(hidden)


def run(script: Path, arguments: Sequence[str] = ()) -> Outcome:
    """Run a script as ``__main__``; an exception that ends it is part of the outcome.

    Raises ``SyntaxError`` or ``OSError`` if there is nothing to run.
    """
    with tokenize.open(script) as file:
        code = compile(file.read(), str(script), "exec")
    module = types.ModuleType("__main__")
    module.__file__ = str(script)
    before = sys.argv, list(sys.path), sys.modules.get("__main__")
    sys.argv = [str(script), *arguments]
    sys.path.insert(0, str(script.resolve().parent))
    sys.modules["__main__"] = module
    error: BaseException | None = None
    try:
        with as_torch():
            exec(code, module.__dict__)
    except SystemExit as end:
        error = end if end.code not in (None, 0) else None
    except (Exception, KeyboardInterrupt) as end:
        error = end
    finally:
        sys.argv, sys.path = before[0], before[1]
        if before[2] is not None:
            sys.modules["__main__"] = before[2]
    return Outcome(module.__dict__, error)


def tensors_of(namespace: dict[str, Any]) -> dict[str, leafjax.Tensor]:
    """The tensors among a script's variables, in the order they were first assigned."""
    return {k: v for k, v in namespace.items() if isinstance(v, leafjax.Tensor) and not k.startswith("_")}


def told(error: BaseException) -> str:
    """An exception as Python prints it, with the frames of the script alone."""
    found = traceback.TracebackException.from_exception(error)
    one: traceback.TracebackException | None = found
    while one is not None:
        own = [f for f in one.stack if not f.filename.startswith(PACKAGE) and "jax" not in Path(f.filename).parts]
        one.stack = traceback.StackSummary.from_list(own)
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    text = io.StringIO()
    found.print(file=text)
    return text.getvalue()
