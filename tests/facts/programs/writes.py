"""In-place writes: what they do to the graph of the written tensor, its base and its other views."""

from operator import iadd, setitem

from facts.programs._make import leaf, leaf_ramp, plain, ramp, result, since


def write_into_a_plain_tensor(torch, see):
    a = ramp(torch, 3)
    see.fact("same object", a.add_(1) is a)
    see("a", a=a)


def write_with_history_into_a_plain_tensor(torch, see):
    a, x = ramp(torch, 3), leaf_ramp(torch, 3)
    a.mul_(x)
    see("a", a=a)
    a.sum().backward()
    see.grad("after", x=x, a=a)


def write_into_a_result(torch, see):
    x = leaf_ramp(torch, 3)
    y = x * 2
    y.add_(1)
    see("add_", y=y)
    y.mul_(3)
    see("mul_", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def write_into_a_leaf_is_refused(torch, see):
    x = leaf_ramp(torch, 3)
    see.raises("add_", x.add_, 1)
    see.raises("zero_", x.zero_)
    see.raises("iadd", iadd, x, 1)
    see.raises("x[0] =", setitem, x, 0, 5.0)
    see.raises("x[0].add_", lambda: x[0].add_(1))
    see.raises("x.view(3).add_", lambda: x.view(3).add_(1))
    see("unchanged", x=x)


def write_into_a_detached_leaf(torch, see):
    x = leaf_ramp(torch, 3)
    x.detach().add_(1)
    see("x", x=x)


def write_into_a_view_of_a_result(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y = x * 2
    v = y[1]
    v.mul_(5)
    see("both", v=v, y=y)
    y.sum().backward()
    see.grad("after", x=x)


def write_into_a_view_of_a_plain_buffer(torch, see):
    buffer, x = plain(torch, [0.0, 0.0, 0.0]), leaf(torch, 3.0)
    v = buffer[1]
    v.copy_(x * 2)
    see("after", v=v, buffer=buffer)
    (buffer * buffer).sum().backward()
    see.grad("after backward", x=x)


def older_view_is_refreshed_when_read(torch, see):
    y = result(torch, 2, 3)
    before = y[0]
    see("before", before=before)
    y[:, 1].mul_(10)
    see("after", before=before, y=y)


def view_and_base_written_by_turns(torch, see):
    x = leaf_ramp(torch, 4)
    y = x * 1
    v = y[:2]
    v.mul_(2)
    y.mul_(3)
    v.add_(1)
    see("after", v=v, y=y)
    (v.sum() + y.sum()).backward()
    see.grad("after backward", x=x)


def base_written_then_view_used(torch, see):
    x = leaf_ramp(torch, 3)
    y = x * 1
    v = y[1:]
    y.mul_(4)
    (v * v).sum().backward()
    see("v", v=v)
    see.grad("after", x=x)


def write_through_two_views(torch, see):
    x = leaf_ramp(torch, 2, 2)
    y = x * 1
    y.t()[0].mul_(7)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def write_through_a_chain_of_views(torch, see):
    x = leaf_ramp(torch, 2, 6)
    y = x * 1
    v = y.view(2, 3, 2).transpose(0, 1)[1:, :, 0]
    v.mul_(v.detach().clone())
    see("v", v=v, y=y)
    y.sum().backward()
    see.grad("after", x=x)


def written_value_gets_its_gradient(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, 4.0)
    y = x * 1
    y[1] = w * w
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def overwritten_value_gets_zero_gradient(torch, see):
    x = leaf_ramp(torch, 3)
    y = x * 1
    y.zero_()
    see("zero_", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def fill_and_copy(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, [9.0])
    y, z = x * 1, x * 1
    y.fill_(2.0)
    z.copy_(w)
    see("after", y=y, z=z)
    (y.sum() + z.sum()).backward()
    see.grad("after backward", x=x, w=w)


def fill_with_a_tensor(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, 2.0)
    y = x * 1
    y.fill_(w)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def augmented_assignment_through_an_index(torch, see):
    x = leaf_ramp(torch, 3)
    y = x * 1
    y[0] += 10
    see("y", y=y)
    y[1:] *= y[0]
    see("y again", y=y)
    see.raises("backward", y.sum().backward)
    see.grad("after", x=x)


def write_of_a_view_into_its_own_base(torch, see):
    x = leaf_ramp(torch, 4)
    y = x * 1
    y[:2] = y[2:]
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def swap_by_tuple_assignment_does_not_swap(torch, see):
    a = ramp(torch, 2)
    a[0], a[1] = a[1], a[0]
    see("views", a=a)
    b = ramp(torch, 2)
    b[0], b[1] = b[1].clone(), b[0].clone()
    see("clones", b=b)


def write_with_overlap_in_itself(torch, see):
    a = ramp(torch, 4)
    see.raises("shift", lambda: a[1:].copy_(a[:-1]))
    see.raises("add", lambda: a[1:].add_(a[:-1]))
    see.raises("same place", lambda: a.add_(a))
    see("a", a=a)


def write_into_an_expanded_tensor(torch, see):
    a = ramp(torch, 1).expand(3)
    see.raises("add_", a.add_, 1)
    see.raises("mul_", a.mul_, plain(torch, [1.0, 2.0, 3.0]))
    see.raises("copy_", a.copy_, plain(torch, [1.0, 2.0, 3.0]))
    see.raises("setitem", setitem, a, 0, 5.0)
    see("a", a=a)


def write_of_a_larger_value_is_refused(torch, see):
    a = ramp(torch, 3)
    see.raises("add_", a.add_, ramp(torch, 2, 3))
    see.raises("copy_", a.copy_, ramp(torch, 2, 3))
    see.raises("setitem", setitem, a, slice(0, 2), ramp(torch, 3))
    see.raises("sub_", a.sub_, ramp(torch, 2))
    see("a", a=a)


def write_of_a_leading_one_is_accepted(torch, see):
    a = ramp(torch, 3)
    a[:] = ramp(torch, 1, 1, 3) * 2
    see("a", a=a)
    see.raises("copy_ is strict", a.copy_, ramp(torch, 1, 3))


def write_of_another_dtype_is_cast(torch, see):
    a = torch.tensor([1, 2, 3])
    a[0] = 7.9
    a[1] = torch.tensor(-2.5)
    see("ints", a=a)
    b = torch.zeros(2)
    b.copy_(plain(torch, [1.5, 2.5]))
    see("floats", b=b)
    see.raises("add_ is strict", a.add_, 1.5)


def write_into_a_detached_alias(torch, see):
    x = leaf_ramp(torch, 3)
    y = x * 1
    d = y.detach()
    d[0] = 100.0
    see("both", y=y, d=d)
    y.sum().backward()
    see.grad("after", x=x)


def view_of_a_detached_alias_written_with_history(torch, see):
    x = leaf(torch, 2.0)
    a = ramp(torch, 3)
    d = a.detach()
    d[1:].mul_(x)
    see("after", a=a, d=d)
    d.sum().backward()
    see.grad("after backward", x=x)


def same_write_twice(torch, see):
    x, w = leaf_ramp(torch, 2), leaf(torch, 5.0)
    y = x * 1
    y[0] = w
    y[0] = w * 2
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def gradient_flows_around_a_masked_write(torch, see):
    x = leaf(torch, [-1.0, 2.0, -3.0])
    y = x * 1
    y[y < 0] = 0.0
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def write_into_a_transpose_of_a_result(torch, see):
    x, w = leaf_ramp(torch, 2, 3), leaf(torch, [7.0, 8.0])
    y = x * 1
    y.t()[1] = w
    see("y", y=y)
    (y * ramp(torch, 2, 3)).sum().backward()
    see.grad("after", x=x, w=w)


def write_into_the_diagonal(torch, see):
    x = leaf_ramp(torch, 3, 3)
    y = x * 1
    y.diagonal().add_(100)
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x)


def failed_write_changes_nothing(torch, see):
    y = result(torch, 3)
    v = y[:2]
    see.raises("shape", v.add_, ramp(torch, 3))
    see.raises("index", setitem, y, 7, 1.0)
    see("unchanged", y=y, v=v)


@since("2.13")
def transpose_in_place(torch, see):
    y = result(torch, 2, 3)
    y.t_()
    see("t_", y=y)
    y.unsqueeze_(0)
    see("unsqueeze_", y=y)
    y.squeeze_()
    see("squeeze_", y=y)
    y.transpose_(0, 1)
    see("transpose_", y=y)


def loop_fills_a_buffer(torch, see):
    x = leaf(torch, 2.0)
    buffer = plain(torch, [0.0] * 4)
    buffer[0] = x
    for i in range(1, 4):
        buffer[i] = buffer[i - 1].clone() * x
    see("buffer", buffer=buffer)
    buffer.sum().backward()
    see.grad("after", x=x)
