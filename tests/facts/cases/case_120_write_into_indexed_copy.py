"""copy_ into an advanced-indexed tensor does nothing

table[idx].copy_(x) changes a temporary; table[idx] = x changes the table. And a slice kept from
before changes together with the tensor.

Correct outcome: Temporary: table unchanged, no error. Assignment: changed. Slice: an alias.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/68894", "https://github.com/pytorch/pytorch/issues/25983"]
SINCE = None


def run(torch):
    t = torch.zeros(3, dtype=torch.float64)
    i = torch.tensor([0, 2])
    t[i].copy_(torch.ones(2, dtype=torch.float64))
    d = {"copy_": val(t), "version": t._version}
    t[i] = torch.ones(2, dtype=torch.float64)
    d["setitem"], d["version2"] = val(t), t._version
    t[i] += 5
    d["iadd"], d["version3"] = val(t), t._version
    x = torch.tensor([[3.0, 1.0], [5.0, 2.0]], dtype=torch.float64)
    first = x[:, :1]
    x[...] = x - first
    d["alias"] = [val(first), val(x)]
    w = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
    y = w * 1
    y[i] += 5
    y[1:] *= 2
    d["fns"], d["y"] = fn(y), val(y)
    y.sum().backward()
    d["grad"] = val(w.grad)
    return d
