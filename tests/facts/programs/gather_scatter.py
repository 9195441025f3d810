"""Joining tensors, and reading and writing by index tensors."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, since


def cat_of_leaves(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0])
    y = torch.cat([x, w, x])
    see("y", y=y)
    (y * ramp(torch, 5)).sum().backward()
    see.grad("after", x=x, w=w)


def cat_of_columns_with_a_plain_tensor(torch, see):
    x = leaf_ramp(torch, 2, 1)
    y = torch.cat((x, ramp(torch, 2, 2)), dim=1)
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x)


def cat_of_one_and_of_empty(torch, see):
    x = leaf_ramp(torch, 2)
    see("y", one=torch.cat([x]), with_empty=torch.cat([torch.zeros(0, dtype=torch.float64), x]))


def stack_of_leaves(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0])
    y = torch.stack([x, w], dim=1)
    see("y", y=y, first=torch.stack((x, w)))
    (y * ramp(torch, 2, 2)).sum().backward()
    see.grad("after", x=x, w=w)


def stack_of_scalars(torch, see):
    x = leaf(torch, 2.0)
    y = torch.stack([x, x * x, x.exp()])
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def gather_along_a_dim(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y = x.gather(1, torch.tensor([[0, 0], [2, 1]]))
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x)


def scatter_of_values(torch, see):
    x, w = leaf_ramp(torch, 2, 3), leaf(torch, [[10.0], [20.0]])
    y = x.scatter(1, torch.tensor([[2], [0]]), w)
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def scatter_of_a_number(torch, see):
    x = leaf_ramp(torch, 2, 2)
    y = x.scatter(0, torch.tensor([[1, 0]]), 9.0)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def scatter_add_with_repeats(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [10.0, 20.0, 30.0])
    y = x.scatter_add(0, torch.tensor([0, 0, 1]), w)
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def index_select_rows(torch, see):
    x = leaf_ramp(torch, 3, 2)
    y = x.index_select(0, torch.tensor([2, 0, 2]))
    see("y", y=y, columns=torch.index_select(x, 1, torch.tensor([1])))
    y.sum().backward()
    see.grad("after", x=x)


def index_add_rows(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, [10.0, 20.0])
    y = x.index_add(0, torch.tensor([1, 1]), w)
    see("y", y=y)
    (y * y).sum().backward()
    see.grad("after", x=x, w=w)


def index_copy_and_index_fill(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, [10.0, 20.0])
    y, z = x.index_copy(0, torch.tensor([2, 0]), w), x.index_fill(0, torch.tensor([1]), 7.0)
    see("results", y=y, z=z)
    (y.sum() + z.sum()).backward()
    see.grad("after", x=x, w=w)


def masked_fill_with_a_number_and_a_tensor(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, 5.0)
    mask = torch.tensor([True, False, True])
    y, z = x.masked_fill(mask, 9.0), x.masked_fill(mask, w)
    see("results", y=y, z=z)
    (y.sum() + z.sum()).backward()
    see.grad("after", x=x, w=w)


def masked_select_values(torch, see):
    x = leaf_ramp(torch, 2, 2)
    y = x.masked_select(x > 2)
    see("y", y=y, broadcast=x.masked_select(torch.tensor([True, False])))
    (y * y).sum().backward()
    see.grad("after", x=x)


def masked_scatter_values(torch, see):
    x, w = leaf_ramp(torch, 3), leaf(torch, [10.0, 20.0, 30.0])
    y = x.masked_scatter(torch.tensor([True, False, True]), w)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def in_place_scatter_into_a_plain_buffer(torch, see):
    x, buffer = leaf(torch, [10.0, 20.0]), plain(torch, [0.0, 0.0, 0.0])
    buffer.scatter_(0, torch.tensor([2, 0]), x)
    see("buffer", buffer=buffer)
    buffer.sum().backward()
    see.grad("after", x=x)


def in_place_index_add_through_a_view(torch, see):
    x, buffer = leaf(torch, [10.0, 20.0]), ramp(torch, 2, 2)
    buffer[1].index_add_(0, torch.tensor([1, 0]), x)
    see("buffer", buffer=buffer)
    (buffer * buffer).sum().backward()
    see.grad("after", x=x)


@since("2.13")
def take_along_dim(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y = x.take_along_dim(x.argsort(1), 1)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


@since("2.13")
def functional_writes(torch, see):
    x, w = leaf_ramp(torch, 2, 3), leaf(torch, [7.0, 8.0, 9.0])
    y = x.select_scatter(w, 0, 1)
    z = x.slice_scatter(w.view(1, 3), 0, 0, 1)
    see("results", y=y, z=z)
    (y * z).sum().backward()
    see.grad("after", x=x, w=w)


def roll_and_flip(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y, z = x.roll(1, 1), x.flip(0)
    see("results", y=y, z=z)
    (y * ramp(torch, 2, 3) + z).sum().backward()
    see.grad("after", x=x)
