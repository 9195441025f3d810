"""mark_dirty misused

Marking something that is not an input, or not returning what was marked.

Correct outcome: Not returned: 'Some elements marked as dirty during the forward method were not returned as
output...'. Not an input: warning; a view of an intermediate: error in new versions.
"""

from facts.cases.reading import err, warns

SOURCE = ["https://github.com/pytorch/pytorch/pull/33069", "https://github.com/pytorch/pytorch/pull/149543"]
SINCE = None


def run(torch):
    class NotReturned(torch.autograd.Function):
        @staticmethod
        def forward(ctx, t):
            t.mul_(2)
            ctx.mark_dirty(t)
            return t * 1

        @staticmethod
        def backward(ctx, g):
            return g

    class NotInput(torch.autograd.Function):
        @staticmethod
        def forward(ctx, t):
            r = t * 2
            ctx.mark_dirty(r)
            return r

        @staticmethod
        def backward(ctx, g):
            return g * 2

    class ViewOfTemp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, t):
            r = (t * 2)[:1]
            ctx.mark_dirty(r)
            return r

        @staticmethod
        def backward(ctx, g):
            return torch.cat([g, g]) * 2

    w = torch.ones(2, dtype=torch.float64, requires_grad=True)
    d = {}
    for F in (NotReturned, NotInput, ViewOfTemp):
        got = []
        d[F.__name__] = err(lambda: got.append(F.apply(w * 1)))
        d[F.__name__ + "_warns"] = warns(lambda: err(lambda: F.apply(w * 1)))
    return d
