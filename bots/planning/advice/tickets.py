"""Whether to draw tickets, and which to keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb
from typing import Final

from bots.planning.atlas import Goal
from bots.planning.evaluation import Mind
from bots.planning.plan import CERTAINTY, fits
from bots.planning.prices import copied, turns_together
from rules.actions import DrawTickets, KeepTickets
from rules.paths import CLOSED, Reach

CAUTION: Final = 0.9  # of what fresh tickets seem to be worth
KEEPING: Final = 1.7
DRAWING: Final = 1.7
HASTE: Final = 0.8  # of the turns that seem to be left, those to count on


def advise_keeping(mind: Mind, keeps: Sequence[KeepTickets]) -> Iterator[tuple[float, KeepTickets]]:
    """By what the best plan with them is worth, less what they cost if they all fail."""
    mind = _wary(mind, KEEPING)
    for action in keeps:
        plan = mind.plan_with(action.tickets)
        yield plan.value - sum(mind.atlas.tickets[t].loss for t in action.tickets), action


def advise_drawing(mind: Mind, draws: Sequence[DrawTickets]) -> Iterator[tuple[float, DrawTickets]]:
    worth = fresh_tickets(_wary(mind, DRAWING)) * CAUTION
    for action in draws:
        yield worth, action


def _wary(mind: Mind, tempo: float) -> Mind:
    """For tickets that may be left alone: each opponent may take a road that they need."""
    return Mind(mind.seen, tempo, CERTAINTY ** (mind.seen.seats - 1))


def fresh_tickets(mind: Mind) -> float:
    """The expected worth of drawing: what is good is kept, and of what is bad the best if need be."""
    drawing = mind.atlas.drawing
    values = sorted(ticket_values(mind), reverse=True)
    count = min(drawing.count, mind.seen.tickets_left, len(values))
    good = sum(value for value in values if value > 0) * count / len(values) if values else 0.0
    total = comb(len(values), count) or 1
    for place, value in enumerate(values):
        if value <= 0:  # the best of a draw that holds nothing good
            good += value * comb(len(values) - 1 - place, count - 1) / total
    return good


def ticket_values(mind: Mind) -> Iterator[float]:
    """Of every ticket this seat has not seen, once its plan is carried out.

    A seat that cannot finish what it holds, or needs all its turns for it, will not finish more.
    """
    later = Later(mind)
    can_finish_more = mind.reaches_all and later.turns > 0
    for ticket in mind.atlas.tickets.values():
        if ticket.id not in mind.seen.tickets and ticket.id not in mind.seen.offer:
            yield later.value(ticket) if can_finish_more else -ticket.loss


class Later:
    """The table once the plan is carried out: its roads are free, its cards, pieces and turns are gone."""

    def __init__(self, mind: Mind) -> None:
        self.mind, self.prices = mind, list(mind.prices)
        for road in mind.plan.roads:
            self.prices[road] = 0.0
        self.turns = HASTE * mind.turns - 1 - mind.plan.turns
        self.reaches: dict[int, Reach] = {}

    def value(self, goal: Goal) -> float:
        price, roads = self.way(goal)
        if price == CLOSED or (roads and not self.can_finish(roads)):
            return -goal.loss
        sure = self.mind.certainty ** len(roads)
        return max(-goal.loss, goal.points * sure - goal.loss * (1 - sure) - price)

    def way(self, goal: Goal) -> tuple[float, list[int]]:
        price, roads = 0.0, []
        for start, end in pairwise(goal.places):
            if start not in self.reaches:
                self.reaches[start] = Reach(self.mind.atlas, self.prices, start)
            price += self.reaches[start].cost[end]
            roads += [road for road in self.reaches[start].way(end) if self.prices[road]]
        return price, roads

    def can_finish(self, roads: Sequence[int]) -> bool:
        mind = self.mind
        turns = turns_together([mind.atlas.roads[road] for road in roads], copied(mind.plan.purses))
        return turns <= self.turns and fits(mind.seen, [*mind.plan.roads, *roads])
