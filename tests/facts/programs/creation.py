"""Functions that make tensors: dtypes, values, requires_grad, and the *_like and new_* families."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, result, since


def constants(torch, see):
    see("made", zeros=torch.zeros(2, 2), ones=torch.ones((2,)), full=torch.full((2,), 1.5), eye=torch.eye(2, 3))


def sizes_in_several_forms(torch, see):
    shapes = [torch.zeros(2, 3), torch.zeros((2, 3)), torch.zeros([2, 3]), torch.zeros(torch.zeros(2, 3).shape)]
    see.fact("shapes", [list(t.shape) for t in shapes])
    see("0-d", t=torch.zeros(()), one=torch.zeros(1))


@since("2.13")
def full_infers_its_dtype(torch, see):
    see("made", ints=torch.full((2,), 3), bools=torch.full((1,), True), floats=torch.full((1,), 2.0))


def arange_forms(torch, see):
    see("ints", a=torch.arange(4), b=torch.arange(1, 4), c=torch.arange(1, 10, 3), d=torch.arange(5, 1, -2))
    see("floats", a=torch.arange(3.0), b=torch.arange(0, 1, 0.25), c=torch.arange(0.0, 2.0, 0.5, dtype=torch.float64))
    see("dtype", a=torch.arange(3, dtype=torch.int32), empty=torch.arange(0))


def linspace_and_logspace(torch, see):
    see(
        "linspace",
        a=torch.linspace(0, 1, 5),
        b=torch.linspace(2, -2, steps=3, dtype=torch.float64),
        c=torch.linspace(1, 5, 1),
    )
    see("logspace", a=torch.logspace(0, 2, 3, dtype=torch.float64))


def empty_has_the_right_flags(torch, see):
    see.flags("made", a=torch.empty(2, 3), b=torch.empty(2, dtype=torch.int64), c=torch.empty(2, requires_grad=True))
    see.flags("like", a=torch.empty_like(torch.zeros(2, 3).t()), b=torch.zeros(2).new_empty((3,)))


def created_with_requires_grad(torch, see):
    see("leaves", a=torch.ones(2, requires_grad=True), b=torch.arange(2.0, requires_grad=True))
    see("full", a=torch.full((2,), 2.0, requires_grad=True), b=torch.eye(2, requires_grad=True))


def likes_of_a_leaf(torch, see):
    x = leaf_ramp(torch, 2, 2)
    see("likes", zeros=torch.zeros_like(x), ones=torch.ones_like(x), full=torch.full_like(x, 7.0))
    see("others", ints=torch.zeros_like(x, dtype=torch.int64), grad=torch.ones_like(x, requires_grad=True))


def new_family(torch, see):
    a = ramp(torch, 2)
    see("new", zeros=a.new_zeros(3), ones=a.new_ones(2, 2), full=a.new_full((2,), 3.0), tensor=a.new_tensor([1, 2]))
    see("dtype", ints=a.new_zeros(2, dtype=torch.int32))


def tensor_of_nested_data(torch, see):
    see(
        "made",
        a=torch.tensor([[1, 2], [3, 4]]),
        b=torch.tensor([[[1.0]], [[2.0]]]),
        c=torch.tensor((1, (2)), dtype=torch.float64),
    )


def tensor_of_tensors(torch, see):
    x = leaf(torch, 2.0)
    see("made", t=torch.tensor([x, x * 3]), d=torch.tensor([torch.tensor(1), torch.tensor(2)]))


def as_tensor_shares_when_it_can(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.fact("same object", torch.as_tensor(x) is x)
    see("cast", t=torch.as_tensor(x, dtype=torch.float32), list=torch.as_tensor([1, 2]))


def triangles_and_diag(torch, see):
    x = leaf_ramp(torch, 3, 3)
    see("made", tril=x.tril(), triu=x.triu(1), diag=torch.diag(ramp(torch, 2)))
    x.tril(-1).sum().backward()
    see.grad("after", x=x)


def scalar_tensor_and_numbers(torch, see):
    see(
        "made",
        a=torch.tensor(5),
        b=torch.scalar_tensor(5),
        c=torch.tensor(True),
        d=torch.tensor(2.5, dtype=torch.float64),
    )


def clone_and_detach_of_views(torch, see):
    y = result(torch, 2, 3)
    see("clone", c=y[0].clone(), d=y.t().clone().detach())


def one_hot_like_loops(torch, see):
    table = torch.zeros(3, 3)
    for row, column in enumerate([2, 0, 1]):
        table[row, column] = 1
    see("table", table=table)


def meshgrid_and_cartesian(torch, see):
    a, b = torch.tensor([1, 2]), torch.tensor([3, 4, 5])
    see("grids", grids=torch.meshgrid(a, b))


@since("2.13")
def repeat_and_tile(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see("made", repeat=x.repeat(2, 2), interleave=x.repeat_interleave(2), tile=x.tile(3))
    x.repeat(3).sum().backward()
    see.grad("after", x=x)


def tensor_class_constructors(torch, see):
    see(
        "made", a=torch.FloatTensor([1, 2]), b=torch.LongTensor([3]), c=torch.Tensor([1.5]), d=torch.DoubleTensor([[1]])
    )
    see.flags("sizes", a=torch.Tensor(2, 3), b=torch.Tensor())


def where_builds_from_numbers(torch, see):
    a = plain(torch, [1.0, -1.0])
    see("made", w=torch.where(a > 0, a, torch.zeros_like(a)), index=torch.where(a > 0))
