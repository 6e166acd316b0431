"""Boards with harbours: what marked cards, and tickets to harbour cities, are worth beside the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bots.planning.atlas import Atlas, Goal
from bots.planning.observation import Seen
from rules.cards import WILD, Face
from rules.variants.world.harbours import HARBOUR, PER_PILE, POINTS

WORTH: Final = 0.45  # of the first marked card of a color, in useful cards; of each further one more
OWN: Final = POINTS[-1] - POINTS[-2]  # points a further completed ticket adds to a harbour at its end
OPEN: Final = OWN // 2  # the same for a harbour that may still come to stand there


def harbours_left(seen: Seen) -> int:
    return seen.pieces[seen.seat].get(HARBOUR, 0)


def worth_of_marks(seen: Seen) -> dict[Face, float]:
    """The nearer a color is to a harbour, the more its missing marked cards are worth."""
    if not harbours_left(seen):
        return {}
    extra: dict[Face, float] = {}
    for faces in _marked(seen.atlas):
        held = sum(min(PER_PILE, seen.hand.get(face, 0)) for face in faces)
        for face in faces:
            if seen.hand.get(face, 0) < PER_PILE:
                extra[face] = WORTH * (1 + held)
    if extra:
        extra[WILD] = max(extra.values())
    return extra


def _marked(atlas: Atlas) -> Iterable[tuple[Face, ...]]:
    cards = [card for card in atlas.board.cards.values() if card.harbour]
    return {card.color: tuple(c.id for c in cards if c.color == card.color) for card in cards}.values()


def with_harbours(seen: Seen, goals: list[Goal]) -> list[Goal]:
    """The goals with what their tickets add to harbours."""
    mine = seen.pieces[seen.seat]
    if mine and HARBOUR not in mine:
        return goals
    return [Goal(g.id, g.places, g.points + _bonus(seen, g), g.loss) for g in goals]


def _bonus(seen: Seen, goal: Goal) -> int:
    board = seen.atlas.board
    places = [place for place in board.tickets[goal.id].places if board.places[place].harbour]
    owners = [seen.harbours.get(place) for place in places]
    can_build = bool(harbours_left(seen)) or not seen.pieces[seen.seat]
    return OWN * owners.count(seen.seat) + (OPEN * owners.count(None) if can_build else 0)
