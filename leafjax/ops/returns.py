"""Several results as PyTorch returns them: the named tuples of ``torch.return_types``."""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from typing import Any, ClassVar

from leafjax import errors


class ReturnType(tuple[Any, ...]):
    """A tuple whose members have names; it is made from one sequence."""

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]]
    n_fields: ClassVar[int]
    n_sequence_fields: ClassVar[int]
    n_unnamed_fields: ClassVar[int] = 0

    def __repr__(self) -> str:
        members = ",\n".join([f"{name}={value!r}" for name, value in zip(self.fields, self, strict=True)])
        return f"torch.return_types.{type(self).__name__}(\n{members})"

    def __reduce__(self) -> Any:
        return _remade, (type(self).__name__, tuple(self))


RETURN_TYPES: dict[str, type[ReturnType]] = {}


def _new(cls: type[ReturnType], members: Any) -> ReturnType:
    members = tuple(members)
    if len(members) != len(cls.fields):
        raise errors.return_type_length(cls.__name__, len(cls.fields), len(members))
    return tuple.__new__(cls, members)


def _remade(name: str, members: tuple[Any, ...]) -> ReturnType:
    return RETURN_TYPES[name](members)


@cache
def return_type(name: str, fields: tuple[str, ...]) -> type[tuple[Any, ...]]:
    """The type of several results named `fields`; results called result0, result1, … are a plain tuple."""
    if fields == tuple([f"result{nr}" for nr in range(len(fields))]):
        return tuple
    body: dict[str, Any] = {f: property(itemgetter(nr)) for nr, f in enumerate(fields)}
    body |= {"__slots__": (), "__new__": _new, "__module__": "torch.return_types", "fields": fields}
    body |= {"n_fields": len(fields), "n_sequence_fields": len(fields)}
    RETURN_TYPES[name] = type(name, (ReturnType,), body)
    return RETURN_TYPES[name]
