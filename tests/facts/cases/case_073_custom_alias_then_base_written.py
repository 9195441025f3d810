"""A custom Function that returns a view of its input, then the input is written

Asked for: replay the custom step when the base changes. Given: an error.

Correct outcome: 2.13: using the alias after the base was written raises; the base itself is fine. 1.6: the
alias's history is rebuilt from the base (gradient -1, the custom backward skipped) without a
word.
"""

from facts.cases.reading import err, fn, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/73604"]
SINCE = None


def run(torch):
    class Alias(torch.autograd.Function):
        @staticmethod
        def forward(ctx, t):
            return t[:]

        @staticmethod
        def backward(ctx, g):
            return g

    w = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    z = w * 1
    x = Alias.apply(z)
    d = {"fn": fn(x), "is_view": x._is_view()}
    d["write_base"] = err(lambda: z.mul_(-1))
    d["use"] = err(lambda: x.sum().backward())
    d["grad"] = val(w.grad)
    d["base"] = err(lambda: z.sum().backward())
    d["base_grad"] = val(w.grad)
    return d
