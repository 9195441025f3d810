"""Which functions give views, of what, and where they lie in memory."""

from facts.programs._make import leaf, leaf_ramp, ramp, result, since


def _same(a, b):
    return a.data_ptr() == b.data_ptr()


def select_of_a_plain_tensor(torch, see):
    a = ramp(torch, 2, 3)
    v = a[1]
    see("v", v=v)
    see.fact("base is a", v._base is a)
    see.fact("bytes between", v.data_ptr() - a.data_ptr())


def select_of_a_leaf(torch, see):
    x = leaf_ramp(torch, 2, 3)
    v = x.select(1, 2)
    see("v", v=v, x=x)
    v.sum().backward()
    see.grad("after", x=x)


def view_of_a_view_has_the_first_base(torch, see):
    a = ramp(torch, 2, 3, 2)
    v = a[1]
    w = v.t()[0]
    see("views", v=v, w=w)
    see.fact("base", [v._base is a, w._base is a, w._base is v])


def slice_with_step(torch, see):
    x = result(torch, 7)
    v = x[1:6:2]
    see("v", v=v)
    see("last two", v=x[-2:])
    see("beyond", v=x[5:100])
    see("empty", v=x[4:2])


def slices_in_two_dimensions(torch, see):
    x = result(torch, 3, 4)
    v = x[1:, ::2]
    see("v", v=v)


def narrow_is_a_slice(torch, see):
    x = leaf_ramp(torch, 2, 5)
    v = x.narrow(1, 1, 3)
    see("v", v=v)
    (v * v).sum().backward()
    see.grad("after", x=x)


def narrow_errors(torch, see):
    a = ramp(torch, 2, 5)
    see.raises("too long", a.narrow, 1, 3, 3)
    see.raises("bad dim", a.narrow, 2, 0, 1)


def view_of_contiguous(torch, see):
    x = result(torch, 2, 6)
    see("views", a=x.view(12), b=x.view(3, 4), c=x.view(-1, 2), d=x.view(2, 3, 2))
    see.fact("base", x.view(12)._base is x)


def view_of_a_transpose(torch, see):
    x = result(torch, 2, 3).t()
    see.raises("flat", x.view, 6)
    see("split", a=x.view(3, 2, 1), b=x.view(3, 1, 2))
    see("reshaped", r=x.reshape(6))


