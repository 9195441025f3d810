"""Writing a view under no_grad between two backward passes

Reported as a bypass of the version check: the view is changed between two passes over a kept
graph and nothing is raised. In the report the op is a product with a constant, which saves only
the constant and not the view, so there is nothing to check; with a squared view the check
fires.

Correct outcome: times constant: second pass fine and right. Squared: the second pass raises. The leaf has
changed with the view.
"""

from facts.cases.reading import err, fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/197054"]
SINCE = None


def run(torch):
    d = {}
    for name, f in (("times2", lambda v: v * 2.0), ("squared", lambda v: v * v)):
        x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
        v = x.view(-1)
        out = f(v).sum()
        (g,) = torch.autograd.grad(out, x, retain_graph=True)
        with torch.no_grad():
            v.add_(1.0)
        d[name + "_first"], d[name + "_x"], d[name + "_versions"] = val(g), val(x), [x._version, v._version]
        got = []
        d[name + "_second"] = err(lambda: got.extend(torch.autograd.grad(out, x)))
        d[name + "_second_value"] = [val(q) for q in got]
        d[name + "_v_leaf_fn"] = [v.is_leaf, fn(v)]
    return d
