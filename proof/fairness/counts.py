"""What is counted over many games. Counts of several data sets are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

K = TypeVar("K")


@dataclass(slots=True)
class CrossTable:
    """Which cards came where: columns are places of a shuffled pile, seats that were dealt to, or a market.

    Every game adds the same pile, so that the columns that are not counted follow from the others.
    """

    faces: dict[str, int]  # the pile: how many cards there are of each face
    widths: dict[str, int]  # how many cards of a game each column has
    games: int = 0
    cells: Counter[tuple[str, str]] = field(default_factory=Counter)  # by column and face

    def add(self, columns: Mapping[str, Sequence[str]]) -> None:
        self.games += 1
        for column, cards in columns.items():
            for card in cards:
                self.cells[column, card] += 1

    def merge(self, other: CrossTable) -> None:
        self.games += other.games
        self.cells.update(other.cells)

    def plain(self) -> dict[str, Any]:
        cells = {
            column: {face: self.cells[column, face] for face in self.faces if self.cells[column, face]}
            for column in self.widths
        }
        return {"games": self.games, "faces": self.faces, "widths": self.widths, "cells": cells}


@dataclass(slots=True)
class Halves:
    """What lies in the upper half of piles that are made anew from discards.

    These piles differ, so the difference to what is due is added up, with its covariances.
    """

    games: int = 0
    excess: dict[str, float] = field(default_factory=dict)  # cards of a face beyond what is due
    covariance: dict[tuple[str, str], float] = field(default_factory=dict)

    def add(self, order: Sequence[str]) -> None:
        size, half = len(order), len(order) // 2
        if size < 4:
            return
        self.games += 1
        faces, upper = Counter(order), Counter(order[:half])
        spread = half * (size - half) / (size * size * (size - 1))
        for face, count in faces.items():
            _increase(self.excess, face, upper[face] - count * half / size)
            for other, others in faces.items():
                same = size * count if face == other else 0
                _increase(self.covariance, (face, other), spread * (same - count * others))

    def merge(self, other: Halves) -> None:
        self.games += other.games
        for face, value in other.excess.items():
            _increase(self.excess, face, value)
        for pair, value in other.covariance.items():
            _increase(self.covariance, pair, value)

    def plain(self) -> dict[str, Any]:
        pairs = [[*pair, value] for pair, value in sorted(self.covariance.items())]
        return {"games": self.games, "excess": self.excess, "covariance": pairs}


def _increase(values: dict[K, float], key: K, by: float) -> None:
    values[key] = values.get(key, 0.0) + by


@dataclass(slots=True)
class Neighbours:
    """Cards of one face next to each other in a shuffled pile; of tickets, those in ascending order."""

    games: int = 0
    excess: float = 0.0
    variance: float = 0.0

    def add(self, order: Sequence[str]) -> None:
        found, due, variance = (_ascents if len(set(order)) == len(order) else _equal)(order)
        if variance > 0:
            self.games += 1
            self.excess += found - due
            self.variance += variance

    def merge(self, other: Neighbours) -> None:
        self.games += other.games
        self.excess += other.excess
        self.variance += other.variance

    def plain(self) -> dict[str, Any]:
        return {"games": self.games, "excess": self.excess, "variance": self.variance}


def _ascents(order: Sequence[str]) -> tuple[int, float, float]:
    size = len(order)
    found = sum(order[at] < order[at + 1] for at in range(size - 1))
    return found, (size - 1) / 2, (size + 1) / 12 if size > 1 else 0.0


def _equal(order: Sequence[str]) -> tuple[int, float, float]:
    """Mean and variance of the number of equal neighbours in a random order of these cards."""
    size, counts = len(order), Counter(order).values()
    if size < 4:
        return 0, 0.0, 0.0
    twos = [_falling(count, 2) for count in counts]
    pair = sum(twos) / _falling(size, 2)
    three = sum(_falling(count, 3) for count in counts) / _falling(size, 3)
    fours = sum(_falling(count, 4) for count in counts) + sum(twos) ** 2 - sum(two * two for two in twos)
    mean = (size - 1) * pair
    square = mean + 2 * (size - 2) * three + (size - 2) * (size - 3) * fours / _falling(size, 4)
    found = sum(order[at] == order[at + 1] for at in range(size - 1))
    return found, mean, square - mean * mean


def _falling(number: int, factors: int) -> int:
    product = 1
    for less in range(factors):
        product *= number - less
    return product


@dataclass(slots=True)
class Series:
    """One outcome of each game, in the order in which the games ended, with the chances it has."""

    chances: dict[str, float]
    values: list[str] = field(default_factory=list)

    def merge(self, other: Series) -> None:
        self.values += other.values

    def plain(self) -> dict[str, Any]:
        names = list(self.chances)
        return {"chances": self.chances, "values": [names.index(value) for value in self.values]}
