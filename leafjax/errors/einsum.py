"""`einsum`."""


def einsum_without_operands() -> ValueError:
    return ValueError(
        "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
        "subscripts list"
    )


def einsum_operand(place: int, given: object) -> TypeError:
    return TypeError(f"expected Tensor as element {place} in argument 1, but got {type(given).__name__}")


def einsum_few_operands() -> RuntimeError:
    return RuntimeError("einsum(): fewer operands were provided than specified in the equation")


def einsum_many_operands() -> RuntimeError:
    return RuntimeError("einsum(): more operands were provided than specified in the equation")


def einsum_letter(at: int) -> RuntimeError:
    return RuntimeError(
        f"einsum(): invalid subscript given at index {at} in the equation string, subscripts must be in [a-zA-Z]"
    )


def einsum_dot(whose: str) -> RuntimeError:
    return RuntimeError(f"einsum(): found '.' for {whose} that is not part of any ellipsis")


def einsum_second_ellipsis(whose: str) -> RuntimeError:
    return RuntimeError(f"einsum(): found '.' for {whose} for which an ellipsis was already found")


def einsum_rank(place: int, letters: int, ellipsis: bool, ndim: int) -> RuntimeError:
    if ellipsis:
        return RuntimeError(
            f"einsum(): the number of subscripts in the equation ({letters}) is more than the number of dimensions ({ndim}) "
            f"for operand {place}"
        )
    return RuntimeError(
        f"einsum(): the number of subscripts in the equation ({letters}) does not match the number of dimensions ({ndim}) "
        f"for operand {place} and no ellipsis was given"
    )


def einsum_output_repeated(letter: str) -> RuntimeError:
    return RuntimeError(f"einsum(): output subscript {letter} appears more than once in the output")


def einsum_output_unknown(letter: str) -> RuntimeError:
    return RuntimeError(f"einsum(): output subscript {letter} does not appear in the equation for any input operand")


def einsum_repeated(letter: str, place: int, second: int, first: int) -> RuntimeError:
    return RuntimeError(
        f"einsum(): subscript {letter} is repeated for operand {place} but the sizes don't match, {second} != {first}"
    )


def einsum_sizes(letter: str, place: int, size: int, before: int) -> RuntimeError:
    return RuntimeError(
        f"einsum(): subscript {letter} has size {size} for operand {place} which does not broadcast with previously seen "
        f"size {before}"
    )
