"""The life of a tensor, and the notes on errors: what they say, in both profiles, and that saying it changes nothing."""

import linecache
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import leafjax
from leafjax import Tensor, explain

FILE = "program.py"


@pytest.fixture(params=["2.13", "1.6"])
def version(request: pytest.FixtureRequest) -> Iterator[str]:
    with leafjax.semantics(request.param):
        yield request.param


def run(source: str, **names: Any) -> dict[str, Any]:
    """The variables of a program whose lines have numbers and text; an error that ends it is among them."""
    lines = source.strip().splitlines(keepends=True)
    linecache.cache[FILE] = (len(source), None, lines, FILE)
    scope = {"torch": leafjax, "explain": explain, **names}
    try:
        exec(compile("".join(lines), FILE, "exec"), scope)
    except RuntimeError as error:
        scope["error"] = error
    return scope


def life(source: str, name: str) -> str:
    """What is told of one of a program's variables, from inside the program, without line breaks."""
    return joined(run(source + f"\ntold = str(explain({name}))\n")["told"])


def joined(text: str) -> str:
    return " ".join(text.split())


def notes(source: str) -> list[str]:
    return list(run(source)["error"].__notes__)


FILLED = """
x = torch.ones(3, 5, requires_grad=True)
y = x + 2
z = y * y * 3
out1 = z.mean()
out2 = 2 * z.mean()
outi = torch.empty(2, requires_grad={})
outi[0] = out1
outi[1] = out2
"""

# ---- the question ----------------------------------------------------------------------------------------------------


def test_the_plain_tensor_that_is_filled() -> None:
    with leafjax.semantics("1.6"):
        told = run(FILLED.format(False) + "told = str(explain(outi))")["told"]
    assert told == (
        "`outi`: torch.float32, shape [2], stride [1], offset 0 in a storage of 2 elements, version 2\n"
        "  made      program.py:6: outi = torch.empty(2, requires_grad=False)\n"
        "            Created without requires_grad.\n"
        "  written   version 1: program.py:7: outi[0] = out1\n"
        "              copy_ through the view `outi[0]`. Autograd recorded it. Until then `outi` was a plain tensor;\n"
        "              this made it the result of an operation, with gradients.\n"
        "            version 2: program.py:8: outi[1] = out2\n"
        "              copy_ through the view `outi[1]`. Autograd recorded it.\n"
        "  now       Not a leaf any more: the write at program.py:7 (`outi[0] = out1`) made it the result of an\n"
        "            operation. Its grad_fn is torch::autograd::CopySlices.\n"
        "  backward  Passes 10 operations and reaches `x`. It has 2 elements, so backward() needs a weight for each, or\n"
        "            a sum first.\n"
        "  .grad     Stays None, as it is not a leaf. To see its gradient: call retain_grad() on it before backward,\n"
        "            and its gradient will be in .grad; or look at the .grad of the leaves."
    )


def test_the_leaf_that_is_moved_into_the_graph_is_told_of_before_backward_fails() -> None:
    with leafjax.semantics("1.6"):
        told = life(FILLED.format(True), "outi")
        end = run(FILLED.format(True) + "outi.backward(torch.tensor([0.0, 1.0]))")
    assert "Created with requires_grad=True." in told
    assert "Until then `outi` was a leaf that requires grad; this made it the result of an operation." in told
    assert "reaches `outi` as it was while a leaf, `x`" in told
    assert str(end["error"]) == "leaf variable has been moved into the graph interior"
    assert end["error"].__notes__ == [
        "`outi` was a leaf that requires grad until copy_ through the view `outi[0]` at program.py:7 (`outi[0] = out1`); "
        "that write made it the result of an operation, so a gradient for its old value has nowhere to go.",
        "What to write instead: make it with requires_grad=False. The first write of a tensor that requires grad makes it "
        "part of the graph, and backward reaches everything that was written into it.",
    ]
    for note in end["error"].__notes__:
        assert note in told  # one wording
    assert end["error"].tensor is end["outi"]


