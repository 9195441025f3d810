"""A view of a view loses its middle after the base is written

retain_grad is called on a view from which another view was taken. If the base is written in
place (even by adding 0) the second view is rebuilt straight from the base, so the first is no
longer on the path and its grad stays None.

Correct outcome: Without the write: grad of the middle view is [0, 1]. With it: None (or unset). The gradient of
the source is the same in both.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/8874"]
SINCE = None


def run(torch):
    d = {}
    for touch in (False, True):
        w = torch.ones(4, dtype=torch.float64, requires_grad=True)
        x = w.clone()
        mid = x[2:]
        last = mid[1]
        mid.retain_grad()
        k = "touched" if touch else "plain"
        d[k + "_fn0"] = fn(last)
        if touch:
            x[0] += 0
        d[k + "_fn1"] = fn(last)
        d[k + "_mid_fn"] = fn(mid)
        last.backward()
        d[k + "_mid_grad"], d[k + "_w_grad"] = val(mid.grad), val(w.grad)
    return d
