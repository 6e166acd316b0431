"""A plan: which of the goals to reach, and the roads of the cheapest network that reaches them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bots.atlas import Goal
from bots.prices import Purses, turns_for
from bots.seen import Seen
from bots.ways import CLOSED, Prices, cheapest

CERTAINTY: Final = 0.96  # that a planned road is not lost to somebody else

FILLERS: Final = 3  # roads to look at beside the plan
SLACK: Final = 1.0  # turns: somebody may need longer than it seems


@dataclass(slots=True)
class Plan:
    goals: list[Goal] = field(default_factory=list)  # those it reaches
    roads: list[int] = field(default_factory=list)  # those still to claim
    turns: float = 0.0
    value: float = 0.0  # gains less prices


def make_plan(seen: Seen, goals: Sequence[Goal], prices: Prices, purses: Purses, turns: float) -> Plan:
    """The best of a few orders of taking the goals up one by one."""
    if not goals:
        return Plan()
    alone = {goal.id: cheapest(seen.atlas, prices, goal.places) for goal in goals}
    reachable = [goal for goal in goals if alone[goal.id] is not None]

    def cost(goal: Goal) -> float:
        way = alone[goal.id]
        return way[0] if way else 0.0

    orders: tuple[Callable[[Goal], float], ...] = (
        lambda goal: cost(goal) - goal.gain,
        cost,
        lambda goal: -goal.gain,
    )
    tried = {tuple(goal.id for goal in order): order for order in (sorted(reachable, key=k) for k in orders)}
    plans = (_take_up(seen, order, prices, purses, turns) for order in tried.values())
    return max(plans, key=lambda plan: plan.value)


def _take_up(seen: Seen, goals: Iterable[Goal], prices: Prices, purses: Purses, turns: float) -> Plan:
    plan, costs = Plan(), list(prices)
    for goal in goals:
        found = cheapest(seen.atlas, costs, goal.places)
        if found is None:
            continue
        price, roads = found
        worth = goal.gain * CERTAINTY ** len(roads)
        if price >= worth or not fits(seen, plan.roads + roads):
            continue
        longer = plan.turns + sum(turns_for(seen.atlas.roads[road], purses) for road in roads)
        if longer > turns and roads:
            continue
        plan.roads += roads
        plan.goals.append(goal)
        plan.turns, plan.value = longer, plan.value + worth - price
        for road in roads:
            costs[road] = 0.0
    return plan


def fits(seen: Seen, roads: Sequence[int]) -> bool:
    """Whether there are pieces for all these roads; before they are handed out there are."""
    needed: dict[str, int] = {}
    for number in roads:
        road = seen.atlas.roads[number]
        needed[road.piece] = needed.get(road.piece, 0) + road.pieces
    left = seen.pieces[seen.seat]
    return not left or all(left[piece] >= count for piece, count in needed.items())


def fillers(seen: Seen, plan: Plan, prices: Prices, purses: Purses, turns: float) -> list[int]:
    """Roads that bring most points for the turns they take, as far as time and pieces go."""
    left, chosen = turns - plan.turns, []
    planned = set(plan.roads)
    open_roads = [r for r in seen.atlas.roads if 0 < prices[r.number] < CLOSED and r.number not in planned]
    rated = sorted(open_roads, key=lambda road: -road.points / turns_for(road, purses))
    for road in rated[: int(FILLERS)]:
        needed = turns_for(road, purses)
        if needed <= left + SLACK and fits(seen, [*plan.roads, *chosen, road.number]):
            left -= needed
            chosen.append(road.number)
    return chosen
