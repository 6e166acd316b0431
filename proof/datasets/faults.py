"""What is wrong with a part or an index. However much that is, only the first faults are kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MOST: Final = 20


class Faults:
    def __init__(self) -> None:
        self._first: list[str] = []
        self._more = 0

    def add(self, *faults: str) -> None:
        room = MOST - len(self._first)
        self._first += faults[:room]
        self._more += len(faults[room:])

    def add_all(self, faults: Iterable[str]) -> None:
        for fault in faults:
            self.add(fault)

    def put_first(self, fault: str) -> None:
        self._first.insert(0, fault)

    @property
    def told(self) -> list[str]:
        return [*self._first, f"and {self._more} more"] if self._more else self._first
