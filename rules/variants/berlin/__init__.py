"""Berlin: trams in the middle, subways around it."""

from rules.families.city import city_game
from rules.loader import load_board
from rules.scoring import routes, tickets

RULESETS = (
    city_game(
        id="berlin",
        version=1,
        board=load_board(__package__),
        last_round_at=1,
        scoring=(routes, tickets),
        rulings=("CLAIM-6",),  # a kind of its own in board.json: one piece, its own table
    ),
)
