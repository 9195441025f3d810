"""Sums, means, extremes, norms and cumulative functions, with their gradients."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, since


def sum_of_everything_and_of_dims(torch, see):
    x = leaf_ramp(torch, 2, 3)
    see("sums", all=x.sum(), rows=x.sum(0), columns=x.sum(1, keepdim=True), both=x.sum((0, 1)), last=x.sum(-1))
    (x.sum(0) * ramp(torch, 3)).sum().backward()
    see.grad("after", x=x)


def mean_of_dims(torch, see):
    x = leaf_ramp(torch, 2, 4)
    see("means", all=x.mean(), rows=x.mean(0), kept=x.mean(1, keepdim=True))
    (x.mean(1) * plain(torch, [1.0, 8.0])).sum().backward()
    see.grad("after", x=x)


def prod_with_and_without_zeros(torch, see):
    for name, data in (("none", [2.0, 3.0, 4.0]), ("one", [2.0, 0.0, 4.0]), ("two", [0.0, 0.0, 4.0])):
        x = leaf(torch, data)
        p = x.prod()
        see(name, p=p)
        p.backward()
        see.grad(name + " after", x=x)


def prod_of_a_dim(torch, see):
    x = leaf_ramp(torch, 2, 2)
    p = x.prod(1)
    see("p", p=p, kept=x.prod(0, keepdim=True))
    p.sum().backward()
    see.grad("after", x=x)


def max_and_min_of_everything(torch, see):
    x = leaf(torch, [1.0, 5.0, 2.0])
    see("values", high=x.max(), low=x.min())
    (x.max() + 10 * x.min()).backward()
    see.grad("after", x=x)


@since("2.13")
def ties_share_the_gradient_of_max(torch, see):
    x = leaf(torch, [5.0, 1.0, 5.0])
    x.max().backward()
    see.grad("max", x=x)
    y = leaf(torch, [5.0, 1.0, 5.0])
    y.amax(0).backward()
    see.grad("amax", y=y)
    z = leaf(torch, [5.0, 1.0, 5.0])
    z.max(0).values.backward()
    see.grad("max of a dim", z=z)


def max_of_a_dim(torch, see):
    x = leaf(torch, [[1.0, 5.0, 2.0], [7.0, 3.0, 6.0]])
    values, indices = x.max(1)
    see("both", values=values, indices=indices)
    see("kept", pair=tuple(x.min(0, keepdim=True)))
    (values * plain(torch, [1.0, 10.0])).sum().backward()
    see.grad("after", x=x)


def names_of_a_pair(torch, see):
    pair = plain(torch, [3.0, 1.0]).max(0)
    see.fact("fields", [pair.values.item(), pair.indices.item(), pair[0] is pair.values, len(pair)])
    see.fact("type", type(pair).__name__)


@since("2.13")
def amax_and_amin(torch, see):
    x = leaf(torch, [[1.0, 5.0], [7.0, 3.0]])
    see("values", high=x.amax(1), low=x.amin((0, 1)), kept=x.amax(0, keepdim=True))
    x.amax(1).sum().backward()
    see.grad("after", x=x)


def argmax_and_argmin(torch, see):
    x = leaf(torch, [[1.0, 5.0], [7.0, 3.0]])
    see("indices", all=x.argmax(), rows=x.argmax(0), columns=x.argmin(1, keepdim=True))


def std_and_var(torch, see):
    x = leaf(torch, [1.0, 2.0, 4.0, 9.0])
    see("values", std=x.std(), var=x.var(), biased=x.var(unbiased=False))
    x.var().backward()
    see.grad("var", x=x)
    y = leaf(torch, [1.0, 2.0, 4.0, 9.0])
    y.std().backward()
    see.grad("std", y=y)


def std_of_a_dim(torch, see):
    x = leaf_ramp(torch, 2, 3)
    see("values", std=x.std(1), var=x.var(0, keepdim=True), biased=x.std(1, unbiased=False))
    x.std(1).sum().backward()
    see.grad("after", x=x)


def std_of_one_element(torch, see):
    see("values", std=plain(torch, [3.0]).std(), biased=plain(torch, [3.0]).std(unbiased=False))


def norms(torch, see):
    x = leaf(torch, [3.0, -4.0])
    see("values", two=x.norm(), one=x.norm(1), inf=x.norm(float("inf")), three=x.norm(3))
    (x.norm() + x.norm(1)).backward()
    see.grad("after", x=x)


def norm_of_a_dim(torch, see):
    x = leaf_ramp(torch, 2, 2)
    see("values", rows=x.norm(dim=1), kept=x.norm(p=1, dim=0, keepdim=True))
    x.norm(dim=1).sum().backward()
    see.grad("after", x=x)


def norm_at_zero(torch, see):
    x = leaf(torch, [0.0, 0.0])
    x.norm().backward()
    see.grad("after", x=x)


def logsumexp_values_and_gradient(torch, see):
    x = leaf(torch, [[0.0, 1.0], [1000.0, 1000.0]])
    y = x.logsumexp(1)
    see("y", y=y, kept=x.logsumexp(0, keepdim=True))
    y.sum().backward()
    see.grad("after", x=x)


def softmax_and_log_softmax(torch, see):
    x = leaf(torch, [[0.0, 1.0], [2.0, 2.0]])
    soft, logs = x.softmax(1), x.log_softmax(0)
    see("values", soft=soft, logs=logs)
    (soft * ramp(torch, 2, 2) + logs * ramp(torch, 2, 2)).sum().backward()
    see.grad("after", x=x)


def softmax_function_forms(torch, see):
    x = leaf(torch, [0.0, 1.0])
    see("values", a=torch.softmax(x, 0), b=torch.log_softmax(x, dim=-1), c=x.softmax(0, dtype=torch.float32))


def cumsum_and_cumprod(torch, see):
    x = leaf_ramp(torch, 2, 3)
    y, p = x.cumsum(1), x.cumprod(0)
    see("values", y=y, p=p)
    (y * ramp(torch, 2, 3)).sum().backward()
    see.grad("after", x=x)


def any_and_all(torch, see):
    a = torch.tensor([[True, False], [True, True]])
    see("values", any=a.any(), all=a.all(), rows=a.all(1), columns=a.any(0))


def reductions_of_nothing(torch, see):
    a = torch.zeros(0, 2)
    see("values", sum=a.sum(), mean=a.mean(), prod=a.prod(), rows=a.sum(0), columns=a.sum(1))


def nan_spreads(torch, see):
    a = plain(torch, [1.0, float("nan"), 3.0])
    see("values", sum=a.sum(), max=a.max(), min=a.min(), argmax=a.argmax(), mean=a.mean())


def reduction_of_a_0d_tensor(torch, see):
    x = leaf(torch, 2.0)
    see("values", sum=x.sum(), dim=x.sum(0), mean=x.mean(-1), softmax=x.softmax(0))


@since("2.13")
def variance_with_a_correction(torch, see):
    a = ramp(torch, 4)
    see("values", zero=a.var(correction=0), two=a.std(0, correction=2), both=torch.var_mean(a))


@since("2.13")
def count_nonzero_and_median(torch, see):
    a = plain(torch, [0.0, 3.0, 1.0, 2.0])
    see("values", count=a.count_nonzero(), median=a.median(), nansum=a.nansum())


def mean_and_sum_node_names(torch, see):
    x = leaf_ramp(torch, 2, 2)
    made = {
        "sum": x.sum(),
        "sum dim": x.sum(0),
        "mean": x.mean(),
        "mean dim": x.mean(0),
        "prod": x.prod(),
        "prod dim": x.prod(0),
    }
    see.fact("names", {name: type(t.grad_fn).__name__ for name, t in made.items()})
    more = {
        "std": x.std(),
        "var": x.var(0),
        "norm": x.norm(),
        "max": x.max(),
        "max dim": x.max(0)[0],
        "cumsum": x.cumsum(0),
    }
    see.fact("more names", {name: type(t.grad_fn).__name__ for name, t in more.items()})
