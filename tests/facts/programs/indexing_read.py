"""Reading with square brackets: which index gives a view, which a copy, and with what shape and gradient."""

from operator import getitem

from facts.programs._make import leaf_ramp, ramp, result, since


def integers(torch, see):
    x = result(torch, 2, 3)
    see("x[i]", first=x[0], last=x[-1])
    see("x[i, j]", v=x[1, 2], w=x[-1, -3])


def one_dimension_to_a_scalar(torch, see):
    x = leaf_ramp(torch, 3)
    see("v", v=x[1])
    x[1].backward()
    see.grad("after", x=x)


def nothing_but_slices(torch, see):
    x = result(torch, 2, 3)
    see("all", a=x[:], b=x[...], c=x[:, :])
    see.fact("same object", [x[:] is x, x[...] is x])


def full_slice_of_a_leaf_is_no_leaf(torch, see):
    x = leaf_ramp(torch, 3)
    see("v", a=x[:], b=x[...], c=x[()])


def new_dimensions(torch, see):
    x = result(torch, 2, 3)
    see("v", a=x[None], b=x[:, None], c=x[..., None], d=x[None, 1, None])


def ellipsis_in_the_middle(torch, see):
    x = result(torch, 2, 2, 2)
    see("v", a=x[0, ..., 1], b=x[..., 0], c=x[1, ...])


def graph_of_mixed_basic_indexing(torch, see):
    x = leaf_ramp(torch, 3, 4)
    v = x[1:, 2]
    see("v", v=v)
    w = x[0, 1::2]
    see("w", w=w)
    (v.sum() + w.sum()).backward()
    see.grad("after", x=x)


def integer_tensor(torch, see):
    x = leaf_ramp(torch, 4)
    y = x[torch.tensor([3, 0, 0])]
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def integer_tensor_on_rows(torch, see):
    x = leaf_ramp(torch, 3, 2)
    y = x[torch.tensor([[2, 0], [1, 1]])]
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x)


def zero_dim_integer_tensor(torch, see):
    x = result(torch, 3, 2)
    see("y", y=x[torch.tensor(1)], z=x[torch.tensor(1), torch.tensor(0)])


def list_as_index(torch, see):
    x = result(torch, 3, 2)
    see("y", y=x[[2, 0]], z=x[[0, 1], [1, 0]])


def two_integer_tensors_broadcast(torch, see):
    x = leaf_ramp(torch, 3, 3)
    y = x[torch.tensor([[0], [2]]), torch.tensor([0, 1])]
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def integer_tensor_between_slices(torch, see):
    x = result(torch, 2, 3, 2)
    index = torch.tensor([2, 0])
    see("y", a=x[:, index], b=x[:, :, torch.tensor([1])], c=x[:, index, 0], d=x[0, :, torch.tensor([1, 0])])


def separated_integer_tensors_come_first(torch, see):
    x = result(torch, 2, 3, 2)
    index = torch.tensor([1, 0])
    see("y", apart=x[index, :, index], together=x[:, index, index])


def bool_mask(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y = x[x > 2]
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x)


def bool_mask_on_rows(torch, see):
    x = result(torch, 3, 2)
    see("y", y=x[torch.tensor([True, False, True])], z=x[:, torch.tensor([False, True])])


def bool_mask_with_an_integer(torch, see):
    x = result(torch, 3, 2)
    see("y", y=x[torch.tensor([True, False, True]), 1])


def python_bools(torch, see):
    x = result(torch, 2)
    see("y", yes=x[True], no=x[False], mask=x[[True, False]])


def empty_indices(torch, see):
    x = result(torch, 3, 2)
    see("y", mask=x[torch.zeros(3, dtype=torch.bool)], ints=x[torch.zeros(0, dtype=torch.int64)])


def negative_entries(torch, see):
    x = result(torch, 4)
    see("y", y=x[torch.tensor([-1, -4])], z=x[[-2]])


def out_of_range(torch, see):
    x = ramp(torch, 2, 3)
    see.raises("integer", getitem, x, 2)
    see.raises("negative", getitem, x, -3)
    see.raises("second", getitem, x, (0, 3))
    see.raises("select", x.select, 1, 5)


def out_of_range_tensor(torch, see):
    x = ramp(torch, 2, 3)
    see.raises("tensor", getitem, x, torch.tensor([0, 2]))
    see.raises("list", getitem, x, [5])
    see.raises("second", getitem, x, (slice(None), torch.tensor([-4])))


def too_many_indices(torch, see):
    x = ramp(torch, 2, 3)
    see.raises("three", getitem, x, (0, 0, 0))
    see.raises("0-d", getitem, ramp(torch).sum(), 0)


def bad_kinds_of_index(torch, see):
    x = ramp(torch, 2, 3)
    see.raises("float", getitem, x, 1.0)
    see.raises("string", getitem, x, "a")
    see.raises("float tensor", getitem, x, torch.tensor([1.0]))


def bad_slices(torch, see):
    x = ramp(torch, 4)
    see.raises("negative step", getitem, x, slice(None, None, -1))
    see.raises("zero step", getitem, x, slice(None, None, 0))
    see.raises("float bound", getitem, x, slice(0.5, None))


def mask_of_a_wrong_shape(torch, see):
    x = ramp(torch, 2, 3)
    see.raises("rows", getitem, x, torch.tensor([True, False, True]))
    see.raises("too many", getitem, x, torch.ones(2, 3, 1, dtype=torch.bool))


def tensors_that_do_not_broadcast(torch, see):
    x = ramp(torch, 3, 3)
    see.raises("two", getitem, x, (torch.tensor([0, 1]), torch.tensor([0, 1, 2])))


def small_integer_dtypes_as_index(torch, see):
    x = ramp(torch, 3)
    see.raises("int16", getitem, x, torch.tensor([1], dtype=torch.int16))
    see.raises("int32", getitem, x, torch.tensor([1], dtype=torch.int32))


def uint8_is_a_mask(torch, see):
    x = ramp(torch, 3)
    mask = torch.tensor([1, 0, 1], dtype=torch.uint8)
    see.warns("warning", lambda: x[mask])
    see("y", y=x[mask])


def slice_bounds_from_tensors(torch, see):
    x = result(torch, 4)
    see("v", v=x[torch.tensor(1) : torch.tensor(3)])


def iteration_and_length(torch, see):
    x = result(torch, 2, 2)
    see("rows", rows=list(x))
    see.fact("len", len(x))
    see.raises("0-d len", len, x.sum())
    see.raises("0-d iter", iter, x.sum())


def membership(torch, see):
    a = ramp(torch, 3)
    see.fact("in", [2.0 in a, 5 in a, torch.tensor(3.0) in a])


def take_reads_flat(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y = x.take(torch.tensor([[0, 5], [-1, 0]]))
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def nonzero_and_tuple_index(torch, see):
    a = ramp(torch, 2, 2) - 2
    see("n", n=a.nonzero(), pair=torch.nonzero(a, as_tuple=True))
    see("y", y=a[torch.nonzero(a, as_tuple=True)])


@since("2.13")
def advanced_index_of_a_transpose_keeps_layout(torch, see):
    x = result(torch, 3, 4).t()
    see("y", rows=x[torch.tensor([1, 0])], columns=x[:, torch.tensor([1, 0])])
