"""Does writing a reshape change the original?

reshape, flatten, contiguous and to are sometimes views and sometimes copies; code that writes
the result works or not by memory layout.

Correct outcome: reshape of a contiguous tensor is a view (base changes); of its transpose a copy (base does
not).
"""

from facts.cases.reading import err, val

SOURCE = ["https://github.com/pytorch/pytorch/pull/126129"]
SINCE = None


def run(torch):
    d = {}
    for name, get in (
        ("reshape", lambda t: t.reshape(-1)),
        ("reshape_t", lambda t: t.t().reshape(-1)),
        ("flatten", lambda t: t.flatten()),
        ("contiguous_t", lambda t: t.t().contiguous()),
        ("view_t", lambda t: t.t().view(-1)),
        ("reshape_1", lambda t: t[:, 0].reshape(-1)),
    ):
        b = torch.zeros(2, 2, dtype=torch.float64)
        got = []
        e = err(lambda: got.append(get(b)))
        if not got:
            d[name] = e
            continue
        v = got[0]
        v += 1
        d[name] = [v._is_view(), val(b), b._version]
    return d
