"""What a witness and a monitor have in common as programs: their words, their exit codes and their patience.

Exit code 0: the log holds; 1: it does not, and that is proved by what it has signed; 2: wrong use; 3: it
cannot be read now.
"""

from __future__ import annotations

import argparse
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from proof.printed import complain
from proof.transparency.memory import NotContinued, NotRemembered
from proof.transparency.mirror import Mirror, Unreachable, fetch_from
from proof.transparency.notes import verifier_from

HOLDS: Final = 0
BROKEN: Final = 1
WRONG_USE: Final = 2
NOT_NOW: Final = 3
MOST_SECONDS: Final = 86_400.0


def parser_for(name: str, description: str, url: str | None = None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m proof {name}", description=description)
    parser.add_argument("url", nargs=url, help="the address of the log, such as https://example.org/log")
    parser.add_argument(
        "--vkey",
        required=True,
        action="append",
        help="the key of the log: name+id+key; given again for each other key while the log changes it",
    )
    parser.add_argument("--folder", type=Path, default=Path(name), help="what it remembers")
    parser.add_argument("--every", type=_seconds, metavar="SECONDS", help="look again and again")
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds within a day")
    return seconds


def mirror_of(words: argparse.Namespace) -> Mirror:
    """Raises NoteError or Unreachable if the words do not name a log."""
    return Mirror(fetch_from(words.url), *(verifier_from(vkey) for vkey in words.vkey))


def watched(name: str, look: Callable[[], int], every: float | None) -> int:
    """Look once, or again and again until it is proved that the log does not hold."""
    code = NOT_NOW
    try:
        while True:
            code = _patient(name, look)
            if not every:
                return code
            time.sleep(every)
    except NotContinued as error:
        return complain(f"{name}: the log does not hold: {error}", BROKEN)
    except (NotRemembered, sqlite3.Error, OSError) as error:
        return complain(f"{name}: what it remembers cannot be used: {error}", WRONG_USE)
    except KeyboardInterrupt:
        return code


def _patient(name: str, look: Callable[[], int]) -> int:
    try:
        return look()
    except Unreachable as error:
        return complain(f"{name}: the log cannot be read now: {error}", NOT_NOW)
