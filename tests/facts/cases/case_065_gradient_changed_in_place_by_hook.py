"""A hook that changes the gradient in place

One gradient tensor may be handed to several places; a hook that changes it in place can change
others too. A proposed version check on gradients was meant to find that.

Correct outcome: x + y passes on the same gradient to both; recorded for a hook on either side: who sees the
change depends on the order in which the engine visits them (later-made nodes first), so this is
a trap, not a rule.
"""

from facts.cases.reading import val

SOURCE = ["https://github.com/pytorch/pytorch/pull/178315", "https://github.com/pytorch/pytorch/pull/178293"]
SINCE = None


def run(torch):
    x = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
    y = torch.tensor([2.0], dtype=torch.float64, requires_grad=True)
    xx, yy = x * 1, y * 1

    def double(g):
        g.mul_(2)

    xx.register_hook(double)
    z = xx + yy
    z.backward(torch.ones(1, dtype=torch.float64))
    d = {"hook_on_first": [val(x.grad), val(y.grad)]}
    x.grad = y.grad = None
    xx, yy = x * 1, y * 1
    yy.register_hook(double)
    (xx + yy).backward(torch.ones(1, dtype=torch.float64))
    d["hook_on_second"] = [val(x.grad), val(y.grad)]
    return d
