"""The bots that can be seated."""

from bots.registry import BOTS, DESCRIPTIONS, STAND_IN
from games.rulesets.answers import Bot


def bot_list() -> list[Bot]:
    """In the order of the registry, which is by strength, weakest first."""
    return [
        Bot(name=name, description=DESCRIPTIONS[name], is_bot=True, stand_in=name == STAND_IN)
        for name in BOTS
    ]
