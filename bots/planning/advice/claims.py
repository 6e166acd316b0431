"""Which route to claim, and with which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bots.planning.atlas import Road
from bots.planning.evaluation import Mind
from bots.planning.paths import parts
from rules.actions import ClaimRoute
from rules.cards import WILD
from rules.paths import CLOSED, Reach

RIVALRY: Final = 0.25  # how likely an opponent takes a road in a round
WILD_COST: Final = 1.3  # in useful cards
SPARE_COST: Final = 0.35
PLANNED: Final = 1.5  # turns that a road of the plan is worth once it can be paid

Spaces = Counter[tuple[int, str]]  # by sort of cards and color


def advise(mind: Mind, claims: Sequence[ClaimRoute]) -> Iterator[tuple[float, ClaimRoute]]:
    planned, targets = set(mind.plan.roads), set(mind.targets)
    for route, offers in _by_route(claims).items():
        road = mind.atlas.road[route]
        is_planned = road.number in planned
        spare = 0.0 if road.number in targets else SPARE_COST  # cards for a target were drawn to be spent
        wanted = _wanted_elsewhere(mind, road)
        paid, action = min(
            ((_regret(mind, wanted, a.cards, spare), a) for a in offers), key=lambda pair: pair[0]
        )
        worth = _worth_of_planned(mind, road) if is_planned else float(road.points)
        goods = GOODS if road.route.goods and mind.seen.goods_left else 0.0
        yield worth + goods - paid * mind.card, action


def _by_route(claims: Sequence[ClaimRoute]) -> dict[str, list[ClaimRoute]]:
    routes: dict[str, list[ClaimRoute]] = {}
    for action in claims:
        routes.setdefault(action.route, []).append(action)
    return routes


def _worth_of_planned(mind: Mind, road: Road) -> float:
    """It is one turn nearer to the goals, and nobody can take it away any more."""
    at_stake = min(_detour(mind, road), _gains_by(mind, road))
    risk = 1.0 if mind.turns < 2 else 1 - (1 - RIVALRY) ** (mind.seen.seats - 1)
    return max(PLANNED * mind.tempo, road.points) + risk * at_stake


def _detour(mind: Mind, road: Road) -> float:
    """What it would cost to do without the road."""
    prices = list(mind.prices)
    for other in mind.plan.roads:
        prices[other] = 0.0
    prices[road.number] = CLOSED
    if road.twin is not None and mind.seen.seats < mind.atlas.claiming.doubles_from:
        prices[road.twin] = CLOSED
    return Reach(mind.atlas, prices, road.a, road.b).cost[road.b]


def _gains_by(mind: Mind, road: Road) -> float:
    """What the goals are worth that the plan would miss without the road."""
    own = [number for number, price in enumerate(mind.prices) if price == 0]
    part = parts(mind.atlas, [*own, *(other for other in mind.plan.roads if other != road.number)])
    return sum(goal.gain for goal in mind.plan.goals if len({part[place] for place in goal.places}) > 1)


def _regret(mind: Mind, wanted: Spaces, cards: Sequence[str], spare: float) -> float:
    """How many useful cards a payment takes: wilds, and those that other planned roads then lack."""
    total, paid = 0.0, Spaces()
    for card in cards:
        if card == WILD:
            total += WILD_COST
        else:
            paid[mind.atlas.purse_of[card]] += mind.atlas.spaces[card]
    for (purse, color), spaces in paid.items():
        left = mind.needs.held[purse][color] - spaces
        lacking = min(spaces, max(0, wanted[purse, color] - left))
        total += lacking + spare * (spaces - lacking)
    return total


def _wanted_elsewhere(mind: Mind, road: Road) -> Spaces:
    """By the other planned roads. Two of one color do not wait for each other: either may come first."""
    wanted = Spaces()
    for other in (mind.atlas.roads[n] for n in mind.plan.roads if n != road.number):
        if other.color and not (road.number in mind.plan.roads and _same_cards(road, other)):
            wanted[other.purse, other.color] += other.spaces
    return wanted


def _same_cards(road: Road, other: Road) -> bool:
    return (road.purse, road.color) == (other.purse, other.color)


GOODS: Final = 0.7
