"""Assigning integer data to a leaf that requires grad

The constructor refuses integer tensors that require grad, but assigning .data used to get round
that.

Correct outcome: 2.13 refuses with a RuntimeError; 1.6 allows it and leaves an int64 leaf with requires_grad
True.
"""

from facts.cases.reading import err, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/30961", "https://github.com/pytorch/pytorch/issues/76008"]
SINCE = None


def run(torch):
    x = torch.tensor([1.5, 2.5], requires_grad=True)

    def put():
        x.data = torch.tensor([3, 4])

    d = {"assign": err(put), "value": val(x), "dtype": str(x.dtype).split(".")[-1], "requires_grad": x.requires_grad}

    def put2():
        x.data = torch.tensor([7.0, 8.0])

    v0 = x._version
    d["assign_float"] = err(put2)
    d["value2"], d["version_moved"] = val(x), x._version - v0
    return d
