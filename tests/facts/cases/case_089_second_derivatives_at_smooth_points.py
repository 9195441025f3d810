"""Second derivatives that are NaN or 0 at smooth points

Fuzzing reports of 2026: sinc at 0, logsigmoid for large x, logaddexp of distant numbers, exp2
at 1024.

Correct outcome: True values: sinc''(0) = -pi^2/3; logsigmoid''(40) = -4.248354255291589e-18; logaddexp'' 0 at
that point; exp2''(1024) = 8.637e307. 2.13 still gives NaN, 0 (on the positive side only), NaN
and inf.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/196703",
    "https://github.com/pytorch/pytorch/issues/195530",
    "https://github.com/pytorch/pytorch/issues/195679",
    "https://github.com/pytorch/pytorch/issues/196704",
    "https://github.com/pytorch/pytorch/issues/192408",
]
SINCE = None


def run(torch):
    F = torch.nn.functional

    def second(f, v):
        x = torch.tensor(v, dtype=torch.float64, requires_grad=True)
        (g,) = torch.autograd.grad(f(x), x, create_graph=True)
        (h,) = torch.autograd.grad(g, x)
        return [val(g), val(h)]

    d = {}
    for name, f, v in (
        ("sinc_0", lambda x: torch.sinc(x), 0.0),
        ("sinc_half", lambda x: torch.sinc(x), 0.5),
        ("logsigmoid_40", F.logsigmoid, 40.0),
        ("logsigmoid_m40", F.logsigmoid, -40.0),
        ("logaddexp_far", lambda x: torch.logaddexp(x + 2, -2 * x), -800.0),
        ("logaddexp_near", lambda x: torch.logaddexp(x, x * 0), 0.0),
        ("exp2_1024", lambda x: torch.exp2(x), 1024.0),
        ("softplus_0", F.softplus, 0.0),
        ("softplus_40", F.softplus, 40.0),
        ("tanh_0", lambda x: x.tanh(), 0.0),
        ("sigmoid_0", lambda x: x.sigmoid(), 0.0),
        ("gelu_0", F.gelu, 0.0),
        ("elu_0", F.elu, 0.0),
        ("abs_0", lambda x: x.abs(), 0.0),
        ("relu_0", lambda x: x.relu(), 0.0),
        ("silu_0", lambda x: x * x.sigmoid(), 0.0),
        ("erf_0", lambda x: x.erf(), 0.0),
        ("logsumexp", lambda x: torch.stack((x, 2 * x)).logsumexp(0), 0.0),
    ):
        got = []
        e = err(lambda: got.append(second(f, v)))
        d[name] = got[0] if got else e
    return d
