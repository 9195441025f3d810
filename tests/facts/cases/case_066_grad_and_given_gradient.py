"""Does .grad share memory with the gradient passed in?

Clearing or reusing the tensor that was passed to backward could change .grad.

Correct outcome: The given tensor is held by the caller, so .grad must not change with it; a second backward adds
in place to the same .grad object; with create_graph it is replaced.
"""

from facts.cases.reading import val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/41696",
    "https://pytorch.org/docs/stable/autograd.html#default-gradient-layouts",
]
SINCE = None


def run(torch):
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    g = torch.tensor([3.0, 4.0], dtype=torch.float64)
    x.backward(g)
    d = {"same_object": x.grad is g, "grad": val(x.grad)}
    g.zero_()
    d["after_g_zeroed"] = val(x.grad)
    first = x.grad
    (x * 2).sum().backward()
    d["second_same_object"], d["second"] = x.grad is first, val(x.grad)
    d["first_version"] = first._version
    (x * x).sum().backward(create_graph=True)
    d["third_same_object"], d["third"], d["third_requires_grad"] = x.grad is first, val(x.grad), x.grad.requires_grad
    return d
