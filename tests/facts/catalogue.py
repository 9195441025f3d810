"""Find the programs: every function of the modules in `programs/`, in the order they are written."""

import importlib
import pkgutil
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, Tuple

from facts import programs

Program = Callable[[Any, Any], None]
PROFILES = ("2.13", "1.6")


def numbers(version: str) -> Tuple[int, ...]:
    """Turn "2.13" into (2, 13), so that versions compare as numbers."""
    return tuple(int(part) for part in version.split("."))


def data_file(profile: str) -> Path:
    """Return where the facts of a PyTorch version are kept."""
    return Path(__file__).with_name("recorded_%s.json" % profile.replace(".", "_"))


def find(profile: str) -> Dict[str, Program]:
    """Return the programs that make sense in a PyTorch version, keyed "module.function"."""
    found = ((name, program) for module in _modules() for name, program in _functions(module))
    return {name: program for name, program in found if numbers(_since(program)) <= numbers(profile)}


def _modules() -> Iterator[Any]:
    names = sorted(info.name for info in pkgutil.iter_modules(programs.__path__))
    return (importlib.import_module("facts.programs." + name) for name in names if not name.startswith("_"))


def _functions(module: Any) -> Iterator[Tuple[str, Program]]:
    short = module.__name__.rpartition(".")[2]
    for name, value in vars(module).items():
        if callable(value) and getattr(value, "__module__", None) == module.__name__ and not name.startswith("_"):
            yield short + "." + name, value


def _since(program: Program) -> str:
    return getattr(program, "since", "1.6")