def test_in_2_13_the_leaf_stays_one_and_the_error_says_how_to_fill_it() -> None:
    end = run(FILLED.format(True))
    assert end["error"].__notes__[0] == (
        "`outi` is a leaf: it was created with requires_grad=True at program.py:6 (`outi = torch.empty(2, "
        "requires_grad=True)`), so gradients end in its .grad. This write through the view `outi[0]` would make it the "
        "result of an operation, and its .grad would stay None."
    )
    assert "requires_grad=False" in end["error"].__notes__[1]
    found = explain(end["outi"])
    assert (found.is_leaf, found.requires_grad, found.writes, found.trouble) == (True, True, (), ())
    assert "refused unless it is made under no_grad" in joined(str(found))


# ---- where it comes from, and why no gradient flows --------------------------------------------------------------------

ORIGINS = {
    "v = torch.ones(2)": "Created without requires_grad.",
    "v = torch.ones(2)\nv.requires_grad_()": "it was made to require grad at program.py:2 (`v.requires_grad_()`)",
    "v = torch.ones(2, requires_grad=True)\nv.requires_grad_(False)": "it was cut off from gradients at program.py:2",
    "v = torch.ones(2, requires_grad=True) * 2\nv.detach_()": "it was cut off from gradients at program.py:2",
    "v = torch.ones(2, requires_grad=True).detach()": "By detach(): it shares data and version count",
    "v = torch.ones(2, requires_grad=True).data": "By .data: it shares data with the tensor",
    "with torch.no_grad():\n    v = torch.ones(2, requires_grad=True) * 2": "it was computed under no_grad, where",
    "v = torch.ones(2) * 2": "nothing that went into it requires grad",
    "v = torch.arange(3)": "it holds numbers of type torch.int64",
    "x = torch.ones(2, requires_grad=True)\nx.sum().backward()\nv = x.grad": "By a backward pass, as a gradient.",
    "x = torch.ones(2)\nv = x[0]": "it is a view of `x`, which does not require grad: it was created without",
    "x = torch.ones(2, requires_grad=True)\nwith torch.no_grad():\n    v = x[0]": (
        "A leaf, although it says that it requires grad, as its base does: it is a view that was made under no_grad, so "
        "nothing leads from it to its base."
    ),
}


@pytest.mark.parametrize("source", ORIGINS)
def test_why_it_is_a_leaf(source: str, version: str) -> None:
    assert ORIGINS[source] in life(source, "v")
    assert explain(run(source)["v"]).is_leaf


VIEWS = {
    "w[0]": "w[0]",
    "w[:, 1]": "w[:, 1]",
    "w.t()[1][1:3]": "w.t()[1][1:3]",
    "w[::2]": "w[:3:2]",
    "w[1:1]": "w[1:1]",
    "w.view(12)": "w.view(12)",
    "w.view(2, 1, 6).expand(2, 5, 6)": "w.view(2, 1, 6).expand(2, 5, 6)",
    "w.as_strided((2,), (3,), 1)": "w.as_strided((2,), (3,), 1)",
    "w.unsqueeze(0).permute(2, 0, 1)": "w.view(1, 4, 3).permute(2, 0, 1)",
    "torch.view_as_real(c)": "torch.view_as_real(c)",
    "torch.view_as_real(c)[:, 0]": "torch.view_as_real(c)[:, 0]",
}


@pytest.mark.parametrize("code", VIEWS)
def test_a_view_is_told_as_code_that_makes_it(code: str) -> None:
    made = run(
        "w = torch.arange(12.0).reshape(4, 3).clone()\nc = torch.ones(3, dtype=torch.complex64)\n"
        f"v = {code}\ntold = str(explain(v))"
    )
    shown = VIEWS[code]
    assert f"`{shown}`" in joined(made["told"])
    again = eval(shown, {"torch": leafjax, "w": made["w"], "c": made["c"]})
    assert (again.tolist(), again.stride(), again.storage_offset()) == (
        made["v"].tolist(), made["v"].stride(), made["v"].storage_offset(),
    )  # fmt: skip


# ---- writes ------------------------------------------------------------------------------------------------------------


