"""`python -m bots run`: the words it takes, and how it ends."""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
from threading import Event
from typing import TYPE_CHECKING, Final

from bots.errors import Trouble
from bots.specs import bot_maker

if TYPE_CHECKING:
    from bots.runner.run import Run

logger = logging.getLogger(__name__)

TOKEN: Final = "SIGNALBOX_TOKEN"  # noqa: S105 – the name of a variable
AT_ONCE: Final = 8


def add_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT", help="a bot by its name, or MODULE:CLASS from this folder")
    parser.add_argument("--url", required=True, help="the server: http://localhost:8000")
    parser.add_argument(
        "--token",
        default=os.environ.get(TOKEN),
        help=f"better in the variable {TOKEN}: others on this machine can read a command line",
    )
    parser.add_argument(
        "--at-once", type=int, default=AT_ONCE, metavar="N", help=f"think about N games at once ({AT_ONCE})"
    )
    parser.add_argument("--verbose", action="store_true", help="log every wait, too")


def run(args: argparse.Namespace) -> None:
    """Plays until it is stopped by SIGINT (Ctrl-C) or SIGTERM; what it cannot do is Trouble."""
    playing = runner(args, Event())
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S")
    for name in ("bots", "signalbox_client"):
        logging.getLogger(name).setLevel(logging.DEBUG if args.verbose else logging.INFO)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        playing.go()
    except KeyboardInterrupt:
        logger.warning("stopped at once")
    else:
        logger.info("stopped")


def runner(args: argparse.Namespace, stop: Event) -> Run:
    token = (args.token or "").strip()
    if not token:
        raise Trouble(f"There is no token. Set the variable {TOKEN}.")
    if not re.fullmatch(r"[!-~]+", token):
        raise Trouble("The token has signs that no token has.")
    if args.at_once < 1:
        raise Trouble("It takes at least one game at once.")
    try:  # the other commands do not need the client
        from bots.runner.run import Run  # noqa: PLC0415
        from bots.runner.server import client  # noqa: PLC0415
    except ModuleNotFoundError:
        raise Trouble("Playing on a server takes the client: pip install 'signalbox[runner]'") from None
    make_bot = bot_maker(args.bot)
    return Run(client(args.url, token, stop), make_bot, at_once=args.at_once, stop=stop)
