"""Every kind of spoil, by name."""

from typing import Final

from tests.properties.forgery.forger import Spoil
from tests.properties.forgery.spoils_of_clocks import ABSENCES, CLOCKS
from tests.properties.forgery.spoils_of_ends import ENDS, SHEETS, WITHOUT_END
from tests.properties.forgery.spoils_of_games import CARDS, ROUTES, SHUFFLES
from tests.properties.forgery.spoils_of_lateness import LATE
from tests.properties.forgery.spoils_of_signatures import SIGNATURES
from tests.properties.forgery.spoils_of_tables import ENVELOPES, FORMS, SEATS, TIMES

GAME_GROUPS: Final = (FORMS, CARDS, ROUTES, SHEETS, WITHOUT_END)  # for those who know the rules
GROUPS: Final = (ENVELOPES, TIMES, SEATS, CLOCKS, LATE, ABSENCES, SHUFFLES, SIGNATURES, ENDS, *GAME_GROUPS)
SPOILS: Final[dict[str, Spoil]] = {name: spoil for group in GROUPS for name, spoil in group.items()}
