"""Complex angle, abs and conjugation conventions

angle gives NaN near 0; people think gradients are conjugated wrongly; z.imag and (z - conj
z)/2i disagree.

Correct outcome: 2.13: abs at 0: 0; angle at 0: 0; gradient of the real part of z*z is 2*conj(z): the convention
of steepest ascent. JAX, and torch 1.6, give the conjugate.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/98276",
    "https://github.com/pytorch/pytorch/issues/46144",
    "https://github.com/pytorch/pytorch/issues/47200",
    "https://github.com/pytorch/pytorch/issues/60180",
]
SINCE = "1.8"


def run(torch):
    d = {}
    for name, v, f in (
        ("abs0", 0j, lambda z: z.abs()),
        ("angle0", 0j, lambda z: z.angle()),
        ("abs", 3 + 4j, lambda z: z.abs()),
        ("angle", 3 + 4j, lambda z: z.angle()),
        ("square_real", 1 + 2j, lambda z: (z * z).real),
        ("imag", 1 + 0j, lambda z: z.imag),
        ("half_diff", 1 + 0j, lambda z: (0.5 * (z - z.conj()) * -1j).real),
        ("exp_real", 1j, lambda z: z.exp().real),
        ("tiny_angle", 5.6843e-14 + 1e-13j, lambda z: z.angle()),
    ):
        z = torch.tensor(v, dtype=torch.complex128, requires_grad=True)
        e = err(lambda: f(z).backward())
        d[name] = val(z.grad) if e == "no error" else e
    z = torch.tensor(1 + 1j, dtype=torch.complex128, requires_grad=True)
    d["nonreal_loss"] = err(lambda: (z * z).backward())
    return d
