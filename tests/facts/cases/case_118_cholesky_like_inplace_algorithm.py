"""An in-place numerical algorithm differentiated as written

Elimination written with in-place row updates: reads of rows that are written later need clones
in torch.

Correct outcome: Without clone of the saved row the backward raises 'modified'; with clones the gradient of log-
determinant equals the inverse transpose.
"""

from facts.cases.reading import err, val

SOURCE = ["https://github.com/jax-ml/jax/issues/2219", "https://github.com/glass-dev/glass/issues/432"]
SINCE = None


def run(torch):
    def logdet(a, clone):
        u = a * 1
        n = u.shape[0]
        for k in range(n):
            for i in range(k + 1, n):
                row = u[k].clone() if clone else u[k]
                piv = u[k, k].clone() if clone else u[k, k]
                f = (u[i, k].clone() if clone else u[i, k]) / piv
                u[i] -= f * row
        return u.diagonal().clone().log().sum() if clone else u.diagonal().log().sum()

    d = {}
    a = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]], dtype=torch.float64, requires_grad=True)
    y = logdet(a, True)
    y.backward()
    d["value"] = round(float(y.detach()), 12)
    d["grad"] = [[round(q, 10) for q in r] for r in val(a.grad)]
    d["inverse_t"] = [[round(q, 10) for q in r] for r in val(a.detach().inverse().t())]
    e = err(lambda: logdet(a, False).backward())
    d["no_clone"] = "modified" if "modified by an inplace" in e else e
    return d
