"""A plan: which of the goals to reach, and the roads of the cheapest network that reaches them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bots.planning.atlas import Goal
from bots.planning.observation import Seen
from bots.planning.paths import cheapest, parts
from bots.planning.prices import Purses, copied, purses_of, turns_together
from rules.paths import CLOSED, Prices

CERTAINTY: Final = 0.96  # that a planned road is not lost to somebody else

FILLERS: Final = 3  # roads to look at beside the plan
SLACK: Final = 1.0  # turns: somebody may need longer than it seems


@dataclass(slots=True)
class Plan:
    goals: list[Goal] = field(default_factory=list)  # those it reaches
    roads: list[int] = field(default_factory=list)  # those still to claim
    turns: float = 0.0
    done: float = 0.0  # gains of goals that are reached already
    ahead: float = 0.0  # gains of the others, less the prices of the roads
    purses: Purses = field(default_factory=list)  # the cards its roads leave over

    @property
    def value(self) -> float:
        return self.done + self.ahead


@dataclass(slots=True)
class Draft:
    """A plan in the making: the goals are taken up one by one as long as they are worth it."""

    seen: Seen
    prices: list[float]
    turns: float
    certainty: float
    plan: Plan

    def take_up(self, goal: Goal) -> None:
        found = cheapest(self.seen.atlas, self.prices, goal.places, goal.gain)
        if found is None:
            return
        plan, (price, roads) = self.plan, found
        worth = goal.gain * self.certainty ** len(roads)
        left = copied(plan.purses)
        longer = plan.turns + turns_together([self.seen.atlas.roads[road] for road in roads], left)
        if roads and (price >= worth or longer > self.turns or not fits(self.seen, plan.roads + roads)):
            return
        plan.goals.append(goal)
        if not roads:
            plan.done += worth
            return
        plan.roads += roads
        plan.purses = left
        plan.turns, plan.ahead = longer, plan.ahead + worth - price
        for road in roads:
            self.prices[road] = 0.0

    def take_along(self, bonuses: Sequence[Goal]) -> None:
        """A quick look before the long one: each gap takes at least the cheapest road there is."""
        if not bonuses:
            return
        free = [number for number, price in enumerate(self.prices) if not price]
        part = parts(self.seen.atlas, free)
        least = min((price for price in self.prices if price), default=CLOSED)
        for goal in bonuses:
            gaps = len({part[place] for place in goal.places}) - 1
            if not gaps or gaps * least < goal.gain:
                self.take_up(goal)


def make_plan(
    seen: Seen,
    tickets: Sequence[Goal],
    bonuses: Sequence[Goal],
    prices: Prices,
    turns: float,
    certainty: float,
) -> Plan:
    """The best of a few orders of taking the tickets up, then whatever bonus lies by the way."""
    drafts, purses = [], purses_of(seen)
    for order in _orders(seen, tickets, prices):
        draft = Draft(seen, list(prices), turns, certainty, Plan(purses=purses))
        for goal in order:
            draft.take_up(goal)
        drafts.append(draft)
    best = max(drafts, key=lambda draft: draft.plan.value)
    best.take_along(bonuses)
    return best.plan


def _orders(seen: Seen, goals: Sequence[Goal], prices: Prices) -> Iterable[Sequence[Goal]]:
    """Each ticket first that is nearest, dearest, or pays best; one order where they agree."""
    if len(goals) < 2:
        return [goals]
    alone = {goal.id: cheapest(seen.atlas, prices, goal.places) for goal in goals}
    costs = {goal: way[0] for goal in goals if (way := alone[goal.id])}
    ways: tuple[Callable[[Goal], float], ...] = (
        lambda goal: costs[goal] - goal.gain,
        lambda goal: costs[goal],
        lambda goal: -goal.gain,
    )
    orders = [tuple(sorted(costs, key=way)) for way in ways]
    return dict.fromkeys(orders)


def fits(seen: Seen, roads: Sequence[int]) -> bool:
    """Whether there are pieces for all these roads; before they are handed out there are."""
    needed: dict[str, int] = {}
    for number in roads:
        road = seen.atlas.roads[number]
        needed[road.piece] = needed.get(road.piece, 0) + road.pieces
    left = seen.pieces[seen.seat]
    return not left or all(left[piece] >= count for piece, count in needed.items())


def fillers(
    seen: Seen, plan: Plan, prices: Prices, turns_by_road: Sequence[float], left: float, most: int
) -> list[int]:
    """Roads that bring most points for the turns they take, as far as the turns left and pieces go."""
    chosen: list[int] = []
    planned = set(plan.roads)
    open_roads = [r for r in seen.atlas.roads if 0 < prices[r.number] < CLOSED and r.number not in planned]
    rated = sorted(open_roads, key=lambda road: -road.points / turns_by_road[road.number])
    for road in rated[:most]:
        needed = turns_by_road[road.number]
        if needed <= left + SLACK and fits(seen, [*plan.roads, *chosen, road.number]):
            left -= needed
            chosen.append(road.number)
    return chosen
