"""A plain buffer becomes a non-leaf when something with history is added to it

Accumulating a loss with += into a zero tensor changes that tensor's leaf status. Several forum
threads ask why a tensor 'created by the user' stops being a leaf.

Correct outcome: Before: leaf, no grad. After +=: same object, non-leaf, AddBackward0, requires_grad True,
version 1 per write; grads right.
"""

from facts.cases.reading import err, fn, val

SOURCE = [
    "https://discuss.pytorch.org/t/what-is-the-purpose-of-is-leaf/87000",
    "https://github.com/pytorch/pytorch/issues/74874",
]
SINCE = None


def run(torch):
    w = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    loss = torch.zeros((), dtype=torch.float64)
    ident = loss
    trace = [[loss.is_leaf, fn(loss), loss._version]]
    for k in range(3):
        loss += (w * (k + 1)).sum()
        trace.append([loss.is_leaf, fn(loss), loss._version])
    d = {"trace": trace, "same": ident is loss, "requires_grad": loss.requires_grad}
    loss.backward()
    d["grad"] = val(w.grad)
    d["set_flag_now"] = err(lambda: loss.requires_grad_(False))
    return d
