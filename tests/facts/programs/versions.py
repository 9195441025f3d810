"""Version counters: what moves them and who shares them."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, result, since


def every_write_counts_one(torch, see):
    a = ramp(torch, 3)
    counts = [a._version]
    for write in (a.zero_, lambda: a.add_(1), lambda: a.copy_(a.clone()), lambda: a.mul_(a), lambda: a.fill_(2)):
        write()
        counts.append(a._version)
    see.fact("counts", counts)


def index_writes_count_one(torch, see):
    a = ramp(torch, 2, 3)
    counts = []
    for index in (0, (1, 2), slice(None), (slice(None), 1), Ellipsis, [0, 1], torch.tensor([1]), a > 100):
        a[index] = 1.0
        counts.append(a._version)
    see.fact("counts", counts)


def augmented_index_writes_count_two(torch, see):
    a = ramp(torch, 3)
    a[0] += 1
    see.fact("after a[0] += 1", a._version)
    a[1:] *= 2
    see.fact("after a[1:] *= 2", a._version)
    a += 1
    see.fact("after a += 1", a._version)


def views_share_the_counter(torch, see):
    a = ramp(torch, 2, 3)
    v, d = a[0], a.detach()
    v.add_(1)
    see.fact("after view write", [a._version, v._version, d._version])
    d.add_(1)
    see.fact("after detached write", [a._version, v._version, d._version])


def data_has_its_own_counter(torch, see):
    a = ramp(torch, 3)
    a.add_(1)
    d = a.data
    see.fact("new", [a._version, d._version])
    d.add_(1)
    see.fact("after data write", [a._version, d._version])
    a.add_(1)
    see.fact("after write", [a._version, d._version])


def clone_starts_at_zero(torch, see):
    a = ramp(torch, 3)
    a.add_(1)
    see.fact("versions", [a._version, a.clone()._version, (a + 0)._version])


def refused_writes_do_not_count(torch, see):
    x = leaf_ramp(torch, 3)
    see.raises("leaf", x.add_, 1)
    a = ramp(torch, 3)
    see.raises("shape", a.add_, ramp(torch, 2))
    see.fact("versions", [x._version, a._version])


def writes_under_no_grad_count(torch, see):
    x = leaf_ramp(torch, 3)
    with torch.no_grad():
        x.add_(1)
        x[0] = 5.0
    see("x", x=x)


def detach_in_place_does_not_count(torch, see):
    y = result(torch, 3)
    y.detach_()
    see.fact("detach_", y._version)
    y.requires_grad_()
    see.fact("requires_grad_", y._version)


def write_of_nothing_counts(torch, see):
    a = ramp(torch, 3)
    a[:0] = 1.0
    see.fact("empty slice", a._version)
    a[a > 100] = 1.0
    see.fact("empty mask", a._version)
    a.add_(0)
    see.fact("add nothing", a._version)


def out_argument_counts(torch, see):
    a, out = ramp(torch, 3), ramp(torch, 3)
    torch.add(a, 1, out=out)
    see.fact("one", out._version)
    torch.mul(a, 2, out=out)
    see.fact("two", out._version)


def accumulated_gradient_has_a_counter(torch, see):
    x = leaf_ramp(torch, 3)
    x.sum().backward()
    first = x.grad
    see.fact("first", first._version)
    x.sum().backward()
    see.fact("second", [x.grad._version, x.grad is first])
    x.grad.zero_()
    see.fact("zeroed", x.grad._version)


def data_assignment_keeps_the_counter(torch, see):
    a = ramp(torch, 3)
    a.add_(1)
    a.data = plain(torch, [7.0, 8.0])
    see("a", a=a)


def view_made_later_starts_at_the_counter(torch, see):
    a = ramp(torch, 3)
    a.add_(1)
    a.mul_(2)
    see.fact("versions", [a[0]._version, a.view(3)._version, a.detach()._version, a.data._version])


def scatter_family_counts_one(torch, see):
    a, index = ramp(torch, 3), torch.tensor([0, 2])
    counts = []
    for write in (
        lambda: a.index_add_(0, index, ramp(torch, 2)),
        lambda: a.index_fill_(0, index, 1.0),
        lambda: a.index_copy_(0, index, ramp(torch, 2)),
        lambda: a.scatter_(0, index, 3.0),
        lambda: a.masked_fill_(a > 2, 0.0),
        lambda: a.index_put_((index,), plain(torch, 4.0)),
        lambda: a.put_(index, ramp(torch, 2)),
    ):
        write()
        counts.append(a._version)
    see.fact("counts", counts)


def written_with_history_counts_one(torch, see):
    x, a = leaf(torch, 2.0), ramp(torch, 3)
    a.mul_(x)
    a[0] = x
    see("a", a=a)


@since("2.13")
def shape_changing_writes_count(torch, see):
    a = ramp(torch, 2, 3)
    counts = []
    for write in (a.t_, lambda: a.unsqueeze_(0), a.squeeze_, lambda: a.transpose_(0, 1)):
        write()
        counts.append(a._version)
    see.fact("counts", counts)
