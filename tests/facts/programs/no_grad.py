"""Grad modes: with, decorator and function, and the views that remember them."""

from operator import setitem

from facts.programs._make import leaf, leaf_ramp, ramp, result, since


def with_block(torch, see):
    x = leaf(torch, [1.0, 2.0])
    with torch.no_grad():
        y = x * 2
        see.fact("inside", torch.is_grad_enabled())
    see("y", y=y)
    see.fact("outside", torch.is_grad_enabled())


def enable_inside_disable(torch, see):
    x = leaf(torch, [1.0, 2.0])
    with torch.no_grad():
        with torch.enable_grad():
            y = x * 2
        z = x * 2
    see("results", y=y, z=z)


def decorator(torch, see):
    x = leaf(torch, [1.0, 2.0])

    @torch.no_grad()
    def double(t):
        """Double."""
        return t * 2

    see("y", y=double(x))
    see.fact("name", [double.__name__, double.__doc__])


def decorator_enable_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])

    @torch.enable_grad()
    def double(t):
        return t * 2

    with torch.no_grad():
        y = double(x)
    see("y", y=y)


@since("2.13")
def decorator_without_parentheses(torch, see):
    x = leaf(torch, [1.0, 2.0])

    @torch.no_grad
    def double(t):
        return t * 2

    see("y", y=double(x))


def set_grad_enabled_as_context(torch, see):
    x = leaf(torch, [1.0, 2.0])
    for mode in (True, False):
        with torch.set_grad_enabled(mode):
            y = x * 2
        see(str(mode), y=y)


def set_grad_enabled_as_function(torch, see):
    x = leaf(torch, [1.0, 2.0])
    try:
        torch.set_grad_enabled(False)
        y = x * 2
    finally:
        torch.set_grad_enabled(True)
    see("results", y=y, z=x * 2)


def mode_comes_back_after_an_exception(torch, see):
    def fail():
        with torch.no_grad():
            raise KeyError("x")

    see.raises("error", fail)
    see.fact("mode", torch.is_grad_enabled())


def generator_under_no_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])

    @torch.no_grad()
    def doubles():
        for _ in range(2):
            yield x * 2

    modes = []
    for y in doubles():
        modes.append([y.requires_grad, torch.is_grad_enabled()])
    see.fact("modes", modes)


def created_under_no_grad_can_require_grad(torch, see):
    with torch.no_grad():
        x = leaf(torch, [1.0, 2.0])
        y = torch.zeros(2).requires_grad_()
    see("leaves", x=x, y=y)
    (x * x).sum().backward()
    see.grad("after", x=x)


def backward_of_a_no_grad_result(torch, see):
    x = leaf(torch, [1.0, 2.0])
    with torch.no_grad():
        y = (x * 2).sum()
    see.raises("backward", y.backward)


def backward_called_under_no_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = (x * x).sum()
    with torch.no_grad():
        y.backward()
    see.grad("after", x=x)


def view_of_a_leaf_made_under_no_grad(torch, see):
    x = leaf_ramp(torch, 2, 3)
    with torch.no_grad():
        views = {"select": x[0], "view": x.view(6), "t": x.t(), "slice": x[:, 1:], "unsqueeze": x.unsqueeze(0)}
        copy = x.clone()
    for name, v in views.items():
        see(name, v=v)
    see("copy", c=copy)


def view_of_a_result_made_under_no_grad(torch, see):
    y = result(torch, 2, 3)
    with torch.no_grad():
        v = y[0]
    see("v", v=v, y=y)


def view_made_under_no_grad_written_under_no_grad(torch, see):
    x = leaf_ramp(torch, 2, 3)
    with torch.no_grad():
        v = x[0]
        v.zero_()
    see("after", x=x, v=v)


@since("2.13")
def view_made_under_no_grad_written_outside(torch, see):
    x = leaf_ramp(torch, 2, 3)
    with torch.no_grad():
        v = x[0]
    see.raises("leaf", v.mul_, 2)
    y = result(torch, 2, 3)
    with torch.no_grad():
        w = y[0]
    see.raises("result", w.mul_, 2)
    see("unchanged", v=v, w=w, y=y)


@since("2.13")
def plain_view_made_under_no_grad_gets_history(torch, see):
    a, x = ramp(torch, 2, 3), leaf(torch, 2.0)
    with torch.no_grad():
        v = a[0]
    see.raises("mul_ by a leaf", v.mul_, x)
    see.raises("mul_ by a number", v.mul_, 3)
    see("after", a=a, v=v)


@since("2.13")
def view_of_a_no_grad_view_written(torch, see):
    y = result(torch, 2, 3)
    with torch.no_grad():
        v = y[0]
    w = v[1:]
    see.raises("mul_", w.mul_, 2)


@since("2.13")
def base_written_after_a_no_grad_view(torch, see):
    y = result(torch, 2, 3)
    with torch.no_grad():
        v = y[0]
    y.mul_(2)
    see("v", v=v)
    see.raises("use", lambda: v * 1)


def result_of_a_no_grad_view(torch, see):
    x = leaf_ramp(torch, 2, 3)
    with torch.no_grad():
        v = x[0]
    y = v * 2
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, v=v)


def write_with_history_under_no_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    a, y = ramp(torch, 2), x * 1
    with torch.no_grad():
        a.mul_(x)
        y.mul_(x)
        y[0] = 7.0
    see("after", a=a, y=y)
    y.sum().backward()
    see.grad("after backward", x=x)


def leaf_initialised_under_no_grad(torch, see):
    x = leaf_ramp(torch, 2, 2)
    with torch.no_grad():
        x.fill_(3.0)
        x[0, 0] = 1.0
        x[x > 2] = 9.0
    see("x", x=x)
    see.raises("outside again", setitem, x, 0, 1.0)


def requires_grad_setter_under_no_grad(torch, see):
    x = leaf(torch, [1.0])
    with torch.no_grad():
        y = x * 2
        y.requires_grad_()
    see("y", y=y)


def detached_requires_grad_under_no_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    with torch.no_grad():
        d = x.detach()
        e = x.data
    see("aliases", d=d, e=e)


def nested_no_grad(torch, see):
    modes = [torch.is_grad_enabled()]
    with torch.no_grad():
        with torch.no_grad():
            modes.append(torch.is_grad_enabled())
        modes.append(torch.is_grad_enabled())
    modes.append(torch.is_grad_enabled())
    see.fact("modes", modes)


def in_place_requires_grad_out_argument(torch, see):
    x = leaf(torch, [1.0, 2.0])
    out = ramp(torch, 2)
    with torch.no_grad():
        torch.mul(x, 2, out=out)
    see("out", out=out)
