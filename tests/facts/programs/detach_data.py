"""`detach`, `.data` and `detach_`: what they share with their source and what not."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, result, since


def detach_of_a_result(torch, see):
    y = result(torch, 3)
    d = y.detach()
    see("d", d=d)
    see.fact("same memory", d.data_ptr() == y.data_ptr())


def detach_of_a_plain_tensor(torch, see):
    a = ramp(torch, 3)
    d = a.detach()
    see("d", d=d)
    see.fact("same object, base", [d is a, d._base is a])


def detach_of_a_view(torch, see):
    y = result(torch, 2, 3)
    see("d", d=y[1].detach(), e=y.t().detach())


def data_of_a_result(torch, see):
    y = result(torch, 3)
    d = y.data
    see("d", d=d)
    see.fact("same memory, same object", [d.data_ptr() == y.data_ptr(), y.data is y.data])


def data_of_a_view(torch, see):
    y = result(torch, 2, 3)
    see("d", d=y[1].data, e=y.t().data)


def writes_are_seen_by_both(torch, see):
    y = result(torch, 3)
    d, e = y.detach(), y.data
    d[0] = 10.0
    e[1] = 20.0
    see("after", y=y, d=d, e=e)


def write_through_data_of_a_leaf(torch, see):
    x = leaf_ramp(torch, 3)
    x.data.mul_(10)
    see("x", x=x)
    (x * x).sum().backward()
    see.grad("after", x=x)


def write_through_data_of_a_saved_result(torch, see):
    x = leaf(torch, [0.0, 1.0])
    y = x.sigmoid()
    y.data.zero_()
    y.sum().backward()
    see.grad("after", x=x)


def data_assigned(torch, see):
    x = leaf_ramp(torch, 3)
    new = plain(torch, [7.0, 8.0, 9.0])
    x.data = new
    see("x", x=x)
    see.fact("same memory", x.data_ptr() == new.data_ptr())
    new[0] = 0.0
    see("after write", x=x)


def data_assigned_with_another_shape(torch, see):
    x = leaf_ramp(torch, 3)
    x.data = ramp(torch, 2, 2)
    see("x", x=x)
    (x * 2).sum().backward()
    see.grad("after", x=x)


def data_assigned_with_history_takes_the_values_only(torch, see):
    x, w = leaf_ramp(torch, 2), leaf(torch, [5.0, 6.0])
    x.data = w * 2
    see("x", x=x)
    x.sum().backward()
    see.grad("after", x=x, w=w)


def data_assigned_to_something_else(torch, see):
    x = leaf_ramp(torch, 2)
    see.raises("list", setattr, x, "data", [1.0, 2.0])
    see.raises("ints", setattr, x, "data", torch.tensor([1, 2]))


def detached_then_made_to_require_grad(torch, see):
    x = leaf_ramp(torch, 2)
    d = (x * 2).detach().requires_grad_()
    (d * d).sum().backward()
    see("d", d=d)
    see.grad("after", x=x, d=d)
    see.raises("write", d.add_, 1)


def detach_in_place_on_a_result(torch, see):
    x = leaf_ramp(torch, 2)
    y = x * 2
    z = y * 3
    y.detach_()
    see("y", y=y, z=z)
    z.sum().backward()
    see.grad("after", x=x, y=y)


def detach_in_place_on_a_view(torch, see):
    y = result(torch, 2, 2)
    see.raises("select", y[0].detach_)
    see.raises("view", y.view(4).detach_)
    see.raises("view of a plain tensor", ramp(torch, 2, 2)[0].detach_)
    see.raises("view of a leaf", leaf_ramp(torch, 2, 2)[0].detach_)


def detach_in_place_on_a_detached_tensor(torch, see):
    d = result(torch, 2).detach()
    see.raises("detach_", d.detach_)
    see("d", d=d)


def view_of_detached(torch, see):
    y = result(torch, 2, 3)
    d = y.detach()
    v = d[0]
    v.mul_(10)
    see("all", y=y, d=d, v=v)
    see.fact("base", v._base is d)


def detach_of_detach(torch, see):
    y = result(torch, 3)
    d = y.detach().detach()
    d.add_(1)
    see("both", y=y, d=d)


def numpy_like_exits(torch, see):
    x = leaf_ramp(torch, 2)
    see.raises("numpy of a leaf", x.numpy)
    see.fact("tolist", [x.tolist(), x[0].item(), float(x[1]), int(x[1]), bool(x[0])])
    see.raises("item of two", x.item)
    see.raises("float of two", float, x)
    see.raises("bool of two", bool, x)


@since("2.13")
def detached_shares_the_version_of_its_source(torch, see):
    x = leaf_ramp(torch, 2)
    y = x.exp()
    d = y.detach()
    d.mul_(2)
    see.fact("versions", [y._version, d._version, y.data._version])
    see.raises("backward", y.sum().backward)


def grad_shares_no_memory_with_the_given_gradient(torch, see):
    x, g = leaf_ramp(torch, 2), plain(torch, [5.0, 6.0])
    (x * 1).backward(g)
    g.zero_()
    see.grad("after", x=x)
