"""The question that leafjax comes from: a buffer filled with computed tensors, and what was claimed about it."""

from operator import setitem

from facts.programs._make import since


def _outputs(torch):
    x = torch.ones(3, 5, requires_grad=True)
    y = x + 2
    z = y * y * 3
    return x, y, z, z.mean(), 2 * z.mean()


def forward_lines(torch, see):
    x, y, z, out1, out2 = _outputs(torch)
    see("forward", x=x, y=y, z=z, out1=out1, out2=out2)
    see.text("x", x)
    see.text("out1", out1)
    see.text("out2", out2)


def buffer_with_requires_grad(torch, see):
    x, _, _, out1, out2 = _outputs(torch)
    outi = torch.empty(2, requires_grad=True)
    see.flags("created", outi=outi)
    see.raises("first write", setitem, outi, 0, out1)
    see.flags("after first write", outi=outi)
    see.raises("second write", setitem, outi, 1, out2)
    see.flags("after second write", outi=outi)
    see.raises("backward", outi.backward, torch.tensor([0.0, 1.0]))
    see.grad("after backward", x=x, outi=outi)


def buffer_without_requires_grad(torch, see):
    x, _, _, out1, out2 = _outputs(torch)
    outi = torch.empty(2, requires_grad=False)
    see.flags("created", outi=outi)
    outi[0] = out1
    see.flags("after first write", outi=outi)
    outi[1] = out2
    see("after second write", outi=outi)
    outi.backward(torch.tensor([0.0, 1.0]))
    see.grad("after backward", x=x, outi=outi)


def zeros_with_requires_grad(torch, see):
    _, _, _, out1, _ = _outputs(torch)
    outi = torch.zeros(2, requires_grad=True)
    see.raises("write", setitem, outi, 0, out1)
    see("after write", outi=outi)
    see.raises("sum backward", lambda: outi.sum().backward())
    see.grad("after backward", outi=outi)


def leaf_none_true(torch, see):
    outi = torch.zeros(2, requires_grad=True)
    see.fact("is_leaf, grad_fn, requires_grad", [outi.is_leaf, outi.grad_fn, outi.requires_grad])
    plain = torch.zeros(2)
    see.fact("without requires_grad", [plain.is_leaf, plain.grad_fn, plain.requires_grad])


def grad_of_the_buffer_warns(torch, see):
    _, _, _, out1, out2 = _outputs(torch)
    outi = torch.zeros(2)
    outi[0] = out1
    outi[1] = out2
    outi.backward(torch.tensor([0.0, 1.0]))
    see.warns("reading .grad", lambda: outi.grad)
    see.grad("value", outi=outi)


def retain_grad_on_the_buffer(torch, see):
    x, _, _, out1, out2 = _outputs(torch)
    outi = torch.zeros(2)
    outi[0] = out1
    outi[1] = out2
    outi.retain_grad()
    outi.backward(torch.tensor([0.0, 1.0]))
    see.warns("reading .grad", lambda: outi.grad)
    see.grad("after backward", x=x, outi=outi)


def doubled_plain_tensor_made_to_require_grad(torch, see):
    a = torch.ones(2, requires_grad=False)
    see("a", a=a)
    b = 2 * a
    see("b", b=b)
    b.requires_grad = True
    see("b requires grad", b=b)
    (b * b).sum().backward()
    see.grad("after backward", a=a, b=b)


def ways_that_work(torch, see):
    x, _, _, out1, out2 = _outputs(torch)
    stacked = torch.stack([out1, out2])
    joined = torch.cat([out1.reshape(1), out2.reshape(1)])
    cloned = torch.zeros(2, requires_grad=True).clone()
    cloned[0] = out1
    cloned[1] = out2
    see("results", stacked=stacked, joined=joined, cloned=cloned)
    (stacked + joined + cloned).backward(torch.tensor([0.0, 1.0]))
    see.grad("after backward", x=x)


def write_under_no_grad(torch, see):
    x, _, _, out1, out2 = _outputs(torch)
    outi = torch.zeros(2, requires_grad=True)
    with torch.no_grad():
        outi[0] = out1
        outi[1] = out2
    see("after writes", outi=outi)
    outi.backward(torch.tensor([0.0, 1.0]))
    see.grad("after backward", x=x, outi=outi)


def write_through_data(torch, see):
    x, _, _, out1, _ = _outputs(torch)
    outi = torch.zeros(2, requires_grad=True)
    outi.data[0] = out1.detach()
    see("after write", outi=outi)
    outi.sum().backward()
    see.grad("after backward", x=x, outi=outi)


def write_of_the_whole_buffer(torch, see):
    _, _, _, out1, out2 = _outputs(torch)
    outi = torch.zeros(2, requires_grad=True)
    pair = torch.stack([out1, out2])
    see.raises("copy_", outi.copy_, pair)
    see.raises("outi[:] =", setitem, outi, slice(None), pair)
    see.raises("outi[...] =", setitem, outi, Ellipsis, pair)
    see.raises("outi[mask] =", setitem, outi, torch.tensor([True, False]), out1)


@since("2.13")
def chain_of_nodes_behind_the_buffer(torch, see):
    _, _, _, out1, out2 = _outputs(torch)
    outi = torch.zeros(2)
    outi[0] = out1
    outi[1] = out2
    node, names = outi.grad_fn, []
    while node is not None:
        names.append(type(node).__name__)
        node = node.next_functions[-1][0] if node.next_functions else None
    see.fact("names", names)
