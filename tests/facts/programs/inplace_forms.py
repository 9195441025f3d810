"""The trailing-underscore forms: their nodes, gradients, and what they return."""

from operator import iadd, imul, ipow, isub, itruediv

from facts.programs._make import leaf, leaf_ramp, plain, ramp, since


def unary_forms(torch, see):
    for name in ("exp_", "log_", "sin_", "cos_", "tanh_", "sigmoid_", "relu_", "abs_", "neg_", "sqrt_", "reciprocal_"):
        x = leaf(torch, [0.25, 0.5])
        y = x * 1
        see.fact(name + " same object", getattr(y, name)() is y)
        see(name, y=y)
        y.sum().backward()
        see.grad(name, x=x)


def binary_forms(torch, see):
    for name in ("add_", "sub_", "mul_", "div_"):
        x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [4.0, 5.0])
        y = x * 1
        getattr(y, name)(w)
        see(name, y=y)
        y.sum().backward()
        see.grad(name, x=x, w=w)


def operators_keep_the_object(torch, see):
    x = leaf(torch, [4.0, 9.0])
    for name, operator in (("+=", iadd), ("-=", isub), ("*=", imul), ("/=", itruediv)):
        y = x * 1
        see.fact(name, operator(y, 2) is y)
        see(name, y=y)


@since("2.13")
def power_in_place(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 1
    z = ipow(y, 2)
    see("y", y=y, z=z)
    y.sum().backward()
    see.grad("after", x=x)


def fills(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y, z = x * 1, x * 1
    y.zero_()
    z.fill_(3)
    see("after", y=y, z=z)


def clamp_in_place(torch, see):
    x = leaf(torch, [-1.0, 0.5, 2.0])
    y = x * 1
    y.clamp_(0, 1)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def steps_in_place(torch, see):
    for name in ("floor_", "round_", "sign_", "trunc_"):
        y = leaf(torch, [-1.5, 2.5]) * 1
        getattr(y, name)()
        see(name, y=y)


def copy_from_another_shape(torch, see):
    x, w = leaf_ramp(torch, 2, 2), leaf(torch, [5.0, 6.0])
    y = x * 1
    y.copy_(w)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def copy_from_another_dtype(torch, see):
    w = torch.tensor([1.5, 2.5], requires_grad=True)
    a = plain(torch, [0.0, 0.0])
    a.copy_(w)
    see("a", a=a)
    a.sum().backward()
    see.grad("after", w=w)


def masked_fill_in_place(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, 5.0)
    y = x * 1
    y.masked_fill_(y > 2, w)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def index_forms_in_place(torch, see):
    x, w, index = leaf_ramp(torch, 3), leaf(torch, [10.0, 20.0]), torch.tensor([2, 0])
    for name, write in (
        ("index_add_", lambda y: y.index_add_(0, index, w)),
        ("index_copy_", lambda y: y.index_copy_(0, index, w)),
        ("index_fill_", lambda y: y.index_fill_(0, index, 1.0)),
        ("index_put_", lambda y: y.index_put_((index,), w)),
        ("scatter_", lambda y: y.scatter_(0, index, w)),
        ("scatter_add_", lambda y: y.scatter_add_(0, index, w)),
    ):
        y = x * 1
        write(y)
        see(name, y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def scaled_forms_in_place(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0])
    y = x * 1
    y.add_(w, alpha=2)
    y.addcmul_(w, w, value=0.5)
    y.lerp_(w, 0.5)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def triangle_in_place(torch, see):
    x = leaf_ramp(torch, 2, 2)
    y = x * 1
    y.tril_()
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def comparison_in_place(torch, see):
    a = ramp(torch, 3)
    a.gt_(1.5)
    see("a", a=a)


def in_place_on_a_view_with_every_kind(torch, see):
    for name in ("exp_", "zero_", "neg_", "relu_"):
        x = leaf_ramp(torch, 2)
        y = x * 1
        getattr(y[:1], name)()
        see(name, y=y)
        y.sum().backward()
        see.grad(name, x=x)


def torch_functions_with_underscore(torch, see):
    a = plain(torch, [-1.0, 2.0])
    torch.relu_(a)
    see("a", a=a)
    torch.exp_(a)
    see("again", a=a)


@since("2.13")
def in_place_result_with_a_larger_shape(torch, see):
    a = ramp(torch, 2, 1)
    see.raises("mul_", a.mul_, ramp(torch, 3))
    see.raises("lerp_", a.lerp_, ramp(torch, 2, 3), 0.5)
    see.raises("masked_fill_", a.masked_fill_, torch.ones(2, 3, dtype=torch.bool), 0.0)


@since("2.13")
def in_place_by_the_leaf_itself_under_no_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    with torch.no_grad():
        x.mul_(x)
        x += x
    see("x", x=x)
