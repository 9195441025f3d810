"""Which dtype comes out: promotion, defaults, division, casts, and refusals."""

from facts.programs._make import leaf, plain, ramp, since


def _name(t):
    return str(t.dtype).rpartition(".")[2]


def defaults_of_literals(torch, see):
    for name, data in (
        ("float", 1.5),
        ("int", 1),
        ("bool", True),
        ("mixed", [1, 2.5]),
        ("empty", []),
        ("bools", [True, 2]),
    ):
        see(name, t=torch.tensor(data))


def array_with_array(torch, see):
    names = ("bool", "uint8", "int8", "int32", "int64", "float16", "float32", "float64")
    made = {name: torch.ones(1, dtype=getattr(torch, name)) for name in names}
    see.fact("a + b", {a: [_name(made[a] + made[b]) for b in names] for a in names})


@since("2.13")
def bfloat16_with_others(torch, see):
    one = torch.ones(1, dtype=torch.bfloat16)
    names = ("bool", "int64", "float16", "bfloat16", "float32", "float64", "complex64")
    see.fact("bfloat16 + b", {name: _name(one + torch.ones(1, dtype=getattr(torch, name))) for name in names})


def result_type_function(torch, see):
    see.fact("of tensors", str(torch.result_type(torch.tensor([1]), torch.tensor([1.0]))).rpartition(".")[2])
    see.fact("with number", str(torch.result_type(torch.tensor([1]), 1.0)).rpartition(".")[2])
    see.fact("dtypes", str(torch.promote_types(torch.uint8, torch.int8)).rpartition(".")[2])
    see.fact("can_cast", [torch.can_cast(torch.float32, torch.int64), torch.can_cast(torch.int64, torch.float32)])


def python_numbers_do_not_widen(torch, see):
    for name in ("int8", "int64", "float16", "float32", "float64", "bool"):
        a = torch.ones(1, dtype=getattr(torch, name))
        see.fact(name, [_name(a * 2), _name(a * 2.5), _name(a + True)])


def zero_dim_tensors_do_not_widen(torch, see):
    array = torch.ones(2)
    see.fact("float32 with 0-d float64", _name(array * plain(torch, 2.0)))
    see.fact("int64 with 0-d float64", _name(torch.ones(2, dtype=torch.int64) * plain(torch, 2.0)))
    see.fact("int8 with 0-d int64", _name(torch.ones(2, dtype=torch.int8) + torch.tensor(1)))
    see.fact("0-d with 0-d", _name(torch.tensor(1.0) * plain(torch, 2.0)))


