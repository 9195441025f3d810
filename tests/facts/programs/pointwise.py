"""Functions element by element: values, gradients at plain and at special points, node names."""

from facts.programs._make import leaf, leaf_ramp, plain, result, since


def _gradient(torch, see, name, x, y):
    see(name, y=y)
    y.sum().backward()
    see.grad(name, x=x)


def exponential_and_logarithm(torch, see):
    for name in ("exp", "expm1", "log", "log2", "log10", "log1p"):
        x = leaf(torch, [0.5, 1.0, 2.0])
        _gradient(torch, see, name, x, getattr(x, name)())


def trigonometry(torch, see):
    for name in ("sin", "cos", "tan", "asin", "acos", "atan"):
        x = leaf(torch, [-0.5, 0.0, 0.25])
        _gradient(torch, see, name, x, getattr(x, name)())


def hyperbolic(torch, see):
    for name in ("sinh", "cosh", "tanh", "sigmoid"):
        x = leaf(torch, [-1.0, 0.0, 2.0])
        _gradient(torch, see, name, x, getattr(x, name)())


def roots_and_reciprocals(torch, see):
    for name in ("sqrt", "rsqrt", "reciprocal", "square"):
        x = leaf(torch, [0.25, 1.0, 4.0])
        _gradient(torch, see, name, x, getattr(x, name)())


def steps(torch, see):
    for name in ("floor", "ceil", "round", "trunc", "sign", "frac"):
        x = leaf(torch, [-1.5, -0.0, 0.5, 2.5])
        _gradient(torch, see, name, x, getattr(x, name)())


def abs_and_relu_at_zero(torch, see):
    for name in ("abs", "relu"):
        x = leaf(torch, [-2.0, 0.0, 3.0])
        _gradient(torch, see, name, x, getattr(x, name)())


def powers(torch, see):
    x = leaf(torch, [1.0, 2.0, 3.0])
    _gradient(torch, see, "x ** 2", x, x**2)
    y = leaf(torch, [1.0, 4.0])
    _gradient(torch, see, "y ** 0.5", y, y**0.5)
    z = leaf(torch, [1.0, 2.0])
    _gradient(torch, see, "2 ** z", z, 2**z)
    w = leaf(torch, [1.0, 2.0])
    _gradient(torch, see, "w ** w", w, w**w)


def powers_at_zero(torch, see):
    for exponent in (0, 1, 2, 0.5, -1):
        x = leaf(torch, [0.0])
        _gradient(torch, see, "0 ** %s" % exponent, x, x**exponent)


def clamp_at_its_limits(torch, see):
    x = leaf(torch, [-2.0, -1.0, 0.0, 1.0, 2.0])
    _gradient(torch, see, "both", x, x.clamp(-1, 1))
    y = leaf(torch, [-1.0, 0.0, 1.0])
    _gradient(torch, see, "min", y, y.clamp(min=0))
    z = leaf(torch, [-1.0, 0.0, 1.0])
    _gradient(torch, see, "max", z, torch.clamp(z, max=0))
    see.raises("neither", z.clamp)


@since("2.13")
def clamp_with_tensors(torch, see):
    x, low = leaf(torch, [-2.0, 1.0, 2.0]), leaf(torch, [0.0, 1.0, 0.0])
    y = x.clamp(min=low)
    _gradient(torch, see, "clamp", x, y)
    see.grad("low", low=low)


@since("2.13")
def maximum_and_minimum(torch, see):
    x, w = leaf(torch, [1.0, 2.0, 3.0]), leaf(torch, [3.0, 2.0, 1.0])
    y = torch.maximum(x, w) + 10 * torch.minimum(x, w)
    _gradient(torch, see, "both", x, y)
    see.grad("w", w=w)


def max_of_two_tensors(torch, see):
    x, w = leaf(torch, [1.0, 3.0]), leaf(torch, [2.0, 1.0])
    y = torch.max(x, w)
    _gradient(torch, see, "max", x, y)
    see.grad("w", w=w)


def where_selects_the_gradient(torch, see):
    x, w = leaf(torch, [1.0, -2.0]), leaf(torch, [5.0, 6.0])
    y = torch.where(x > 0, x * 2, w * 3)
    _gradient(torch, see, "where", x, y)
    see.grad("w", w=w)


def where_and_nan_of_the_other_branch(torch, see):
    x = leaf(torch, [0.0, 4.0])
    _gradient(torch, see, "where", x, torch.where(x > 0, x.sqrt(), torch.zeros_like(x)))


