"""The parts of leafjax, from the ground up: a file imports only what stands above it in ORDER.

To change the order, edit ORDER and nothing else. A name that ends in "/" is a folder, its files follow in order;
a part without a folder names its files from leafjax/ on. The `__init__` of a folder is the last file of its part.
An import inside a function counts as well; one under `if TYPE_CHECKING:` does not.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ORDER = {
    "settings": "config",
    "errors/": "notes access arguments backward creation dtypes einsum gather geometry indexing loss matmul pointwise random reduce "
    "scripts shape writes",
    "foundations": "dtypes generator",
    "execution/": "value kernel compiler program",
    "aliasing/": "layout overlap geometry lens storage",
    "graph/": "history node told notes saved",
    "tensor/": "tensor printing alias",
    "autograd/": "modes engine hooks api",
    "ops/": "samples registry returns inplace formula op families mutate view create compare pointwise elementary "
    "activation shape reduce normalize scan matmul einsum index masked gather arrange loss sort random operators access types",
    "readers": "lowering check explain",
    "nn/": "functional",
    "products": "__init__ running cli __main__",
}

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "leafjax"


def names(order: dict[str, str]) -> list[str]:
    """All files of an order, from the ground up, as dotted names below leafjax ("ops.op", "ops.__init__")."""
    found: list[str] = []
    for part, files in order.items():
        folder = part if part.endswith("/") else ""
        listed = files.split() + (["__init__"] if folder else [])
        found += [(folder + name).replace("/", ".") for name in listed]
    return found


def files() -> list[str]:
    return sorted(".".join(p.relative_to(PACKAGE).with_suffix("").parts) for p in PACKAGE.rglob("*.py"))


def imports(source: str, name: str) -> Iterator[tuple[int, str, str | None]]:
    """Each import of leafjax in `source`: its line, the module below leafjax, and the name taken from it, if any."""
    package = name.split(".")[:-1]
    tree = ast.parse(source)
    unseen = {id(n) for test in ast.walk(tree) if _is_type_checking(test) for b in test.body for n in ast.walk(b)}
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "leafjax":
                    yield node.lineno, alias.name.partition(".")[2], None
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".") if node.module else []
            if node.level:
                module = ["leafjax", *package[: len(package) + 1 - node.level], *module]
            if module[0] == "leafjax":
                for alias in node.names:
                    yield node.lineno, ".".join(module[1:]), alias.name


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def target(module: str, name: str | None, known: set[str]) -> str:
    """The file that an import reads: a module, a package's `__init__`, or the module that is taken from a package."""
    inner = f"{module}.{name}".strip(".") if name else module
    for candidate in (inner, f"{inner}.__init__", module, f"{module}.__init__"):
        if candidate in known:
            return candidate
    return module or "__init__"


def upward(name: str, source: str, order: list[str]) -> list[str]:
    """What a file imports although it does not stand above it."""
    found = [
        f"leafjax/{name.replace('.', '/')}.py:{line} imports {read}"
        for line, module, taken in imports(source, name)
        if (read := target(module, taken, set(order))) not in order[: order.index(name)]
    ]
    return list(dict.fromkeys(found))


def test_every_file_has_one_place_in_the_order() -> None:
    order, found = names(ORDER), files()
    assert not [n for n in order if order.count(n) > 1], "named twice in the order"
    assert not [n for n in found if n not in order], "not in the order: name it in ORDER, in tests/test_import_order.py"
    bare = {f"{part[:-1]}.__init__" for part in ORDER if part.endswith("/")}
    assert not [n for n in order if n not in found and n not in bare], "no such file: take it out of ORDER"


@pytest.mark.parametrize("name", files())
def test_a_file_imports_only_what_stands_above_it(name: str) -> None:
    order = names(ORDER)
    if name not in order:
        pytest.skip("not in the order, which fails the test above")
    source = (PACKAGE / (name.replace(".", "/") + ".py")).read_text(encoding="utf-8")
    wrong = upward(name, source, order)
    assert not wrong, f"{name} stands before what it imports:\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("from leafjax import low", 0),
        ("from leafjax.low import anything", 0),
        ("from .. import low", 0),
        ("import leafjax.low, leafjax.part.first", 0),
        ("from leafjax.part import first", 0),
        ("from . import first, last", 1),
        ("from leafjax.part.last import x", 1),
        ("from leafjax.part import something", 1),
        ("import leafjax", 1),
        ("from leafjax import Tensor", 1),
        ("from leafjax.unheard import x", 1),
        ("def f():\n    from .last import x", 1),
        ("if TYPE_CHECKING:\n    from .last import x", 0),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    from .last import x", 1),
        ("import jax, numpy.leafjax", 0),
    ],
)
def test_the_test_sees_each_form_of_import(source: str, wrong: int) -> None:
    order = names({"ground": "low", "part/": "first middle last", "top": "__init__"})
    assert len(upward("part.middle", source, order)) == wrong
