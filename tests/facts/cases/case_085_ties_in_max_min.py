"""Gradient of max and friends when elements tie

Documentation and other libraries disagree about who gets the gradient on ties; the
documentation of amax says one thing, code another.

Correct outcome: 2.13: max(), min(), median() without a dimension, amax, amin and the two-tensor max share
evenly; max(dim), median(dim), cummax, topk, sort give all to one index. 1.6: max() gives all to
the first, two-tensor max gives all to the SECOND operand on a tie.
"""

from facts.cases.reading import val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/56734",
    "https://github.com/pytorch/pytorch/issues/155048",
    "https://github.com/pytorch/pytorch/pull/43519",
    "https://github.com/pytorch/pytorch/pull/155071",
    "https://github.com/shader-slang/slang/issues/6412",
    "https://github.com/Lightning-AI/lightning-thunder/pull/599",
]
SINCE = None


def run(torch):
    d = {}
    data = [1.0, 3.0, 3.0, 2.0]
    for name in ("max", "min", "median"):
        x = torch.tensor(
            {"max": data, "min": [3.0, 1.0, 1.0, 2.0], "median": [1.0, 2.0, 2.0, 3.0]}[name],
            dtype=torch.float64,
            requires_grad=True,
        )
        getattr(x, name)().backward()
        d[name + "_all"] = val(x.grad)
        x.grad = None
        r = getattr(x, name)(0)
        r[0].backward()
        d[name + "_dim"] = [val(x.grad), int(r[1])]
    for name in ("amax", "amin"):
        if hasattr(torch, name):
            x = torch.tensor(data if name == "amax" else [3.0, 1.0, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
            getattr(torch, name)(x, 0).backward()
            d[name] = val(x.grad)
    a = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    b = torch.tensor([1.0, 3.0], dtype=torch.float64, requires_grad=True)
    torch.max(a, b).sum().backward()
    d["max_pair"] = [val(a.grad), val(b.grad)]
    a.grad = b.grad = None
    torch.min(a, b).sum().backward()
    d["min_pair"] = [val(a.grad), val(b.grad)]
    x = torch.tensor([2.0, 2.0, 1.0], dtype=torch.float64, requires_grad=True)
    s, i = x.sort(descending=True)
    (s * torch.tensor([1.0, 10.0, 100.0], dtype=torch.float64)).sum().backward()
    d["sort_desc_grad_sum"] = [sum(val(x.grad)), sorted(val(x.grad))]
    x.grad = None
    x.topk(1)[0].backward()
    d["topk_sum"] = sum(val(x.grad))
    x = torch.tensor([1.0, 2.0, 2.0], dtype=torch.float64, requires_grad=True)
    x.cummax(0)[0].sum().backward()
    d["cummax"] = val(x.grad)
    return d
