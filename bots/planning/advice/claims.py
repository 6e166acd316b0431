"""Which route to claim, and with which cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bots.planning.atlas import Road
from bots.planning.evaluation import Mind
from bots.planning.paths import CLOSED, Reach, parts
from rules.actions import ClaimRoute
from rules.cards import WILD

RIVALRY: Final = 0.25  # how likely a road is lost in a round, all in all
WILD_COST: Final = 1.3  # in useful cards
SPARE_COST: Final = 0.35
PLANNED: Final = 1.5  # turns that a road of the plan is worth once it can be paid


def advise(mind: Mind, claims: Sequence[ClaimRoute]) -> Iterator[tuple[float, ClaimRoute]]:
    planned = set(mind.plan.roads)
    for route, offers in _by_route(claims).items():
        road = mind.atlas.road[route]
        is_planned = road.number in planned
        spare = 0.0 if is_planned else SPARE_COST  # the plan's own cards were drawn to be spent
        paid, action = min(
            ((_regret(mind, road, a.cards, spare), a) for a in offers), key=lambda pair: pair[0]
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
    risk = 1.0 if mind.turns < 2 else RIVALRY
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


def _regret(mind: Mind, road: Road, cards: Sequence[str], spare: float) -> float:
    """How many useful cards a payment takes: wilds, and those that other planned roads wait for."""
    total = 0.0
    wanted = _wanted_elsewhere(mind, road)
    for card in cards:
        if card == WILD:
            total += WILD_COST
            continue
        purse, color = mind.atlas.purse_of[card]
        total += mind.atlas.spaces[card] * (1.0 if (purse, color) in wanted else spare)
    return total


def _wanted_elsewhere(mind: Mind, road: Road) -> set[tuple[int, str]]:
    roads = (mind.atlas.roads[n] for n in mind.plan.roads if n != road.number)
    return {(other.purse, other.color) for other in roads if other.color}


GOODS: Final = 0.7
