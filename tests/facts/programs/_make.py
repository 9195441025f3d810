"""What programs share: the mark for newer programs, and short ways to make tensors."""

from typing import Any, Callable


def since(version: str) -> Callable[[Callable], Callable]:
    """Mark a program that makes sense only from a PyTorch version on."""

    def mark(program: Callable) -> Callable:
        program.since = version
        return program

    return mark


def plain(torch: Any, data: Any) -> Any:
    """Make a float64 tensor without gradient."""
    return torch.tensor(data, dtype=torch.float64)


def leaf(torch: Any, data: Any) -> Any:
    """Make a float64 leaf that requires a gradient."""
    return torch.tensor(data, dtype=torch.float64, requires_grad=True)


def ramp(torch: Any, *shape: int) -> Any:
    """Make a float64 tensor 1, 2, 3, ... of a shape; it is not a view."""
    count = 1
    for size in shape:
        count *= size
    return torch.arange(1, count + 1, dtype=torch.float64).reshape(shape).clone()


def leaf_ramp(torch: Any, *shape: int) -> Any:
    """Make a leaf 1, 2, 3, ... of a shape that requires a gradient."""
    return ramp(torch, *shape).requires_grad_()


def result(torch: Any, *shape: int) -> Any:
    """Make a tensor with history: a leaf 1, 2, 3, ... times one."""
    return leaf_ramp(torch, *shape) * 1
