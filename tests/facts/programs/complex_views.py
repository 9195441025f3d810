"""Complex numbers: real and imaginary views, and their gradients."""

from facts.programs._make import plain, since


def _complex(torch, data, requires_grad=False):
    return torch.tensor(data, dtype=torch.complex128, requires_grad=requires_grad)


def view_as_real_of_a_plain_tensor(torch, see):
    z = _complex(torch, [1 + 2j, 3 - 4j])
    v = torch.view_as_real(z)
    see("v", v=v)
    v[0, 1] = 9.0
    see.fact("z", [str(c) for c in z.tolist()])


@since("2.13")
def real_and_imag_are_views(torch, see):
    z = _complex(torch, [1 + 2j, 3 - 4j])
    see("parts", real=z.real, imag=z.imag)
    z.real[0] = 10.0
    z.imag.mul_(2)
    see("z", z=z)


@since("2.13")
def view_as_complex_of_pairs(torch, see):
    a = plain(torch, [[1.0, 2.0], [3.0, 4.0]])
    z = torch.view_as_complex(a)
    see("z", z=z)
    z[0] = 7 + 8j
    see("a", a=a)
    see.raises("three columns", torch.view_as_complex, plain(torch, [[1.0, 2.0, 3.0]]))
    see.raises("ints", torch.view_as_complex, torch.tensor([[1, 2]]))


@since("2.13")
def gradients_of_parts(torch, see):
    z = _complex(torch, [1 + 2j, 3 - 4j], requires_grad=True)
    see("parts", real=z.real, imag=z.imag, pairs=torch.view_as_real(z))
    (z.real * 2 + z.imag * 3).sum().backward()
    see.grad("after", z=z)


@since("2.13")
def gradient_of_the_squared_modulus(torch, see):
    z = _complex(torch, [1 + 2j, 3 - 4j], requires_grad=True)
    (z * z.conj()).real.sum().backward()
    see.grad("z conj(z)", z=z)
    w = _complex(torch, [3 + 4j, 0j], requires_grad=True)
    w.abs().sum().backward()
    see.grad("abs", w=w)


@since("2.13")
def conj_is_lazy(torch, see):
    z = _complex(torch, [1 + 2j])
    c = z.conj()
    see("c", c=c)
    see.fact("conj", [c.is_conj(), c.conj().is_conj(), c.resolve_conj().is_conj(), c.data_ptr() == z.data_ptr()])


@since("2.13")
def conj_of_a_real_tensor(torch, see):
    a = plain(torch, [1.0])
    see.fact("same object", a.conj() is a)


@since("2.13")
def backward_of_a_complex_scalar(torch, see):
    z = _complex(torch, 1 + 2j, requires_grad=True)
    see.raises("implicit", (z * 2).backward)
    (z * z).backward(torch.tensor(1 + 0j, dtype=torch.complex128))
    see.grad("after", z=z)


@since("2.13")
def arithmetic_and_dtypes(torch, see):
    z = torch.tensor([1 + 2j])
    see("results", add=z + 1, mul=z * 1j, real=torch.tensor([2.0]) * 1j, double=z * plain(torch, [2.0]), abs=z.abs())
    see.raises("order", lambda: z > 1)
    see.raises("float", lambda: z.real.add_(1j))


@since("2.13")
def write_through_the_real_part_of_a_result(torch, see):
    z = _complex(torch, [1 + 2j, 3 - 4j], requires_grad=True)
    y = z * 1
    y.real.mul_(10)
    see("y", y=y)
    y.real.sum().backward()
    see.grad("after", z=z)


@since("2.13")
def real_input_of_a_complex_product(torch, see):
    x = plain(torch, [1.0, 2.0]).requires_grad_()
    y = x * _complex(torch, [1 + 2j, 3 - 4j])
    see("y", y=y)
    (y.real + y.imag).sum().backward()
    see.grad("after", x=x)


@since("2.13")
def complex_from_parts(torch, see):
    x, w = plain(torch, [1.0]).requires_grad_(), plain(torch, [2.0]).requires_grad_()
    z = torch.complex(x, w)
    see("z", z=z)
    (z.abs() ** 2).sum().backward()
    see.grad("after", x=x, w=w)


@since("2.13")
def write_of_a_complex_value_into_a_real_tensor(torch, see):
    a = plain(torch, [1.0, 2.0])
    see.raises("setitem", a.__setitem__, 0, 1 + 2j)
    see.raises("add_", a.add_, 1j)
    see.raises("item", float, torch.tensor(1 + 2j))


def is_complex_and_default(torch, see):
    z = torch.tensor([1 + 2j])
    see.fact("kinds", [z.is_complex(), z.is_floating_point(), str(z.dtype).rpartition(".")[2], z.element_size()])
