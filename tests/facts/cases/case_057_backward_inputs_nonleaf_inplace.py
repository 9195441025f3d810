"""backward(inputs=[result]) after the result was written

Meta-learning loop: the inner parameter is a clone, it is updated in place, and
backward(inputs=...) no longer fills its grad in the second round, while autograd.grad works.

Correct outcome: Both ways give a grad in every round.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/79708"]
SINCE = "1.8"


def run(torch):
    p = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    q = p.clone()
    d = {}
    for r in range(2):
        q.grad = None
        (g,) = torch.autograd.grad((q * q).sum(), q, create_graph=True)
        (q * q).sum().backward(inputs=[q], create_graph=True)
        d["round%d" % r] = [val(g), val(q.grad), q.is_leaf, fn(q)]
        q.add_(1.0)
    return d
