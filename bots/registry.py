"""The bots by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bots.base import Bot
from bots.greedy import GreedyBot
from bots.planner import PlannerBot
from bots.random import RandomBot
from bots.searching.search import SearchBot

BOTS: Final[Mapping[str, type[Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "search": SearchBot,
}
DESCRIPTIONS: Final[Mapping[str, str]] = {
    "random": "Does anything it may.",
    "greedy": "Takes the most points it can have at once, and looks no further.",
    "planner": "Plans the cheapest network for its tickets and collects the cards for it.",
    "search": "Tries the planner's best ideas on many states that fit what it sees; thinks for a second.",
}
THINKING: Final = frozenset({"search"})  # a decision takes a second of a core
STAND_IN: Final = "planner"  # plays on for a player who resigns or runs out of time


class UnknownBot(Exception):
    """There is no such bot, or not with such settings."""


def make(spec: str) -> Bot:
    """A bot by its name, with settings if it takes any: `search:seconds=0.1`."""
    name, _, settings = spec.partition(":")
    if name not in BOTS:
        raise UnknownBot(f"There is no bot {name}; the bots are {', '.join(BOTS)}.")
    try:
        return BOTS[name](**dict(_setting(text) for text in settings.split(",") if text))
    except (TypeError, ValueError):
        raise UnknownBot(f"The bot {name} knows no setting {settings}.") from None


def _setting(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    return name, float(value)
