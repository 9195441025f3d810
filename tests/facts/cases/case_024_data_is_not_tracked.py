""".data hides a write that detach() reports

The migration guide says .data is unsafe. Shown: the result of sigmoid is zeroed through .data
and through detach(); only the second is caught.

Correct outcome: .data: version unchanged, no error, gradient silently wrong (all 0). detach(): version 1 and
backward raises.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/6990",
    "https://github.com/pytorch/pytorch/issues/5396",
    "https://github.com/pytorch/pytorch/issues/33629",
]
SINCE = None


def run(torch):
    a = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    out = a.sigmoid()
    out.data.zero_()
    d = {"data_version": out._version, "data": err(lambda: out.sum().backward()), "data_grad": val(a.grad)}
    a.grad = None
    out = a.sigmoid()
    t = out.detach()
    t.zero_()
    d["detach_versions"] = [out._version, t._version]
    d["detach"] = err(lambda: out.sum().backward())
    d["detach_grad"] = val(a.grad)
    d["value"] = val(out)
    return d
