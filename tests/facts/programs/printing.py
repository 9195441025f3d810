"""How tensors print, letter for letter."""

from facts.programs._make import leaf, leaf_ramp, plain, ramp, since


def floats(torch, see):
    see.text("whole", torch.tensor([1.0, 2.0, 3.0]))
    see.text("fractions", torch.tensor([1.5, 2.25, -3.125]))
    see.text("long fraction", torch.tensor([1.0 / 3, 2.0 / 3]))
    see.text("one", torch.tensor([1.0]))


def zero_dim(torch, see):
    see.text("float", torch.tensor(3.0))
    see.text("fraction", torch.tensor(0.123456789))
    see.text("int", torch.tensor(7))
    see.text("bool", torch.tensor(True))
    see.text("float64", plain(torch, 2.5))
    see.text("negative", torch.tensor(-1e-10))


def ints_and_bools(torch, see):
    see.text("ints", torch.tensor([1, -20, 300]))
    see.text("bools", torch.tensor([True, False]))
    see.text("int32", torch.tensor([1, 2], dtype=torch.int32))
    see.text("uint8", torch.tensor([[1, 200]], dtype=torch.uint8))


def other_float_dtypes(torch, see):
    see.text("float64", plain(torch, [1.0, 0.1]))
    see.text("float16", torch.tensor([1.0, 0.5], dtype=torch.float16))
    see.text("bfloat16", torch.tensor([1.0, 0.5], dtype=torch.bfloat16))


def requires_grad(torch, see):
    see.text("leaf", torch.ones(2, requires_grad=True))
    see.text("float64 leaf", leaf(torch, [1.0]))
    see.text("0-d leaf", torch.tensor(1.0, requires_grad=True))


def grad_fn(torch, see):
    x = torch.ones(2, requires_grad=True)
    see.text("mul", x * 2)
    see.text("sum", (x * 2).sum())
    see.text("view", x[0])
    see.text("float64", leaf(torch, [1.0]) + 1)
    y = x * 1
    y[0] = 5
    see.text("copy slices", y)


def str_is_repr(torch, see):
    x = leaf_ramp(torch, 2, 2)
    see.fact("same", str(x) == repr(x))
    see.fact("format", ["{}".format(torch.tensor(1.5)), "{:.2f}".format(torch.tensor(1.5)), "%s" % torch.tensor([1])])


@since("2.13")
def format_of_tensors(torch, see):
    see.fact("0-d", format(torch.tensor(1.25), ".1f"))
    see.raises("vector", format, torch.tensor([1.0, 2.0]), ".1f")
    see.fact("f-string", f"{torch.tensor(2):d} {torch.tensor([1])}")


