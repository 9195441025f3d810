"""Version counters after x.data = something

Assigning .data replaces the contents of a tensor but is meant to keep its version counter, so a
view taken before still moves with it. A release once broke this.

Correct outcome: The counters of x and its old view keep moving together after the assignment although they no
longer share memory; the assignment itself does not move the counter.
"""

from facts.cases.reading import val

SOURCE = ["https://github.com/pytorch/pytorch/pull/20391", "https://github.com/pytorch/pytorch/issues/139152"]
SINCE = None


def run(torch):
    x = torch.zeros(2, 3, dtype=torch.float64)
    v = x[:]
    x.add_(1)
    d = {"after_add": [x._version, v._version]}
    x.data = torch.full((3, 4), 7.0, dtype=torch.float64)
    d["after_assign"] = [x._version, v._version, list(x.shape), list(v.shape)]
    x.add_(1)
    d["after_add2"] = [x._version, v._version]
    d["v"] = val(v)
    d["x00"] = val(x[0, 0])
    return d
