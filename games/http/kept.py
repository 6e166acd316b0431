"""What is the same for everybody: one request makes it, the others get what it made.

`functools.cache` does not wait: every thread that asks before the first has finished does the same work.
"""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple

A = TypeVar("A")
Asked = TypeVarTuple("Asked")


class Once(Generic[*Asked, A]):
    """Decorates a function that is called once for each set of arguments. A failure is not kept."""

    def __init__(self, make: Callable[[*Asked], A]) -> None:
        self._make, self._made, self._lock = make, dict[tuple[*Asked], A](), Lock()

    def __call__(self, *asked: *Asked) -> A:
        if asked not in self._made:
            with self._lock:
                if asked not in self._made:
                    self._made[asked] = self._make(*asked)
        return self._made[asked]

    def forget(self) -> None:
        self._made.clear()
