"""Gradient of the determinant of an exactly singular matrix

The determinant is a polynomial, its gradient the cofactor matrix; formulas through the inverse
fail when the determinant is exactly 0.

Correct outcome: Cofactors [[4,-2],[-2,1]]. 2.13 gives ALL ZEROS in an ordinary backward (silent) and the right
numbers with create_graph=True; 1.6 gives zeros in both modes for rank1, right numbers for
diag0. 1x1: right since 2.13.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/104675",
    "https://github.com/pytorch/pytorch/issues/80761",
    "https://github.com/pytorch/pytorch/pull/79487",
    "https://github.com/pytorch/pytorch/pull/171225",
    "https://github.com/tensorflow/tensorflow/issues/119477",
    "https://github.com/PaddlePaddle/Paddle/pull/74179",
]
SINCE = None


def run(torch):
    def r(v):
        return [[q if isinstance(q, str) else round(q, 6) + 0.0 for q in row] for row in v]

    d = {}
    for name, data in (
        ("rank1", [[1.0, 2.0], [2.0, 4.0]]),
        ("diag0", [[0.0, 0.0], [0.0, 1.0]]),
        ("one", [[0.0]]),
        ("regular", [[1.0, 2.0], [3.0, 4.0]]),
        ("three", [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]]),
    ):
        for k, cg in (("plain", False), ("create_graph", True)):
            a = torch.tensor(data, dtype=torch.float64, requires_grad=True)
            got = []
            e = err(lambda: got.extend(torch.autograd.grad(torch.det(a), a, create_graph=cg)))
            d[name + "_" + k] = r(val(got[0])) if got else e
    return d
