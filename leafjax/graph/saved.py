"""What a node keeps of a tensor for its derivative: an alias with the version it had, checked when it is used."""

from __future__ import annotations

from typing import Any

from leafjax import errors
from leafjax.graph import notes
from leafjax.graph.node import Node


class Saved:
    """A tensor saved for backward. `output_nr` is -1 for an input, else which output of the saving node it is.

    An alias, not a copy, as in PyTorch: an in-place write moves the version and is noticed; a write through `.data` does
    not, and silently changes what was saved.
    """

    __slots__ = ("count", "output_nr", "tensor")

    def __init__(self, tensor: Any, output_nr: int = -1) -> None:
        self.tensor = tensor
        self.count = tensor.version.count
        self.output_nr = output_nr

    def unpack(self, node: Node) -> Any:
        """The tensor, if it was not written since; raises ``RuntimeError`` if it was."""
        tensor = self.tensor
        if tensor.version.count != self.count:
            origin, nr = (node, self.output_nr) if self.output_nr >= 0 else node.origin_of(self)
            raise notes.saved_was_written(
                errors.saved_was_written(
                    tensor.spec.dtype.core_type, tensor.spec.size, origin.label if origin is not None else None, nr, tensor.version.count,
                    self.count,
                ),
                self, node,
            )  # fmt: skip
        return tensor
