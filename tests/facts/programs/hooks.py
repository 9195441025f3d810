"""Tensor hooks: when they run, in which order, what they may return, and how they are removed."""

from facts.programs._make import leaf, leaf_ramp, plain, since


def hook_on_a_leaf(torch, see):
    x = leaf(torch, [1.0, 2.0])
    x.register_hook(lambda g: see.gradients("in hook", g=g))
    (x * 3).sum().backward()
    see.grad("after", x=x)


def hook_replaces_the_gradient(torch, see):
    x = leaf(torch, [1.0, 2.0])
    x.register_hook(lambda g: g * 10)
    (x * 3).sum().backward()
    see.grad("after", x=x)


def hook_on_a_result(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    y.register_hook(lambda g: g + 100)
    (y * y).sum().backward()
    see.grad("after", x=x)


def hooks_run_in_order(torch, see):
    x, events = leaf(torch, 1.0), []
    for name in ("first", "second", "third"):
        x.register_hook(lambda g, name=name: events.append([name, g.item()]) or g * 2)
    (x * 3).backward()
    see.fact("events", events)
    see.grad("after", x=x)


def hook_on_a_leaf_used_twice_sees_the_sum_of_its_uses(torch, see):
    x, events = leaf(torch, 2.0), []
    x.register_hook(lambda g: events.append(g.item()))
    (x * 3 + x * 4).backward()
    see.fact("events", events)


def removed_hook(torch, see):
    x, events = leaf(torch, 1.0), []
    handle = x.register_hook(lambda g: events.append("removed"))
    x.register_hook(lambda g: events.append("kept"))
    handle.remove()
    handle.remove()
    (x * 2).backward()
    see.fact("events", events)


def handle_as_context(torch, see):
    x, events = leaf(torch, 1.0), []
    with x.register_hook(lambda g: events.append("inside")):
        (x * 2).backward()
    (x * 2).backward()
    see.fact("events", events)


def hooks_need_requires_grad(torch, see):
    see.raises("plain", plain(torch, [1.0]).register_hook, lambda g: g)
    see.raises("detached", leaf(torch, [1.0]).detach().register_hook, lambda g: g)


def hook_on_a_result_not_in_the_path(torch, see):
    x, events = leaf(torch, 1.0), []
    y = x * 2
    y.register_hook(lambda g: events.append("y"))
    (x * 3).backward()
    see.fact("events", events)


def order_of_hooks_along_a_chain(torch, see):
    x, events = leaf(torch, 1.0), []
    y = x * 2
    z = y * 3
    for name, t in (("x", x), ("y", y), ("z", z)):
        t.register_hook(lambda g, name=name: events.append([name, g.item()]))
    z.backward()
    see.fact("events", events)


def order_of_hooks_on_two_branches(torch, see):
    x, events = leaf(torch, 1.0), []
    a, b = x * 2, x * 3
    for name, t in (("x", x), ("a", a), ("b", b)):
        t.register_hook(lambda g, name=name: events.append([name, g.item()]))
    (a * 5 + b * 7).backward()
    see.fact("events", events)


def hook_returns_a_wrong_shape(torch, see):
    x = leaf(torch, [1.0, 2.0])
    x.register_hook(lambda g: g.sum())
    see.raises("backward", (x * 2).sum().backward)
    see.grad("after", x=x)


def hook_returns_a_wrong_dtype(torch, see):
    x = leaf(torch, [1.0, 2.0])
    x.register_hook(lambda g: g.float())
    see.raises("backward", (x * 2).sum().backward)


def hook_returns_no_tensor(torch, see):
    x = leaf(torch, [1.0, 2.0])
    x.register_hook(lambda g: 1.0)
    see.raises("backward", (x * 2).sum().backward)


@since("2.13")
def hook_raises(torch, see):
    x = leaf(torch, [1.0, 2.0])

    def fail(g):
        raise ValueError("from the hook")

    x.register_hook(fail)
    see.raises("backward", (x * 2).sum().backward)
    see.grad("after", x=x)


def hook_sees_a_gradient_without_history(torch, see):
    x, seen = leaf(torch, 2.0), []
    x.register_hook(lambda g: seen.append([g.requires_grad, torch.is_grad_enabled()]))
    (x * x).backward()
    (x * x).backward(create_graph=True)
    see.fact("requires_grad, grad mode", seen)


def hook_registered_before_an_in_place_write(torch, see):
    x, events = leaf(torch, 2.0), []
    y = x * 3
    y.register_hook(lambda g: events.append(["before", g.item()]))
    y.mul_(5)
    y.register_hook(lambda g: events.append(["after", g.item()]))
    (y * 7).backward()
    see.fact("events", events)
    see.grad("after", x=x)


def hook_on_a_base_written_through_a_view(torch, see):
    x, events = leaf_ramp(torch, 2), []
    y = x * 3
    y.register_hook(lambda g: events.append(["before", g.tolist()]))
    y[0] = 5.0
    y.register_hook(lambda g: events.append(["after", g.tolist()]))
    (y * 7).sum().backward()
    see.fact("events", events)
    see.grad("after", x=x)


def hook_on_a_view(torch, see):
    x, events = leaf_ramp(torch, 2, 2), []
    v = (x * 1)[0]
    v.register_hook(lambda g: events.append(g.tolist()) or g * 10)
    (v * v).sum().backward()
    see.fact("events", events)
    see.grad("after", x=x)


def hook_changes_the_gradient_in_place(torch, see):
    def scale(g):
        g.mul_(10)

    x = leaf(torch, [1.0, 2.0])
    y = x * 2
    y.register_hook(scale)
    (y * plain(torch, [3.0, 4.0])).sum().backward()
    see.grad("after", x=x)


def hooks_with_autograd_grad(torch, see):
    x, events = leaf(torch, 2.0), []
    y = x * 3
    y.register_hook(lambda g: events.append("y") or g * 2)
    x.register_hook(lambda g: events.append("x") or g * 10)
    see.gradients("grad", grads=torch.autograd.grad(y * y, x))
    see.fact("events", events)


def hooks_of_inputs_in_the_middle(torch, see):
    x, events = leaf(torch, 2.0), []
    y = x * 3
    y.register_hook(lambda g: events.append("y") or g * 2)
    see.gradients("grad", grads=torch.autograd.grad(y * y, [y, x]))
    see.fact("events", events)


def hook_of_the_only_input_in_the_middle(torch, see):
    x, events = leaf(torch, 2.0), []
    y = x * 3
    y.register_hook(lambda g: events.append("y") or g * 2)
    see.gradients("grad", grads=torch.autograd.grad(y * y, y))
    see.fact("events", events)


@since("2.13")
def hook_adds_another_hook(torch, see):
    x, events = leaf(torch, 2.0), []
    x.register_hook(lambda g: x.register_hook(lambda h: events.append("inner")) and None)
    (x * 1).backward()
    see.fact("first", list(events))
    (x * 1).backward()
    see.fact("second", list(events))


@since("2.13")
def hook_on_an_unused_part(torch, see):
    x, events = leaf_ramp(torch, 2), []
    first, second = (x * 1).unbind()
    first.register_hook(lambda g: events.append("first"))
    second.register_hook(lambda g: events.append("second None" if g is None else "second"))
    first.backward()
    see.fact("events", events)


@since("2.13")
def post_accumulate_hook(torch, see):
    x, events = leaf(torch, 2.0), []
    x.register_post_accumulate_grad_hook(lambda t: events.append([t is x, t.grad.item()]))
    (x * 3).backward()
    (x * 3).backward()
    see.fact("events", events)
    see.raises("non-leaf", (x * 2).register_post_accumulate_grad_hook, lambda t: None)


@since("2.13")
def node_hooks(torch, see):
    x, events = leaf(torch, 2.0), []
    y = x * 3
    y.grad_fn.register_hook(lambda inputs, outputs: events.append(["post", inputs[0].item(), outputs[0].item()]))
    y.grad_fn.register_prehook(lambda outputs: events.append(["pre", outputs[0].item()]))
    (y * 5).backward()
    see.fact("events", events)
