"""Thoughts before a decision: how long the game may last, what to reach, which cards that takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from bots.planning.atlas import DRAWS_A_TURN, Goal
from bots.planning.harbours import with_harbours, worth_of_marks
from bots.planning.observation import Seen
from bots.planning.plan import CERTAINTY, FILLERS, Plan, fillers, make_plan
from bots.planning.prices import prices_for, turns_by_road
from bots.planning.purchases import Needs, Worths, needs_of

TEMPO: Final = 2.0  # of the atlas's: tickets and bonuses make a turn worth more than routes alone
CARDS_COUNT_UNTIL: Final = 2  # turns before the end from which on cards in hand lose their worth


class Mind:
    def __init__(self, seen: Seen, tempo: float | None = None, certainty: float = CERTAINTY) -> None:
        self.seen, self.atlas = seen, seen.atlas
        self.tempo = (TEMPO if tempo is None else tempo) * self.atlas.tempo
        self.turns = turns_to_come(seen)
        self.certainty = certainty
        self.turns_by_road = turns_by_road(seen)
        self.prices = prices_for(seen, self.tempo, self.turns_by_road)

    @cached_property
    def plan(self) -> Plan:
        return self.plan_with(())

    @property
    def reaches_all(self) -> bool:
        """Whether the plan completes every ticket held."""
        return {goal.id for goal in self.plan.goals}.issuperset(self.seen.tickets)

    @cached_property
    def targets(self) -> list[int]:
        """The roads of the plan, and those worth having for their points while time and pieces last."""
        return self.plan.roads + self.fillers(FILLERS)

    def fillers(self, most: int) -> list[int]:
        left = self.turns - self.plan.turns
        return fillers(self.seen, self.plan, self.prices, self.turns_by_road, left, most)

    @cached_property
    def needs(self) -> Needs:
        return needs_of(self.seen, self.targets)

    @cached_property
    def worths(self) -> Worths:
        return Worths(self.seen, self.needs, worth_of_marks(self.seen))

    @property
    def card(self) -> float:
        """What a useful card is worth in points; nothing once there is no turn left to use it."""
        left = min(1.0, (self.turns - 1) / CARDS_COUNT_UNTIL)
        return left * self.tempo / DRAWS_A_TURN

    def plan_with(self, more: Iterable[str]) -> Plan:
        tickets = self.goals((*self.seen.tickets, *more))
        bonuses = self.atlas.districts
        return make_plan(self.seen, tickets, bonuses, self.prices, self.turns, self.certainty)

    def goals(self, tickets: Sequence[str]) -> list[Goal]:
        return with_harbours(self.seen, [self.atlas.tickets[ticket] for ticket in tickets])


def turns_to_come(seen: Seen) -> float:
    """How many turns this seat may still have, the present one among them."""
    if seen.turns_left is not None:
        return 1 + seen.turns_left // seen.seats
    if not all(seen.pieces):
        return 40.0
    atlas = seen.atlas
    a_piece = atlas.turns_a_piece
    fewest = min(
        (sum(own[p] for p in atlas.board.route_pieces) - atlas.ending.pieces) * a_piece - held / 4
        for own, held in zip(seen.pieces, seen.held, strict=True)
    )
    return max(1.0, fewest) + atlas.ending.turns
