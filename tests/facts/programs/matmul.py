"""Products of matrices and vectors, and einsum."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, since


def _gradient(see, name, y, **leaves):
    see(name, y=y)
    y.sum().backward()
    see.grad(name, **leaves)


def mm_of_matrices(torch, see):
    a, b = leaf_ramp(torch, 2, 3), leaf_ramp(torch, 3, 2)
    _gradient(see, "mm", a.mm(b), a=a, b=b)


def matmul_by_dimension(torch, see):
    v, m, t = leaf_ramp(torch, 3), leaf_ramp(torch, 3, 3), leaf_ramp(torch, 2, 3, 3)
    made = {
        "v v": v @ v,
        "m v": m @ v,
        "v m": v @ m,
        "m m": m @ m,
        "t m": t @ m,
        "t t": t @ t,
        "t v": t @ v,
        "m t": m @ t,
    }
    see.fact("shapes", {name: list(y.shape) for name, y in made.items()})
    see.fact("nodes", {name: type(y.grad_fn).__name__ for name, y in made.items()})


def vector_products(torch, see):
    v, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0])
    _gradient(see, "dot", v.dot(w), v=v, w=w)
    m, u = leaf_ramp(torch, 2, 2), leaf(torch, [5.0, 6.0])
    _gradient(see, "mv", m.mv(u), m=m, u=u)


def outer_product(torch, see):
    v, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0, 5.0])
    _gradient(see, "ger", torch.ger(v, w), v=v, w=w)


def batched(torch, see):
    a, b = leaf_ramp(torch, 2, 1, 2), leaf_ramp(torch, 2, 2, 1)
    _gradient(see, "bmm", a.bmm(b), a=a, b=b)


def broadcast_batches(torch, see):
    a, b = leaf_ramp(torch, 2, 1, 2, 2), leaf_ramp(torch, 3, 2, 1)
    _gradient(see, "matmul", a @ b, a=a, b=b)


def addmm_with_factors(torch, see):
    c, a, b = leaf_ramp(torch, 2), leaf_ramp(torch, 2, 2), leaf_ramp(torch, 2, 2)
    _gradient(see, "addmm", torch.addmm(c, a, b, beta=0.5, alpha=2.0), a=a, b=b, c=c)


def einsum_forms(torch, see):
    a, b = leaf_ramp(torch, 2, 3), leaf_ramp(torch, 3, 2)
    see.fact("values", [torch.einsum(rule, a, b).tolist() for rule in ("ij,jk->ik", "ij,jk", "ij,ji->", "ij,ji->i")])
    torch.einsum("ij,jk->ik", a, b).sum().backward()
    see.grad("after", a=a, b=b)
    see.fact("one operand", [torch.einsum(rule, a.detach()).tolist() for rule in ("ij->ji", "ij->i", "ij->")])


def matmul_of_transposes(torch, see):
    a = leaf_ramp(torch, 2, 3)
    _gradient(see, "a t", a @ a.t(), a=a)


def matmul_of_one_leaf_with_a_plain_matrix(torch, see):
    w, x = leaf_ramp(torch, 2, 2), ramp(torch, 3, 2)
    y = x @ w.t()
    see("y", y=y)
    (y * y).mean().backward()
    see.grad("after", w=w, x=x)


def empty_products(torch, see):
    see("results", a=torch.zeros(2, 0) @ torch.zeros(0, 3), b=torch.zeros(0, 2) @ torch.zeros(2, 3))


def integer_products(torch, see):
    see(
        "results",
        a=torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([1, 1]),
        b=torch.tensor([1, 2]).dot(torch.tensor([3, 4])),
    )


@since("2.13")
def multiplication_in_place_of_a_product(torch, see):
    a, b = leaf_ramp(torch, 2, 2), leaf_ramp(torch, 2, 2)
    y = a @ b
    y.addmm_(a, b)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", a=a, b=b)


def linear_regression_step(torch, see):
    w, b = leaf(torch, [[0.5], [0.25]]), leaf(torch, [1.0])
    x, target = plain(torch, [[1.0, 2.0], [3.0, 4.0]]), plain(torch, [[2.0], [4.0]])
    loss = ((x @ w + b - target) ** 2).mean()
    see("loss", loss=loss)
    loss.backward()
    see.grad("after", w=w, b=b)
