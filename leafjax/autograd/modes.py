"""Grad mode: whether operations are recorded. One flag per thread, read once per operation."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from typing import Any


class _Mode(threading.local):
    grad = True


mode = _Mode()


def is_grad_enabled() -> bool:
    """Whether operations are recorded now."""
    return mode.grad


class GradMode:
    """A context manager and decorator that sets grad mode within; also for generators, between their yields."""

    def __init__(self, enabled: bool) -> None:
        self.enabled = enabled
        self.before: list[bool] = []

    def __enter__(self) -> None:
        self.before.append(mode.grad)
        mode.grad = self.enabled

    def __exit__(self, *_: Any) -> None:
        mode.grad = self.before.pop()

    def clone(self) -> GradMode:
        """A fresh one for each call of a decorated function, so that it can be re-entered and used by threads."""
        return type(self)(self.enabled)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.isgeneratorfunction(function):
            return self._around_generator(function)

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            with self.clone():
                return function(*args, **kwargs)

        return wrapped

    def _around_generator(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            generator = function(*args, **kwargs)
            answer: Any = None
            send: Callable[[Any], Any] = generator.send
            try:
                while True:
                    with self.clone():
                        request = send(answer)
                    try:
                        answer, send = (yield request), generator.send
                    except GeneratorExit:
                        raise
                    except BaseException as error:
                        answer, send = error, generator.throw
            except StopIteration as end:
                return end.value
            finally:
                generator.close()

        return wrapped


class no_grad(GradMode):
    """Operations within are not recorded. ``with no_grad():``, ``@no_grad()`` or ``@no_grad``."""

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        made = super().__new__(cls)
        if function is None:
            return made
        made.__init__()  # type: ignore[misc]
        return made(function)

    def __init__(self) -> None:
        super().__init__(False)

    def clone(self) -> GradMode:
        return type(self)()


class enable_grad(GradMode):
    """Operations within are recorded, also inside `no_grad`."""

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        made = super().__new__(cls)
        if function is None:
            return made
        made.__init__()  # type: ignore[misc]
        return made(function)

    def __init__(self) -> None:
        super().__init__(True)

    def clone(self) -> GradMode:
        return type(self)()


class set_grad_enabled(GradMode):
    """Sets grad mode at once, as a function; used in a ``with`` statement, the earlier mode comes back at the end."""

    def __init__(self, mode_: bool) -> None:
        super().__init__(bool(mode_))
        self.before.append(mode.grad)
        mode.grad = self.enabled

    def __enter__(self) -> None:
        mode.grad = self.enabled

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        mode.grad = self.before.pop()  # used as a decorator: outside of the function nothing changes
        return GradMode(self.enabled)(function)
