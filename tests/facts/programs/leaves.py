"""What is a leaf, what requires a gradient, and who may change it."""

from facts.programs._make import leaf, plain, ramp, since


def created_tensors_are_leaves(torch, see):
    see("created", a=plain(torch, [1.0, 2.0]), b=leaf(torch, [1.0, 2.0]), c=torch.tensor([1, 2]))


def result_of_a_leaf_is_no_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see("y", y=x * 3, z=x + x)


def result_of_plain_tensors_is_a_leaf(torch, see):
    a = plain(torch, [1.0, 2.0])
    see("b", b=a * 3)


def one_input_that_requires_grad_is_enough(torch, see):
    x, a = leaf(torch, [1.0, 2.0]), plain(torch, [3.0, 4.0])
    see("product", left=x * a, right=a * x)


def comparison_of_a_leaf_is_a_plain_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see("comparison", greater=x > 1, equal=x == x, argmax=x.argmax())


def requires_grad_method_returns_self(torch, see):
    a = plain(torch, [1.0, 2.0])
    see.fact("same object", a.requires_grad_() is a)
    see("a", a=a)
    see.fact("back", a.requires_grad_(False) is a)
    see("off", a=a)


def setter_on_a_result(torch, see):
    y = leaf(torch, [1.0]) * 2
    see.raises("to False", setattr, y, "requires_grad", False)
    see.raises("to True", setattr, y, "requires_grad", True)
    see.raises("method to False", y.requires_grad_, False)
    see.raises("method to True", y.requires_grad_, True)
    see("unchanged", y=y)


def setter_wants_a_bool(torch, see):
    a = plain(torch, [1.0])
    see.raises("int", setattr, a, "requires_grad", 1)
    see.raises("None", setattr, a, "requires_grad", None)


def ints_cannot_require_grad(torch, see):
    a = torch.tensor([1, 2])
    see.raises("setter", setattr, a, "requires_grad", True)
    see.raises("method", a.requires_grad_)
    see.raises("constructor", torch.tensor, [1, 2], requires_grad=True)
    see.raises("zeros", torch.zeros, 2, dtype=torch.int32, requires_grad=True)
    see.raises("bool", torch.ones, 2, dtype=torch.bool, requires_grad=True)
    see.raises("off is fine", a.requires_grad_, False)


def setter_on_a_view_of_a_plain_tensor(torch, see):
    a = ramp(torch, 2, 3)
    v = a[0]
    v.requires_grad_()
    see("after", a=a, v=v)


def view_of_a_plain_tensor_made_leaf_then_used(torch, see):
    a = ramp(torch, 2, 3)
    v = a[0].requires_grad_()
    (v * v).sum().backward()
    see.grad("after backward", v=v, a=a)
    see("a", a=a)


def detach_makes_a_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    d = y.detach()
    see("d", d=d, y=y)
    d.requires_grad_()
    (d * 5).sum().backward()
    see.grad("after backward", x=x, d=d)


def detach_in_place_makes_a_leaf(torch, see):
    y = leaf(torch, [1.0, 2.0]) * 2
    see.fact("same object", y.detach_() is y)
    see("y", y=y)


def detach_in_place_of_a_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    x.detach_()
    see("x", x=x)


def clone_of_a_leaf_is_no_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    c = x.clone()
    see("c", c=c, detached=x.clone().detach())
    c.sum().backward()
    see.grad("after", x=x)


def contiguous_and_to_same_dtype_return_self(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.fact("contiguous", x.contiguous() is x)
    see.fact("to", x.to(torch.float64) is x)
    see.fact("double", x.double() is x)
    see("still a leaf", x=x.to(torch.float64))


def to_other_dtype_is_no_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x.to(torch.float32)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def to_int_drops_the_gradient(torch, see):
    x = leaf(torch, [1.5, -2.5])
    see("ints", a=x.to(torch.int64), b=x.long(), c=x.bool())


def step_by_rebinding_loses_the_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    (x * x).sum().backward()
    x = x - 0.5 * x.grad
    see("x", x=x)
    (x * x).sum().backward()
    see.grad("second backward", x=x)


def step_under_no_grad_keeps_the_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    for turn in range(2):
        (x * x).sum().backward()
        with torch.no_grad():
            x -= 0.25 * x.grad
        x.grad.zero_()
        see("step %d" % turn, x=x)
    see.grad("after", x=x)


def step_without_no_grad_is_refused(torch, see):
    x = leaf(torch, [1.0, 2.0])
    (x * x).sum().backward()
    see.raises("sub_", x.sub_, 0.5 * x.grad)
    see.raises("data", x.data.sub_, 0.5 * x.grad)
    see("x", x=x)


def backward_without_any_leaf(torch, see):
    a = plain(torch, [1.0, 2.0])
    see.raises("plain", a.sum().backward)
    see.raises("detached", leaf(torch, 1.0).detach().backward)


def leaf_backward_directly(torch, see):
    x = leaf(torch, 3.0)
    x.backward()
    see.grad("once", x=x)
    x.backward()
    see.grad("twice", x=x)


def assigning_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    g = plain(torch, [5.0, 6.0])
    x.grad = g
    see.fact("same object", x.grad is g)
    x.sum().backward()
    see.grad("added", x=x)
    see("g", g=g)


def assigning_a_wrong_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.raises("shape", setattr, x, "grad", plain(torch, [1.0]))
    see.raises("dtype", setattr, x, "grad", torch.tensor([1.0, 2.0]))
    see.raises("itself", setattr, x, "grad", x)
    see.raises("none", setattr, x, "grad", None)


@since("2.13")
def assigning_a_grad_that_is_no_tensor(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.raises("float", setattr, x, "grad", 1.0)
    see.raises("list", setattr, x, "grad", [1.0, 2.0])


def tensor_from_a_tensor_copies(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.warns("warning", torch.tensor, x)
    see("copy", copy=torch.tensor(x))


@since("2.13")
def grad_slot_is_none_before_backward(torch, see):
    x, a = leaf(torch, [1.0]), plain(torch, [1.0])
    see.fact("grads", [x.grad is None, a.grad is None, (x * 2).detach().grad is None])
    see.fact("retains_grad", [x.retains_grad, a.retains_grad, (x * 2).retains_grad])
