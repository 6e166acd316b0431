"""The bots one can play against."""

import inspect
from dataclasses import dataclass

from bots.registry import BOTS, STAND_IN


@dataclass(frozen=True, slots=True)
class BotEntry:
    name: str
    description: str
    stand_in: bool
    is_bot: bool = True


def bot_list() -> list[BotEntry]:
    """In the order of the registry; each is described by the first paragraph of its own documentation."""
    return [BotEntry(name, _description(cls), name == STAND_IN) for name, cls in BOTS.items()]


def _description(cls: type) -> str:
    text = cls.__doc__ or inspect.getdoc(inspect.getmodule(cls)) or ""
    return " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
