"""vmap and writes into a fresh tensor

A function allocates zeros and writes its mapped input into it; under vmap the fresh tensor has
no batch dimension.

Correct outcome: zeros(shape) + write: 'vmap: inplace arithmetic(self, *extra_args) is not possible because there
exists a Tensor `other`...'. zeros_like and new_zeros: fine.
"""

from facts.cases.reading import err, val

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/103329",
    "https://github.com/pytorch/pytorch/issues/97248",
    "https://github.com/pytorch/pytorch/issues/159784",
    "https://github.com/facebookresearch/theseus/issues/650",
]
SINCE = "2.0"


def run(torch):
    x = torch.arange(6, dtype=torch.float64).reshape(2, 3)

    def make(fresh):
        def f(r):
            m = fresh(r)
            m[0] = m[1] + r[0]
            return m

        return f

    def addin(fresh):
        def f(r):
            m = fresh(r)
            m += r
            return m

        return f

    d = {}
    for name, fresh in (
        ("zeros", lambda r: torch.zeros(r.shape, dtype=torch.float64)),
        ("zeros_like", lambda r: torch.zeros_like(r)),
        ("new_zeros", lambda r: r.new_zeros(r.shape)),
    ):
        for kind, mk in (("set", make), ("iadd", addin)):
            got = []
            e = err(lambda: got.append(torch.vmap(mk(fresh))(x)))
            d[name + "_" + kind] = val(got[0]) if got else e
    d["item"] = err(lambda: torch.vmap(lambda r: r * r.sum().item())(x))
    d["if"] = err(lambda: torch.vmap(lambda r: r if r.sum() > 0 else -r)(x))
    return d
