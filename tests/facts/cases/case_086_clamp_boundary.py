"""Gradient of clamp exactly at its limits

Changed from 0 to 1 in 2018 by request, reported as wrong in 2026 since relu6 and hardtanh give
0; four rival pull requests.

Correct outcome: 1.6 and 2.13 agree: clamp 1 at both limits (the pull requests of 2026 are not in 2.13.0); relu,
relu6, hardtanh, threshold 0; two-tensor max with 0 gives 0.5 in 2.13 and 0 in 1.6; NaN input:
0.
"""

from facts.cases.reading import val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/7002",
    "https://github.com/pytorch/pytorch/issues/184574",
    "https://github.com/pytorch/pytorch/pull/7049",
    "https://github.com/pytorch/pytorch/pull/185868",
    "https://github.com/pytorch/pytorch/pull/185831",
    "https://github.com/pytorch/pytorch/pull/185927",
    "https://github.com/pytorch/pytorch/pull/185454",
]
SINCE = None


def run(torch):

    F = torch.nn.functional
    d = {}
    for name, f in (
        ("clamp", lambda x: x.clamp(0.0, 1.0)),
        ("clamp_min", lambda x: x.clamp(min=0.0)),
        ("clamp_max", lambda x: x.clamp(max=1.0)),
        ("relu", lambda x: x.relu()),
        ("relu6_at6", lambda x: F.relu6(x * 6)),
        ("hardtanh", lambda x: F.hardtanh(x, 0.0, 1.0)),
        ("leaky", lambda x: F.leaky_relu(x, 0.1)),
        ("elu", lambda x: F.elu(x)),
        ("threshold", lambda x: F.threshold(x, 0.0, 0.0)),
        ("hardshrink", lambda x: F.hardshrink(x, 1.0)),
        ("softshrink", lambda x: F.softshrink(x, 1.0)),
        ("hardsigmoid", lambda x: F.hardsigmoid(x)),
        ("max_with_0", lambda x: torch.max(x, torch.zeros_like(x))),
        ("clamp_inplace", lambda x: (x * 1).clamp_(0.0, 1.0)),
    ):
        x = torch.tensor([-1.0, 0.0, 0.5, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
        f(x).sum().backward()
        d[name] = [round(q, 6) for q in val(x.grad)]
    x = torch.tensor([float("nan"), 5.0], dtype=torch.float64, requires_grad=True)
    x.clamp(0.0, 1.0).sum().backward()
    d["nan_in"] = val(x.grad)
    return d
