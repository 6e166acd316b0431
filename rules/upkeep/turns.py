"""From turn to turn, into the last round, and to the scoring."""

from __future__ import annotations

from rules.chance import Chance
from rules.events import Event, LastRoundBegan, ScoringBegan, TurnBegan
from rules.memo import Memo
from rules.moments import SECOND_CARD
from rules.position import Position
from rules.ruleset import Option

turn_began = Memo(TurnBegan, most=10)


EARLY_END = Option(
    "end",
    ("usual", "early"),
    "When the last round begins: as the rules say, or after the first route has been claimed.",
)


class Turns:
    """`last_round_at`: so few pieces begin the last round; `turns_each`: turns then left to each."""

    rules = ("TURN-1", "TURN-2", "END-1", "END-2")
    phases = ("play",)

    def __init__(self, *, last_round_at: int, turns_each: int) -> None:
        self.last_round_at, self.turns_each = last_round_at, turns_each

    def __call__(self, at: Position, chance: Chance) -> tuple[Event, ...]:
        state = at.state
        if not (state.acted or (state.drawn and is_drawing_over(at))):
            return ()
        if state.passes >= state.seats:
            return (ScoringBegan("stalemate"),)
        if state.turns_left == 0:
            return (ScoringBegan("last-round"),)
        next_turn = turn_began[(state.turn + 1) % state.seats]
        if state.turns_left is None and (self.is_low(at) or ends_early(at)):
            return (LastRoundBegan(state.turn, self.turns_each * state.seats), next_turn)
        return (next_turn,)

    def is_low(self, at: Position) -> bool:
        """END-1: only the seat whose turn ends can have placed pieces."""
        pieces, left = at.state.pieces[at.state.turn], 0
        for piece in at.board.route_pieces:
            left += pieces[piece]
        return left <= self.last_round_at


def ends_early(at: Position) -> bool:
    return bool(at.state.claims) and at.state.options.get(EARLY_END.name) == "early"


def is_drawing_over(at: Position) -> bool:
    """DRAW-7: a second card that cannot be drawn is not waited for."""
    if at.state.drawn >= 2:
        return True
    if at.state.sources():  # spares asking the plays: there is a card to draw unseen
        return False
    offers, seat = at.agenda.offers_at[SECOND_CARD], at.state.turn
    return not any(offer(at, seat) for offer in offers)
