"""resize_: when allowed, when it counts as a write

resize_ is refused on a tensor that requires grad. On plain tensors it used to leave the version
counter alone, so that something saved before could change size unseen.

Correct outcome: requires grad: 'cannot resize variables that require grad'. Plain: 2.13 counts it only if the
size changes; 1.6 never does.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/pull/96403",
    "https://github.com/pytorch/pytorch/issues/93776",
    "https://github.com/meta-pytorch/tnt/issues/133",
]
SINCE = None


def run(torch):
    a = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)
    d = {"leaf": err(lambda: a.resize_(4)), "result": err(lambda: (a * 2).resize_(4))}
    p = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64)
    v0 = p._version
    p.resize_(2, 2)
    v1 = p._version
    p.resize_(4)
    d["plain"] = [v1 - v0, p._version - v1, val(p)]
    return d
