"""The `out=` argument."""

from facts.programs._make import leaf, plain, ramp, since


def result_goes_into_out(torch, see):
    a, out = ramp(torch, 3), plain(torch, [0.0, 0.0, 0.0])
    see.fact("same object", torch.add(a, 1, out=out) is out)
    see("out", out=out)


def several_functions(torch, see):
    a, out = ramp(torch, 2, 2), plain(torch, [[0.0, 0.0], [0.0, 0.0]])
    for name, call in (
        ("mul", lambda: torch.mul(a, 2, out=out)),
        ("exp", lambda: torch.exp(a * 0, out=out)),
        ("mm", lambda: torch.mm(a, a, out=out)),
        ("cumsum", lambda: torch.cumsum(a, 0, out=out)),
    ):
        call()
        see(name, out=out)


def out_with_gradient_is_refused(torch, see):
    x, out = leaf(torch, [1.0, 2.0]), plain(torch, [0.0, 0.0])
    see.raises("input", torch.add, x, 1, out=out)
    see.raises("output", torch.add, out, 1, out=x)
    see.raises("mul", torch.mul, x, x, out=out)
    see("out", out=out)


def out_of_a_smaller_dtype(torch, see):
    a = ramp(torch, 2)
    see.raises("ints", torch.add, a, 1, out=torch.tensor([0, 0]))
    out = torch.zeros(2)
    torch.add(a, 1, out=out)
    see("float32", out=out)


def out_through_a_view(torch, see):
    a, buffer = ramp(torch, 2), plain(torch, [0.0, 0.0, 0.0])
    torch.mul(a, 10, out=buffer[1:])
    see("buffer", buffer=buffer)


def out_that_is_an_input(torch, see):
    a = ramp(torch, 3)
    torch.add(a, a, out=a)
    see("a", a=a)


def reductions_into_out(torch, see):
    a, out = ramp(torch, 2, 3), plain(torch, [0.0, 0.0])
    torch.sum(a, 1, out=out)
    see("sum", out=out)


def stack_and_cat_into_out(torch, see):
    a, out = ramp(torch, 2), plain(torch, [0.0] * 4)
    torch.cat([a, a], out=out)
    see("cat", out=out)


@since("2.13")
def out_is_resized_with_a_warning(torch, see):
    a, out = ramp(torch, 3), plain(torch, [0.0])
    see.warns("warning", torch.add, a, 1, out=out)
    see("out", out=out)


def empty_out_is_resized_silently(torch, see):
    out = torch.zeros(0, dtype=torch.float64)
    see.warns("no warning", torch.add, ramp(torch, 3), 1, out=out)
    see("out", out=out)


@since("2.13")
def pair_into_out(torch, see):
    a = plain(torch, [[1.0, 5.0], [7.0, 3.0]])
    values, indices = plain(torch, [0.0, 0.0]), torch.tensor([0, 0])
    torch.max(a, 1, out=(values, indices))
    see("pair", values=values, indices=indices)


@since("2.13")
def out_under_no_grad_into_a_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    with torch.no_grad():
        torch.add(x, 1, out=x)
    see("x", x=x)
