"""What a board says before anything is played, numbered so that plans are quick to make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from statistics import mean
from typing import Final, TypeVar

from rules import Ruleset, ruleset
from rules.board import Board, Route, Ticket
from rules.cards import GRAY
from rules.paths import RoadMap
from rules.payments import OneColor
from rules.plays.claim_route import ClaimRoutePlay
from rules.plays.draw_tickets import DrawTicketsPlay
from rules.upkeep.turns import Turns

T = TypeVar("T")

DRAWS_A_TURN: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Road:
    """A route with all that a plan asks of it."""

    number: int
    route: Route
    a: int
    b: int
    points: int
    piece: str
    pieces: int
    payment: OneColor
    purse: int  # which sort of cards pays for it
    color: str | None  # None: any one color will do
    spaces: int  # what the cards have to cover
    cards: float  # how many cards that takes on average
    twin: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """Places to join, and what it makes a difference of."""

    id: str
    places: tuple[int, ...]
    points: int
    loss: int

    @property
    def gain(self) -> int:
        return self.points + self.loss


@dataclass(frozen=True, slots=True)
class Ending:
    """When the last round begins, and how many turns it has for each."""

    pieces: int
    turns: int


class Atlas(RoadMap):
    def __init__(self, game: Ruleset) -> None:
        super().__init__(game.board)
        self.game = game
        self.claiming = _only(ClaimRoutePlay, game.plays)
        self.drawing = _only(DrawTicketsPlay, game.plays)
        turns = _only(Turns, game.upkeep)
        self.ending = Ending(turns.last_round_at, turns.turns_each)
        self.spaces = {card.id: card.spaces for card in self.board.cards.values()}
        self.purses: list[dict[str, tuple[str, ...]]] = []  # sorts of cards: color -> faces
        self.roads = self._roads()
        self.road = {road.route.id: road for road in self.roads}
        self.tickets = {ticket.id: self._goal(ticket) for ticket in self.board.tickets.values()}
        self.districts = tuple(
            Goal(district.id, tuple(self.place[p] for p in district.places), district.points, 0)
            for district in self.board.districts.values()
        )
        self.tempo = self._tempo()
        self.turns_a_piece = self._turns_a_piece()
        self.purse_of = {f: (n, c) for n, by in enumerate(self.purses) for c, fs in by.items() for f in fs}

    def _roads(self) -> tuple[Road, ...]:
        numbers = {route: number for number, route in enumerate(self.board.routes)}
        return tuple(self._road(route, numbers) for route in self.board.routes.values())

    def _road(self, route: Route, numbers: dict[str, int]) -> Road:
        board = self.board
        piece, pieces = board.pieces_for(route)
        payment = self.claiming.payment_for(route)
        assert isinstance(payment, OneColor)  # noqa: S101 (every way of paying so far builds on it)
        faces = dict(payment.faces)
        if faces not in self.purses:
            self.purses.append(faces)
        spaces = route.length + route.pair_spaces
        twin = board.twins.get(route.id)
        return Road(
            number=numbers[route.id],
            route=route,
            a=self.place[route.a],
            b=self.place[route.b],
            points=board.points_for(route),
            piece=piece,
            pieces=pieces,
            payment=payment,
            purse=self.purses.index(faces),
            color=None if route.color == GRAY else route.color,
            spaces=spaces,
            cards=spaces / _spaces_a_card(board, payment),
            twin=None if twin is None else numbers[twin],
        )

    def _goal(self, ticket: Ticket) -> Goal:
        return Goal(ticket.id, tuple(self.place[p] for p in ticket.places), ticket.points, ticket.loss)

    def _tempo(self) -> float:
        """Points a turn brings to a player who just claims the better routes: what a turn has to be worth."""
        rates = sorted((road.points / (1 + road.cards / DRAWS_A_TURN) for road in self.roads), reverse=True)
        return mean(rates[: max(1, len(rates) // 4)])

    def _turns_a_piece(self) -> float:
        """Turns for each piece of a player who claims the better half of the routes."""
        better = sorted(self.roads, key=lambda road: -road.points)[: len(self.roads) // 2]
        return mean((1 + road.cards / DRAWS_A_TURN) / road.pieces for road in better)


def _spaces_a_card(board: Board, payment: OneColor) -> float:
    cards = [board.cards[face] for face in payment.color_of]
    return sum(card.spaces * card.count for card in cards) / sum(card.count for card in cards)


def _only(sort: type[T], parts: Iterable[object]) -> T:
    return next(part for part in parts if isinstance(part, sort))


@cache
def atlas(name: str) -> Atlas:
    """By the name of a ruleset, as a view gives it."""
    return Atlas(ruleset(name))
