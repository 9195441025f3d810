"""Shifting a tensor onto itself

Copying a slice over an overlapping slice of the same tensor gives different results per
library; torch refuses arithmetic with partial overlap.

Correct outcome: Along the first axis: add_ and copy are refused with 'some elements of the input tensor and the
written-to tensor refer to a single memory location'. Along the second axis of a matrix the
overlap test gives up and CPU torch smears the first column ([0,0,0],[3,3,3],[6,6,6]), where
NumPy gives [0,0,1],...: silent. Same tensor on both sides is fine.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/906",
    "https://github.com/pytorch/pytorch/issues/25573",
    "https://github.com/pytorch/pytorch/issues/144861",
    "https://github.com/pytorch/pytorch/issues/91894",
    "https://github.com/pytorch/pytorch/issues/17746",
    "https://github.com/pytorch/pytorch/issues/126097",
    "https://github.com/pytorch/pytorch/issues/197829",
]
SINCE = None


def run(torch):
    a = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)
    d = {"add": err(lambda: a[1:].add_(a[:-1]))}
    b = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)

    def shift():
        b[1:] = b[:-1]

    d["copy"] = err(shift)
    d["copy_value"] = val(b) if d["copy"] == "no error" else None
    c = torch.tensor([1.0, 2.0], dtype=torch.float64)
    d["same"] = err(lambda: c.add_(c))
    d["same_value"] = val(c)
    m = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64)
    g = torch.arange(9, dtype=torch.float64).reshape(3, 3)

    def shift2():
        g[:, 1:] = g[:, :-1]

    d["second_axis"] = err(shift2)
    d["second_axis_value"] = val(g)

    def shift3():
        b[1:] = b[:-1].clone()

    d["cloned"] = err(shift3)
    d["cloned_value"] = val(b)
    d["transposed_self"] = err(lambda: m.add_(m.t()))
    return d
