"""Claiming a route."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rules.actions import Action, ClaimRoute
from rules.board import Board, Route
from rules.cards import Hand, missing_from
from rules.chance import Chance
from rules.events import Event, RouteClaimed
from rules.memo import Memo
from rules.moments import TURN
from rules.payments import Payment
from rules.position import Position
from rules.refusals import CardsNotHeld, DoubleClosed, NotEnoughPieces, RouteTaken, UnknownRoute
from rules.rulebook import Rule
from rules.state import State

Also = Rule[[Position, int, Route], tuple[Event, ...]]
Menu = tuple[tuple[str, str, tuple[ClaimRoute, ...]], ...]  # a route, its twin, all ways to pay for it
Menus = Callable[[Hand], list[Menu]]


class ClaimRoutePlay:
    """Paid by the kind of route; doubles are open from a number of players on; a route may bring more.

    A menu lists what one purse can pay for, were it open. Menus are remembered: the same purses come again
    and again, and most of the time would go into finding payments and building actions. Whole hands do
    not come again often enough: there are too many of them.
    """

    action = ClaimRoute
    moments = (TURN,)

    def __init__(
        self,
        board: Board,
        payment_for: Callable[[Route], Payment],
        *,
        doubles_from: int,
        also: tuple[Also, ...] = (),
    ) -> None:
        self.payment_for, self.doubles_from, self.also = payment_for, doubles_from, also
        self.routes, self.tariffs = board.routes, _tariffs(board, payment_for)
        self.worth = {r.id: (dict([board.pieces_for(r)]), board.points_for(r)) for r in board.routes.values()}
        self.most_needed = _most_needed(board)
        self.twins = {route: board.twins.get(route, "") for route in board.routes}
        self.menus = Memo(self._menus, most=10)

    @property
    def rules(self) -> tuple[str, ...]:
        paying = (number for payment in self.tariffs for number in payment.rules)
        more = (number for also in self.also for number in also.rules)
        return ("TURN-1", "CLAIM-1", "CLAIM-3", "CLAIM-4", "CLAIM-5", *paying, *more)

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        state = at.state
        taken, hand = state.claims, state.hands[seat]
        both_open = state.seats >= self.doubles_from
        offered: list[ClaimRoute] = []
        for menus_of in self.menus[seat]:
            for menu in menus_of(hand):
                for route, twin, claims in menu:
                    if route not in taken and (twin not in taken or (both_open and taken[twin] != seat)):
                        offered += claims
        if self.may_run_out(pieces := state.pieces[seat]):
            return [claim for claim in offered if self.has_pieces_for(claim.route, pieces)]
        return offered

    def _menus(self, seat: int) -> list[Menus]:
        """For each way of paying; a menu is what a purse can pay for."""
        return [payment.by_hand(partial(self._menu, seat, payment)) for payment in self.tariffs]

    def _menu(self, seat: int, payment: Payment, purse: Any) -> Menu:
        menu = []
        for alike in self.tariffs[payment]:
            payments = tuple(payment.options(alike[0], purse))
            for route in alike if payments else ():
                claims = tuple([ClaimRoute(seat, route.id, cards) for cards in payments])
                menu.append((route.id, self.twins[route.id], claims))
        return tuple(menu)

    def may_run_out(self, pieces: Mapping[str, int]) -> bool:
        """Whether there may be a route that needs more pieces than these; seldom, until the very end."""
        for piece, needed in self.most_needed.items():  # noqa: SIM110 (`any` takes thrice as long)
            if pieces[piece] < needed:
                return True
        return False

    def has_pieces_for(self, route: str, pieces: Mapping[str, int]) -> bool:
        """CLAIM-3."""
        return all(pieces[piece] >= needed for piece, needed in self.worth[route][0].items())

    def check(self, at: Position, action: ClaimRoute) -> None:
        route = at.board.routes.get(action.route)
        if route is None:
            raise UnknownRoute(route=action.route)
        self.check_open(at, action.seat, route)
        if not self.has_pieces_for(route.id, pieces := at.state.pieces[action.seat]):
            piece, needed = at.board.pieces_for(route)
            raise NotEnoughPieces(piece=piece, needed=needed, left=pieces[piece])
        self.payment_for(route).check(route, action.cards)
        if missing := missing_from(at.state.hands[action.seat], action.cards):
            raise CardsNotHeld(missing=missing)

    def events(self, at: Position, action: ClaimRoute, chance: Chance) -> tuple[Event, ...]:
        seat, route = action.seat, self.routes[action.route]
        pieces, points = self.worth[route.id]
        events: tuple[Event, ...] = (RouteClaimed(seat, route.id, action.cards, pieces, points),)
        for also in self.also:
            events += also(at, seat, route)
        return events

    def check_open(self, at: Position, seat: int, route: Route) -> None:
        claims, twin = at.state.claims, self.twins[route.id]
        if route.id in claims:
            raise RouteTaken(route=route.id, owner=claims[route.id])
        if twin in claims and (claims[twin] == seat or at.state.seats < self.doubles_from):
            raise DoubleClosed(route=route.id, twin=twin, owner=claims[twin])

    def closed(self, state: State) -> frozenset[str]:
        """The routes that nobody can claim any more, because their twin is claimed and the seats are few."""
        if state.seats >= self.doubles_from:
            return frozenset()
        twins = (self.twins[route] for route in state.claims)
        return frozenset(twin for twin in twins if twin and twin not in state.claims)


def _tariffs(board: Board, payment_for: Callable[[Route], Payment]) -> dict[Payment, list[list[Route]]]:
    """The routes by how they are paid, those together that cost the same, whichever is claimed."""
    alike: dict[Any, list[Route]] = defaultdict(list)
    for route in board.routes.values():
        alike[route.kind, route.color, route.length, route.pair_spaces].append(route)
    tariffs: dict[Payment, list[list[Route]]] = defaultdict(list)
    for routes in alike.values():
        tariffs[payment_for(routes[0])].append(routes)
    return tariffs


def _most_needed(board: Board) -> dict[str, int]:
    """For each piece the most that a route takes."""
    return dict(sorted(map(board.pieces_for, board.routes.values())))
