"""Filling a requires_grad buffer element by element from computed tensors

Someone allocates an output buffer with requires_grad=True and then writes its elements from
tensors that came out of a computation. Torch 1.6 accepts each write, silently turns the buffer
into a non-leaf, and only fails in backward with a message that names no line.

Correct outcome: 2.13: the first write raises 'a view of a leaf Variable that requires grad is being used in an
in-place operation.' and the buffer stays a leaf with version 0. 1.6: the writes pass, the
buffer becomes a CopySlices non-leaf, backward raises 'leaf variable has been moved into the
graph interior'. A buffer without requires_grad works in both and gives grad [2, 3].
"""

from facts.cases.reading import err, fn, val

SOURCE = [
    "https://github.com/Alex-Fabbri/lang2logic-PyTorch/issues/1",
    "https://github.com/pytorch/pytorch/issues/39150",
    "StackOverflow: 'leaf variable has been moved into the graph interior' (origin of leafjax)",
]
SINCE = None


def run(torch):
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    w = torch.tensor([2.0, 3.0], dtype=torch.float64)
    y = x * w
    out = torch.zeros(2, dtype=torch.float64, requires_grad=True)
    d = {"before_leaf": out.is_leaf, "before_fn": fn(out)}

    def put(t, i):
        t[i] = y[i]

    d["write0"] = err(lambda: put(out, 0))
    d["write1"] = err(lambda: put(out, 1))
    d["after_leaf"], d["after_fn"], d["after_version"] = out.is_leaf, fn(out), out._version
    d["after_value"] = val(out)
    d["backward"] = err(lambda: out.sum().backward())
    d["x_grad"] = val(x.grad)
    x.grad = None
    y = x * w
    ok = torch.zeros(2, dtype=torch.float64)
    d["ok_leaf_before"] = ok.is_leaf
    put(ok, 0)
    put(ok, 1)
    d["ok_leaf"], d["ok_fn"], d["ok_version"] = ok.is_leaf, fn(ok), ok._version
    ok.sum().backward()
    d["ok_x_grad"] = val(x.grad)
    return d
