"""The same buffer reduction, reading through an index tensor

A user notices that t[i] fails and t[index tensor] works in the same program and asks why.

Correct outcome: Reading by index tensor copies, so later writes do not disturb what was saved: no error, right
gradients; reading by integer is a view: error.
"""

from facts.cases.reading import err, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/74806", "https://github.com/pytorch/pytorch/issues/74874"]
SINCE = None


def run(torch):
    d = {}
    for name, read in (
        ("integer", lambda t, k: t[k]),
        ("index_tensor", lambda t, k: t[torch.tensor([k])][0]),
        ("clone", lambda t, k: t[k].clone()),
    ):
        a, b, c = [torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (2.0, 3.0, 5.0)]
        t = torch.zeros(5, dtype=torch.float64)
        t[0] = a
        t[1] = b
        t[3] = c
        t[2] = read(t, 0) * read(t, 1)
        t[4] = read(t, 2) * read(t, 3)
        e = err(lambda: t[4].backward())
        d[name] = ["modified" if "modified by an inplace" in e else e, val(t), [val(q.grad) for q in (a, b, c)]]
    return d
