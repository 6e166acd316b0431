"""The score sheet: one line for each thing that counts, with the rule and what proves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from rules.declare import record
from rules.network import Network
from rules.position import Position
from rules.rulebook import follows
from rules.state import State

if TYPE_CHECKING:
    from rules.ruleset import Ruleset


@record
class ScoreLine:
    rule: Annotated[str, "The number of the rule."]
    what: str
    points: int
    witness: Annotated[tuple[str, ...], "What proves it, such as the routes."] = ()
    completed: bool = False  # a ticket that was completed

    def plain(self) -> dict[str, Any]:
        return {"rule": self.rule, "what": self.what, "points": self.points, "witness": list(self.witness)}


Lines = Sequence[ScoreLine]
Scoring = Callable[[Position, int, Lines], Iterator[ScoreLine]]  # seat, the lines so far


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    lines: tuple[tuple[ScoreLine, ...], ...]  # by seat

    def total(self, seat: int) -> int:
        return sum([line.points for line in self.lines[seat]])

    def completed(self, seat: int) -> int:
        return sum([line.completed for line in self.lines[seat]])

    @property
    def winners(self) -> tuple[int, ...]:
        """SCORE-5: most points, then most completed tickets, then shared."""
        ranks = [(self.total(seat), self.completed(seat)) for seat in range(len(self.lines))]
        best = max(ranks)
        return tuple(seat for seat, rank in enumerate(ranks) if rank == best)

    def plain(self, seat: int) -> tuple[dict[str, Any], ...]:
        return tuple(line.plain() for line in self.lines[seat])


class Settled(Position):
    """A position nothing changes any more: several lines of the sheet share a network."""

    __slots__ = ("_networks",)

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        super().__init__(ruleset, state)
        self._networks: dict[int, Network] = {}

    def network(self, seat: int) -> Network:
        if seat not in self._networks:
            self._networks[seat] = super().network(seat)
        return self._networks[seat]


def add_up(position: Position, scoring: Sequence[Scoring]) -> ScoreSheet:
    position = Settled(position.ruleset, position.state)
    sheet = []
    for seat in range(position.state.seats):
        lines: list[ScoreLine] = []
        for part in scoring:
            lines += part(position, seat, lines)
        sheet.append(tuple(lines))
    return ScoreSheet(tuple(sheet))


@follows("CLAIM-4", "SCORE-5")
def routes(position: Position, seat: int, _: Lines) -> Iterator[ScoreLine]:
    owned = position.network(seat).routes
    points = sum([position.board.points_for(route) for route in owned])
    yield ScoreLine("CLAIM-4", "routes", points, tuple([route.id for route in owned]))


@follows("SCORE-1")
def tickets(position: Position, seat: int, _: Lines) -> Iterator[ScoreLine]:
    network = position.network(seat)
    for ticket_id in position.state.tickets[seat]:
        ticket = position.board.tickets[ticket_id]
        if ticket.is_tour:
            continue
        path = network.path(*ticket.places)
        if path is None:
            yield ScoreLine("SCORE-1", ticket_id, -ticket.loss)
        else:
            yield ScoreLine("SCORE-1", ticket_id, ticket.points, path, completed=True)
