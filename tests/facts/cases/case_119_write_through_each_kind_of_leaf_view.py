"""Detecting writes to views of leaves early

The change that moved the error from backward to the write itself, since the graph built by the
write could not be freed.

Correct outcome: 2.13: the write raises at once for every kind of view, and w[:] = 5, w[...] = 5 and a mask write
raise the text for the leaf itself; detach() and .data let it through. 1.6: all accepted, the
leaf becomes a non-leaf.
"""

from facts.cases.reading import err, val

SOURCE = ["https://github.com/pytorch/pytorch/pull/46204", "https://github.com/pytorch/pytorch/issues/21875"]
SINCE = None


def run(torch):
    d = {}
    for name, get in (
        ("select", lambda t: t[0]),
        ("slice", lambda t: t[:1]),
        ("view", lambda t: t.view(-1)),
        ("t", lambda t: t.t()),
        ("diagonal", lambda t: t.diagonal()),
        ("unsqueeze", lambda t: t.unsqueeze(0)),
        ("narrow", lambda t: t.narrow(0, 0, 1)),
        ("view_of_view", lambda t: t[0][1:]),
        ("detach", lambda t: t.detach()),
        ("data", lambda t: t.data),
        ("index_copy_of", lambda t: t[torch.tensor([0])]),
    ):
        w = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)
        v = get(w)
        d[name] = [err(lambda: v.add_(1)), w.is_leaf, val(w), w._version]
    w = torch.ones(2, dtype=torch.float64, requires_grad=True)

    def viol():
        w[0] = 5.0

    d["setitem"] = err(viol)

    def masked():
        w[w > 0] = 5.0

    d["setitem_mask"] = err(masked)

    def whole():
        w[:] = 5.0

    d["setitem_all"] = err(whole)

    def ellipsis():
        w[...] = 5.0

    d["setitem_ellipsis"] = err(ellipsis)
    d["leaf"] = [w.is_leaf, val(w)]
    return d
