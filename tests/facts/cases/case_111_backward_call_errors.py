"""The first errors everybody meets when calling backward

Non-scalar output, no history, wrong gradient shape, wrong kind of argument.

Correct outcome: Texts recorded per version.
"""

from facts.cases.reading import err

SOURCE = [
    "https://github.com/pytorch/xla/issues/8983",
    "https://github.com/pytorch/xla/pull/9313",
    "https://github.com/google/torchax/issues/15",
]
SINCE = None


def run(torch):
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    d = {
        "nonscalar": err(lambda: (x * 2).backward()),
        "no_history": err(lambda: torch.ones(1).sum().backward()),
        "shape": err(lambda: (x * 2).backward(torch.ones(3, dtype=torch.float64))),
        "shape_broadcastable": err(lambda: (x * 2).backward(torch.tensor(1.0, dtype=torch.float64))),
        "dtype": err(lambda: (x * 2).backward(torch.ones(2, dtype=torch.float32))),
        "leaf_scalar": err(lambda: torch.tensor(1.0, requires_grad=True).backward()),
        "detached": err(lambda: (x * 2).detach().sum().backward()),
    }

    def in_no_grad():
        with torch.no_grad():
            y = (x * 2).sum()
        y.backward()

    d["no_grad"] = err(in_no_grad)
    d["argmax"] = err(lambda: x.argmax().backward())
    d["compare"] = err(lambda: (x > 1).sum().backward())
    d["numpy"] = err(lambda: x.numpy())
    d["item_multi"] = err(lambda: (x * 2).item())
    d["bool_multi"] = err(lambda: bool(x > 0))

    def setgrad(g):
        def go():
            x.grad = g

        return go

    d["grad_shape"] = err(setgrad(torch.zeros(3, dtype=torch.float64)))
    d["grad_dtype"] = err(setgrad(torch.zeros(2, dtype=torch.float32)))
    d["grad_kind"] = err(setgrad(3.0))
    d["grad_ok"] = err(setgrad(torch.zeros(2, dtype=torch.float64)))
    return d
