"""Norms at the zero vector, first and second derivative

A long line of reports: NaN at zero, then 0 by decision, NaN again for other spellings, and NaN
in the second derivative.

Correct outcome: norm(): gradient 0, second derivative NaN. Same by hand with sqrt of the sum of squares: NaN at
once. Other p as recorded per version.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/2421",
    "https://github.com/pytorch/pytorch/issues/2721",
    "https://github.com/pytorch/pytorch/issues/65599",
    "https://github.com/pytorch/pytorch/issues/44452",
    "https://github.com/pytorch/pytorch/pull/2775",
    "https://github.com/pytorch/functorch/issues/1097",
]
SINCE = None


def run(torch):
    d = {}
    for name, f in (
        ("norm2", lambda x: x.norm()),
        ("norm1", lambda x: x.norm(p=1)),
        ("norm_half", lambda x: x.norm(p=0.5)),
        ("norm3", lambda x: x.norm(p=3)),
        ("norm_inf", lambda x: x.norm(p=float("inf"))),
        ("norm0", lambda x: x.norm(p=0)),
        ("by_hand", lambda x: x.pow(2).sum().sqrt()),
        ("squared", lambda x: x.norm() ** 2),
    ):
        x = torch.zeros(2, dtype=torch.float64, requires_grad=True)
        y = f(x)
        if not y.requires_grad:
            d[name] = "no graph"
            continue
        (g,) = torch.autograd.grad(y, x, create_graph=True, allow_unused=True)
        d[name] = val(g)
        if g is None or not g.requires_grad:
            d[name + "_second"] = "no graph"
            continue
        got = []
        e = err(lambda: got.extend(torch.autograd.grad(g.sum(), x, allow_unused=True)))
        d[name + "_second"] = val(got[0]) if got else e
    x = torch.zeros(2, 2, dtype=torch.float64, requires_grad=True)
    x.norm(dim=1).sum().backward()
    d["rows"] = val(x.grad)
    return d
