"""Do hooks of a tensor run when it is an input of autograd.grad?

A user registers a hook that scales a gradient and gets different numbers from grad and
backward.

Correct outcome: 2.13: hooks of the inputs run for grad too. 1.6: recorded.
"""

from facts.cases.reading import val

SOURCE = ["https://github.com/pytorch/pytorch/pull/85849", "https://github.com/pytorch/pytorch/pull/91667"]
SINCE = None


def run(torch):
    d = {}
    for name in ("leaf", "result"):
        w = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
        t = w if name == "leaf" else w * 1
        n = []
        h = t.register_hook(lambda g: n.append(1) or g * 10)
        (g,) = torch.autograd.grad((t * 3).sum(), t)
        d[name + "_grad"] = [val(g), len(n)]
        h.remove()
        (g,) = torch.autograd.grad((t * 3).sum(), t)
        d[name + "_removed"] = [val(g), len(n)]
    w = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    w.register_hook(lambda g: g * 10)
    (w * 3).sum().backward()
    d["backward"] = val(w.grad)
    return d
