"""What retain_grad does on leaves, results and plain tensors

Documentation said that retain_grad on a non-leaf does nothing; the opposite holds. The three
cases keep being mixed up, and retains_grad is False on a leaf even though it gets a grad.

Correct outcome: Leaf: no effect, retains_grad False. Result: grad kept, retains_grad True. Plain tensor: error.
"""

from facts.cases.reading import err, val, warns

SOURCE = ["https://github.com/pytorch/tutorials/pull/3657", "https://github.com/pytorch/tutorials/pull/3492"]
SINCE = None


def run(torch):
    a = torch.tensor([2.0], dtype=torch.float64, requires_grad=True)
    a.retain_grad()
    b = a * a
    b.retain_grad()
    b.retain_grad()
    c = b * 3
    c.sum().backward()
    d = {"a": val(a.grad), "b": val(b.grad), "plain": err(lambda: torch.zeros(1).retain_grad())}
    d["c_warns"] = warns(lambda: c.grad)
    d["b_warns"] = warns(lambda: b.grad)
    d["retains"] = [bool(getattr(t, "retains_grad", None)) for t in (a, b, c)]
    return d
