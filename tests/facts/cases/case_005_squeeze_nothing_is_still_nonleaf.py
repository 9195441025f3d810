"""squeeze that removes nothing still gives a non-leaf

A user squeezes a dimension of size 4, which changes nothing, and is surprised that grad is
None.

Correct outcome: squeeze of a dimension that is not 1 still returns a new view with its own node; so the result
is a non-leaf in every version.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/31105"]
SINCE = None


def run(torch):
    a = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)
    s = a.squeeze(0)
    u = a.unsqueeze(0)
    d = {
        "s_shape": list(s.shape),
        "s_leaf": s.is_leaf,
        "s_fn": fn(s),
        "s_same_object": s is a,
        "u_leaf": u.is_leaf,
        "u_fn": fn(u),
    }
    (s**2).sum().backward()
    d["a_grad"] = val(a.grad)
    c = a.contiguous()
    d["contiguous_same_object"], d["contiguous_leaf"] = c is a, c.is_leaf
    return d