def matrices(torch, see):
    see.text("2-d", torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    see.text("3-d", torch.arange(8).reshape(2, 2, 2))
    see.text("4-d", torch.arange(4.0).reshape(1, 2, 1, 2))
    see.text("float64", ramp(torch, 2, 2))
    see.text("leaf", leaf_ramp(torch, 2, 2))


def alignment(torch, see):
    see.text("ints", torch.tensor([[1, 1000], [-5, 20]]))
    see.text("floats", torch.tensor([[1.5, 100.25], [-5.0, 20.0]]))
    see.text("bools", torch.tensor([[True, False], [False, True]]))


def long_rows_wrap(torch, see):
    see.text("ints", torch.arange(40))
    see.text("floats", torch.arange(30) / 4.0)
    see.text("with suffix", (torch.arange(10) / 4.0).double().requires_grad_())


def suffix_goes_to_a_new_line(torch, see):
    x = torch.ones(9, requires_grad=True)
    see.text("row", x * 2)
    see.text("longer", torch.ones(12, dtype=torch.float64, requires_grad=True) * 2)


def large_tensors_are_summarised(torch, see):
    see.text("1-d", torch.arange(1001))
    see.text("exactly 1000", torch.zeros(10, 100)[:, :3])
    see.text("2-d", torch.zeros(50, 50))
    see.text("3-d", torch.arange(2000).reshape(10, 20, 10))


def scientific(torch, see):
    see.text("small", torch.tensor([1e-5, 1.0]))
    see.text("large", torch.tensor([1e9, 1.0]))
    see.text("range", torch.tensor([1e-3, 1e3]))
    see.text("whole large", torch.tensor([1e5, 2e5]))
    see.text("whole larger", torch.tensor([1e8, 1.0]))
    see.text("0-d", torch.tensor(1e10))
    see.text("tiny", torch.tensor([1e-30]))


def not_finite(torch, see):
    inf, nan = float("inf"), float("nan")
    see.text("nan", torch.tensor([nan, 1.0]))
    see.text("inf", torch.tensor([inf, -inf, 2.0]))
    see.text("all", torch.tensor([nan, inf, -inf]))
    see.text("fractions", torch.tensor([nan, 0.25]))
    see.text("0-d", torch.tensor(nan))


def negative_zero(torch, see):
    see.text("zeros", torch.tensor([0.0, -0.0]))


def empty(torch, see):
    see.text("1-d", torch.tensor([]))
    see.text("2-d", torch.zeros(0, 3))
    see.text("ints", torch.zeros(0, dtype=torch.int64))
    see.text("2, 0 ints", torch.zeros(2, 0, dtype=torch.int32))
    see.text("leaf", torch.zeros(0, requires_grad=True))


def views_print_like_tensors(torch, see):
    a = torch.arange(6.0).reshape(2, 3)
    see.text("t", a.t())
    see.text("slice", a[:, ::2])
    see.text("expanded", a[0].expand(2, 3))


@since("2.13")
def complex_numbers(torch, see):
    see.text("1-d", torch.tensor([1 + 2j, -3.5j]))
    see.text("0-d", torch.tensor(1 - 1j))
    see.text("complex128", torch.tensor([1 + 2j], dtype=torch.complex128))
    see.text("leaf", torch.tensor([1 + 2j], requires_grad=True))
    see.text("fractions", torch.tensor([0.5 + 0.25j, 100.0 + 0j]))


def print_options(torch, see):
    t = torch.tensor([1.23456789, 1000.5])
    try:
        torch.set_printoptions(precision=2)
        see.text("precision 2", t)
        torch.set_printoptions(precision=8)
        see.text("precision 8", t)
        torch.set_printoptions(profile="default", sci_mode=True)
        see.text("sci_mode", t)
        torch.set_printoptions(profile="default", threshold=5, edgeitems=1)
        see.text("threshold", torch.arange(10))
        torch.set_printoptions(profile="default", linewidth=30)
        see.text("linewidth", torch.arange(12))
        torch.set_printoptions(profile="short")
        see.text("short", t)
        torch.set_printoptions(profile="full")
        see.text("full", torch.arange(1001)[-2:])
    finally:
        torch.set_printoptions(profile="default", sci_mode=False)
        torch.set_printoptions(sci_mode=None)


def sizes_and_dtypes(torch, see):
    see.text("size", torch.zeros(2, 3).shape)
    see.text("0-d", torch.tensor(1.0).shape)
    see.text("dtype", torch.tensor(1.0).dtype)
    see.text("device", torch.tensor(1.0).device)
    see.text("named tuple", torch.tensor([3.0, 1.0]).sort())


def containers_of_tensors(torch, see):
    see.text("list", [torch.tensor(1.0), torch.tensor([2, 3])])
    see.text("dict", {"w": torch.ones(2, requires_grad=True)})


def mixed_magnitudes_in_a_matrix(torch, see):
    see.text("wide", torch.tensor([[0.001, 10.0], [200.0, 3.5]]))
    see.text("very wide", torch.tensor([[0.00001, 10.0], [20000000.0, 3.5]]))
    see.text("whole and nan", torch.tensor([[1.0, float("nan")], [200.0, 3.0]]))


def after_an_in_place_write(torch, see):
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.add_(1)
    see.text("y", y)
    see.text("detached", y.detach())
    a = torch.zeros(2)
    a[0] = x.sum()
    see.text("buffer", a)


def multi_output_names(torch, see):
    x = torch.ones(2, 2, requires_grad=True)
    see.text("unbind", x.unbind(0)[0])
    see.text("max", x.max(0))
    see.text("split", x.split(1))
