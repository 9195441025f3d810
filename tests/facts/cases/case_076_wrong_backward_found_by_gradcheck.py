"""gradcheck on a Function whose backward forgets the incoming gradient

A user's activation returned its derivative without multiplying by the incoming gradient, and
gradcheck failed with a text that did not help.

Correct outcome: gradcheck raises; first line names the mismatch of numerical and analytical Jacobian. With
raise_exception=False it returns False.
"""

from facts.cases.reading import err, warns

SOURCE = ["https://github.com/pytorch/pytorch/issues/4355"]
SINCE = None


def run(torch):
    class Half(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 0.5

        @staticmethod
        def backward(ctx, g):
            return torch.full_like(g, 0.25)

    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    d = {"gradcheck": err(lambda: torch.autograd.gradcheck(Half.apply, (x,)))}
    d["quiet"] = torch.autograd.gradcheck(Half.apply, (x,), raise_exception=False)
    d["ok"] = torch.autograd.gradcheck(lambda t: t.sin() * t, (x,))
    d["f32"] = warns(
        lambda: torch.autograd.gradcheck(lambda t: t * 2, (x.float().detach().requires_grad_(),), raise_exception=False)
    )
    d["no_grad_input"] = err(lambda: torch.autograd.gradcheck(lambda t: t * 2, (x.detach(),)))

    def inplace(t):
        t = t.clone()
        t[0] = t[1] * 2
        return t * t

    d["inplace_ok"] = torch.autograd.gradcheck(inplace, (x,))
    return d
