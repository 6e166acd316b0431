"""Claiming a route."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from rules.actions import Action, ClaimRoute
from rules.board import Board, Route
from rules.cards import missing_from
from rules.chance import Chance
from rules.events import Event, RouteClaimed
from rules.payments import Cards, Payment
from rules.position import Position
from rules.refusals import CardsNotHeld, DoubleClosed, NotEnoughPieces, RouteTaken, UnknownRoute
from rules.rulebook import Rule
from rules.state import Moment

MENUS_KEPT: Final = 20_000

Also = Rule[[Position, int, Route], tuple[Event, ...]]


class Tariff(NamedTuple):
    """Routes that cost the same, whichever of them is claimed."""

    sample: Route
    piece: str
    pieces: int
    routes: tuple[tuple[str, str | None], ...]  # each with its twin, if it is one of a double


class Offer(NamedTuple):
    """Every way to claim the routes of one tariff out of one purse."""

    piece: str
    pieces: int
    claims: tuple[tuple[str, str | None, tuple[ClaimRoute, ...]], ...]  # route, twin, actions


class ClaimRoutePlay:
    """Paid by the kind of route; doubles are open from so many players; a route may bring more."""

    action = ClaimRoute
    moments: tuple[Moment, ...] = ("turn",)

    def __init__(
        self,
        board: Board,
        payment_for: Callable[[Route], Payment],
        *,
        doubles_from: int,
        also: tuple[Also, ...] = (),
    ) -> None:
        self.payment_for, self.doubles_from, self.also = payment_for, doubles_from, also
        self.tariffs = _tariffs(board, payment_for)
        self.menus: dict[Any, tuple[Offer, ...]] = {}

    @property
    def rules(self) -> tuple[str, ...]:
        paying = (number for payment in self.tariffs for number in payment.rules)
        more = (number for also in self.also for number in also.rules)
        return ("TURN-1", "CLAIM-1", "CLAIM-3", "CLAIM-4", "CLAIM-5", *paying, *more)

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        state = at.state
        hand, claims, pieces = state.hands[seat], state.claims, state.pieces[seat]
        offered: list[Action] = []
        for payment in self.tariffs:
            for purse in payment.purses(hand):
                for piece, needed, options in self.menu(seat, payment, purse):
                    if pieces[piece] < needed:
                        continue
                    for route, twin, actions in options:
                        if route in claims:
                            continue
                        if twin and twin in claims and self.is_closed_by(at, seat, claims[twin]):
                            continue
                        offered += actions
        return offered

    def menu(self, seat: int, payment: Payment, purse: Hashable) -> tuple[Offer, ...]:
        """All that this seat could ever buy out of a purse.

        Remembered: the same purses come again and again, and most of the time goes into finding
        payments and building actions.
        """
        key = (seat, payment, purse)
        menu = self.menus.get(key)
        if menu is None:
            if len(self.menus) >= MENUS_KEPT:
                self.menus.clear()
            menu = self.menus[key] = tuple(self.offers(seat, payment, purse))
        return menu

    def offers(self, seat: int, payment: Payment, purse: Hashable) -> Iterator[Offer]:
        for tariff in self.tariffs[payment]:
            if payments := tuple(payment.options(tariff.sample, purse)):
                claims = ((r, twin, _claims(seat, r, payments)) for r, twin in tariff.routes)
                yield Offer(tariff.piece, tariff.pieces, tuple(claims))

    def check(self, at: Position, action: ClaimRoute) -> None:
        route = at.board.routes.get(action.route)
        if route is None:
            raise UnknownRoute(route=action.route)
        self.check_open(at, action.seat, route)
        piece, needed = at.board.pieces_for(route)
        if (left := at.state.pieces[action.seat][piece]) < needed:
            raise NotEnoughPieces(piece=piece, needed=needed, left=left)
        self.payment_for(route).check(route, action.cards)
        if missing := missing_from(at.state.hands[action.seat], action.cards):
            raise CardsNotHeld(missing=missing)

    def events(self, at: Position, action: ClaimRoute, chance: Chance) -> tuple[Event, ...]:
        seat, route = action.seat, at.board.routes[action.route]
        piece, needed = at.board.pieces_for(route)
        points = at.board.points_for(route)
        claimed = RouteClaimed(seat, route.id, action.cards, {piece: needed}, points)
        return (claimed, *(event for also in self.also for event in also(at, seat, route)))

    def check_open(self, at: Position, seat: int, route: Route) -> None:
        claims, twin = at.state.claims, at.board.twins.get(route.id)
        if route.id in claims:
            raise RouteTaken(route=route.id, owner=claims[route.id])
        if twin and twin in claims and self.is_closed_by(at, seat, claims[twin]):
            raise DoubleClosed(route=route.id, twin=twin, owner=claims[twin])

    def is_closed_by(self, at: Position, seat: int, owner: int) -> bool:
        """CLAIM-5: whether somebody's claim closes the twin to this seat."""
        return owner == seat or at.state.seats < self.doubles_from


def _tariffs(board: Board, payment_for: Callable[[Route], Payment]) -> dict[Payment, tuple[Tariff, ...]]:
    alike: dict[Any, list[Route]] = defaultdict(list)
    for route in board.routes.values():
        alike[route.kind, route.color, route.length, route.pair_spaces].append(route)
    tariffs: dict[Payment, list[Tariff]] = defaultdict(list)
    for routes in alike.values():
        tariffs[payment_for(routes[0])].append(_tariff(board, routes))
    return {payment: tuple(ts) for payment, ts in tariffs.items()}


def _tariff(board: Board, routes: list[Route]) -> Tariff:
    piece, needed = board.pieces_for(routes[0])
    twins = tuple((route.id, board.twins.get(route.id)) for route in routes)
    return Tariff(routes[0], piece, needed, twins)


def _claims(seat: int, route: str, payments: tuple[Cards, ...]) -> tuple[ClaimRoute, ...]:
    return tuple(ClaimRoute(seat, route, cards) for cards in payments)