def int_divided_by_int(torch, see):
    a = torch.tensor([3, 4, -5])
    see.fact("floor divide", _name(a // 2))
    see("remainder", r=a % 3, s=a % -3)


@since("2.13")
def true_division(torch, see):
    a = torch.tensor([3, 4, -5])
    see("a / 2", y=a / 2, z=a / a, w=1 / a)
    see.raises("in place", a.div_, 2)
    see("bool", y=torch.tensor([True]) / torch.tensor([True]))


@since("2.13")
def floor_division(torch, see):
    a = torch.tensor([7, -7])
    see("ints", y=a // 2, z=a // -2, w=15 // a)
    see("floats", y=plain(torch, [7.5, -7.5]) // 2)
    see("modes", trunc=torch.div(a, 2, rounding_mode="trunc"), floor=torch.div(a, 2, rounding_mode="floor"))


@since("2.13")
def functions_of_ints_give_floats(torch, see):
    a = torch.tensor([0, 1])
    for name in ("exp", "sin", "sqrt", "sigmoid", "tanh", "cos"):
        see(name, y=getattr(a, name)())


def functions_of_ints_that_stay(torch, see):
    a = torch.tensor([-2, 3])
    see("ints", abs=a.abs(), sign=a.sign(), clamp=a.clamp(min=0), square=a**2, neg=-a)


@since("2.13")
def reductions_of_small_types(torch, see):
    for name in ("bool", "uint8", "int32", "float16"):
        a = torch.ones(3, dtype=getattr(torch, name))
        see.fact(name, [_name(a.sum()), _name(a.prod()), _name(a.cumsum(0)), _name(a.max())])


def reductions_with_a_dtype(torch, see):
    a = torch.tensor([1, 2])
    see("sum", s=a.sum(dtype=torch.float64), m=a.float().mean(dtype=torch.float64), p=a.prod(dtype=torch.int32))


@since("2.13")
def mean_of_ints(torch, see):
    see.raises("mean", torch.tensor([1, 2]).mean)
    see.raises("var", torch.tensor([1, 2]).var)
    see.raises("softmax", torch.tensor([1, 2]).softmax, 0)
    see.raises("norm", torch.tensor([1, 2]).norm)


def in_place_keeps_the_dtype(torch, see):
    a = torch.tensor([1, 2])
    see.raises("ints add_ float", a.add_, 0.5)
    see.raises("ints mul_ float tensor", a.mul_, torch.tensor([0.5, 0.5]))
    b = torch.tensor([True, False])
    see.raises("bools add_ int", b.add_, 1)
    c = torch.ones(2)
    c.add_(plain(torch, [1.0, 2.0]))
    see("floats", a=a, b=b, c=c)


def comparisons_give_bools(torch, see):
    a, b = torch.tensor([1, 2]), torch.tensor([1.0, 3.0])
    see("results", eq=a == b, lt=a < b, ge=a >= 2, ne=a != 1)
    see.fact("with None", [(a == None) is False, (a != None) is True])  # noqa: E711


def logical_operators(torch, see):
    a, b = torch.tensor([True, False]), torch.tensor([True, True])
    see("bools", both=a & b, any=a | b, xor=a ^ b, no=~a)
    see("ints", both=torch.tensor([6]) & 3, any=torch.tensor([6]) | 1, no=~torch.tensor([6]))
    see.raises("floats", lambda: torch.tensor([1.0]) & torch.tensor([1.0]))


def bool_arithmetic(torch, see):
    a, b = torch.tensor([True, False]), torch.tensor([True, True])
    see("results", add=a + b, mul=a * b, with_int=a + 1, with_float=a * 0.5)
    see.raises("sub", lambda: a - b)
    see.raises("rsub", lambda: 1 - a)
    see.raises("sub int", lambda: a - 1)
    see.raises("neg", lambda: -a)


def casts(torch, see):
    a = plain(torch, [1.9, -1.9, 0.0])
    see("casts", ints=a.int(), longs=a.long(), bools=a.bool(), halves=a.half(), floats=a.float())
    see("type", a=a.type(torch.int16), b=a.to(torch.float32), c=a.to(torch.ones(1, dtype=torch.int8)))
    see.fact("type()", [a.type(), torch.tensor(1).type(), torch.tensor(True).type(), a.half().type()])


def type_as_and_to_copy(torch, see):
    a = plain(torch, [1.0])
    see("b", b=a.type_as(torch.tensor([1])), c=a.to(a.dtype, copy=True))
    see.fact("same", [a.type_as(a) is a, a.to(a) is a])


def gradient_through_a_cast(torch, see):
    x = torch.tensor([1.5, 2.5], requires_grad=True)
    y = x.double() * plain(torch, [2.0, 3.0])
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def gradient_of_float_times_int(torch, see):
    x = leaf(torch, [1.0, 2.0])
    y = x * torch.tensor([3, 4])
    see("y", y=y)
    y.sum().backward()
    see.grad("after", x=x)


def default_dtype_can_be_set(torch, see):
    try:
        torch.set_default_dtype(torch.float64)
        see("made", a=torch.tensor([1.0]), b=torch.zeros(1), c=torch.arange(2), d=torch.tensor([1]) * 1.5)
        see.text("printed", torch.tensor([1.5]))
    finally:
        torch.set_default_dtype(torch.float32)
    see("after", a=torch.zeros(1))
    see.raises("int", torch.set_default_dtype, torch.int64)


def overflow_wraps(torch, see):
    see("int8", a=torch.tensor([127], dtype=torch.int8) + 1)
    see("uint8", a=torch.tensor([0], dtype=torch.uint8) - 1)
    see("int32", a=torch.tensor([2**31 - 1], dtype=torch.int32) + 1)


def large_numbers_do_not_fit(torch, see):
    see.raises("int64", torch.tensor, 2**63)
    see.raises("int8", torch.tensor, [300], dtype=torch.int8)
    see("float32", inf=torch.tensor(1e40), tiny=torch.tensor(1e-50))


@since("2.13")
def integer_powers(torch, see):
    a = torch.tensor([2, 3])
    see("p", int=a**2, float=a**0.5, tensor=a ** torch.tensor([3, 2]), number=2**a)
    see.raises("negative", lambda: a**-1)


@since("2.13")
def matmul_dtypes_must_match(torch, see):
    a = torch.ones(2, 2)
    see.raises("mm", torch.mm, a, ramp(torch, 2, 2))
    see.raises("mv", torch.mv, a, ramp(torch, 2))
    see.raises("dot", torch.dot, a[0], ramp(torch, 2))
    see.raises("matmul", torch.matmul, a, torch.ones(2, 2, dtype=torch.int64))


@since("2.13")
def cat_and_where_promote(torch, see):
    ints, floats = torch.tensor([1, 2]), torch.tensor([1.5, 2.5])
    see("cat", c=torch.cat([ints, floats]), s=torch.stack([ints, floats]))
    see("where", w=torch.where(ints > 1, ints, floats), n=torch.where(ints > 1, 1, 2.5))
    see("maximum", m=torch.maximum(ints, floats))


def dtype_objects(torch, see):
    see.text("repr", torch.float32)
    see.fact("aliases", [torch.float is torch.float32, torch.long is torch.int64, torch.half is torch.float16])
    see.fact("flags", [torch.float64.is_floating_point, torch.int8.is_signed, torch.complex64.is_complex])
    see.fact("of tensors", [torch.ones(1).is_floating_point(), torch.tensor([1]).is_floating_point()])


@since("2.13")
def finfo_and_iinfo(torch, see):
    info = torch.finfo(torch.float32)
    see.fact("float32", [info.bits, info.eps, info.max, info.min, info.tiny])
    see.fact("int16", [torch.iinfo(torch.int16).bits, torch.iinfo(torch.int16).max, torch.iinfo(torch.int16).min])
