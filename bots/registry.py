"""The bots by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bots.base import Bot
from bots.random import RandomBot

BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot}
STAND_IN: Final = "random"  # plays on for whoever resigns or runs out of time
