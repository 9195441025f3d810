"""detach_ on a result, on a view and on a chunk

detach_ turns a result into a leaf in place. On a view it is refused, also when the view came
from an op that looks like a copy but is not (contiguous of something already contiguous).

Correct outcome: Result: becomes a leaf without grad_fn. View and no-op contiguous: 'Can't detach views in-place.
Use detach() instead...' 2.13 also refuses chunk outputs; 1.6 does not know chunk outputs as
views.
"""

from facts.cases.reading import err, fn

SOURCE = [
    "https://github.com/pytorch/pytorch/issues/3674",
    "https://github.com/pytorch/pytorch/issues/142229",
    "https://github.com/yastn/yastn/pull/89",
    "https://github.com/pytorch/pytorch/pull/58285",
]
SINCE = None


def run(torch):
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64, requires_grad=True)
    r = x * 2
    r2 = r.detach_()
    d = {"result": [r2 is r, r.is_leaf, r.requires_grad, fn(r)]}
    b = x * 1
    d["view"] = err(lambda: b[0].detach_())
    d["transpose"] = err(lambda: b.t().detach_())
    d["noop_contiguous_of_view"] = err(lambda: b[0].contiguous().detach_())
    d["copying_contiguous"] = err(lambda: b.t().contiguous().detach_())
    d["chunk"] = err(lambda: b.chunk(2)[0].detach_())
    d["unbind"] = err(lambda: b.unbind(0)[0].detach_())
    d["view_of_plain"] = err(lambda: torch.zeros(2, 2)[0].detach_())
    return d
