"""The bots that can be seated."""

from dataclasses import dataclass

from bots.registry import BOTS, DESCRIPTIONS, STAND_IN


@dataclass(frozen=True, slots=True)
class BotEntry:
    name: str
    description: str
    stand_in: bool
    is_bot: bool = True


def bot_list() -> list[BotEntry]:
    """In the order of the registry, which is by strength, weakest first."""
    return [BotEntry(name, DESCRIPTIONS[name], name == STAND_IN) for name in BOTS]
