"""Views taken under no_grad

Indexing a parameter under no_grad used to show requires_grad=True on the view, against what the
block seems to promise.

Correct outcome: Measured on both 1.6 and 2.13: the view of a leaf taken under no_grad STILL reports
requires_grad True (inside and outside the block), has no grad_fn and is_leaf True, and stays
tied to its base (_base is the parameter, the version counter is shared). A computed result made
under no_grad has requires_grad False.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/11390"]
SINCE = None


def run(torch):
    x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
    with torch.no_grad():
        v = x[1]
        inside = v.requires_grad
        s = x * 2
    d = {
        "inside": inside,
        "outside": v.requires_grad,
        "fn": fn(v),
        "leaf": v.is_leaf,
        "is_view": v._is_view(),
        "base_is_x": v._base is x,
        "result": [s.requires_grad, s.is_leaf],
    }
    with torch.no_grad():
        x.add_(1)
    d["versions"] = [x._version, v._version]
    d["v"] = val(v)
    return d
