"""Programs that fill an array in a loop (what other libraries cannot do)

HIPS autograd users keep reporting that assignment into arrays fails; these programs work in
torch and are the reason to emulate in-place ops.

Correct outcome: Gradients equal those of the vectorised form.
"""

from facts.cases.reading import fn, val

SOURCE = [
    "https://github.com/HIPS/autograd/issues/58",
    "https://github.com/HIPS/autograd/issues/177",
    "https://github.com/HIPS/autograd/issues/515",
    "https://github.com/HIPS/autograd/issues/559",
]
SINCE = None


def run(torch):
    A = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64, requires_grad=True)
    B = torch.zeros(3, 3, dtype=torch.float64)
    B[:2, :2] = A
    B.sum().backward()
    d = {"block": val(A.grad)}
    p = torch.tensor([[0.5, 1.0], [2.0, 3.0], [4.0, 5.0]], dtype=torch.float64, requires_grad=True)
    r = torch.zeros(3, dtype=torch.float64)
    for m in range(3):
        r[m] = (p[m] * p[0]).sum()
    r.sum().backward()
    d["loop"], d["loop_fn"], d["loop_version"] = val(p.grad), fn(r), r._version
    p.grad = None
    (p * p[0]).sum().backward()
    d["vectorised"] = val(p.grad)
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)

    def f(x):
        D = torch.zeros(2, 4, dtype=torch.float64)
        D[:2, :2] = torch.diag(x)
        D[:2, 2:] = torch.diag(x)
        return (D @ torch.diag(torch.tensor([4.0, 6.0, 6.0, 3.0], dtype=torch.float64))) @ torch.cat([x, x])

    d["blocks_jacobian"] = val(torch.autograd.functional.jacobian(f, x))
    return d
