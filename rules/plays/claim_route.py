"""Claiming a route."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, filterfalse
from typing import Any, Final

from rules.actions import Action, ClaimRoute
from rules.board import Board, Route
from rules.cards import Hand, missing_from
from rules.chance import Chance
from rules.events import Event, RouteClaimed
from rules.memo import Memo
from rules.payments import Payment
from rules.position import Position
from rules.refusals import CardsNotHeld, DoubleClosed, NotEnoughPieces, RouteTaken, UnknownRoute
from rules.rulebook import Rule
from rules.state import Moment, State

MENUS_KEPT: Final = 10_000

Also = Rule[[Position, int, Route], tuple[Event, ...]]


Menu = dict[str, tuple[ClaimRoute, ...]]  # by route every way to pay for it, were it open
Menus = tuple[Menu, Menu]  # of the single routes, and of the doubles, which take more than a look to be open


class ClaimRoutePlay:
    """Paid by the kind of route; doubles are open from so many players; a route may bring more.

    Menus are remembered: the same purses, and in the small games whole hands, come again and again,
    and most of the time goes into finding payments and building actions.
    """

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
        self.worth = {r.id: (dict([board.pieces_for(r)]), board.points_for(r)) for r in board.routes.values()}
        self.most_needed = _most_needed(board)
        self.no_cards: Hand = dict.fromkeys(board.cards, 0)
        self.twins = {route: board.twins.get(route, "") for route in board.routes}
        self.menus_by_hand = Memo(self._menus_of_hand, most=MENUS_KEPT)
        self.menus_by_purse = Memo(self._menus_of_purse, most=MENUS_KEPT)

    @property
    def rules(self) -> tuple[str, ...]:
        paying = (number for payment in self.tariffs for number in payment.rules)
        more = (number for also in self.also for number in also.rules)
        return ("TURN-1", "CLAIM-1", "CLAIM-3", "CLAIM-4", "CLAIM-5", *paying, *more)

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        state = at.state
        counts = tuple((self.no_cards | state.hands[seat]).values())
        offered = self.open_to(seat, state, self.menus_by_hand[seat, counts])
        if self.may_run_out(pieces := state.pieces[seat]):
            return [claim for claim in offered if self.has_pieces_for(claim.route, pieces)]
        return offered

    def _menus_of_hand(self, key: tuple[int, tuple[int, ...]]) -> Menus:
        seat, counts = key
        hand = {face: count for face, count in zip(self.no_cards, counts, strict=True) if count}
        singles: Menu = {}
        doubles: Menu = {}
        for payment in self.tariffs:
            for purse in payment.purses(hand):
                more_singles, more_doubles = self.menus_by_purse[seat, payment, purse]
                add_to(singles, more_singles)
                add_to(doubles, more_doubles)
        return singles, doubles

    def _menus_of_purse(self, key: tuple[int, Payment, Any]) -> Menus:
        seat, payment, purse = key
        singles: Menu = {}
        doubles: Menu = {}
        for alike in self.tariffs[payment]:
            payments = tuple(payment.options(alike[0], purse))
            for route in alike if payments else ():
                menu = doubles if self.twins[route.id] else singles
                menu[route.id] = tuple([ClaimRoute(seat, route.id, cards) for cards in payments])
        return singles, doubles

    def open_to(self, seat: int, state: State, menus: Menus) -> list[ClaimRoute]:
        """What `check_open` lets pass, in one go: most routes of most menus are taken."""
        taken, (singles, doubles) = state.claims, menus
        is_taken = taken.__contains__
        offered = list(chain.from_iterable(map(singles.__getitem__, filterfalse(is_taken, singles))))
        for route in filterfalse(is_taken, doubles):
            twin = self.twins[route]
            if twin not in taken or (state.seats >= self.doubles_from and taken[twin] != seat):
                offered += doubles[route]
        return offered

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
        seat, route = action.seat, at.board.routes[action.route]
        pieces, points = self.worth[route.id]
        claimed = RouteClaimed(seat, route.id, action.cards, pieces, points)
        return (claimed, *[event for also in self.also for event in also(at, seat, route)])

    def check_open(self, at: Position, seat: int, route: Route) -> None:
        claims, twin = at.state.claims, self.twins[route.id]
        if route.id in claims:
            raise RouteTaken(route=route.id, owner=claims[route.id])
        if twin in claims and (claims[twin] == seat or at.state.seats < self.doubles_from):
            raise DoubleClosed(route=route.id, twin=twin, owner=claims[twin])


def add_to(menu: Menu, more: Menu) -> None:
    """What two purses can pay for is paid for by either."""
    for route, claims in more.items():
        menu[route] = menu[route] + claims if route in menu else claims


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
