"""`einsum`: a sum of products by the letters of dimensions, as batched matrix products, as PyTorch composes it."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Any

from leafjax import errors
from leafjax.aliasing.geometry import numel
from leafjax.ops.families import composite
from leafjax.ops.matmul import bmm
from leafjax.ops.samples import samples
from leafjax.ops.view import diagonal, movedim, permute, reshape, unsqueeze, view
from leafjax.tensor.tensor import Tensor

Letters = list[str]
LETTERS = ascii_uppercase + ascii_lowercase


@composite(samples("ij,jk->ik", "2 3", "3 4"), samples("ii->i", "3 3"), samples("bij,bjk", "2 3 4", "2 4 2"), samples("ij->", "2 3"),
    samples("i,j->ij", "2", "3"), samples("...ij,...j->...i", "2 3 4", "4"), samples("ij,jk,kl->il", "2 3", "3 2", "2 4"),
    method=False)  # fmt: skip
def einsum(equation: Any, *operands: Any) -> Tensor:
    """The sum over all letters that the output does not name of the products of the operands' elements.

    Without ``->`` the output has every letter that occurs once, in alphabetical order. ``...`` stands for the leading
    dimensions of an operand, which broadcast. Operands are multiplied from left to right.
    """
    if isinstance(equation, Tensor):
        equation, operands = _from_lists(equation, *operands)
    tensors = list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (tuple, list)) else list(operands)
    if not tensors:
        raise errors.einsum_without_operands()
    for i, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise errors.einsum_operand(i, x)
    inputs, output = _parsed(equation, tensors)
    order = output + sorted({c for letters in inputs for c in letters if c not in output})
    aligned = [_aligned(i, x, letters, order) for i, (x, letters) in enumerate(zip(tensors, inputs, strict=True))]
    _check_sizes(aligned, order)
    kept = len(output)
    if len(aligned) == 1:
        return aligned[0].sum(tuple(range(kept, len(order)))) if len(order) > kept else aligned[0]
    out = aligned[0]
    for place, other in enumerate(aligned[1:], 1):
        later = aligned[place + 1 :]
        over = [d for d in range(kept, len(order)) if all([x.spec.size[d] == 1 for x in later])]
        out = _pair(out, other, over)
    return view(out, out.spec.size[:kept]) if len(order) > kept else out


# ---- the equation --------------------------------------------------------------------------------------------------


def _from_lists(*mixed: Any) -> tuple[str, tuple[Any, ...]]:
    """The equation and the operands of ``einsum(x, [0, 1], y, [1, 2], [0, 2])``."""

    def term(numbers: Any) -> str:
        return "".join(["..." if n is Ellipsis else LETTERS[n] for n in numbers])

    pairs = len(mixed) // 2 * 2
    left = ",".join([term(numbers) for numbers in mixed[1:pairs:2]])
    return left + ("->" + term(mixed[-1]) if len(mixed) > pairs else ""), mixed[0:pairs:2]


def _parsed(equation: str, tensors: list[Tensor]) -> tuple[list[Letters], Letters]:
    """The letters of each operand's dimensions and of the output's; the dimensions of ``...`` are numbered from the end."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) > len(tensors):
        raise errors.einsum_few_operands()
    if len(terms) < len(tensors):
        raise errors.einsum_many_operands()
    found, at = [], 0
    for i, term in enumerate(terms):
        found.append(_split(term, at, f"operand {i}"))
        at += len(term) + 1
    inputs = [_letters(parts, x.spec.ndim, i) for i, (parts, x) in enumerate(zip(found, tensors, strict=True))]
    hidden = sorted({c for letters in inputs for c in letters if c[0] == "."}, key=len, reverse=True)
    named = [c for letters in inputs for c in letters if c[0] != "."]
    if not arrow:
        return inputs, hidden + sorted({c for c in named if named.count(c) == 1})
    output = [c for part in _split(right, at + 1, "output") for c in (hidden if part == "..." else [part])]
    for c in output:
        if output.count(c) > 1:
            raise errors.einsum_output_repeated(c)
        if c not in named and c not in hidden:
            raise errors.einsum_output_unknown(c)
    return inputs, output


