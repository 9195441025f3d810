"""An in-place add after an in-place relu

A version of torch did not count relu_ as a write. The reporter's net had inplace relu followed
by += and trained badly.

Correct outcome: relu_ gives version 1; the following += makes backward fail since relu saved its result.
"""

from facts.cases.reading import err, fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/5687"]
SINCE = None


def run(torch):
    w = torch.tensor([-1.0, 2.0], dtype=torch.float64, requires_grad=True)
    a = w * 1
    b = a.relu_()
    d = {"same": b is a, "version": a._version, "fn": fn(a), "a": val(a)}
    a += 1
    d["version2"], d["fn2"] = a._version, fn(a)
    d["backward"] = err(lambda: a.sum().backward())
    c = (w * 1).relu_()
    c.sum().backward()
    d["grad_relu_only"] = val(w.grad)
    return d
