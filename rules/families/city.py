"""The city games: one pile, one color pays, a small map. They differ in what they pass here."""

from __future__ import annotations

from rules.board import Board
from rules.payments import one_color
from rules.plays.claim_route import Also, ClaimRoutePlay
from rules.plays.draw_card import DrawCardPlay
from rules.plays.draw_tickets import DrawTicketsPlay
from rules.plays.keep_tickets import KeepStartingTicketsPlay, KeepTicketsPlay
from rules.plays.pass_turn import PassPlay
from rules.plays.take_card import TakeCardPlay
from rules.ruleset import Ruleset
from rules.scoring import Scoring
from rules.setup import (
    FIRST_SEAT,
    deal_cards,
    deal_tickets,
    draw_lots,
    set_table,
    shuffle_cards,
    shuffle_tickets,
)
from rules.upkeep.choices import begin_play, reveal_tickets
from rules.upkeep.market import Market
from rules.upkeep.piles import renew_piles
from rules.upkeep.turns import EARLY_END, Turns

PILE = "transport"
MARKET = (PILE,) * 5


def city_game(  # noqa: PLR0913 (each is one axis of variation)
    *,
    id: str,  # noqa: A002 (the word of the ruleset itself)
    version: int,
    board: Board,
    last_round_at: int,
    scoring: tuple[Scoring, ...],
    also: tuple[Also, ...] = (),
    rulings: tuple[str, ...] = (),
) -> Ruleset:
    payment = one_color(board, PILE)
    return Ruleset(
        id=id,
        version=version,
        title=board.title,
        seats=range(2, 5),
        board=board,
        options=(FIRST_SEAT,),
        test_options=(EARLY_END,),
        setup=(
            set_table(market=5, pieces={p.id: p.count for p in board.pieces.values()}, box={}),
            shuffle_cards,
            deal_cards({PILE: 2}),
            shuffle_tickets,
            deal_tickets(count=2, keep=1),
            draw_lots,
        ),
        plays=(
            KeepStartingTicketsPlay(),
            DrawTicketsPlay(count=2, keep=1),
            KeepTicketsPlay(),
            DrawCardPlay(),
            TakeCardPlay(),
            ClaimRoutePlay(board, lambda _: payment, doubles_from=3, also=also),
            PassPlay(),
        ),
        upkeep=(
            Market(MARKET),
            renew_piles,
            Turns(last_round_at=last_round_at, turns_each=1),
            reveal_tickets,
            begin_play,
        ),
        scoring=scoring,
        rulings=("SET-1", "DRAW-7", *rulings),
    )
