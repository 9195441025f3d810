"""Gradients of gradients."""

from facts.programs._make import leaf, leaf_ramp, plain, since


def cube(torch, see):
    x = leaf(torch, 2.0)
    (first,) = torch.autograd.grad(x**3, x, create_graph=True)
    see.gradients("first", g=first)
    (second,) = torch.autograd.grad(first, x, create_graph=True)
    see.gradients("second", g=second)
    see.gradients("third", g=torch.autograd.grad(second, x))


def without_create_graph_there_is_no_graph(torch, see):
    x = leaf(torch, 2.0)
    (first,) = torch.autograd.grad(x**3, x)
    see.gradients("first", g=first)
    see.raises("second", torch.autograd.grad, first, x)


def backward_with_create_graph_then_grad_of_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    (x**3).sum().backward(create_graph=True)
    first = x.grad
    see.gradients("first", g=first)
    x.grad = None
    first.sum().backward()
    see.grad("second", x=x)


@since("2.13")
def backward_with_create_graph_warns(torch, see):
    x = leaf(torch, 2.0)
    see.warns("warning", (x * x).backward, create_graph=True)
    x.grad = None


def linear_function_has_no_second_derivative(torch, see):
    x = leaf(torch, [1.0, 2.0])
    (first,) = torch.autograd.grad((3 * x).sum(), x, create_graph=True)
    see.gradients("first", g=first)
    see.raises("second", torch.autograd.grad, first.sum(), x)


def mixed_derivative_of_a_product(torch, see):
    x, w = leaf(torch, 2.0), leaf(torch, 3.0)
    first_x, first_w = torch.autograd.grad(x * x * w, [x, w], create_graph=True)
    see.gradients("first", x=first_x, w=first_w)
    see.gradients("second", grads=torch.autograd.grad(first_x, [x, w]))


def functions_one_by_one(torch, see):
    for name in ("exp", "log", "sin", "cos", "tanh", "sigmoid", "sqrt", "rsqrt", "square", "reciprocal", "tan", "atan"):
        x = leaf(torch, [0.5, 0.75])
        (first,) = torch.autograd.grad(getattr(x, name)().sum(), x, create_graph=True)
        (second,) = torch.autograd.grad(first.sum(), x)
        see.gradients(name, first=first, second=second)


def matmul_twice(torch, see):
    a, b = leaf_ramp(torch, 2, 2), leaf_ramp(torch, 2, 2)
    (first,) = torch.autograd.grad(((a @ b) ** 2).sum(), a, create_graph=True)
    see.gradients("first", g=first)
    see.gradients("second", grads=torch.autograd.grad(first.sum(), [a, b]))


def division_twice(torch, see):
    x, w = leaf(torch, 1.0), leaf(torch, 2.0)
    first = torch.autograd.grad(x / w, [x, w], create_graph=True)
    see.gradients("first", first=first)
    see.gradients("second", grads=torch.autograd.grad(first[1], [x, w]))


def softmax_twice(torch, see):
    x = leaf(torch, [0.0, 1.0, 2.0])
    (first,) = torch.autograd.grad(x.softmax(0)[0], x, create_graph=True)
    see.gradients("first", g=first)
    see.gradients("second", grads=torch.autograd.grad(first[1], x))


def reductions_twice(torch, see):
    for name in ("prod", "var", "std", "norm"):
        x = leaf(torch, [1.0, 2.0, 4.0])
        (first,) = torch.autograd.grad(getattr(x, name)(), x, create_graph=True)
        (second,) = torch.autograd.grad(first[0], x)
        see.gradients(name, first=first, second=second)


def through_an_in_place_write(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * x
    y[0] = x[1] ** 3
    (first,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    see.gradients("first", g=first)
    see.gradients("second", grads=torch.autograd.grad(first.sum(), x))


def through_a_view_written_by_mul(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 1
    y[:1].mul_(x[1] * x[1])
    (first,) = torch.autograd.grad((y * y).sum(), x, create_graph=True)
    see.gradients("first", g=first)
    see.gradients("second", grads=torch.autograd.grad(first.sum(), x))


def through_indexing(torch, see):
    x = leaf(torch, [1.0, 2.0, 3.0])
    (first,) = torch.autograd.grad((x[torch.tensor([0, 0, 2])] ** 3).sum(), x, create_graph=True)
    see.gradients("first", g=first)
    see.gradients("second", grads=torch.autograd.grad(first.sum(), x))


def gradient_penalty(torch, see):
    w, x = leaf(torch, [0.5, -0.25]), leaf(torch, [1.0, 2.0])
    (gradient,) = torch.autograd.grad((w * x).sum().tanh(), x, create_graph=True)
    penalty = (gradient.norm() - 1) ** 2
    see("penalty", p=penalty)
    penalty.backward()
    see.grad("after", w=w)


def hessian_by_rows(torch, see):
    x = leaf(torch, [1.0, 2.0])
    (first,) = torch.autograd.grad(x[0] ** 2 * x[1] ** 3, x, create_graph=True)
    rows = [torch.autograd.grad(first[i], x, retain_graph=True)[0].tolist() for i in range(2)]
    see.fact("hessian", rows)


def with_a_gradient_that_requires_grad(torch, see):
    x, v = leaf(torch, [1.0, 2.0]), leaf(torch, [1.0, 1.0])
    (first,) = torch.autograd.grad(x**2, x, grad_outputs=v, create_graph=True)
    see.gradients("first", g=first)
    see.gradients("wrt the vector", grads=torch.autograd.grad(first, v, grad_outputs=plain(torch, [1.0, 10.0])))


def relu_and_abs_twice(torch, see):
    for name in ("relu", "abs"):
        x = leaf(torch, [-1.0, 2.0])
        (first,) = torch.autograd.grad((getattr(x, name)() ** 2).sum(), x, create_graph=True)
        (second,) = torch.autograd.grad(first.sum(), x)
        see.gradients(name, first=first, second=second)


def max_twice(torch, see):
    x = leaf(torch, [1.0, 3.0, 2.0])
    (first,) = torch.autograd.grad(x.max() ** 2, x, create_graph=True)
    see.gradients("first", g=first)
    see.gradients("second", grads=torch.autograd.grad(first.sum(), x))


def hooks_run_in_both_passes(torch, see):
    x, events = leaf(torch, 2.0), []
    y = x * x
    y.register_hook(lambda g: events.append(["y", g.item(), g.requires_grad]))
    (first,) = torch.autograd.grad(y * y, x, create_graph=True)
    first.register_hook(lambda g: events.append(["first", g.item()]))
    (second,) = torch.autograd.grad(first, x)
    see.fact("events", events)
    see.gradients("second", g=second)
