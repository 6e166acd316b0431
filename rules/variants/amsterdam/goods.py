"""Goods cards: got by claiming a route with cart symbols, counted against each other at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.board import Route
from rules.events import Event, GoodsTaken
from rules.position import Position
from rules.rulebook import follows
from rules.scoring import Lines, ScoreLine

POINTS_BY_PLACE: Final = {2: (8, 4), 3: (8, 5, 2), 4: (8, 6, 4, 2)}


@follows("CLAIM-9")
def take_goods(at: Position, seat: int, route: Route) -> tuple[Event, ...]:
    return (GoodsTaken(seat),) if route.goods and at.state.goods_left else ()


@follows("SCORE-3")
def goods(position: Position, seat: int, _: Lines) -> Iterator[ScoreLine]:
    """Tied seats share a place and fill those after it."""
    state = position.state
    if not state.goods[seat]:
        return
    place = sum(count > state.goods[seat] for count in state.goods)
    points = POINTS_BY_PLACE[state.seats][place]
    yield ScoreLine("SCORE-3", f"goods, place {place + 1}", points)
