"""Where to build a harbour, if anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bots.planning.evaluation import Mind
from rules.cards import WILD
from rules.variants.world.harbours import POINTS, UNBUILT, BuildHarbour

PAYING: Final = 0.4  # useful cards given up for each that is paid; few of them serve the plan
BEST_KNOWN: Final = 0.85  # a better city may come; the fewer turns left, the less that counts


def advise(mind: Mind, builds: Sequence[BuildHarbour]) -> Iterator[tuple[float, BuildHarbour]]:
    """By the tickets to the city that the plan completes; near the end even an idle harbour saves points."""
    for action in builds:
        place = mind.atlas.place[action.place]
        tickets = sum(place in goal.places for goal in mind.plan.goals if goal.id in mind.atlas.tickets)
        if not tickets and mind.turns > 2:
            continue
        worth = POINTS[min(tickets, len(POINTS) - 1)] - UNBUILT
        cards = len(action.cards) + action.cards.count(WILD)
        yield BEST_KNOWN * worth - PAYING * cards * mind.card, action