def view_errors(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("size", a.view, 4)
    see.raises("size with -1", a.view, 4, -1)
    see.raises("two -1", a.view, -1, -1)
    see.raises("negative", a.view, -2, 3)
    see.raises("reshape size", a.reshape, 4, 2)


def reshape_view_or_copy(torch, see):
    a = ramp(torch, 2, 6)
    v, c = a.reshape(3, 4), a.t().reshape(3, 4)
    see("both", v=v, c=c)
    see.fact("same memory", [_same(v, a), _same(c, a)])


def reshape_of_a_leaf_to_its_own_shape(torch, see):
    x = leaf_ramp(torch, 2, 3)
    r = x.reshape(2, 3)
    see("r", r=r)
    see.fact("same object", r is x)


def flatten_view_or_copy(torch, see):
    x = result(torch, 2, 3, 2)
    see("contiguous", all=x.flatten(), tail=x.flatten(1), head=x.flatten(0, 1))
    see("transposed", f=x.transpose(0, 2).flatten())
    one = result(torch, 4)
    see.fact("1-d is itself", one.flatten() is one)
    see("0-d", f=result(torch).flatten())


@since("2.13")
def unflatten_splits_a_dimension(torch, see):
    x = result(torch, 2, 6)
    see("u", u=x.unflatten(1, (2, 3)), v=x.unflatten(-1, (-1, 2)))
    see.raises("wrong product", x.unflatten, 1, (4, 2))


def transpose_and_t(torch, see):
    x = result(torch, 2, 3)
    see("both", a=x.transpose(0, 1), b=x.t(), c=x.T)
    see("1-d t", v=result(torch, 3).t())
    see.raises("3-d t", result(torch, 2, 2, 2).t)


def transpose_twice(torch, see):
    x = result(torch, 2, 3)
    see("back", v=x.t().t())
    see("same dims", v=x.transpose(1, 1))


def permute_moves_dimensions(torch, see):
    x = result(torch, 2, 3, 2)
    see("p", p=x.permute(2, 0, 1), q=x.permute(0, -1, 1))
    see.raises("repeated", x.permute, 0, 0, 1)
    see.raises("too few", x.permute, 0, 1)


@since("2.13")
def movedim_and_swapaxes(torch, see):
    x = result(torch, 2, 3, 2)
    see("m", m=torch.movedim(x, 0, -1), s=x.swapaxes(0, 1), n=x.movedim((0, 1), (1, 0)))


def unsqueeze_adds_a_dimension(torch, see):
    x = result(torch, 2, 3)
    see("u", a=x.unsqueeze(0), b=x.unsqueeze(1), c=x.unsqueeze(-1))
    see.raises("out of range", x.unsqueeze, 4)


def squeeze_removes_dimensions(torch, see):
    x = result(torch, 1, 3, 1)
    see("s", all=x.squeeze(), first=x.squeeze(0), last=x.squeeze(-1), nothing=x.squeeze(1))


def squeeze_of_a_leaf_that_has_nothing_to_squeeze(torch, see):
    x = leaf_ramp(torch, 2, 2)
    s = x.squeeze()
    see("s", s=s)
    see.fact("same object", s is x)


def expand_has_zero_strides(torch, see):
    x = leaf_ramp(torch, 3, 1)
    e = x.expand(3, 2)
    see("e", e=e, f=x.expand(2, -1, 4))
    e.sum().backward()
    see.grad("after", x=x)


def expand_errors(torch, see):
    a = ramp(torch, 3, 1)
    see.raises("non-singleton", a.expand, 2, 2)
    see.raises("fewer dims", a.expand, 3)
    see.raises("new dim -1", a.expand, -1, 3, 2)


def expand_as_and_broadcast_to(torch, see):
    x = leaf_ramp(torch, 3)
    e = x.expand_as(ramp(torch, 2, 3))
    see("e", e=e)
    see("tensors", pair=torch.broadcast_tensors(x, ramp(torch, 2, 1)))


def diagonal_is_a_view(torch, see):
    x = leaf_ramp(torch, 3, 4)
    see("d", d=x.diagonal(), above=x.diagonal(1), below=torch.diagonal(x, -2))
    x.diagonal(1).sum().backward()
    see.grad("after", x=x)


def diagonal_of_three_dimensions(torch, see):
    x = result(torch, 2, 2, 3)
    see("d", d=x.diagonal(0, 1, 2), e=x.diagonal(0, 0, 2))


def unfold_overlaps(torch, see):
    x = leaf_ramp(torch, 5)
    u = x.unfold(0, 3, 1)
    see("u", u=u)
    u.sum().backward()
    see.grad("after", x=x)


def view_as_another(torch, see):
    x = result(torch, 2, 3)
    see("v", v=x.view_as(ramp(torch, 6)), r=x.reshape_as(ramp(torch, 3, 2)))


def view_methods_of_a_plain_tensor_are_views_too(torch, see):
    a = ramp(torch, 2, 3)
    for name, v in (("t", a.t()), ("unsqueeze", a.unsqueeze(0)), ("view", a.view(6)), ("detach", a.detach())):
        see(name, v=v)
        see.fact(name + " memory", [_same(v, a), v._base is a])


def size_one_and_empty_views(torch, see):
    a = ramp(torch, 1, 4)
    see("row", v=a[:, 1:1])
    see("t", v=a.t())
    see("view", v=a[:0].view(0, 2, 2))


def is_view_of_fresh_results(torch, see):
    x = leaf(torch, [1.0, 2.0])
    for name, y in (("clone", x.clone()), ("add", x + 1), ("index", x[[0, 1]]), ("detached", x.detach())):
        see.fact(name, [y._is_view(), y._base is None])


def view_sees_later_writes_of_the_base(torch, see):
    a = ramp(torch, 2, 3)
    v = a[:, 1]
    a.mul_(10)
    see("after", v=v, a=a)


@since("2.13")
def view_with_dtype(torch, see):
    a = torch.tensor([1, -1], dtype=torch.int32)
    see("u", u=a.view(torch.int16), v=a.view(torch.uint8))
    see.raises("does not fit", torch.tensor([1], dtype=torch.int16).view, torch.int64)


@since("2.13")
def matrix_transposes(torch, see):
    x = result(torch, 2, 1, 3)
    see("v", mt=x.mT, adjoint=x.adjoint())
    see.raises("1-d mT", lambda: result(torch, 3).mT)


@since("2.13")
def real_of_a_real_tensor(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.fact("same object", x.real is x)
    see.raises("imag", lambda: x.imag)
