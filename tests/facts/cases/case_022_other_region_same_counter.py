"""Writing a different element still invalidates what was saved

A function is applied to one element of a buffer and its result written to another element.
Nothing that backward needs has changed, yet backward refuses since there is one version counter
for the storage.

Correct outcome: Error in every version, although the saved value is unchanged. Cloning the read element fixes
it.
"""

from facts.cases.reading import err, val

SOURCE = ["https://github.com/pytorch/pytorch/issues/114505"]
SINCE = None


def run(torch):
    w = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    a = w.clone()
    a[0] = a[1].sin()
    d = {"direct": err(lambda: a.sum().backward())}
    a = w.clone()
    a[0] = a[1].clone().sin()
    d["cloned"] = err(lambda: a.sum().backward())
    d["grad"] = [round(q, 12) for q in val(w.grad)]
    d["version"] = a._version
    return d
