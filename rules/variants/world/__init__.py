"""World: trains and ships around the globe, harbours, tours, and a fleet chosen in secret."""

from rules.loader import load_board
from rules.plays.claim_route import ClaimRoutePlay
from rules.plays.draw_card import DrawCardPlay
from rules.plays.draw_tickets import DrawTicketsPlay
from rules.plays.keep_tickets import KeepStartingTicketsPlay, KeepTicketsPlay
from rules.plays.pass_turn import PassPlay
from rules.plays.take_card import TakeCardPlay
from rules.ruleset import Ruleset
from rules.scoring import routes, tickets
from rules.setup import (
    FIRST_SEAT,
    deal_cards,
    deal_tickets,
    draw_lots,
    set_table,
    shuffle_cards,
    shuffle_tickets,
)
from rules.state import State
from rules.upkeep.choices import begin_play, reveal_tickets
from rules.upkeep.market import Market
from rules.upkeep.piles import renew_piles
from rules.upkeep.turns import EARLY_END, Turns
from rules.variants.world.exchange import ExchangePiecesPlay, exchanges
from rules.variants.world.fleet import FLEET, ChooseFleetPlay, hand_out_fleets, reveal_fleets
from rules.variants.world.harbours import BuildHarbourPlay, harbours
from rules.variants.world.payments import payment_for
from rules.variants.world.tours import tours

BOARD = load_board(__package__)
MARKET = ("train",) * 3 + ("ship",) * 3


def cards_are_left(state: State) -> bool:
    """DRAW-8: with every pile and all discards empty not even the market may be drawn from."""
    return bool(state.sources())


RULESETS = (
    Ruleset(
        id="world",
        version=1,
        title=BOARD.title,
        seats=range(2, 6),
        board=BOARD,
        options=(FIRST_SEAT, FLEET),
        test_options=(EARLY_END,),
        setup=(
            set_table(market=6, pieces={}, box={p.id: p.count for p in BOARD.pieces.values()}),
            shuffle_cards,
            deal_cards({"train": 3, "ship": 7}),
            shuffle_tickets,
            deal_tickets(count=5, keep=3),
            hand_out_fleets,
            draw_lots,
        ),
        plays=(
            KeepStartingTicketsPlay(),
            ChooseFleetPlay(),
            DrawCardPlay(),
            TakeCardPlay(may_begin=cards_are_left),
            ClaimRoutePlay(BOARD, payment_for(BOARD), doubles_from=4),
            DrawTicketsPlay(count=4, keep=1),
            KeepTicketsPlay(),
            BuildHarbourPlay(BOARD),
            ExchangePiecesPlay(),
            PassPlay(),
        ),
        upkeep=(
            Market(MARKET),
            renew_piles,
            Turns(last_round_at=6, turns_each=2),
            reveal_tickets,
            reveal_fleets,
            begin_play,
        ),
        scoring=(routes, exchanges, tickets, tours, harbours),
        rulings=("SET-2", "DRAW-8", "WRAP-1", "SCORE-4"),
    ),
)
