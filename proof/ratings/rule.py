"""What a game does to the ratings of its players. The server rates by this code.

The model is that of Plackett and Luce for players who sit alone, in the form of Weng and Lin ("A Bayesian
Approximation Method for Online Ranking", 2011, algorithm 4). Every number is rounded after each game, so that
whoever repeats it, in whatever language, comes to the same digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import exp, sqrt
from typing import Final, NamedTuple, Protocol, TypeVar

from rules.table.state import Table

DIGITS: Final = 6
BETA: Final = 25 / 6  # how much luck there is in one game
TAU: Final = 25 / 300  # how much a strength may change from game to game
KAPPA: Final = 0.0001  # of its square a deviation keeps at least this part
PEOPLE: Final = "people"
BOTS: Final = "bots"  # the server's, and accounts that play by program


class Strength(NamedTuple):
    """What is thought of a player: a normal distribution."""

    mean: float
    deviation: float

    @property
    def rating(self) -> float:
        """What is shown: almost certainly the player is not weaker."""
        return round(self.mean - 3 * self.deviation, DIGITS)


NEW: Final = Strength(25.0, round(25 / 3, DIGITS))


def text_of(number: float) -> str:
    """As it is written for people and in files."""
    return f"{number:.{DIGITS}f}"


class Change(NamedTuple):
    """What a game did to one player."""

    before: Strength
    after: Strength


class Seated(Protocol):
    @property
    def who(self) -> Hashable: ...  # None if nobody is known here any more
    @property
    def kind(self) -> str: ...
    @property
    def finished(self) -> bool: ...  # False: a stand-in has decided for them


class Placed(Seated, Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def rank(self) -> int: ...


S = TypeVar("S", bound=Seated)
P = TypeVar("P", bound=Placed)


def is_rated(table: Table) -> bool:
    """Only what everybody can look at changes ratings."""
    return table.visibility == "public" and not table.is_test


def groups(seats: Sequence[S]) -> list[list[S]]:
    """Who of a rated table is compared with whom.

    Nobody, if a stand-in has made a decision. People are compared with people, bots with bots. Whoever has
    several seats is compared with nobody, and neither is one without somebody to be compared with.
    """
    if not all(one.finished for one in seats):
        return []
    taken = Counter(one.who for one in seats)
    able = [one for one in seats if one.who is not None and taken[one.who] == 1]
    found = ([one for one in able if one.kind == kind] for kind in (PEOPLE, BOTS))
    return [group for group in found if len(group) > 1]


def changes(seats: Sequence[P], before: Callable[[P], Strength]) -> dict[int, Change]:
    """What a rated table does to those who are compared, by seat."""
    found: dict[int, Change] = {}
    for group in groups(seats):
        old = [before(one) for one in group]
        new = compared(old, [one.rank for one in group])
        found |= {one.seat: Change(*pair) for one, *pair in zip(group, old, new, strict=True)}
    return found


def compared(strengths: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """The strengths after a game in which they came to these places; equals share one."""
    spreads = [sqrt(one.deviation**2 + TAU**2) for one in strengths]
    scale = sqrt(sum(spread**2 + BETA**2 for spread in spreads))
    weights = [exp(one.mean / scale) for one in strengths]
    # By place: against whom it was won, and how many share it.
    fields = [sum(w for w, rank in zip(weights, ranks, strict=True) if rank >= place) for place in ranks]
    ties = [ranks.count(place) for place in ranks]
    found = []
    for me, (one, spread) in enumerate(zip(strengths, spreads, strict=True)):
        shift = shrink = 0.0
        for other, place in enumerate(ranks):
            if place <= ranks[me]:
                chance = weights[me] / fields[other]  # of taking that place
                shift += ((other == me) - chance) / ties[other]
                shrink += chance * (1 - chance) / ties[other]
        part = spread / scale
        mean = one.mean + part * spread * shift
        deviation = spread * sqrt(max(1 - part**3 * shrink, KAPPA))
        found.append(Strength(round(mean, DIGITS), round(deviation, DIGITS)))
    return found
