"""b = a; b += 1 against b = b + 1

In NumPy and torch += changes the shared object, in JAX it makes a new one. Reported against JAX
as surprising, and the other way round by people who think x += y is x = x + y in torch.

Correct outcome: += keeps identity and changes a; + makes a new tensor. With history += raises nothing on non-
leaves and rewrites grad_fn.
"""

from facts.cases.reading import fn, val

SOURCE = ["https://github.com/jax-ml/jax/issues/226", "https://github.com/pytorch/pytorch/issues/5687"]
SINCE = None


def run(torch):
    a = torch.tensor([10.0, 20.0], dtype=torch.float64)
    b = a
    b += 10
    d = {"a": val(a), "same": b is a, "version": a._version}
    b = b + 1
    d["a2"], d["same2"] = val(a), b is a
    w = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
    h = w * 2
    k = h
    k += 1
    k *= 3
    d["h"] = [val(h), fn(h), h._version, k is h]
    h.sum().backward()
    d["w_grad"] = val(w.grad)
    return d
