"""Two overlapping views, one is written, the other is read

Read after write through a different view must see new values and right gradients.

Correct outcome: Values and gradients as if written out of place.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/3313", "https://github.com/pytorch/pytorch/issues/8874"]
SINCE = None


def run(torch):
    w = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64, requires_grad=True)
    k = torch.tensor([5.0, 7.0], dtype=torch.float64, requires_grad=True)
    b = w * 1
    v1, v2 = b[1:3], b[2:4]
    v1 *= k
    v2 += v1.detach() * 0 + 1
    v3 = v2[0:1]
    v3.pow_(2)
    d = {"b": val(b), "fns": [fn(b), fn(v1), fn(v2), fn(v3)], "version": b._version}
    b.sum().backward()
    d["w"], d["k"] = val(w.grad), val(k.grad)
    return d
