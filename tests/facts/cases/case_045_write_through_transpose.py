"""Writing a row of a transpose

The design note for views says: find the same region of the gradient, run the op's backward on
it, leave the rest. Tested through a transpose, a select and a stepped slice.

Correct outcome: Gradient of the written cells is the factor, that of the others 1; the factor's gradient is the
sum of old values.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/3313"]
SINCE = None


def run(torch):
    w = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=torch.float64, requires_grad=True)
    k = torch.tensor(10.0, dtype=torch.float64, requires_grad=True)
    b = w * 1
    v = b.t()[::2]
    v.mul_(k)
    d = {"b": val(b), "b_fn": fn(b), "v_fn": fn(v), "base_same": v._base is b, "versions": [b._version, v._version]}
    b.sum().backward()
    d["w_grad"], d["k_grad"] = val(w.grad), val(k.grad)
    return d
