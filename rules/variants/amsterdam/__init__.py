"""Amsterdam: routes around the city bring goods."""

from rules.families.city import city_game
from rules.loader import load_board
from rules.scoring import routes, tickets
from rules.variants.amsterdam.goods import goods, take_goods

RULESETS = (
    city_game(
        id="amsterdam",
        version=1,
        board=load_board(__package__),
        last_round_at=2,
        also=(take_goods,),
        scoring=(routes, tickets, goods),
    ),
)
