"""Arguments of functions."""

from __future__ import annotations

from typing import Any


def unexpected_keyword(name: str, keyword: str) -> TypeError:
    return TypeError(f"{name}() got an unexpected keyword argument '{keyword}'")


def repeated_argument(name: str, keyword: str) -> TypeError:
    return TypeError(f"{name}() got multiple values for argument '{keyword}'")


def too_many_arguments(name: str, takes: int, given: int) -> TypeError:
    return TypeError(f"{name}() takes {takes} positional argument{'s' if takes != 1 else ''} but {given} were given")


def missing_arguments(name: str, required: list[str]) -> TypeError:
    names = ", ".join(f'"{"input" if n == "self" else n}"' for n in required)
    return TypeError(f"{name}() missing {len(required)} required positional arguments: {names}")


def argument_type(name: str, param: str, given: Any, position: int = 0) -> TypeError:
    place = f"'{'input' if param == 'self' else param}'" + (f" (position {position})" if position else "")
    return TypeError(f"{name}(): argument {place} must be Tensor, not {type(given).__name__}")


def sequence_type(name: str, param: str, position: int, given: Any) -> TypeError:
    return TypeError(
        f"{name}(): argument '{param}' (position {position}) must be tuple of Tensors, not {type(given).__name__}"
    )


def sequence_member(i: int, position: int, given: Any) -> TypeError:
    return TypeError(f"expected Tensor as element {i} in argument {position}, but got {type(given).__name__}")


def return_type_length(name: str, wanted: int, given: int) -> TypeError:
    return TypeError(f"torch.return_types.{name}() takes a {wanted}-sequence ({given}-sequence given)")
