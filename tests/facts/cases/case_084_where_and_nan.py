"""NaN from the branch that where did not take

Eight reports of the same thing over seven years: 0 times inf or NaN in the untaken branch's
derivative.

Correct outcome: NaN in the untaken branch's input for exp overflow, sqrt of negatives, log at 0 and division by
0; the 'double where' form is clean; 0*inf rule stays.
"""

from facts.cases.reading import val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/156212",
    "https://github.com/pytorch/pytorch/issues/108618",
    "https://github.com/pytorch/pytorch/issues/36923",
    "https://github.com/pytorch/pytorch/issues/52248",
    "https://github.com/pytorch/pytorch/issues/23395",
    "https://github.com/pytorch/pytorch/issues/68425",
    "https://github.com/pytorch/pytorch/issues/18287",
    "https://github.com/pytorch/pytorch/issues/187297",
]
SINCE = None


def run(torch):
    d = {}
    for name, data, f in (
        ("exp", [1.0, 1000.0], lambda x: torch.where(x <= 10, x.exp(), x * 0 + 1)),
        ("sqrt", [-1.0, 4.0], lambda x: torch.where(x > 0, x.sqrt(), x)),
        ("log", [0.0, 2.0], lambda x: torch.where(x > 1, x.log(), 2 * x)),
        ("div", [0.0, 2.0], lambda x: torch.where(x != 0, 1 / x, x)),
        ("sqrt0", [0.0, 4.0], lambda x: torch.where(x > 0, x.sqrt(), x * 0)),
        (
            "double_where",
            [-1.0, 4.0],
            lambda x: torch.where(x > 0, torch.where(x > 0, x, torch.ones_like(x)).sqrt(), x),
        ),
        ("masked_fill", [-1.0, 4.0], lambda x: x.sqrt().masked_fill(x <= 0, 0.0)),
    ):
        x = torch.tensor(data, dtype=torch.float64, requires_grad=True)
        y = f(x)
        y.sum().backward()
        d[name] = [val(y), val(x.grad)]
    return d
