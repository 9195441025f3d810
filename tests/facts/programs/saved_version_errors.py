"""What backward has saved and what happens when that was changed in place."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, result, since


def _try(see, name, write, loss):
    write()
    see.raises(name, lambda: loss.sum().backward())


def output_saved_by_exp(torch, see):
    y = leaf(torch, [1.0, 2.0]).exp()
    y.add_(1)
    see.raises("backward", y.sum().backward)


def output_saved_by_these(torch, see):
    for name in ("exp", "sigmoid", "tanh", "sqrt", "rsqrt", "reciprocal", "tan"):
        y = getattr(leaf(torch, [0.25, 0.5]), name)()
        _try(see, name, lambda y=y: y.mul_(2), y)


def output_not_saved_by_these(torch, see):
    for name in ("sin", "cos", "log", "abs", "neg", "square", "clone", "sinh", "atan"):
        y = getattr(leaf(torch, [0.25, 0.5]), name)()
        _try(see, name, lambda y=y: y.mul_(2), y)


def input_saved_by_these(torch, see):
    for name in ("sin", "cos", "log", "abs", "square", "sinh", "cosh", "atan", "asin", "log1p"):
        y = leaf(torch, [0.25, 0.5]) * 1
        z = getattr(y, name)()
        _try(see, name, lambda y=y: y.mul_(2), z)


def input_not_saved_by_these(torch, see):
    for name in ("exp", "sigmoid", "tanh", "sqrt", "neg", "clone", "sum", "mean"):
        y = leaf(torch, [0.25, 0.5]) * 1
        z = getattr(y, name)()
        _try(see, name, lambda y=y: y.mul_(2), z)


def factors_of_a_product(torch, see):
    x = leaf(torch, [1.0, 2.0])
    a, b = x * 1, x * 1
    c = a * b
    b.add_(1)
    see.raises("backward", c.sum().backward)


def plain_factor_changed(torch, see):
    x, a = leaf(torch, [1.0, 2.0]), plain(torch, [3.0, 4.0])
    y = x * a
    a.add_(1)
    see.raises("backward", y.sum().backward)


def other_factor_changed_that_nobody_needs(torch, see):
    x, a = leaf(torch, [1.0, 2.0]), plain(torch, [3.0, 4.0])
    b = a * 1
    y = x * a
    b.add_(1)
    see.raises("copy", y.sum().backward)
    z = result(torch, 2)
    w = z * a
    z.add_(1)
    see.raises("input whose factor is plain", w.sum().backward)


def sums_save_nothing(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 1
    z = y + y - y
    y.zero_()
    see.raises("backward", z.sum().backward)
    see.grad("after", x=x)


def number_factor_saves_nothing_to_change(torch, see):
    y = result(torch, 2)
    z = y * 3
    y.zero_()
    see.raises("backward", z.sum().backward)


def division(torch, see):
    x = leaf(torch, [1.0, 2.0])
    a, b = x * 1, x * 1
    c = a / b
    a.add_(1)
    see.raises("numerator", c.sum().backward)
    a, b = x * 1, x * 1
    c = a / b
    b.add_(1)
    see.raises("denominator", c.sum().backward)


def power(torch, see):
    y = result(torch, 2)
    z = y**2
    y.add_(1)
    see.raises("base", z.sum().backward)
    y = result(torch, 2)
    z = 2.0**y
    z.add_(1)
    see.raises("result of a number power", z.sum().backward)


def matmul(torch, see):
    x, w = leaf_ramp(torch, 2, 2), leaf_ramp(torch, 2, 2)
    a, b = x * 1, w * 1
    c = a @ b
    b.add_(1)
    see.raises("second factor", c.sum().backward)


def matmul_with_one_side_plain(torch, see):
    x, a = leaf_ramp(torch, 2, 2), ramp(torch, 2, 2)
    y = x * 1
    z = y @ a
    y.add_(1)
    see.raises("the side that needs a gradient", z.sum().backward)


def in_place_mul_saves_its_old_value(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0])
    y = x * 1
    y.mul_(w)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def in_place_mul_by_itself(torch, see):
    y = leaf(torch, [1.0, 2.0]) * 1
    y.mul_(y)
    see("y", y=y)
    see.raises("backward", y.sum().backward)


def in_place_chain_of_functions(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 1
    y.exp_()
    y.sigmoid_()
    see.raises("exp_ then sigmoid_", y.sum().backward)
    z = x * 1
    z.sigmoid_()
    z.neg_()
    see.raises("sigmoid_ then neg_", z.sum().backward)


def write_into_another_element(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 1
    z = y[0].sin()
    y[1] = 5.0
    see.raises("backward", z.backward)


def write_through_a_view(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 1
    z = y.sin()
    y[0].mul_(2)
    see.raises("backward", z.sum().backward)


def view_saved_then_base_written(torch, see):
    y = result(torch, 2, 2)
    v = y[0]
    z = v.sin()
    y.mul_(2)
    see.raises("backward", z.sum().backward)


def leaf_written_under_no_grad(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x.sin()
    with torch.no_grad():
        x.add_(1)
    see.raises("backward", y.sum().backward)


def leaf_written_twice(torch, see):
    x = leaf(torch, [1.0, 2.0])
    with torch.no_grad():
        x.add_(1)
    y = x * x
    with torch.no_grad():
        x.add_(1)
        x.add_(1)
    see.raises("backward", y.sum().backward)


def write_through_data_is_not_noticed(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * x
    x.data.mul_(10)
    y.sum().backward()
    see.grad("after", x=x)


def write_through_detach_is_noticed(torch, see):
    y = leaf(torch, [1.0, 2.0]).exp()
    y.detach().zero_()
    see.raises("backward", y.sum().backward)


def index_tensor_changed(torch, see):
    x, index = leaf(torch, [1.0, 2.0, 3.0]), torch.tensor([0, 1])
    y = x[index]
    index.add_(1)
    see.raises("advanced index", y.sum().backward)
    z = x.gather(0, index)
    index.zero_()
    see.raises("gather", z.sum().backward)


def mask_changed(torch, see):
    x, mask = leaf(torch, [1.0, 2.0]), torch.tensor([True, False])
    y = x.masked_fill(mask, 0.0)
    mask.fill_(False)
    see.raises("masked_fill", y.sum().backward)
    mask = torch.tensor([True, False])
    z = torch.where(mask, x, x * 2)
    mask.fill_(True)
    see.raises("where", z.sum().backward)


def softmax_saves_its_result(torch, see):
    for name in ("softmax", "log_softmax"):
        y = getattr(leaf(torch, [1.0, 2.0]), name)(0)
        _try(see, name, lambda y=y: y.mul_(2), y)


def relu_saves_its_result(torch, see):
    y = leaf(torch, [-1.0, 2.0]).relu()
    y.mul_(2)
    see.raises("mul_", y.sum().backward)
    z = leaf(torch, [-1.0, 2.0]).relu()
    z.add_(1)
    see.raises("add_", z.sum().backward)


def reductions_that_save(torch, see):
    for name in ("prod", "norm", "std", "var", "max"):
        y = leaf(torch, [1.0, 2.0, 4.0]) * 1
        z = getattr(y, name)()
        _try(see, name, lambda y=y: y.mul_(2), z)


def clamp_and_friends(torch, see):
    y = leaf(torch, [-1.0, 2.0]) * 1
    z = y.clamp(min=0.0)
    y.mul_(2)
    see.raises("clamp", z.sum().backward)


def cat_and_stack_save_nothing(torch, see):
    y = result(torch, 2)
    z = torch.cat([y, y]) + torch.stack([y, y]).view(4)
    y.zero_()
    see.raises("backward", z.sum().backward)


def write_after_backward_is_fine(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x.exp()
    y.sum().backward()
    y.zero_()
    see("y", y=y)


def float32_and_shape_in_the_text(torch, see):
    x = torch.ones(2, 3, requires_grad=True)
    y = x.exp()
    y.add_(1)
    y.add_(1)
    see.raises("backward", y.sum().backward)


def error_of_a_gradient_step_between_two_losses(torch, see):
    w = leaf(torch, [1.0, 2.0])
    h = w * w
    first, second = h.sum(), (h * h).sum()
    first.backward(retain_graph=True)
    with torch.no_grad():
        w -= 0.5 * w.grad
    see.raises("second", second.backward)


@since("2.13")
def saved_attributes(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0])
    node = (x * w).grad_fn
    see("saved", x=node._saved_self, w=node._saved_other)
    half = (x * plain(torch, [5.0, 6.0])).grad_fn
    see.fact("only what is needed", [half._saved_self is None, half._saved_other is None])
