"""Writing with square brackets: the nodes it makes, what is broadcast and cast, and what is refused."""

from operator import delitem, setitem

from facts.programs._make import leaf, leaf_ramp, plain, ramp, result, since


def number_into_an_element(torch, see):
    y = result(torch, 3)
    y[1] = 10
    see("y", y=y)
    y[-1] = 2.5
    see("y again", y=y)


def number_into_everything(torch, see):
    x = leaf_ramp(torch, 2)
    y, z = x * 1, x * 1
    y[:] = 5
    z[...] = 6.0
    see("after", y=y, z=z)
    (y.sum() + z.sum()).backward()
    see.grad("after backward", x=x)


def tensor_into_a_slice(torch, see):
    x, w = leaf_ramp(torch, 4), leaf(torch, [10.0, 20.0])
    y = x * 1
    y[1:3] = w
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def zero_dim_tensor_into_a_slice(torch, see):
    x, w = leaf_ramp(torch, 4), leaf(torch, 10.0)
    y = x * 1
    y[::2] = w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def row_into_all_rows(torch, see):
    x, w = leaf_ramp(torch, 2, 3), leaf(torch, [7.0, 8.0, 9.0])
    y = x * 1
    y[:] = w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def leading_ones_are_dropped(torch, see):
    x, w = leaf_ramp(torch, 3), leaf_ramp(torch, 1, 1, 3)
    y = x * 1
    y[:] = w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", w=w)


def element_by_two_integers(torch, see):
    x, w = leaf_ramp(torch, 2, 2), leaf(torch, 5.0)
    y = x * 1
    y[1, 0] = w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def integer_tensor(torch, see):
    x, w = leaf_ramp(torch, 4), leaf(torch, [10.0, 20.0])
    y = x * 1
    y[torch.tensor([3, 0])] = w
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def integer_tensor_with_a_number(torch, see):
    x = leaf_ramp(torch, 4)
    y = x * 1
    y[torch.tensor([1, 2])] = 0.0
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def list_and_slice(torch, see):
    x = leaf_ramp(torch, 3, 3)
    y = x * 1
    y[[0, 2], 1:] = 5.0
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def column_by_integer_tensor(torch, see):
    x, w = leaf_ramp(torch, 2, 3), leaf(torch, [[9.0], [8.0]])
    y = x * 1
    y[:, torch.tensor([0, 2])] = w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def mask_with_a_number(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y = x * 1
    y[y > 3] = 0
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x)


def mask_with_a_zero_dim_tensor(torch, see):
    x, w = leaf_ramp(torch, 4), leaf(torch, 3.0)
    y = x * 1
    y[torch.tensor([True, False, True, False])] = w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def mask_with_values(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, [10.0, 20.0])
    y = x * 1
    y[torch.tensor([True, False, True])] = w
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def augmented_through_a_mask(torch, see):
    x = leaf_ramp(torch, 3)
    y = x * 1
    y[y > 1] *= 10
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def augmented_through_repeated_indices(torch, see):
    a = ramp(torch, 3)
    a[torch.tensor([0, 0, 1])] += 10
    see("a", a=a)


def new_dimension_in_the_index(torch, see):
    y = result(torch, 3)
    y[None] = plain(torch, [[4.0, 5.0, 6.0]])
    see("y", y=y)


def boolean_true_and_false(torch, see):
    a = ramp(torch, 2)
    a[True] = 5.0
    see("true", a=a)
    a[False] = 7.0
    see("false", a=a)


def ints_into_bools_and_back(torch, see):
    mask = torch.tensor([True, False])
    mask[1] = 3
    see("mask", mask=mask)
    ints = torch.tensor([1, 2])
    ints[0] = True
    ints[1] = -1.9
    see("ints", ints=ints)


def other_dtype_is_cast_in_a_slice(torch, see):
    w = torch.tensor([1.5, 2.5], requires_grad=True)
    y = plain(torch, [0.0, 0.0, 0.0])
    y[:2] = w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", w=w)


def other_dtype_by_integer_tensor(torch, see):
    a = plain(torch, [0.0, 0.0, 0.0])
    see.raises("float32 into float64", setitem, a, torch.tensor([0, 1]), torch.tensor([1.5, 2.5]))
    see("a", a=a)


def wrong_shapes(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("row", setitem, a, 0, ramp(torch, 2))
    see.raises("slice", setitem, a, slice(0, 1), ramp(torch, 2, 3))
    see.raises("element", setitem, a, (0, 0), ramp(torch, 2))
    see.raises("by tensor", setitem, a, torch.tensor([0]), ramp(torch, 2, 2))
    see.raises("mask", setitem, a, a > 2, ramp(torch, 3))
    see("unchanged", a=a)


def wrong_indices(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("range", setitem, a, 2, 0.0)
    see.raises("tensor range", setitem, a, torch.tensor([2]), 0.0)
    see.raises("too many", setitem, a, (0, 0, 0), 0.0)
    see.raises("float", setitem, a, 0.5, 0.0)
    see.raises("negative step", setitem, a, slice(None, None, -1), 0.0)
    see("unchanged", a=a)


def wrong_values(torch, see):
    a = ramp(torch, 2)
    see.raises("none", setitem, a, 0, None)
    see.raises("string", setitem, a, 0, "x")
    see("unchanged", a=a)


@since("2.13")
def list_as_value(torch, see):
    a = ramp(torch, 2, 2)
    see.raises("list", setitem, a, 0, [5.0, 6.0])
    see("a", a=a)


def write_into_an_indexed_copy_is_lost(torch, see):
    a = ramp(torch, 4)
    a[torch.tensor([0, 1])].zero_()
    a[a > 3].fill_(9.0)
    see("a", a=a)
    a[:2].zero_()
    see("slice", a=a)


def leaf_refusals(torch, see):
    x = leaf_ramp(torch, 3)
    see.raises("element", setitem, x, 0, 1.0)
    see.raises("slice", setitem, x, slice(0, 2), 1.0)
    see.raises("everything", setitem, x, slice(None), 1.0)
    see.raises("integer tensor", setitem, x, torch.tensor([0]), 1.0)
    see.raises("mask", setitem, x, x > 1, 1.0)


def slice_then_integer_tensor_is_copy_slices(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y = x * 1
    y[0][torch.tensor([0, 2])] = 5.0
    see("y", y=y)
    y[1, torch.tensor([1])] = 6.0
    see("y again", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def index_put_with_and_without_accumulation(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, [10.0, 20.0])
    index = (torch.tensor([1, 1]),)
    y = x.index_put(index, w, accumulate=True)
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def value_that_is_the_tensor_itself(torch, see):
    x = leaf_ramp(torch, 3)
    y = x * 2
    y[:] = y
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def deleting_an_item(torch, see):
    see.raises("del", delitem, ramp(torch, 2), 0)


@since("2.13")
def assignment_through_several_names(torch, see):
    x = leaf_ramp(torch, 2, 2)
    y = x * 1
    row = y[0]
    row[1] = 50.0
    alias = y.view(4)
    alias[3] = 60.0
    see("all", y=y, row=row, alias=alias)
    (y * y).sum().backward()
    see.grad("after", x=x)
