"""Exchanging unplaced pieces for others of one's own box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from rules.actions import Action, action
from rules.chance import Chance
from rules.events.base import Event, SeatEvent, event
from rules.moments import TURN
from rules.plural import counted
from rules.position import Position
from rules.refusals import Refusal
from rules.rulebook import follows
from rules.scoring import Lines, ScoreLine
from rules.state import State, put

OTHER: Final = {"train": "ship", "ship": "train"}


class WrongExchange(Refusal):
    rule = "EXCH-1"
    title = "This exchange is not possible."
    text = "Exchange trains for ships or ships for trains: at least 1 piece, now at most {most}."


@action
class ExchangePieces(Action):
    """Exchange trains for ships, or ships for trains, at a point each."""

    notation = "{seat}: exchange {count} {give}"
    seat: int
    give: str
    count: int


@event
class PiecesExchanged(SeatEvent):
    sentence = "{seat} exchanged {count:piece}, {give} for {get}, for {points:point}."
    seat: int
    give: str
    get: str
    count: int
    points: int

    def fold(self, state: State) -> None:
        seat = self.seat
        pieces, box = dict(state.pieces[seat]), dict(state.box[seat])
        for piece, count in ((self.give, -self.count), (self.get, self.count)):
            pieces[piece] += count
            box[piece] -= count
        state.pieces, state.box = put(state.pieces, seat, pieces), put(state.box, seat, box)
        state.scores = put(state.scores, seat, state.scores[seat] + self.points)
        state.exchanged = put(state.exchanged, seat, state.exchanged[seat] + self.count)
        state.acted, state.passes = True, 0

    def asked(self) -> Action:
        return ExchangePieces(self.seat, self.give, self.count)


@cache
def exchanges_up_to(seat: int, give: str, most: int) -> tuple[ExchangePieces, ...]:
    return tuple(ExchangePieces(seat, give, count) for count in range(1, most + 1))


class ExchangePiecesPlay:
    action = ExchangePieces
    moments = (TURN,)
    rules = ("TURN-1", "EXCH-1", "SET-7")

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        offered: tuple[ExchangePieces, ...] = ()
        for give in OTHER:
            offered += exchanges_up_to(seat, give, most(at.state, seat, give))
        return offered

    def check(self, at: Position, action: ExchangePieces) -> None:
        limit = most(at.state, action.seat, action.give) if action.give in OTHER else 0
        if not 1 <= action.count <= limit:
            raise WrongExchange(most=limit)

    def events(self, at: Position, action: ExchangePieces, chance: Chance) -> tuple[Event, ...]:
        get = OTHER[action.give]
        return (PiecesExchanged(action.seat, action.give, get, action.count, -action.count),)


def most(state: State, seat: int, give: str) -> int:
    return min(state.pieces[seat][give], state.box[seat][OTHER[give]])


@follows("EXCH-1")
def exchanges(position: Position, seat: int, _: Lines) -> Iterator[ScoreLine]:
    if count := position.state.exchanged[seat]:
        yield ScoreLine("EXCH-1", f"{counted(count, 'piece')} exchanged", -count)
