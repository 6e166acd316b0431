"""Harbours: built for four marked cards of one color, worth what the tickets to them are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.actions import Action, action
from rules.board import Board
from rules.cards import WILD, Face, Hand, missing_from
from rules.chance import Chance
from rules.events.base import Event, SeatEvent, event
from rules.events.cards import pay
from rules.events.routes import less
from rules.moments import TURN
from rules.plural import counted
from rules.position import Position
from rules.refusals import CardsNotHeld, Refusal
from rules.rulebook import follows
from rules.scoring import Lines, ScoreLine
from rules.state import State, put

HARBOUR: Final = "harbour"  # the piece
POINTS: Final = (0, 20, 30, 40)  # by completed tickets, three or more alike
UNBUILT: Final = -4
PER_PILE: Final = 2  # marked cards of each pile that a harbour takes


class NotAHarbourCity(Refusal):
    rule = "HARB-1"
    title = "There is no such harbour city on this board."
    text = "There is no harbour city {place} on this board."


class HarbourTaken(Refusal):
    rule = "HARB-1"
    title = "There is already a harbour in this city."
    text = "There is already a harbour in {place}; it belongs to seat {owner}."


class NoRouteToHarbour(Refusal):
    rule = "HARB-1"
    title = "None of your routes touches this city."
    text = "None of your routes touches {place}."


class NoHarboursLeft(Refusal):
    rule = "HARB-1"
    text = "You have no harbours left."


class WrongHarbourCards(Refusal):
    rule = "HARB-2"
    text = (
        "A harbour takes 2 train and 2 ship cards of one color, "
        "all with the harbour mark; a wild stands for any of them."
    )


@action
class BuildHarbour(Action):
    """Build a harbour in this city and pay with these cards."""

    notation = "{seat}: harbour {place} with {cards}"
    seat: int
    place: str
    cards: tuple[Face, ...]


@event
class HarbourBuilt(SeatEvent):
    sentence = "{seat} built a harbour in {place} with {cards}."
    seat: int
    place: str
    cards: tuple[Face, ...]

    def fold(self, state: State) -> None:
        pay(state, self.seat, self.cards)
        state.harbours = {**state.harbours, self.place: self.seat}
        state.pieces = put(state.pieces, self.seat, less(state.pieces[self.seat], {HARBOUR: 1}))
        state.acted, state.passes = True, 0

    def asked(self) -> Action:
        return BuildHarbour(self.seat, self.place, self.cards)


class BuildHarbourPlay:
    action = BuildHarbour
    moments = (TURN,)
    rules = ("TURN-1", "HARB-1", "HARB-2")

    def __init__(self, board: Board) -> None:
        self.marked = {
            color: {c.pile: c.id for c in board.cards.values() if c.color == color and c.harbour}
            for color in board.colors
        }

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        if not at.state.pieces[seat][HARBOUR]:
            return ()
        if not (payments := self.options(at.state.hands[seat])):
            return ()
        cities = free_harbour_cities(at, seat)
        return [BuildHarbour(seat, place, cards) for place in cities for cards in payments]

    def check(self, at: Position, action: BuildHarbour) -> None:
        state, city = at.state, at.board.places.get(action.place)
        if city is None or not city.harbour:
            raise NotAHarbourCity(place=action.place)
        if city.id in state.harbours:
            raise HarbourTaken(place=city.id, owner=state.harbours[city.id])
        if not touches(at, action.seat, city.id):
            raise NoRouteToHarbour(place=city.id)
        if not state.pieces[action.seat][HARBOUR]:
            raise NoHarboursLeft
        if not self.pays(action.cards):
            raise WrongHarbourCards
        if missing := missing_from(state.hands[action.seat], action.cards):
            raise CardsNotHeld(missing=missing)

    def events(self, at: Position, action: BuildHarbour, chance: Chance) -> tuple[Event, ...]:
        return (HarbourBuilt(action.seat, action.place, action.cards),)

    def pays(self, cards: tuple[Face, ...]) -> bool:
        """Four cards: at most two of each marked face of one color, the rest wild."""
        return len(cards) == 2 * PER_PILE and any(
            self._is_of(faces.values(), cards) for faces in self.marked.values()
        )

    def _is_of(self, faces: object, cards: tuple[Face, ...]) -> bool:
        allowed = {*faces, WILD}  # type: ignore[misc]
        return all(c in allowed and (c == WILD or cards.count(c) <= PER_PILE) for c in cards)

    def options(self, hand: Hand) -> dict[tuple[Face, ...], None]:
        """For each color the payment with the fewest wilds; wilds alone only once."""
        offered: dict[tuple[Face, ...], None] = {}
        wilds = hand.get(WILD, 0)
        for faces in self.marked.values():
            cards: tuple[Face, ...] = ()
            for face in faces.values():
                if face in hand:
                    cards += (face,) * min(PER_PILE, hand[face])
            fill = 2 * PER_PILE - len(cards)
            if fill <= wilds:
                offered[cards + (WILD,) * fill] = None
        return offered


def free_harbour_cities(at: Position, seat: int) -> Iterator[str]:
    for place in at.board.places.values():
        if place.harbour and place.id not in at.state.harbours and touches(at, seat, place.id):
            yield place.id


def touches(at: Position, seat: int, place: str) -> bool:
    claims = at.state.claims
    return any(claims.get(route.id) == seat for route in at.board.routes_at[place])


@follows("HARB-3")
def harbours(position: Position, seat: int, lines: Lines) -> Iterator[ScoreLine]:
    """One ticket counts for every harbour on it."""
    tickets = position.board.tickets
    done = [line.what for line in lines if line.completed]
    for place, owner in position.state.harbours.items():
        if owner == seat:
            to_it = tuple(ticket for ticket in done if place in tickets[ticket].places)
            points = POINTS[min(len(to_it), len(POINTS) - 1)]
            yield ScoreLine("HARB-3", f"harbour {place}", points, to_it)
    if left := position.state.pieces[seat][HARBOUR]:
        yield ScoreLine("HARB-3", f"{counted(left, 'harbour')} not built", UNBUILT * left)
