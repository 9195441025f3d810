"""Errors that everybody meets: shapes, dims and arguments that do not fit, word for word."""

from facts.programs._make import leaf, plain, ramp, since


def broadcasting(torch, see):
    a, b = ramp(torch, 2, 3), ramp(torch, 2)
    see.raises("add", lambda: a + b)
    see.raises("mul", torch.mul, a, ramp(torch, 4, 3))
    see.raises("compare", lambda: a > b)
    see.raises("where", torch.where, a > 1, a, b)
    see.raises("pow", lambda: a**b)


def dims_out_of_range(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("sum", a.sum, 2)
    see.raises("negative", a.sum, -3)
    see.raises("softmax", a.softmax, 5)
    see.raises("transpose", a.transpose, 0, 2)
    see.raises("unbind", a.unbind, 2)
    see.raises("cumsum", a.cumsum, 2)
    see.raises("max", a.max, 3)


def dims_out_of_range_0d(torch, see):
    a = plain(torch, 1.0)
    see.raises("sum", a.sum, 1)
    see.raises("sum 0 is fine", a.sum, 0)
    see.raises("select", a.select, 0, 0)


def repeated_dims(torch, see):
    see.raises("sum", ramp(torch, 2, 3).sum, (0, 0))
    see.raises("mean", ramp(torch, 2, 3).mean, (1, -1))


def matmul_shapes(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("mm", torch.mm, a, a)
    see.raises("matmul", torch.matmul, a, ramp(torch, 2))
    see.raises("operator", lambda: a @ a)


@since("2.13")
def matmul_family_shapes(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("mm of a vector", torch.mm, a, ramp(torch, 3))
    see.raises("mv", torch.mv, a, ramp(torch, 2))
    see.raises("dot", torch.dot, ramp(torch, 2), ramp(torch, 3))
    see.raises("dot of matrices", torch.dot, a, a)
    see.raises("bmm", torch.bmm, ramp(torch, 1, 2, 3), ramp(torch, 2, 3, 2))
    see.raises("bmm of matrices", torch.bmm, a, a)
    see.raises("0-d", torch.matmul, a, plain(torch, 1.0))
    see.raises("addmm", torch.addmm, ramp(torch, 3), a, a)


def joining(torch, see):
    see.raises("cat", torch.cat, [ramp(torch, 2, 3), ramp(torch, 2, 2)])
    see.raises("cat dims", torch.cat, [ramp(torch, 2), ramp(torch, 2, 2)])
    see.raises("stack", torch.stack, [ramp(torch, 2), ramp(torch, 3)])
    see.raises("stack of nothing", torch.stack, [])


@since("2.13")
def joining_other_things(torch, see):
    see.raises("cat of nothing", torch.cat, [])
    see.raises("cat 0-d", torch.cat, [plain(torch, 1.0), plain(torch, 2.0)])
    see.raises("cat dim", torch.cat, [ramp(torch, 2), ramp(torch, 2)], 1)
    see.raises("cat of a tensor", torch.cat, ramp(torch, 2))
    see.raises("cat of numbers", torch.cat, [1.0, 2.0])


def item_and_scalar_conversion(torch, see):
    a = ramp(torch, 2)
    see.raises("item", a.item)
    see.raises("float", float, a)
    see.raises("int", int, a)
    see.raises("bool", bool, a)
    see.raises("if", lambda: 1 if a > 1 else 2)
    see.raises("one element is fine", float, ramp(torch, 1, 1))


def bool_of_an_empty_tensor(torch, see):
    see.raises("item", torch.zeros(0).item)
    see.raises("bool", bool, torch.zeros(0))


def empty_reductions(torch, see):
    a = torch.zeros(0)
    see.raises("sum", a.sum)
    see.raises("mean", a.mean)


@since("2.13")
def empty_reductions_that_raise(torch, see):
    a = torch.zeros(0)
    see.raises("max", a.max)
    see.raises("argmax", a.argmax)
    see.raises("amax", a.amax)
    see.raises("max dim", torch.zeros(2, 0).max, 1)


def ragged_and_strange_data(torch, see):
    see.raises("ragged", torch.tensor, [[1, 2], [3]])
    see.raises("ragged kind", torch.tensor, [[1, 2], 3])
    see.raises("string", torch.tensor, "a")
    see.raises("none", torch.tensor, None)
    see.raises("object", torch.tensor, [object])


def unknown_names(torch, see):
    a = ramp(torch, 2)
    see.raises("attribute", lambda: a.no_such_attribute)
    see.fact("hasattr", [hasattr(a, "no_such_attribute"), hasattr(a, "grad_fn")])


def attributes_can_be_added(torch, see):
    a = ramp(torch, 2)
    a.note = "mine"
    see.fact("note", a.note)
    see.fact("not on views", hasattr(a[0], "note"))


def negative_sizes(torch, see):
    see.raises("zeros", torch.zeros, 2, -1)
    see.raises("new_zeros", ramp(torch, 1).new_zeros, (-1,))


@since("2.13")
def bad_creation_arguments(torch, see):
    see.raises("arange step", torch.arange, 0, 3, 0)
    see.raises("arange direction", torch.arange, 3, 0)
    see.raises("linspace steps", torch.linspace, 0, 1, -1)
    see.raises("eye", torch.eye, -1)


def dim_errors_of_indexing_functions(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("index_select float", a.index_select, 0, torch.tensor([0.0]))
    see.raises("gather dims", a.gather, 0, torch.tensor([0]))


@since("2.13")
def ranges_of_indexing_functions(torch, see):
    a = ramp(torch, 2, 3)
    see.raises("index_select", a.index_select, 0, torch.tensor([2]))
    see.raises("gather", a.gather, 1, torch.tensor([[0, 3]]))
    see.raises("scatter", a.scatter, 1, torch.tensor([[0, 5]]), 1.0)
    see.raises("index_add", a.index_add, 0, torch.tensor([2]), ramp(torch, 1, 3))
    see.raises("take", a.take, torch.tensor([6]))


@since("2.13")
def topk_and_sort(torch, see):
    a = ramp(torch, 3)
    see.raises("topk", a.topk, 4)
    see.raises("sort", a.sort, 1)


def masked_functions(torch, see):
    a = ramp(torch, 2)
    see.raises("float mask fill", a.masked_fill, a, 0.0)
    see.raises("float mask select", a.masked_select, a)


def calls_with_wrong_kinds(torch, see):
    a = ramp(torch, 2)
    see.raises("add None", lambda: a + None)
    see.raises("add str", lambda: a + "x")
    see.raises("list + tensor", lambda: [1.0] + a)


@since("2.13")
def numpy_style_keywords(torch, see):
    a = ramp(torch, 2, 2)
    see("axis and keepdims", s=a.sum(axis=0), k=a.sum(dim=1, keepdim=True), p=torch.sum(a, axis=(0, 1)))


def hash_and_equality(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.fact("hash", [hash(x) == hash(x), {x: 1}[x], x in {x}, hash(x) == hash(x.detach())])
    see.fact("equal", [torch.equal(x, x.clone()), torch.equal(x, x[:1]), x.equal(x + 1)])


def ambiguous_comparison_of_tuples(torch, see):
    a, b = ramp(torch, 2), ramp(torch, 2)
    see.raises("tuples", lambda: (a, 1) == (b, 1))
    see.fact("same object first", (a, 1) == (a, 1))
