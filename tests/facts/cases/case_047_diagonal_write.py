"""Writing the diagonal

Regularising a matrix by adding to its diagonal in place.

Correct outcome: diagonal() is a view; gradient for the added vector is the diagonal of the gradient.
fill_diagonal_ sets gradients of the diagonal to 0.
"""

from facts.cases.reading import err, fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/3313", "https://github.com/pytorch/pytorch/pull/8721"]
SINCE = None


def run(torch):
    w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64, requires_grad=True)
    r = torch.tensor([10.0, 20.0], dtype=torch.float64, requires_grad=True)
    m = w * 1
    dg = m.diagonal()
    dg += r
    d = {"m": val(m), "fns": [fn(m), fn(dg)], "is_view": dg._is_view()}
    (m * m).sum().backward()
    d["w"], d["r"] = val(w.grad), val(r.grad)
    w.grad = None
    q = w * 1
    d["fill"] = err(lambda: q.fill_diagonal_(0.0))
    d["q"], d["q_fn"] = val(q), fn(q)
    q.sum().backward()
    d["w2"] = val(w.grad)
    return d
