"""A parameter the loss does not use: None or zeros?

A pass-through Function with two outputs, only one used: the other branch's leaf gets a grad of
zeros instead of None.

Correct outcome: Default: zeros are made for the unused output, so the leaf gets 0. With
set_materialize_grads(False): None is passed on and the leaf keeps None.
"""

from facts.cases.reading import val

SOURCE = ["https://github.com/pytorch/pytorch/issues/58511", "https://github.com/pytorch/pytorch/issues/41359"]
SINCE = "1.7"


def run(torch):
    def make(mat):
        class Pass(torch.autograd.Function):
            @staticmethod
            def forward(ctx, a, b):
                ctx.set_materialize_grads(mat)
                return a * 1, b * 1

            @staticmethod
            def backward(ctx, ga, gb):
                return ga, gb

        return Pass

    d = {}
    for mat in (True, False):
        a = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
        b = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
        x, y = make(mat).apply(a, b)
        x.sum().backward()
        d["materialize_%s" % mat] = [val(a.grad), val(b.grad)]
    return d
