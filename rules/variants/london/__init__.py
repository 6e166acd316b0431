"""London: districts score for every player who joins all their places."""

from rules.families.city import city_game
from rules.loader import load_board
from rules.scoring import routes, tickets
from rules.variants.london.districts import districts

RULESETS = (
    city_game(
        id="london",
        version=1,
        board=load_board(__package__),
        last_round_at=2,
        scoring=(routes, tickets, districts),
    ),
)
