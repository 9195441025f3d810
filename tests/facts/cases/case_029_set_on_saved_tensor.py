"""set_ swaps the contents of a saved tensor

A maintainer's argument why set_ must count as an in-place change: the value seen through the
tensor changes even though no memory is written.

Correct outcome: backward raises the 'modified' error; the version moved by one.
"""

from facts.cases.reading import err, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/97500"]
SINCE = None


def run(torch):
    w = torch.tensor([2.0], dtype=torch.float64, requires_grad=True)
    x = w.clone()
    out = (x**2).sum()
    y = torch.tensor([1.0], dtype=torch.float64)
    v0 = x._version
    d = {"set": err(lambda: x.set_(y))}
    d["version_moved"], d["value"] = x._version - v0, val(x)
    d["backward"] = err(lambda: out.backward())
    d["on_data"] = err(lambda: w.data.set_(y))
    return d
