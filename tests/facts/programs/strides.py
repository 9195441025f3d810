"""Strides, offsets and contiguity of created tensors and of results."""

from facts.programs._make import leaf_ramp, plain, ramp, result, since


def _layout(t):
    return [list(t.shape), list(t.stride()), t.storage_offset(), t.is_contiguous()]


def created(torch, see):
    for name, t in (("3-d", ramp(torch, 2, 3, 4)), ("0-d", plain(torch, 1.0)), ("empty", torch.zeros(2, 0, 3))):
        see.fact(name, _layout(t))


def size_one_dimensions(torch, see):
    a = ramp(torch, 1, 3, 1)
    see.fact("a", _layout(a))
    see.fact("t", _layout(a.transpose(0, 2)))
    see.fact("row", _layout(ramp(torch, 2, 3)[:, :1]))


def numbers_about_a_tensor(torch, see):
    a = ramp(torch, 2, 3)
    see.fact("numel, dim, itemsize", [a.numel(), a.nelement(), a.dim(), a.ndimension(), a.ndim, a.element_size()])
    see.fact("stride and size of one", [a.stride(0), a.stride(-1), a.size(1), a.size(-2)])
    see.raises("bad dim", a.size, 2)
    see.raises("bad stride dim", a.stride, -3)


def sizes_print_and_compare(torch, see):
    a = ramp(torch, 2, 3)
    see.text("shape", a.shape)
    see.fact("tuple", [a.shape == (2, 3), tuple(a.size()), a.size() == a.shape])
    see.text("slice", a.shape[1:])
    see.text("numel", a.shape.numel())
    see.text("0-d", plain(torch, 1.0).shape)


def element_sizes(torch, see):
    names = ("uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "bool")
    see.fact("bytes", {name: torch.zeros(1, dtype=getattr(torch, name)).element_size() for name in names})


def elementwise_of_a_transpose_keeps_its_layout(torch, see):
    a = ramp(torch, 2, 3).t()
    see.fact("mul", _layout(a * 2))
    see.fact("exp", _layout(a.exp()))
    see.fact("add of two", _layout(a + a))
    see.fact("compare", _layout(a > 2))
    see.fact("mixed", _layout(a + ramp(torch, 3, 2)))
    see.fact("mixed, other order", _layout(ramp(torch, 3, 2) + a))


def elementwise_of_a_permuted_tensor(torch, see):
    a = ramp(torch, 2, 3, 4).permute(2, 0, 1)
    see.fact("mul", _layout(a * 2))
    see.fact("with a row", _layout(a + ramp(torch, 3)))


def elementwise_of_a_slice_is_dense(torch, see):
    a = ramp(torch, 4, 6)[::2, ::3]
    see.fact("slice", _layout(a))
    see.fact("mul", _layout(a * 1))
    see.fact("t mul", _layout(a.t() * 1))


def elementwise_of_an_expanded_tensor(torch, see):
    a = ramp(torch, 3, 1).expand(3, 4)
    see.fact("expanded", _layout(a))
    see.fact("mul", _layout(a * 1))
    see.fact("column plus row", _layout(ramp(torch, 3, 1) + ramp(torch, 1, 2)))


def clone_keeps_dense_strides(torch, see):
    a = ramp(torch, 2, 3)
    see.fact("transpose", _layout(a.t().clone()))
    see.fact("slice", _layout(a[:, ::2].clone()))
    see.fact("expanded", _layout(a[0].expand(2, 3).clone()))
    see.fact("contiguous", _layout(a.t().contiguous()))
    see.fact("asked for", _layout(a.t().clone(memory_format=torch.contiguous_format)))


def likes_keep_dense_strides(torch, see):
    a = ramp(torch, 2, 3).t()
    see.fact("zeros_like", _layout(torch.zeros_like(a)))
    see.fact("ones_like of a slice", _layout(torch.ones_like(a[::2])))
    see.fact("new_zeros", _layout(a.new_zeros(a.shape)))


def contiguous_of_a_transpose_copies(torch, see):
    x = leaf_ramp(torch, 2, 3)
    c = x.t().contiguous()
    see("c", c=c)
    see.fact("again", c.contiguous() is c)
    c.sum().backward()
    see.grad("after", x=x)


def to_dtype_keeps_strides(torch, see):
    a = ramp(torch, 2, 3).t()
    see.fact("float", _layout(a.float()))
    see.fact("bool", _layout(a.bool()))


def matmul_results_are_contiguous(torch, see):
    a = ramp(torch, 2, 3)
    see.fact("t @ a", _layout(a.t() @ a))
    see.fact("a @ t", _layout(a @ a.t()))


def reductions_of_a_transpose(torch, see):
    a = ramp(torch, 2, 3, 4).permute(2, 1, 0)
    see.fact("sum", _layout(a.sum(1)))
    see.fact("keepdim", _layout(a.sum(1, keepdim=True)))
    see.fact("cumsum", _layout(a.cumsum(0)))
    see.fact("softmax", _layout(a.softmax(0)))


def gradient_layout(torch, see):
    x = leaf_ramp(torch, 2, 3)
    (x.t() * ramp(torch, 3, 2)).sum().backward()
    see.fact("grad of a transpose", _layout(x.grad))
    y = ramp(torch, 2, 3).t().requires_grad_()
    (y * 2).sum().backward()
    see.fact("grad of a transposed leaf", _layout(y.grad))


def expanded_gradient_becomes_dense(torch, see):
    x = leaf_ramp(torch, 2, 3)
    x.sum().backward()
    see("grad", grad=x.grad)


def offsets_add_up(torch, see):
    a = ramp(torch, 4, 4)
    see.fact("offsets", [a[1].storage_offset(), a[1:, 2:][1, 1].storage_offset(), a.t()[3].storage_offset()])
    v = a[2:, 1:]
    see.fact("bytes", v.data_ptr() - a.data_ptr())


def stack_and_cat_of_transposes(torch, see):
    a = ramp(torch, 2, 3).t()
    see.fact("cat", _layout(torch.cat([a, a])))
    see.fact("stack", _layout(torch.stack([a, a])))
    see.fact("where", _layout(torch.where(a > 2, a, a)))


def index_results_are_fresh(torch, see):
    x = result(torch, 3, 4)
    see.fact("rows", _layout(x[torch.tensor([2, 0])]))
    see.fact("mask", _layout(x[x > 3]))
    see.fact("index_select", _layout(x.t().index_select(0, torch.tensor([1, 0]))))
    see.fact("gather", _layout(x.t().gather(0, torch.zeros(1, 3, dtype=torch.int64))))


def same_data_pointer(torch, see):
    a = ramp(torch, 2, 3)
    tests = {"view": a.view(6), "detach": a.detach(), "data": a.data, "clone": a.clone(), "t": a.t(), "row": a[1]}
    see.fact("same", {name: t.data_ptr() == a.data_ptr() for name, t in tests.items()})


@since("2.13")
def stride_order_of_binary_results(torch, see):
    a, b = ramp(torch, 2, 3, 4).permute(1, 2, 0), ramp(torch, 3, 4, 2)
    see.fact("a + b", _layout(a + b))
    see.fact("b + a", _layout(b + a))
    see.fact("maximum", _layout(torch.maximum(a, b)))
