"""Whether to draw tickets, and which to keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import Final

from bots.planning.atlas import Goal
from bots.planning.evaluation import Mind
from bots.planning.paths import CLOSED, Reach
from bots.planning.plan import CERTAINTY, fits
from rules.actions import DrawTickets, KeepTickets

CAUTION: Final = 0.9  # of what fresh tickets seem to be worth
KEEPING: Final = 1.7
DRAWING: Final = 1.7
HASTE: Final = 0.8  # of the turns that seem to be left, those to count on


def advise_keeping(mind: Mind, keeps: Sequence[KeepTickets]) -> Iterator[tuple[float, KeepTickets]]:
    """By what the best plan with them is worth, less what they cost if they all fail."""
    mind = Mind(mind.seen, KEEPING)
    for action in keeps:
        plan = mind.plan_with(action.tickets)
        yield plan.value - sum(mind.atlas.tickets[t].loss for t in action.tickets), action


def advise_drawing(mind: Mind, draws: Sequence[DrawTickets]) -> Iterator[tuple[float, DrawTickets]]:
    worth = fresh_tickets(Mind(mind.seen, DRAWING)) * CAUTION
    for action in draws:
        yield worth, action


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
    """Of every ticket this seat has not seen, once its plan is carried out."""
    atlas, prices = mind.atlas, list(mind.prices)
    for road in mind.plan.roads:
        prices[road] = 0.0
    reaches: dict[int, Reach] = {}
    spare = HASTE * mind.turns - 1 - mind.plan.turns
    for ticket in atlas.tickets.values():
        if ticket.id in mind.seen.tickets or ticket.id in mind.seen.offer:
            continue
        yield _value(mind, ticket, prices, reaches, spare)


def _value(mind: Mind, goal: Goal, prices: list[float], reaches: dict[int, Reach], spare: float) -> float:
    price, roads = 0.0, []
    for start, end in zip(goal.places, goal.places[1:], strict=False):
        if start not in reaches:
            reaches[start] = Reach(mind.atlas, prices, start)
        price += reaches[start].cost[end]
        if price == CLOSED:
            return -goal.loss
        roads += [road for road in reaches[start].way(end) if prices[road]]
    if roads and (_turns(mind, roads) > spare or not fits(mind.seen, [*mind.plan.roads, *roads])):
        return -goal.loss
    sure = CERTAINTY ** len(roads)
    return max(-goal.loss, goal.points * sure - goal.loss * (1 - sure) - price)


def _turns(mind: Mind, roads: Sequence[int]) -> float:
    return sum(mind.turns_by_road[road] for road in roads)
