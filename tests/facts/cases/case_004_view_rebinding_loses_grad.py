"""grad is None after the leaf's name is rebound to a view

Many report that calling view or reshape right after creating a tensor makes .grad None. The
name now denotes a computed tensor; the leaf is the nameless one behind it.

Correct outcome: The rebound tensor is no leaf, its grad is None and reading it warns; its base is the leaf and
has grad ones.
"""

from facts.cases.reading import fn, val, warns

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/19778",
    "https://github.com/pytorch/pytorch/issues/32708",
    "https://github.com/pytorch/pytorch/issues/1479",
]
SINCE = None


def run(torch):
    x = torch.tensor([0.25, 0.75], dtype=torch.float64, requires_grad=True).view(2, 1)
    d = {
        "leaf": x.is_leaf,
        "fn": fn(x),
        "requires_grad": x.requires_grad,
        "is_view": x._is_view(),
        "base_leaf": x._base.is_leaf,
    }
    x.sum().backward()
    got = []
    d["warnings"] = warns(lambda: got.append(x.grad))
    d["grad"] = val(got[0])
    d["base_grad"] = val(x._base.grad)
    return d
