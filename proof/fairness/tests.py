"""The tests: how likely counts like these are if every order of every pile is equally likely.

Cards of one game are drawn without being put back, so they are not independent. The variances here are those
of random orders, not of independent draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any, Final

from proof.fairness.counts import CrossTable, Halves, Neighbours, Series
from proof.fairness.distributions import chi_square_tail, normal_tails
from proof.fairness.tally import Counts

LEAST_EXPECTED: Final = 5.0  # in a cell; with fewer the distribution is not that of the test
LEAST_GAMES: Final = 30


@dataclass(frozen=True, slots=True)
class Tested:
    """One test. Without a probability there are too few games for it."""

    test: str
    games: int
    statistic: float | None = None
    freedom: int | None = None
    p: float | None = None

    def plain(self) -> dict[str, Any]:
        told = {"test": self.test, "games": self.games}
        if self.p is not None:
            told |= {"statistic": self.statistic, "p": self.p}
        return told | ({"freedom": self.freedom} if self.freedom else {})


def chi_square(games: int, value: float, freedom: int, name: str = "chi-square") -> Tested:
    return Tested(name, games, value, freedom, chi_square_tail(value, freedom))


def tests_of(counts: Counts) -> Iterator[Tested]:
    if isinstance(counts, CrossTable):
        yield of_table(counts)
    elif isinstance(counts, Halves):
        yield of_halves(counts)
    elif isinstance(counts, Neighbours):
        yield of_neighbours(counts)
    else:
        yield from of_series(counts)


def of_table(table: CrossTable) -> Tested:
    """Pearson's statistic, scaled as sampling without putting back demands."""
    size, games, fewest = sum(table.faces.values()), table.games, min(table.faces.values())
    columns = [[name] for name in table.widths]
    if len(columns) == size:  # places: neighbours are taken together until enough cards are due in each cell
        columns = _bins(list(table.widths), size // max(1, ceil(LEAST_EXPECTED * size / (fewest * games))))
    widths = [sum(table.widths[name] for name in column) for column in columns]
    if columns and size > sum(widths):
        columns, widths = [*columns, []], [*widths, size - sum(widths)]  # what was not dealt
    least = games * fewest * min(widths, default=0) / size
    if games < LEAST_GAMES or least < LEAST_EXPECTED - 1e-9 or min(len(columns), len(table.faces)) < 2:
        return Tested("chi-square", games)
    value = 0.0
    for face, count in table.faces.items():
        left = games * count
        for column, width in zip(columns, widths, strict=True):
            found = sum(table.cells[name, face] for name in column) if column else left
            left -= found
            due = games * count * width / size
            value += (found - due) ** 2 / due
    return chi_square(games, value * (size - 1) / size, (len(table.faces) - 1) * (len(columns) - 1))


def _bins(places: list[str], count: int) -> list[list[str]]:
    """The places in so many columns of about the same width."""
    ends = [len(places) * number // count for number in range(1, count + 1)] if count else []
    return [places[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def of_halves(halves: Halves) -> Tested:
    """The excess of all faces but one, measured by their covariances."""
    if halves.games < LEAST_GAMES:
        return Tested("chi-square", halves.games)
    faces = sorted(halves.excess)[1:]
    matrix = [[halves.covariance.get((one, other), 0.0) for other in faces] for one in faces]
    excess = [halves.excess[face] for face in faces]
    solved = solve(matrix, excess)
    if not faces or solved is None:
        return Tested("chi-square", halves.games)
    value = sum(one * other for one, other in zip(excess, solved, strict=True))
    return chi_square(halves.games, value, len(faces))


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float] | None:
    """Gaussian elimination; None if the equations do not have one solution."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        best = max(range(place, len(rows)), key=lambda row: abs(rows[row][place]))
        if abs(rows[best][place]) < 1e-9:
            return None
        rows[place], rows[best] = rows[best], rows[place]
        for other in range(len(rows)):
            if other != place:
                factor = rows[other][place] / rows[place][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


def of_neighbours(found: Neighbours) -> Tested:
    """Few neighbours are many runs, so this is a runs test over the whole pile."""
    if found.games < LEAST_GAMES:
        return Tested("runs", found.games)
    z = found.excess / sqrt(found.variance)
    return Tested("runs", found.games, z, None, normal_tails(z))


def of_series(series: Series) -> Iterator[Tested]:
    """How often each outcome came, what followed upon what, and how often it changed."""
    games, counted = len(series.values), Counter(series.values)
    due = {name: games * chance for name, chance in series.chances.items()}
    yield _pearson("chi-square", games, [(counted[name], due[name]) for name in due])
    pairs = Counter(zip(series.values[::2], series.values[1::2], strict=False))
    wanted = {
        (one, other): games // 2 * series.chances[one] * series.chances[other] for one in due for other in due
    }
    yield _pearson("serial", games, [(pairs[pair], wanted[pair]) for pair in wanted])
    yield _runs(series.values, next(iter(series.chances)))


def _pearson(name: str, games: int, cells: Sequence[tuple[int, float]]) -> Tested:
    if len(cells) < 2 or min(due for _, due in cells) < LEAST_EXPECTED:
        return Tested(name, games)
    return chi_square(games, sum((found - due) ** 2 / due for found, due in cells), len(cells) - 1, name)


def _runs(values: Sequence[str], chosen: str) -> Tested:
    """Wald and Wolfowitz: runs of the first outcome and of all others, given how often each came."""
    size = len(values)
    ones = sum(value == chosen for value in values)
    product = 2 * ones * (size - ones)
    if size < LEAST_GAMES or min(ones, size - ones) < LEAST_EXPECTED:
        return Tested("runs", size)
    runs = 1 + sum((values[at] == chosen) != (values[at + 1] == chosen) for at in range(size - 1))
    variance = product * (product - size) / (size * size * (size - 1))
    z = (runs - 1 - product / size) / sqrt(variance)
    return Tested("runs", size, z, None, normal_tails(z))
