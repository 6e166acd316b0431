"""How a guessed state looks for each seat: what it would score now, and what its plan and cards promise."""

from __future__ import annotations

from typing import Final

from bots.planning.evaluation import Mind
from bots.planning.observation import seen_in_state
from rules import Ruleset, State
from rules.cards import WILD

TEMPO: Final = 1.4
SPARE: Final = 0.3  # of a useful card: any card in hand
WILDS: Final = 1.2


def lead(game: Ruleset, state: State, seat: int) -> float:
    """By how many points the seat seems to beat the best of the others."""
    sheet = game.score(state)
    looks = [sheet.total(other) + _to_come(state, other) for other in range(state.seats)]
    return looks[seat] - max(look for other, look in enumerate(looks) if other != seat)


def _to_come(state: State, seat: int) -> float:
    if state.phase not in ("setup", "play"):
        return 0.0
    mind = Mind(seen_in_state(state, seat), TEMPO)
    wilds = mind.seen.hand.get(WILD, 0)
    cards = SPARE * (sum(mind.seen.hand.values()) - wilds) + WILDS * wilds
    return mind.plan.ahead + cards * mind.card
