"""Counts the games of a data set, part by part, in any process."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from proof.conduct.game import Game, Pair
from proof.conduct.measures import Base, Conduct, conduct_of
from proof.datasets.content import Content, exports
from proof.datasets.manifest import NotADataset
from proof.fairness.folders import Work
from rules.strict_json import read_object

Kind = tuple[str, int]  # a ruleset and a number of seats


@dataclass(frozen=True, slots=True)
class Shared:
    """A game of two players, from which evidence of them is taken."""

    game: str
    conduct: Conduct
    pair: Pair  # their seats


@dataclass(frozen=True, slots=True)
class Counted:
    bases: defaultdict[Kind, Base] = field(default_factory=lambda: defaultdict(Base))
    shared: defaultdict[Kind, list[Shared]] = field(default_factory=lambda: defaultdict(list))

    def add(self, game: Game, players: tuple[str, ...]) -> None:
        if game.people:
            conduct = conduct_of(game)
            self.bases[game.kind].add(conduct)
            seats = {name: int(seat) for seat, name in game.players.items()}
            if players and seats.keys() >= set(players):
                pair = seats[players[0]], seats[players[1]]
                self.shared[game.kind].append(Shared(game.id, conduct, pair))

    def merge(self, other: Counted) -> None:
        for kind, base in other.bases.items():
            self.bases[kind].merge(base)
        for kind, shared in other.shared.items():
            self.shared[kind] += shared


def counted(work: Work) -> Counted:
    """Raises NotADataset if the part cannot be read. The two players, if any, are the `by` of the work."""
    found = Counted()
    try:
        for lines in exports(Content(work.path).lines()):
            header, *entries = (read_object(line.decode()) for line in lines)
            found.add(Game(header, entries), work.by)
    except Exception as error:  # noqa: BLE001 (a log that nobody has proved may be as odd as it likes)
        raise NotADataset(f"{work.path}: {type(error).__name__}: {error}") from None
    return found
