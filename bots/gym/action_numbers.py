"""A number for every action that can ever be offered in a game, the same in every position and every run.

A number stands for a key: a few words that say what is done, without the seat. Cards that pay alike have
one key, since of equal payments only one is offered; tickets are named by their place in the offer. The
order of the keys depends on nothing but the ruleset, which does not change once it is released.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from bots.gym.payments import card_classes, payments
from rules import Action, KeyedChance, Ruleset, ruleset
from rules.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from rules.plays.claim_route import ClaimRoutePlay
from rules.variants.world.exchange import ExchangePieces
from rules.variants.world.fleet import ChooseFleet
from rules.variants.world.harbours import BuildHarbour

Key = tuple[Any, ...]
Offer = Sequence[str]  # the tickets to decide on, in the order of the view


class NoNumbers(Exception):
    """The game has actions for which nobody has said how they are numbered."""


class ActionNumbers:
    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self.classes = card_classes(game.board)
        self.colors = {card.id: card.color or "" for card in game.board.cards.values()}
        self.keys: tuple[Key, ...] = tuple(dict.fromkeys(self._every_key()))
        self.number_of = {key: number for number, key in enumerate(self.keys)}
        self._claims: dict[tuple[str, tuple[str, ...]], int] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def number(self, action: Action, offer: Offer) -> int:
        """The number of an action that is offered to a seat whose tickets to decide on are these."""
        if type(action) is ClaimRoute:  # most actions are claims, and the same ones come again and again
            paid = (action.route, action.cards)
            if (found := self._claims.get(paid)) is None:
                found = self._claims[paid] = self.number_of[self.key(action, offer)]
            return found
        return self.number_of[self.key(action, offer)]

    def numbered(self, offered: Sequence[Action], offer: Offer) -> dict[int, Action]:
        """The actions that are offered, by number."""
        return {self.number(action, offer): action for action in offered}

    def key(self, action: Action, offer: Offer) -> Key:
        return KEYS[type(action)](self, action, offer)

    def _every_key(self) -> Iterator[Key]:
        for play in self.game.plays:
            if play.action not in EVERY_KEY:
                raise NoNumbers(f"{play.action.__name__} has no numbers.")
            yield from EVERY_KEY[play.action](self, play)


@cache
def action_numbers(name: str) -> ActionNumbers:
    """Of a ruleset by its full name."""
    return ActionNumbers(ruleset(name))


# -- the key of an action ----------------------------------------------------------------------


def _claim_key(numbers: ActionNumbers, action: ClaimRoute, offer: Offer) -> Key:
    return ("claim", action.route, *sorted(numbers.classes[card] for card in action.cards))


def _take_key(numbers: ActionNumbers, action: TakeCard, offer: Offer) -> Key:
    return ("take", action.card) if action.refill is None else ("take", action.card, action.refill)


def _keep_key(numbers: ActionNumbers, action: KeepTickets, offer: Offer) -> Key:
    return ("keep", *sorted(offer.index(ticket) for ticket in action.tickets))


def _harbour_key(numbers: ActionNumbers, action: BuildHarbour, offer: Offer) -> Key:
    """Of each color one payment is offered, and one of wilds alone."""
    return ("harbour", action.place, max(numbers.colors[card] for card in action.cards))


KEYS: Final[dict[type, Callable[[ActionNumbers, Any, Offer], Key]]] = {
    ClaimRoute: _claim_key,
    DrawCard: lambda _numbers, action, _offer: ("draw", action.pile),
    TakeCard: _take_key,
    DrawTickets: lambda _numbers, _action, _offer: ("tickets",),
    KeepTickets: _keep_key,
    Pass: lambda _numbers, _action, _offer: ("pass",),
    ChooseFleet: lambda _numbers, action, _offer: ("fleet", action.trains, action.ships),
    ExchangePieces: lambda _numbers, action, _offer: ("exchange", action.give, action.count),
    BuildHarbour: _harbour_key,
}


# -- every key of a play -----------------------------------------------------------------------


def _claims(numbers: ActionNumbers, play: ClaimRoutePlay) -> Iterator[Key]:
    for route in numbers.game.board.routes.values():
        for classes in payments(numbers.game.board, route, play.payment_for(route)):
            yield ("claim", route.id, *classes)


def _draws(numbers: ActionNumbers, play: Any) -> Iterator[Key]:
    return (("draw", pile) for pile in numbers.game.board.piles)


def _takes(numbers: ActionNumbers, play: Any) -> Iterator[Key]:
    piles = numbers.game.board.piles
    for card in numbers.game.board.cards:
        yield ("take", card)
        if len(piles) > 1:
            yield from (("take", card, pile) for pile in piles)


def _keeps(numbers: ActionNumbers, play: Any) -> Iterator[Key]:
    most = most_offered(numbers.game)
    for count in range(1, most + 1):
        yield from (("keep", *chosen) for chosen in combinations(range(most), count))


def most_offered(game: Ruleset) -> int:
    """The most tickets that a seat has to decide on at once."""
    state = game.begin(seats=game.seats[0], chance=KeyedChance.from_seed(0))[1].state
    return max(len(state.offers[0]), *(getattr(play, "count", 0) for play in game.plays))


def _fleets(numbers: ActionNumbers, play: Any) -> Iterator[Key]:
    state = numbers.game.begin(seats=numbers.game.seats[0], chance=KeyedChance.from_seed(0))[1]
    return (("fleet", f.trains, f.ships) for f in play.candidates(state, 0))


def _exchanges(numbers: ActionNumbers, play: Any) -> Iterator[Key]:
    for piece in numbers.game.board.pieces.values():
        yield from (("exchange", piece.id, count) for count in range(1, piece.count + 1))


def _harbours(numbers: ActionNumbers, play: Any) -> Iterator[Key]:
    for place in numbers.game.board.places.values():
        if place.harbour:
            yield from (("harbour", place.id, color) for color in ("", *numbers.game.board.colors))


EVERY_KEY: Final[dict[type, Callable[[ActionNumbers, Any], Iterator[Key]]]] = {
    ClaimRoute: _claims,
    DrawCard: _draws,
    TakeCard: _takes,
    DrawTickets: lambda _numbers, _play: iter([("tickets",)]),
    KeepTickets: _keeps,
    Pass: lambda _numbers, _play: iter([("pass",)]),
    ChooseFleet: _fleets,
    ExchangePieces: _exchanges,
    BuildHarbour: _harbours,
}
