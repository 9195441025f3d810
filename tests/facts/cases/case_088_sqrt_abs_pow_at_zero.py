"""Derivatives at zero of sqrt, abs, pow and friends

'The chain rule leads to NaN' is reported with sqrt((x-1)^2) at 1; and powers of zero with
tensor exponents.

Correct outcome: sqrt: inf; sqrt of a square: NaN; abs: 0; x**0: 0; 0**0 with respect to the exponent: 0 (second
derivative NaN); atan2(0,0): 0 in 2.13, NaN in 1.6; sign and round 0.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/6394",
    "https://github.com/pytorch/pytorch/issues/95180",
    "https://github.com/pytorch/pytorch/issues/89757",
]
SINCE = None


def run(torch):
    d = {}
    for name, f in (
        ("sqrt", lambda x: x.sqrt()),
        ("sqrt_sq", lambda x: (x**2).sqrt()),
        ("abs", lambda x: x.abs()),
        ("pow0", lambda x: x**0),
        ("pow0.0", lambda x: x**0.0),
        ("pow_half", lambda x: x**0.5),
        ("pow_third", lambda x: x ** (1.0 / 3)),
        ("pow2", lambda x: x**2),
        ("pow1", lambda x: x**1),
        ("pow1.5", lambda x: x**1.5),
        ("reciprocal", lambda x: 1 / x),
        ("log", lambda x: x.log()),
        ("rsqrt", lambda x: x.rsqrt()),
        ("sign", lambda x: x.sign()),
        ("round", lambda x: x.round()),
        ("x_over_x", lambda x: x / x),
        ("acos_1", lambda x: (x + 1).acos()),
        ("asin_1", lambda x: (x + 1).asin()),
        ("xlogx", lambda x: x * x.log()),
        ("log1p", lambda x: x.log1p()),
        ("fmod", lambda x: x.fmod(1.0)),
        ("remainder", lambda x: x.remainder(1.0)),
        ("erf", lambda x: x.erf()),
        ("atan2_yx", lambda x: torch.atan2(x, x)),
        ("tensor_pow", lambda x: x**x),
    ):
        x = torch.tensor(0.0, dtype=torch.float64, requires_grad=True)
        y = f(x)
        e = err(lambda: y.backward())
        r = val(x.grad)
        d[name] = [val(y), (round(r, 9) if isinstance(r, float) else r) if e == "no error" else e]
    b = torch.tensor([0.0, 2.0, 0.0], dtype=torch.float64, requires_grad=True)
    p = torch.tensor([0.0, 0.0, 2.0], dtype=torch.float64, requires_grad=True)
    y = b**p
    g = torch.autograd.grad(y.sum(), (b, p), create_graph=True)
    d["pow_tensor"] = [val(y), val(g[0]), [q if isinstance(q, str) else round(q, 9) for q in val(g[1])]]
    h = torch.autograd.grad(g[1].sum(), p, retain_graph=True)[0]
    d["pow_exp_second"] = [q if isinstance(q, str) else round(q, 9) for q in val(h)]
    return d
