"""scatter whose index is smaller than its source

Forward accepts it (only the covered corner of the source is used), backward fails since it
returns a gradient of the index's shape.

Correct outcome: Mathematically: gradient 1 in the covered corner, 0 elsewhere. 2.13: still 'Function
ScatterBackward0 returned an invalid gradient at index 1...'.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/94336",
    "https://github.com/pytorch/pytorch/pull/188843",
    "https://github.com/pytorch/pytorch/issues/27614",
]
SINCE = None


def run(torch):
    src = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=torch.float64, requires_grad=True)
    b = torch.zeros(2, 3, dtype=torch.float64)
    i = torch.tensor([[0, 1]])
    d = {}
    for name in ("scatter", "scatter_add"):
        y = getattr(b, name)(0, i, src)
        d[name] = val(y)
        d[name + "_backward"] = err(lambda: y.sum().backward())
        d[name + "_grad"] = val(src.grad)
    return d