def arithmetic_with_numbers(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see("results", add=x + 1, radd=1 + x, sub=x - 1, rsub=1 - x, mul=x * 2, rmul=2 * x, div=x / 2, rdiv=2 / x)
    see("more", neg=-x, power=x**3, rpower=3**x)


@since("2.13")
def unary_plus_is_the_tensor_itself(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see.fact("same object", +x is x)
    see("y", y=+x)


def add_with_alpha(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0])
    y = torch.add(x, w, alpha=2) - torch.sub(w, x, alpha=0.5)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def division_gradients(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [4.0, 8.0])
    y = x / w
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


def division_by_zero(torch, see):
    a = plain(torch, [1.0, -1.0, 0.0])
    see("results", div=a / 0, log=a.abs().log(), sqrt=(-a).sqrt())
    x = leaf(torch, [0.0])
    (1 / x).backward()
    see.grad("1 / x at 0", x=x)


def remainder_and_fmod(torch, see):
    x = leaf(torch, [5.0, -5.0])
    see("results", remainder=x % 3, fmod=torch.fmod(x, 3), floor=torch.remainder(x, -3))
    (x % 3).sum().backward()
    see.grad("after", x=x)


def comparisons_have_no_graph(torch, see):
    x = leaf(torch, [1.0, 2.0])
    see("results", lt=x < 1.5, eq=x.eq(1), isnan=torch.isnan(x), logical=torch.logical_not(x > 1))
    see.raises("in place on a leaf", x.lt_, 1.5)


def isclose_and_allclose(torch, see):
    a = plain(torch, [1.0, 2.0])
    see("close", c=torch.isclose(a, a + 1e-9))
    see.fact("all", [torch.allclose(a, a + 1e-9), torch.allclose(a, a + 1)])
    see("finite", f=torch.isfinite(plain(torch, [1.0, float("inf"), float("nan")])))


def lerp_and_addcmul(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 6.0])
    see(
        "results",
        lerp=torch.lerp(x, w, 0.25),
        addcmul=torch.addcmul(x, w, w, value=2.0),
        addcdiv=torch.addcdiv(x, w, w),
    )


def node_names_of_functions(torch, see):
    x = leaf(torch, [0.25, 0.5])
    names = (
        "exp",
        "log",
        "sin",
        "cos",
        "tanh",
        "sigmoid",
        "relu",
        "abs",
        "sqrt",
        "rsqrt",
        "neg",
        "sign",
        "floor",
        "round",
    )
    see.fact("unary", {name: type(getattr(x, name)().grad_fn).__name__ for name in names})


def node_names_of_operators(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [3.0, 4.0])
    made = {
        "x + w": x + w,
        "x + 1": x + 1,
        "x - w": x - w,
        "1 - x": 1 - x,
        "x * w": x * w,
        "x / w": x / w,
        "1 / x": 1 / x,
    }
    see.fact("names", {name: type(t.grad_fn).__name__ for name, t in made.items()})
    more = {"-x": -x, "x ** 2": x**2, "x ** w": x**w, "2 ** x": 2**x, "x @ w": x @ w, "where": torch.where(x > 1, x, w)}
    see.fact("more", {name: type(t.grad_fn).__name__ for name, t in more.items()})


def edges_of_products_with_plain_tensors(torch, see):
    x, a = leaf(torch, [1.0, 2.0]), plain(torch, [3.0, 4.0])
    see("results", left=x * a, right=a / x, number=x - 1, power=a**x)


@since("2.13")
def square_root_at_zero(torch, see):
    x = leaf(torch, [0.0])
    _gradient(torch, see, "sqrt", x, x.sqrt())
    y = leaf(torch, [1.0])
    _gradient(torch, see, "sqrt of a square", y, ((y - 1) ** 2).sqrt())


@since("2.13")
def two_argument_functions(torch, see):
    x, w = leaf(torch, [1.0, 2.0]), leaf(torch, [2.0, -1.0])
    y = torch.atan2(x, w) + torch.hypot(x, w) + torch.logaddexp(x, w)
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x, w=w)


@since("2.13")
def nan_and_sign_functions(torch, see):
    a = plain(torch, [float("nan"), -0.0, -3.0, float("inf")])
    see("results", sign=a.sign(), relu=a.relu(), clamp=a.clamp(-1, 1), abs=a.abs(), round=a.round())


def broadcasting_results(torch, see):
    x = leaf_ramp(torch, 2, 1)
    see(
        "results",
        outer=x * leaf_ramp(torch, 3),
        zero_dim=x + leaf(torch, 1.0),
        three=x + plain(torch, [[[1.0]], [[2.0]]]),
    )


def chained_functions_of_a_result(torch, see):
    y = result(torch, 3)
    see("z", z=(y.exp() + 1).log().tanh())