def test_each_write_says_which_alias_it_went_through_and_what_it_hit() -> None:
    found = run("""
x = torch.ones(4, requires_grad=True)
h = x * 1
part = h[:2]
h[3] = 7
h[1:3].mul_(2)
h.detach()[0] = 5
h.data[0] = 6
with torch.no_grad():
    h.add_(1)
found = explain(part)
""")["found"]
    texts = [event.text for event in found.writes]
    assert [event.version for event in found.writes] == [1, 2, 3, None, 4]
    assert [event.place.line for event in found.writes] == [4, 5, 6, 7, 9]
    assert "none of this tensor's elements. Autograd recorded it" in texts[0]
    assert "through the view `h[1:3]`. It wrote some of this tensor's elements. Autograd recorded it" in texts[1]
    assert "of a tensor that shares data and version count, but no history (detach())" in texts[2]
    assert "the data alone (.data)" in texts[3] and "backward does not notice" in texts[3]
    assert texts[4] == (
        "add_. Under no_grad, so autograd did not record it: gradients are those of the program without this line."
    )


def test_a_write_that_nothing_required_grad_in() -> None:
    found = explain(run("t = torch.ones(2)\nt.add_(1)")["t"])
    assert found.writes[0].text == "add_. Nothing in it required grad, so there was nothing to record."


def test_what_a_detached_alias_became_is_not_taken_for_what_the_tensor_became() -> None:
    source = """
w = torch.ones(2, requires_grad=True)
x = torch.zeros(2)
x.detach().add_(w)
"""
    found = explain(run(source)["x"])
    assert found.is_leaf and "the history of that tensor, not of this one" in found.writes[0].text
    told = life(source + "x.mul_(w)", "x")
    assert "Not a leaf any more: the write at program.py:4 (`x.mul_(w)`)" in told


def test_a_loop_is_told_once() -> None:
    told = life("w = torch.ones(2)\nfor _ in range(40):\n    w.mul_(2)", "w")
    assert "Of the writes to its storage, the latest 32 are known." in told
    assert "versions 9 to 40, 32 times: program.py:3: w.mul_(2)" in told
    assert told.count("w.mul_(2)") == 1


def test_a_write_of_the_same_memory_as_another_dtype_is_found_where_it_hit() -> None:
    found = run("""
c = torch.ones(3, dtype=torch.complex64)
torch.view_as_real(c)[2, 1] = 5
first, last = explain(c[:2]), explain(c[2])
""")
    assert "none of this tensor's elements" in found["first"].writes[0].text
    assert "some of this tensor's elements" in found["last"].writes[0].text


def test_names_of_operations_are_those_that_users_know() -> None:
    source = """
t = torch.zeros(3)
t.zero_()
t[:] = 1
t[torch.tensor([0, 1])] = torch.ones(2)
t.uniform_()
torch.add(t, t, out=t)
torch.nn.functional.leaky_relu(t, inplace=True)
found = explain(t)
"""
    named = [event.text.split(". ")[0] for event in run(source)["found"].writes]
    assert named == [
        "zero_", "fill_", "index_put_", "a fill with random numbers", "add(out=)", "leaky_relu_",
    ]  # fmt: skip


def test_tensors_too_large_to_compare_are_told_apart_by_their_ends() -> None:
    t = leafjax.empty(3000, 3000)
    lower, all_but_first, odd = t[2000:], t[1:], t[1::2]
    t[:1500].zero_()
    assert "none of this tensor's elements" in explain(lower).writes[0].text
    assert "elements" not in explain(all_but_first).writes[0].text  # not worked out
    t[0] = 1
    assert "none of this tensor's elements" in explain(odd).writes[1].text


def test_in_1_6_a_copy_is_made_not_written() -> None:
    with leafjax.semantics("1.6"):
        found = run("x = torch.ones(2, 2, requires_grad=True)\nv = x.t().contiguous()\nfound = explain(v)")["found"]
    assert found.writes == () and not found.is_leaf
    assert found.made[0].startswith("program.py:2: v = x.t().contiguous()")


# ---- names -------------------------------------------------------------------------------------------------------------


def test_names_are_found_in_variables_objects_and_containers() -> None:
    told = life(
        """
class Model: pass
model = Model()
model.weight = torch.ones(2, requires_grad=True)
params = [torch.ones(2, requires_grad=True)]
named = {"b": torch.ones(2, requires_grad=True)}
loss = (model.weight * params[0] + named["b"]).sum()
""",
        "loss",
    )
    assert told.startswith("`loss`: ")
    assert all(name in told for name in ("`model.weight`", "`params[0]`", "`named['b']`"))
    assert str(explain(leafjax.ones(2), name="given")).startswith("`given`: ")
    assert explain(leafjax.ones(2)).name is None