def _split(term: str, start: int, whose: str) -> Letters:
    """The letters and the ellipsis of a term that begins at `start` in the equation."""
    found: Letters = []
    at = 0
    while at < len(term):
        if term.startswith("...", at) and "..." not in found:
            found.append("...")
            at += 3
        elif term[at] == ".":
            raise (errors.einsum_second_ellipsis if "..." in found else errors.einsum_dot)(whose)
        elif term[at] not in LETTERS:
            raise errors.einsum_letter(start + at)
        else:
            found.append(term[at])
            at += 1
    return found


def _letters(parts: Letters, ndim: int, place: int) -> Letters:
    """One letter for each dimension of an operand."""
    missing = ndim - len([p for p in parts if p != "..."])
    if missing < 0 or (missing and "..." not in parts):
        raise errors.einsum_rank(place, len(parts) - ("..." in parts), "..." in parts, ndim)
    return [c for p in parts for c in (["." * n for n in range(missing, 0, -1)] if p == "..." else [p])]


# ---- the operands --------------------------------------------------------------------------------------------------


def _aligned(place: int, x: Tensor, letters: Letters, order: Letters) -> Tensor:
    """An operand with one dimension for every letter of `order`, of size 1 where it has none; repeats are diagonals."""
    letters = list(letters)
    for c in dict.fromkeys(letters):
        while letters.count(c) > 1:
            first = letters.index(c)
            second = letters.index(c, first + 1)
            if x.spec.size[first] != x.spec.size[second]:
                raise errors.einsum_repeated(c, place, x.spec.size[second], x.spec.size[first])
            x = movedim(diagonal(x, 0, first, second), -1, first)
            del letters[second]
    for c in order:
        if c not in letters:
            x = unsqueeze(x, x.spec.ndim)
            letters.append(c)
    return permute(x, tuple([letters.index(c) for c in order]))


def _check_sizes(aligned: list[Tensor], order: Letters) -> None:
    for d, c in enumerate(order):
        sizes = {x.spec.size[d] for x in aligned} - {1}
        if len(sizes) > 1:
            first = next(x.spec.size[d] for x in aligned if x.spec.size[d] != 1)
            place = next(i for i, x in enumerate(aligned) if x.spec.size[d] not in (1, first))
            raise errors.einsum_sizes(c, place, aligned[place].spec.size[d], first)


def _pair(left: Tensor, right: Tensor, over: list[int]) -> Tensor:
    """The product of two aligned operands, summed over the dimensions `over`, which stay with size 1."""
    a, b = left.spec.size, right.spec.size
    alone = [tuple([d for d in over if x[d] != 1 and y[d] == 1]) for x, y in ((a, b), (b, a))]
    left, right = [x.sum(dims, True) if dims else x for x, dims in zip((left, right), alone, strict=True)]
    summed = [d for d in over if a[d] != 1 and b[d] != 1]
    if not summed:
        return left * right
    rest = [d for d in range(len(a)) if d not in summed]
    a, b = left.spec.size, right.spec.size
    both = [d for d in rest if a[d] != 1 and b[d] != 1]
    ours = [d for d in rest if a[d] != 1 and b[d] == 1]
    theirs = [d for d in rest if a[d] == 1]
    sizes = [numel(tuple([x[d] for d in dims])) for x, dims in ((a, both), (a, ours), (a, summed), (b, theirs))]
    tall = reshape(permute(left, (*both, *ours, *summed, *theirs)), (sizes[0], sizes[1], sizes[2]))
    wide = reshape(permute(right, (*both, *summed, *theirs, *ours)), (sizes[0], sizes[2], sizes[3]))
    out = view(
        bmm(tall, wide), (*[a[d] for d in both], *[a[d] for d in ours], *[1] * len(summed), *[b[d] for d in theirs])
    )
    order = [*both, *ours, *summed, *theirs]
    return permute(out, tuple([order.index(d) for d in range(len(order))]))
