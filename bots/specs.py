"""Which bot is meant: one of ours by name, or a class in a file of yours."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bots.base import Bot
from bots.errors import Trouble
from bots.registry import BOTS, UnknownBot, make

MakeBot = Callable[[], Bot]


def bot_maker(spec: str) -> MakeBot:
    """For `planner`, `search:seconds=0.1` or `mybot:MyBot`; tried once, to find out now what is wrong."""
    made(spec)
    return partial(made, spec)


def made(spec: str) -> Bot:
    maker = partial(make, spec) if spec.partition(":")[0] in BOTS else imported(spec)
    try:
        bot = maker()
    except UnknownBot as unknown:
        raise Trouble(str(unknown)) from None
    except Exception as error:  # noqa: BLE001 – whatever somebody's code raises
        raise Trouble(f"{spec}() fails: {summary(error)}.") from None
    if not callable(getattr(bot, "choose", None)):
        raise Trouble(f"What {spec}() gives has no method choose(view, options, chance).")
    return bot


def imported(spec: str) -> MakeBot:
    module, _, name = spec.partition(":")
    if not name:
        raise Trouble(
            f"There is no bot {spec}. The bots are {', '.join(BOTS)}; use MODULE:CLASS for your own."
        )
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = getattr(import_module(module), name, None)
    except Exception as error:  # noqa: BLE001 – whatever somebody's code raises
        raise Trouble(f"{module} cannot be imported: {summary(error)}.") from None
    if not callable(found):
        raise Trouble(f"There is no class {name} in {module}.")
    maker: MakeBot = found
    return maker


def summary(error: Exception) -> str:
    """The error in one line, and where it came from."""
    *_, last = traceback.format_exception_only(error)
    frames = traceback.extract_tb(error.__traceback__)
    return f"{last.strip()} ({frames[-1].filename}, line {frames[-1].lineno})"
