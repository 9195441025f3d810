"""Three ways to take a gradient step on a leaf

x -= lr*x.grad raises; people 'fix' it as x = x - lr*x.grad, which makes x a non-leaf so that
the next step finds no grad; the no_grad form is right.

Correct outcome: Plain in-place: error. Out-of-place: non-leaf, its grad is None next time while the old leaf
keeps accumulating. no_grad in-place: still a leaf, version 1, grad usable.
"""

from facts.cases.reading import err, fn, val

SOURCE = [
    "https://github.com/BaiTheBest/SparseLLM/issues/13",
    "https://discuss.pytorch.org/t/leaf-variable-was-used-in-an-inplace-operation/308",
    "https://github.com/NVlabs/VILA/pull/199",
]
SINCE = None


def run(torch):
    def leaf():
        t = torch.tensor([4.0], dtype=torch.float64, requires_grad=True)
        (t * t).sum().backward()
        return t

    a = leaf()

    def step():
        t = a
        t -= 0.1 * t.grad

    d = {"plain": err(step), "plain_value": val(a)}
    b0 = leaf()
    b = b0 - 0.1 * b0.grad
    d["outofplace"] = [b.is_leaf, fn(b), val(b)]
    (b * b).sum().backward()
    d["outofplace_grads"] = [val(b.grad), val(b0.grad)]
    c = leaf()
    with torch.no_grad():
        c -= 0.1 * c.grad
    d["no_grad"] = [c.is_leaf, fn(c), val(c), c._version, c.requires_grad]
    c.grad.zero_()
    (c * c).sum().backward()
    d["no_grad_grad"] = val(c.grad)
    return d
