"""The bots by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bots.base import Bot
from bots.greedy import GreedyBot
from bots.planner import PlannerBot
from bots.random import RandomBot

BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot, "greedy": GreedyBot, "planner": PlannerBot}
STAND_IN: Final = "planner"  # plays on for whoever resigns or runs out of time


def make(spec: str) -> Bot:
    """A bot by its name, with settings if it takes any: `search:seconds=0.1`."""
    name, _, settings = spec.partition(":")
    return BOTS[name](**dict(_setting(text) for text in settings.split(",") if text))


def _setting(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    return name, float(value)
