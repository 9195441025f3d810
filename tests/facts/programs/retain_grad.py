"""`retain_grad`: keeping the gradient of a result."""

from facts.programs._make import leaf, leaf_ramp, plain, since


def on_a_result(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    y.retain_grad()
    (y * y).sum().backward()
    see.grad("after", x=x, y=y)
    see.warns("no warning", lambda: y.grad)


def on_a_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.fact("returns", x.retain_grad())
    x.sum().backward()
    see.grad("after", x=x)


def on_a_plain_tensor(torch, see):
    see.raises("plain", plain(torch, [1.0]).retain_grad)
    see.raises("detached", (leaf(torch, [1.0]) * 2).detach().retain_grad)


def twice_is_once(torch, see):
    y = leaf(torch, [1.0, 2.0]) * 2
    y.retain_grad()
    y.retain_grad()
    y.sum().backward()
    see.grad("after", y=y)


def accumulates_over_two_backwards(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    y.retain_grad()
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    see.grad("after", x=x, y=y)


def on_a_view(torch, see):
    x = leaf_ramp(torch, 2, 2)
    v = x[0]
    v.retain_grad()
    (v * v).sum().backward()
    see.grad("after", x=x, v=v)


def after_a_hook_that_replaces(torch, see):
    x = leaf(torch, 2.0)
    y = x * 3
    y.register_hook(lambda g: g * 10)
    y.retain_grad()
    y.backward()
    see.grad("after", x=x, y=y)


def before_a_hook_that_replaces(torch, see):
    x = leaf(torch, 2.0)
    y = x * 3
    y.retain_grad()
    y.register_hook(lambda g: g * 10)
    y.backward()
    see.grad("after", x=x, y=y)


@since("2.13")
def moves_along_with_an_in_place_write(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    y.retain_grad()
    y.mul_(3)
    see.fact("retains_grad", y.retains_grad)
    (y * y).sum().backward()
    see.grad("after", x=x, y=y)


def in_place_write_after_retain_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    y.retain_grad()
    y.add_(3)
    (y * 5).sum().backward()
    see.grad("after", x=x, y=y)


def base_retained_then_written_through_a_view(torch, see):
    x = leaf_ramp(torch, 2)
    y = x * 2
    y.retain_grad()
    y[0].mul_(10)
    (y * y).sum().backward()
    see.grad("after", x=x, y=y)


def gradient_of_the_middle_of_a_chain(torch, see):
    x = leaf(torch, 2.0)
    y = x * 3
    z = y * y
    for t in (y, z):
        t.retain_grad()
    (z * 5).backward()
    see.grad("after", x=x, y=y, z=z)


def not_reached_by_backward(torch, see):
    x = leaf(torch, 2.0)
    y = x * 3
    y.retain_grad()
    (x * 2).backward()
    see.grad("after", y=y)


def retained_gradient_is_a_plain_tensor(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * x
    y.retain_grad()
    y.sum().backward(create_graph=True)
    see.grad("with graph", x=x, y=y)


@since("2.13")
def retains_grad_flag(torch, see):
    x = leaf(torch, [1.0])
    y = x * 2
    see.fact("before", [x.retains_grad, y.retains_grad])
    y.retain_grad()
    x.retain_grad()
    see.fact("after", [x.retains_grad, y.retains_grad, y.detach().retains_grad])
