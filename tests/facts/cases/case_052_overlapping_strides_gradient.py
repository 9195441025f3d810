"""Gradient through overlapping as_strided and unfold

Several libraries overwrite instead of adding when one memory cell is seen by several elements
of a view.

Correct outcome: as_strided (3,3) with strides (1,1) over 5 cells: [1,2,3,2,1]. unfold size 3 step 1 the same;
expand counts too. Arithmetic on the overlapping as_strided view is NOT refused (the overlap
test gives up on it), unlike expand.
"""

from facts.cases.reading import err, fn, val

SOURCE = ["https://github.com/pytorch/pytorch/pull/8721", "https://github.com/PaddlePaddle/Paddle/pull/79718"]
SINCE = None


def run(torch):
    x = torch.zeros(5, dtype=torch.float64, requires_grad=True)
    v = x.as_strided((3, 3), (1, 1))
    v.sum().backward()
    d = {"as_strided": val(x.grad), "fn": fn(v)}
    x.grad = None
    u = x.unfold(0, 3, 1)
    u.sum().backward()
    d["unfold"] = val(x.grad)
    x.grad = None
    x.expand(2, 5).sum().backward()
    d["expand"] = val(x.grad)
    b = x * 1
    d["write"] = err(lambda: b.as_strided((3, 3), (1, 1)).add_(1))
    b = x * 1
    d["write_ok"] = err(lambda: b.as_strided((2, 2), (2, 1), 1).add_(1))
    d["b"], d["b_fn"] = val(b), fn(b)
    return d
