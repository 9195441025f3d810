"""Functions that give several views at once: unbind, split, chunk."""

from facts.programs._make import leaf_ramp, ramp, result, since


def unbind_of_a_result(torch, see):
    x = leaf_ramp(torch, 2, 3)
    first, second = (x * 1).unbind(0)
    see.gradients("parts", first=first, second=second)
    (second * second).sum().backward()
    see.grad("after", x=x)


def unbind_of_another_dimension(torch, see):
    see("parts", parts=result(torch, 2, 3).unbind(1))
    see("plain", parts=torch.unbind(ramp(torch, 2, 2)))


def split_by_size(torch, see):
    x = leaf_ramp(torch, 5)
    parts = x.split(2)
    see("parts", parts=parts)
    (parts[0].sum() + 3 * parts[2].sum()).backward()
    see.grad("after", x=x)


def split_by_sizes(torch, see):
    x = result(torch, 2, 4)
    see("parts", parts=x.split([1, 3], dim=1))
    see.raises("wrong sum", x.split, [1, 2], 1)


def chunk_with_a_short_last_piece(torch, see):
    see("parts", parts=result(torch, 5).chunk(3), more=ramp(torch, 2).chunk(4))


def iteration_is_unbind(torch, see):
    for row in result(torch, 2, 2):
        see.fact("row %d" % row.storage_offset(), [type(row.grad_fn).__name__, row.output_nr])


def unpacking_gives_views(torch, see):
    a, b = result(torch, 2)
    see("a and b", a=a, b=b)


def write_into_an_unbound_part_of_a_result(torch, see):
    y = result(torch, 2, 3)
    first, second = y.unbind(0)
    see.raises("mul_", first.mul_, 2)
    see.raises("second", second.add_, 1)
    see("unchanged", y=y)


def write_into_a_split_part_of_a_result(torch, see):
    y = result(torch, 4)
    see.raises("split", lambda: y.split(2)[0].mul_(2))
    see.raises("sizes", lambda: y.split([1, 3])[1].mul_(2))
    see.raises("chunk", lambda: y.chunk(2)[1].zero_())


def write_into_an_unbound_part_of_a_leaf(torch, see):
    x = leaf_ramp(torch, 2, 3)
    see.raises("mul_", lambda: x.unbind(0)[0].mul_(2))
    see("unchanged", x=x)


def write_into_an_unbound_part_of_a_plain_tensor(torch, see):
    a = ramp(torch, 2, 3)
    first, second = a.unbind(0)
    first.mul_(10)
    see("after", a=a, first=first, second=second)


@since("2.13")
def history_into_an_unbound_part_of_a_plain_tensor(torch, see):
    a, x = ramp(torch, 2, 3), leaf_ramp(torch, 3)
    first, second = a.unbind(0)
    see.raises("mul_", first.mul_, x)
    see("after", a=a, first=first, second=second)


@since("2.13")
def base_written_then_part_read(torch, see):
    y = result(torch, 2, 3)
    first, _ = y.unbind(0)
    y.mul_(10)
    see.gradients("part", first=first)
    see.raises("use", lambda: first.sum().backward())


@since("2.13")
def view_of_an_unbound_part_written(torch, see):
    y = result(torch, 2, 3)
    part = y.unbind(0)[0]
    see.raises("slice", lambda: part[1:].mul_(2))
    see.raises("view", lambda: part.view(3).mul_(2))
    see("unchanged", y=y)


@since("2.13")
def parts_written_under_no_grad(torch, see):
    y = result(torch, 2, 3)
    first, second = y.unbind(0)
    with torch.no_grad():
        see.raises("mul_", first.mul_, 2)
    see.gradients("after", first=first, second=second, y=y)


def clone_of_a_part_can_be_written(torch, see):
    x = leaf_ramp(torch, 2, 2)
    part = (x * 1).unbind(0)[0].clone()
    part.mul_(5)
    see("part", part=part)
    part.sum().backward()
    see.grad("after", x=x)
