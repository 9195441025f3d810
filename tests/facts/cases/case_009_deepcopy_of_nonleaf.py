"""deepcopy of a tensor with history

Modules that keep an attended result as an attribute cannot be deep-copied; the error says that
only leaves support it.

Correct outcome: deepcopy of a non-leaf raises; deepcopy of a leaf copies value, requires_grad and grad; views of
a leaf count as non-leaves; a detached result can be copied.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/54580",
    "https://github.com/pytorch/pytorch/issues/1678",
    "https://github.com/sktime/sktime/issues/10928",
]
SINCE = None


def run(torch):
    import copy

    a = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    (a * 3).sum().backward()
    d = {"nonleaf": err(lambda: copy.deepcopy(a * 2)), "view": err(lambda: copy.deepcopy(a[0]))}
    c = copy.deepcopy(a)
    d["leaf_copy"] = [val(c), c.requires_grad, c.is_leaf, c is a]
    d["copied_grad"] = val(c.grad)
    d["detached"] = val(copy.deepcopy((a * 2).detach()))
    return d