def test_objects_that_resist_are_left_alone() -> None:
    class Hostile:
        @property
        def __class__(self) -> type:  # type: ignore[override]
            raise RuntimeError("asked")

        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError("asked")

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("asked")

        __hash__ = None  # type: ignore[assignment]

    hostile = Hostile()
    del Hostile
    assert explain(leafjax.ones(2)).name is None
    assert hostile is not None


# ---- what will go wrong ------------------------------------------------------------------------------------------------

TROUBLE = {
    "x = torch.ones(3, requires_grad=True)\ny = x.exp()\ny[0] = 2\nv = y.sum()": (
        "ExpBackward.{}, recorded at program.py:2 (`y = x.exp()`), saved its result at version 0. "
        "Then copy_ through the view `y[0]` at program.py:3 (`y[0] = 2`) changed it to version 1, in part."
    ),
    "x = torch.ones(4, requires_grad=True)\nh = x * 1\nv = h[:2].pow(2)\nh[3] = 7\n": (
        "saved `h[:2]` at version 0. Then copy_ through the view `h[3]` at program.py:4 (`h[3] = 7`) changed it to "
        "version 1: another region of the same storage, but one count is kept for all of it."
    ),
    "x = torch.ones(3, requires_grad=True)\ny = x * x\nv = y.sum()\nv.backward()": (
        "Another backward pass raises: one went through here before, and MulBackward"
    ),
}


@pytest.mark.parametrize("source", TROUBLE)
def test_trouble_is_foreseen_and_comes(source: str, version: str) -> None:
    said = TROUBLE[source].replace(".{}", "0" if version == "2.13" else "")
    v = run(source)["v"]
    with_names = joined(life(source, "v"))
    assert said in with_names
    with pytest.raises(RuntimeError) as caught:
        v.sum().backward()
    assert explain(v).trouble
    assert any("What to write instead: " in note for note in caught.value.__notes__)


def test_a_view_that_can_not_be_used_any_more(version: str) -> None:
    source = "a = torch.ones(2, requires_grad=True) * 1\nwith torch.no_grad():\n    v = a[0]\na.add_(1)\n"
    told = life(source, "v")
    if version == "1.6":
        assert "whose base was written since" in told  # there it is only a warning
        return
    assert "A view that can't be used any more" in told
    assert "Using it raises." in told and "both outside of no_grad" in told
    assert notes(source + "v + 1")[0] in told


def test_a_stale_view_stays_stale() -> None:
    made = run("x = torch.ones(2, requires_grad=True)\nb = x * 1\nv = b[0]\nb.mul_(3)\nlife = explain(v)")
    assert not made["life"].is_leaf and "made anew" in str(made["life"])
    assert type(made["v"]._grad_fn).__name__ == "SelectBackward0"
    assert made["v"].grad_fn.name() == "AsStridedBackward0"


def test_gradients_that_arrived() -> None:
    told = life("x = torch.ones(2, requires_grad=True)\nfor _ in range(3):\n    x.sum().backward()\n", "x")
    assert (
        "A gradient of shape [2], which arrived at program.py:3 (`x.sum().backward()`); written 2 times since" in told
    )
    told = life("x = torch.ones(2, requires_grad=True)\ny = x * 2\ny.retain_grad()", "y")
    assert "None yet. retain_grad() was called" in told


# ---- the notes on errors -----------------------------------------------------------------------------------------------

