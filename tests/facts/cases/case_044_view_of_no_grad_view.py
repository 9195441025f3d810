"""A view of a view that was made leaf under no_grad

The chain plain tensor, view under no_grad made to require grad, view of that; writing the last
one hit an internal assertion.

Correct outcome: 2.13: an ordinary RuntimeError ('... is a view of a view which was created in no_grad mode
...'), no INTERNAL ASSERT, and the data unchanged. 1.6: writing z is accepted silently, writing
y refused.
"""

from facts.cases.reading import err, fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/88205", "https://github.com/pytorch/pytorch/pull/88243"]
SINCE = None


def run(torch):
    x = torch.zeros(2, dtype=torch.float64)
    with torch.no_grad():
        y = x.view(2)
        y.requires_grad_(True)
    z = y.view(2)
    d = {"y": [y.is_leaf, y.requires_grad, fn(y), y._is_view()], "z": [z.is_leaf, z.requires_grad, fn(z), z._base is x]}
    d["write_z"] = err(lambda: z.add_(1))
    d["write_y"] = err(lambda: y.add_(1))
    d["x"] = val(x)
    return d
