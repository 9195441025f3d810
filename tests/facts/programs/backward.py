"""`backward` and `autograd.grad`: arguments, accumulation, graphs walked once and twice, and their errors."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, since


def scalar_result(torch, see):
    x = leaf(torch, [1.0, 2.0])
    (x * x).sum().backward()
    see.grad("after", x=x)


def gradient_argument(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * x
    y.backward(plain(torch, [1.0, 10.0]))
    see.grad("after", x=x)
    (x * 3).backward(gradient=torch.ones_like(x))
    see.grad("again", x=x)


def implicit_gradient_needs_one_element(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.raises("vector", (x * 2).backward)
    see.raises("grad of vector", torch.autograd.grad, x * 2, x)
    see.raises("one element", (x[:1] * 2).backward)
    see.grad("after", x=x)


def wrong_gradient_argument(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.raises("shape", lambda: (x * 2).backward(plain(torch, [1.0, 2.0, 3.0])))
    see.raises("0-d", lambda: (x * 2).backward(plain(torch, 1.0)))
    see.raises("float", lambda: (x * 2).backward(1.0))
    see.raises("list", lambda: (x * 2).backward([1.0, 2.0]))


def gradient_of_another_dtype(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.raises("float32", lambda: (x * 2).backward(torch.tensor([1.0, 1.0])))
    see.grad("after", x=x)


def gradients_accumulate(torch, see):
    x = leaf(torch, 3.0)
    for _ in range(3):
        (x * x).backward()
    see.grad("after", x=x)


def leaf_used_twice(torch, see):
    x = leaf(torch, 3.0)
    y = x * x + x
    y.backward()
    see("y", y=y)
    see.grad("after", x=x)


def diamond(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    (y.exp() + y * y).sum().backward()
    see.grad("after", x=x)


def second_time_through_freed_graph(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = (x * x).sum()
    y.backward()
    see.raises("again", y.backward)
    see.grad("after", x=x)


def second_time_without_saved_tensors(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = (x + 1).sum()
    y.backward()
    see.raises("again", y.backward)
    see.grad("after", x=x)


def second_time_through_a_shared_part(torch, see):
    x = leaf(torch, [1.0, 2.0])
    shared = x.exp()
    a, b = shared.sum(), (shared * 2).sum()
    a.backward()
    see.raises("other result", b.backward)
    see.grad("after", x=x)


def retain_graph(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    see.grad("after", x=x)
    see.raises("third", y.backward)


def grad_returns_and_does_not_accumulate(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, 3.0)
    grads = torch.autograd.grad((x * w).sum(), [x, w])
    see.gradients("grads", grads=grads)
    see.fact("type", type(grads).__name__)
    see.grad("slots", x=x, w=w)


def grad_of_several_outputs(torch, see):
    x = leaf(torch, [1.0, 2.0])
    outputs = [x * 2, (x * x).sum()]
    see.gradients("grads", grads=torch.autograd.grad(outputs, x, grad_outputs=[plain(torch, [1.0, 10.0]), None]))


def grad_with_respect_to_a_result(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    z = (y * y).sum()
    see.gradients("grads", grads=torch.autograd.grad(z, [y, x]))


def grad_of_an_output_by_itself(torch, see):
    x = leaf(torch, 2.0)
    y = x * x
    see.gradients("grads", grads=torch.autograd.grad(y, [y, x]))


def unused_input(torch, see):
    x, w = leaf(torch, [1.0]), leaf(torch, [2.0])
    see.raises("unused", torch.autograd.grad, (x * 2).sum(), [x, w])
    grads = torch.autograd.grad((x * 2).sum(), [x, w], allow_unused=True)
    see.gradients("allowed", grads=grads)


def input_that_requires_no_grad(torch, see):
    x, a = leaf(torch, [1.0]), plain(torch, [2.0])
    see.raises("plain input", torch.autograd.grad, (x * a).sum(), [x, a])
    see.raises("plain input allowed", torch.autograd.grad, (x * a).sum(), [x, a], allow_unused=True)
    see.raises("plain output", torch.autograd.grad, a.sum(), [x])


def other_view_of_the_input_is_unused(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    see.raises("fresh view", torch.autograd.grad, y.sum(), [y[0]])
    see.raises("clone", torch.autograd.grad, y.sum(), [y.clone()])


def grad_frees_the_graph(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = (x * x).sum()
    torch.autograd.grad(y, x)
    see.raises("again", torch.autograd.grad, y, x)
    z = (x * x).sum()
    torch.autograd.grad(z, x, retain_graph=True)
    see.raises("retained", torch.autograd.grad, z, x)


def create_graph_keeps_the_graph(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = (x * x * x).sum()
    y.backward(create_graph=True)
    see.grad("after", x=x)
    see.raises("again", y.backward)


def several_roots(torch, see):
    x = leaf(torch, [1.0, 2.0])
    torch.autograd.backward([x.sum(), (x * x).sum()])
    see.grad("after", x=x)
    see.raises("lengths", torch.autograd.backward, [x.sum(), x.sum()], [plain(torch, 1.0)])


@since("2.13")
def backward_with_inputs(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, 3.0)
    (x * w).sum().backward(inputs=[x])
    see.grad("leaf only", x=x, w=w)
    y = x * w
    (y * y).sum().backward(inputs=[y])
    see.grad("non-leaf", x=x, w=w, y=y)
    see.raises("empty", (x * w).sum().backward, inputs=[])
    see.raises("plain", (x * w).sum().backward, inputs=[plain(torch, 1.0)])


@since("2.13")
def materialized_grads(torch, see):
    x, w = leaf(torch, [1.0]), leaf(torch, [2.0, 3.0])
    see.gradients("grads", grads=torch.autograd.grad((x * 2).sum(), [x, w], materialize_grads=True))
    see.raises("with allow_unused False", torch.autograd.grad, x.sum(), w, allow_unused=False, materialize_grads=True)


def broadcast_gradients_are_summed(torch, see):
    x, w, s = leaf_ramp(torch, 2, 3), leaf_ramp(torch, 3), leaf(torch, 2.0)
    c = leaf_ramp(torch, 2, 1)
    (x * w * s + c).sum().backward()
    see.grad("after", x=x, w=w, s=s, c=c)


def mixed_dtypes_give_each_its_own(torch, see):
    x = leaf(torch, [1.0, 2.0])
    w = torch.tensor([0.5, 0.25], requires_grad=True)
    y = x * w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def part_of_a_tensor_unused(torch, see):
    x = leaf_ramp(torch, 2, 2)
    (x[0] * 3).sum().backward()
    see.grad("after", x=x)


def graph_edges_of_an_expression(torch, see):
    x, a = leaf(torch, [1.0, 2.0]), plain(torch, [3.0, 4.0])
    y = x * a + 1
    see("y", y=y)
    node = y.grad_fn.next_functions[0][0]
    see.fact("mul", [[type(n).__name__ if n else None, i] for n, i in node.next_functions])
    see.fact("variable", node.next_functions[0][0].variable is x)


def node_names(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.fact("name()", (x * 2).grad_fn.name())
    see.text("repr", (x * 2).grad_fn)
    see.fact("accumulate", (x * 2).grad_fn.next_functions[0][0].name())


def intermediate_grads_are_not_kept(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    y.sum().backward()
    see.warns("reading", lambda: y.grad)
    see.warns("leaf", lambda: x.grad)
    see.grad("after", x=x, y=y)


def backward_of_a_view(torch, see):
    x = leaf_ramp(torch, 2, 2)
    x.t()[0].backward(plain(torch, [1.0, 10.0]))
    see.grad("after", x=x)


def zeroing_and_dropping_gradients(torch, see):
    x = leaf(torch, [1.0, 2.0])
    x.sum().backward()
    x.grad.zero_()
    see.grad("zeroed", x=x)
    x.grad = None
    x.sum().backward()
    see.grad("again", x=x)


def long_chain(torch, see):
    x = leaf(torch, 1.0)
    y = x
    for _ in range(3000):
        y = y + x
    y.backward()
    see.grad("after", x=x)


def plain_input_of_a_product_stays_without(torch, see):
    x, a = leaf(torch, [1.0, 2.0]), plain(torch, [3.0, 4.0])
    (x * a).sum().backward()
    see.grad("after", x=x, a=a)


def sum_of_a_backward_in_two_dtypes(torch, see):
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (x.double() * ramp(torch, 2)).sum().backward()
    see.grad("after", x=x)
