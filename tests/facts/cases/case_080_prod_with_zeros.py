"""prod of numbers with one or two zeros, once and twice differentiated

Formulas that divide by the input give NaN; a shortcut for two zeros returned a constant 0 so
that second derivatives were lost.

Correct outcome: [2,3,0,0]: gradient 0; second derivative (Hessian) has 6 in the two zero positions. prod(dim)
with a single zero works.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/106789",
    "https://github.com/pytorch/pytorch/issues/82644",
    "https://github.com/pytorch/pytorch/issues/773",
    "https://github.com/pytorch/pytorch/pull/113969",
    "https://github.com/tinygrad/tinygrad/pull/17404",
]
SINCE = None


def run(torch):
    d = {}
    for name, data in (("none", [2.0, 3.0]), ("one", [2.0, 3.0, 0.0]), ("two", [2.0, 3.0, 0.0, 0.0])):
        x = torch.tensor(data, dtype=torch.float64, requires_grad=True)
        (g,) = torch.autograd.grad(x.prod(), x, create_graph=True)
        d[name] = [val(g), g.requires_grad]
        rows = []
        for k in range(len(data)):
            if g.requires_grad:
                (h,) = torch.autograd.grad(g[k], x, retain_graph=True, allow_unused=True)
                rows.append(val(h))
            else:
                rows.append("no graph")
        d[name + "_hessian"] = rows
    x = torch.tensor([0.0], dtype=torch.float64, requires_grad=True)
    d["dim_single_zero"] = err(lambda: x.prod(0).backward())
    d["dim_grad"] = val(x.grad)
    return d