NOTES = {
    "w = torch.ones(2, requires_grad=True)\nw += 1": "This write would make it the result of an operation",
    "a = torch.ones(2, requires_grad=True) * 1\np, q = a.unbind()\np.mul_(2)": (
        "`p` is a view of `a`, made as one of several that one call returned, at program.py:2 (`p, q = a.unbind()`)."
    ),
    "x = torch.ones(3)\ny = x * 2\ny.backward()": (
        "No gradient can flow from `y`: it is the result of an operation, and nothing that went into it requires grad."
    ),
    "x = torch.ones(3, requires_grad=True)\nwith torch.no_grad():\n    y = x * 2\ny.backward()": (
        "No gradient can flow from `y`: it was computed under no_grad, at program.py:3 (`y = x * 2`), where operations "
        "are not recorded."
    ),
    "x = torch.ones(3, requires_grad=True)\ny = x * 2\ny.backward()": (
        "`y` has 3 elements (shape [3]), and backward() needs to know how much each counts."
    ),
    "x = torch.ones(3, requires_grad=True)\ny = x * 2\ny.backward(torch.ones(2))": "so its shape is [3] too",
    "x = torch.ones(3, requires_grad=True)\ny = x * 2\ny.requires_grad = False": "recorded at program.py:2 (`y = x * 2`)",
    "x = torch.ones(3, requires_grad=True)\nx.grad = torch.ones(2)": (
        "`x` has dtype torch.float32 and shape [3]: its .grad must have the same."
    ),
    "x = torch.ones(3, requires_grad=True)\nv = x[0]\ny = (x * 2).sum()\ntorch.autograd.grad(y, v)": (
        "It is the view `x[0]`, a tensor of its own in the graph: what was computed from `x` did not pass through it."
    ),
    "x = torch.ones(2, requires_grad=True)\nh = x * 1\ny = h.sum()\nh.add_(1)\ntorch.autograd.grad(y, h)": (
        "`h` is now the result of add_ at program.py:4 (`h.add_(1)`): what was computed from it before that write depends "
        "on the tensor it was then."
    ),
    "x = torch.ones(3)\nx.retain_grad()": "`x` does not require grad: it was created without requires_grad=True",
    "x = torch.ones(3)\nx.register_hook(print)": "`x` does not require grad: it was created without requires_grad=True",
    "x = torch.ones(3, requires_grad=True)\ntorch.exp(x, out=torch.empty(3))": "`x` requires grad: it was created with",
    "x = torch.ones(3, requires_grad=True)\nh = x * 2\nv = h[0]\nv.detach_()": "which has its history from `h`",
}


@pytest.mark.parametrize("source", NOTES)
def test_the_notes_on_an_error(source: str, version: str) -> None:
    assert NOTES[source] in " ".join(notes(source))


# ---- any tensor --------------------------------------------------------------------------------------------------------

STEPS = (
    "t = t * 2", "t = t[0] if t.dim() else t", "t = t.t() if t.dim() == 2 else t", "t = t.detach()", "t = t.data", "t = t.clone()",
    "t = t.expand(2, *t.shape)", "t.mul_(2)", "t[...] = 1", "t.data.add_(1)", "t.detach().mul_(3)", "t = t.unbind()[0] if t.dim() else t",
    "t.requires_grad_()", "t = t.reshape(-1)", "t.sum().backward()", "t = t.unsqueeze(0)", "t.retain_grad()", "t = root",
    "t = t.to(torch.float64)", "t = t.as_strided((1,), (1,), 0)", "t.detach_()", "t.unsqueeze_(0)", "t = t.sum()", "t = t > 0",
)  # fmt: skip


def state(t: Tensor) -> tuple[Any, ...]:
    """What could change by being looked at."""
    extra = t._extra
    mine = (t._grad_fn, t._attr_version, t.version.count, t._requires_grad, t.creation, t.storage.generation, t._seen)
    return (
        *mine,
        t._accumulator,
        t._grad,
        extra,
        t.storage.history and len(t.storage.history),
        None if t.base is None else state(t.base),
    )


@settings(max_examples=settings.default.max_examples * 2)
@given(
    st.lists(st.tuples(st.sampled_from(STEPS), st.booleans()), max_size=10),
    st.booleans(),
    st.sampled_from(["2.13", "1.6"]),
)
@pytest.mark.filterwarnings("ignore")
def test_any_tensor_can_be_explained_and_is_left_as_it_was(
    steps: list[tuple[str, bool]], requires: bool, version: str
) -> None:
    with leafjax.semantics(version):
        root = leafjax.ones(2, 2, requires_grad=requires)
        scope: dict[str, Any] = {"torch": leafjax, "root": root, "t": root}
        for step, recording in steps:
            with leafjax.set_grad_enabled(recording):
                try:
                    exec(step, scope)
                except (RuntimeError, ValueError, IndexError):
                    continue
            for t in (scope["t"], root):
                before = state(t)
                found = explain(t)
                assert str(found)
                assert state(t) == before
                assert found.requires_grad == t.requires_grad
        for t in (scope["t"], root):
            found = explain(t)
            try:
                is_leaf = t.is_leaf
            except RuntimeError:
                assert any("Using it raises" in trouble.problem for trouble in found.trouble)
            else:
                assert found.is_leaf == is_leaf
