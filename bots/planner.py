"""Plans the cheapest network for its tickets, collects the cards for it, and keeps an eye on the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from bots.planning.advice import cards, claims, fleets, harbours, tickets
from bots.planning.evaluation import Mind
from bots.planning.observation import seen_in_view
from rules import Action, Chance, View
from rules.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from rules.variants.world.exchange import ExchangePieces
from rules.variants.world.fleet import ChooseFleet
from rules.variants.world.harbours import BuildHarbour

Adviser = Callable[[Mind, Sequence[Any]], Iterable[tuple[float, Action]]]

ADVISERS: Final[Mapping[type[Action], Adviser]] = {
    ClaimRoute: claims.advise,
    TakeCard: cards.advise_taking,
    DrawCard: cards.advise_drawing,
    DrawTickets: tickets.advise_drawing,
    KeepTickets: tickets.advise_keeping,
    BuildHarbour: harbours.advise,
    ChooseFleet: fleets.advise_choosing,
    ExchangePieces: fleets.advise_exchanging,
}


class PlannerBot:
    def choose(self, view: View, options: Sequence[Action], chance: Chance) -> Action:
        return best(Mind(seen_in_view(view)), options)


def best(mind: Mind, options: Sequence[Action]) -> Action:
    advice = list(advised(mind, options))
    return max(advice, key=lambda pair: pair[0])[1] if advice else options[0]


def advised(mind: Mind, options: Sequence[Action]) -> Iterable[tuple[float, Action]]:
    """The best ways to use the options with what each is worth; what nobody advises on is left out."""
    offered: dict[type[Action], list[Action]] = {}
    for action in options:
        offered.setdefault(type(action), []).append(action)
    for sort, actions in offered.items():
        if sort in ADVISERS:
            yield from ADVISERS[sort](mind, actions)
