"""`as_strided`: absolute geometry, overlaps, writes and gradients."""

from facts.programs._make import leaf, leaf_ramp, ramp, result, since


def window_of_a_plain_tensor(torch, see):
    a = ramp(torch, 6)
    v = a.as_strided((2, 2), (3, 1), 1)
    see("v", v=v)
    see.fact("base", v._base is a)


def offset_is_absolute(torch, see):
    a = ramp(torch, 6)
    v = a[2:]
    see("v", with_offset=v.as_strided((2,), (1,), 0), without=v.as_strided((2,), (1,)))


def gradient_of_a_window(torch, see):
    x = leaf_ramp(torch, 6)
    v = x.as_strided((2, 2), (3, 1), 1)
    see("v", v=v)
    (v * v).sum().backward()
    see.grad("after", x=x)


def gradient_of_overlapping_windows(torch, see):
    x = leaf_ramp(torch, 4)
    x.as_strided((3, 2), (1, 1)).sum().backward()
    see.grad("after", x=x)


def zero_stride(torch, see):
    x = leaf_ramp(torch, 2)
    v = x.as_strided((2, 3), (1, 0))
    see("v", v=v)
    v.sum().backward()
    see.grad("after", x=x)


def write_into_a_window_of_a_result(torch, see):
    x, w = leaf_ramp(torch, 6), leaf(torch, [50.0, 60.0])
    y = x * 1
    v = y.as_strided((2,), (4,), 1)
    v.copy_(w)
    see("both", y=y, v=v)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def window_sees_writes_of_the_base(torch, see):
    y = result(torch, 4)
    v = y.as_strided((2,), (2,))
    y.mul_(10)
    see("v", v=v)


def view_of_a_window(torch, see):
    x = leaf_ramp(torch, 6)
    y = x * 1
    v = y.as_strided((2, 3), (3, 1)).t()
    see("v", v=v)
    v[1].mul_(10)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def window_of_a_transpose(torch, see):
    x = leaf_ramp(torch, 2, 3)
    v = x.t().as_strided((4,), (1,))
    see("v", v=v)
    (v * ramp(torch, 4)).sum().backward()
    see.grad("after", x=x)


def refusals(torch, see):
    a = ramp(torch, 4)
    see.raises("too large", a.as_strided, (3,), (2,))
    see.raises("lengths", a.as_strided, (2, 2), (1,))
    see.raises("negative stride", a.as_strided, (2,), (-1,))
    see.raises("offset", a.as_strided, (2,), (1,), 3)


def write_into_an_overlapping_window(torch, see):
    a = ramp(torch, 4)
    v = a.as_strided((3, 2), (1, 1))
    v.fill_(5.0)
    see("after fill_", a=a)
    see.raises("expanded add_", a.as_strided((2, 3), (1, 0)).add_, 1)


def whole_storage_from_a_slice(torch, see):
    a = ramp(torch, 2, 3)
    row = a[1]
    see("all", all=row.as_strided((2, 3), (3, 1), 0))
    see.fact("base", row.as_strided((2, 3), (3, 1), 0)._base is a)


@since("2.13")
def in_place_form(torch, see):
    a = ramp(torch, 6)
    a.as_strided_((2, 2), (2, 1), 1)
    see("a", a=a)
