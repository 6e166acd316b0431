"""What commands print. Much of it was read from a file that anybody may have made, so no file can paint.

An escape sequence could clear the screen, a line feed could add a verdict, and an override of direction could
turn a sentence round.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import IO, Final, ParamSpec

LONGEST: Final = 1000  # characters of a line
UNREADABLE: Final = 2  # the exit code
INTERRUPTED: Final = 130

P = ParamSpec("P")


def printable(text: str) -> str:
    r"""One line of text. What has no picture of its own is spelled out: `\u{1b}` is the escape character."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in text)


def say(text: str, to: IO[str] | None = None) -> None:
    """Print one line, whatever it holds and whatever the terminal can show."""
    out = sys.stdout if to is None else to
    line = printable(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
    encoding = getattr(out, "encoding", None) or "utf-8"
    print(line.encode(encoding, "backslashreplace").decode(encoding), file=out, flush=True)


def complain(text: str, code: int = UNREADABLE) -> int:
    say(text, sys.stderr)
    return code


def command(main: Callable[P, int]) -> Callable[P, int]:
    """A program that ends with a sentence and an exit code, never with a traceback."""

    @wraps(main)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return main(*args, **kwargs)
        except BrokenPipeError:  # the reader has seen enough, and nothing is left to flush
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return UNREADABLE
        except KeyboardInterrupt:
            return INTERRUPTED
        except Exception as error:  # noqa: BLE001 (whatever a file makes of it)
            return complain(f"this cannot be read: {type(error).__name__}: {error}")

    return run
