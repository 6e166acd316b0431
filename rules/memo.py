"""Remembering what was worked out, by key, up to a number of entries."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(dict[K, V]):
    """A dict that makes what it lacks, and starts again when it is full.

    `functools.lru_cache` keeps the entries used last instead, but moves three of them in memory to
    do so at every look, which takes longer than the look itself; `functools.cache` never forgets; and a
    call of either takes twice as long as a look into a dict.
    """

    def __init__(self, make: Callable[[K], V], *, most: int) -> None:
        super().__init__()
        self._make, self._most = make, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value


def once(make: Callable[..., V], *, most: int = 2_000) -> Memo[tuple[Any, ...], V]:
    """What is made of the same arguments is made once. They go in brackets: `card_drawn[0, pile, face]`."""
    return Memo(lambda arguments: make(*arguments), most=most)
