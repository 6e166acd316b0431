"""The one place where a bot is asked: it gets a view and a plain row of actions, nothing beyond."""

from __future__ import annotations

from collections.abc import Iterable

from bots.base import Bot
from rules import Action, Chance, View


class NotOffered(Exception):
    """A bot answered with an action that was not among its options."""


def decide(bot: Bot, view: View, options: Iterable[Action], chance: Chance) -> Action:
    """What the bot does. The options may be lazy and know the state: the bot gets a copy that does not."""
    offered = tuple(options)
    action = bot.choose(view, offered, chance)
    if action not in offered:
        raise NotOffered(f"{type(bot).__name__} was not offered {action}")
    return action
