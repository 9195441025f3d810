"""retain_grad on a base that is then written through a view

The retained grad must follow the base to its new CopySlices node.

Correct outcome: 2.13: base.grad is the gradient after the write (all ones). Older: gradient before it.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/pull/117552", "https://github.com/pytorch/pytorch/issues/117366"]
SINCE = None


def run(torch):
    w = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
    b = w * 2
    b.retain_grad()
    v = b[:2]
    v.retain_grad()
    v.mul_(10)
    b.sum().backward()
    return {"b_grad": val(b.grad), "v_grad": val(v.grad), "w_grad": val(w.grad), "fns": [fn(b), fn(v)]}
