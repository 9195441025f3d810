"""Sorting and the largest few."""

from facts.programs._make import leaf, plain, since


def sort_ascending_and_descending(torch, see):
    x = leaf(torch, [3.0, 1.0, 2.0])
    values, indices = x.sort()
    see("up", values=values, indices=indices)
    see("down", pair=tuple(x.sort(descending=True)))
    (values * plain(torch, [1.0, 10.0, 100.0])).sum().backward()
    see.grad("after", x=x)


def sort_along_a_dim(torch, see):
    x = leaf(torch, [[3.0, 1.0], [2.0, 4.0]])
    see("rows", pair=tuple(x.sort(0)), columns=tuple(torch.sort(x, 1)))


def argsort_indices(torch, see):
    a = plain(torch, [3.0, 1.0, 2.0])
    see("indices", up=a.argsort(), down=a.argsort(descending=True))


def topk_values(torch, see):
    x = leaf(torch, [3.0, 1.0, 2.0, 5.0])
    values, indices = x.topk(2)
    see("largest", values=values, indices=indices)
    see("smallest", pair=tuple(x.topk(2, largest=False)))
    values.sum().backward()
    see.grad("after", x=x)


def sort_with_nan(torch, see):
    see("pair", pair=tuple(plain(torch, [2.0, float("nan"), 1.0]).sort()))


def kthvalue_and_unique(torch, see):
    x = leaf(torch, [3.0, 1.0, 2.0])
    see("second", pair=tuple(x.kthvalue(2)))
    see("unique", u=torch.tensor([3, 1, 3, 2]).unique())


@since("2.13")
def stable_sort_with_ties(torch, see):
    a = plain(torch, [2.0, 1.0, 2.0, 1.0])
    see("pairs", up=tuple(a.sort(stable=True)), down=tuple(a.sort(stable=True, descending=True)))


def written_sorted_values(torch, see):
    x = leaf(torch, [3.0, 1.0, 2.0])
    values, _ = x.sort()
    values.mul_(2)
    see("values", values=values)
    values.sum().backward()
    see.grad("after", x=x)
