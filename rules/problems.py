"""What is wrong with a game's folder, or doubtful, with the file and the record it is about."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    file: str  # with its folder: vienna/board.json
    where: str  # "routes record 3 (a--b--1)"; empty for the whole file
    what: str
    is_doubt: bool = False  # it can be played, but is hardly meant

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.where, self.what) if part)


class BadBoard(ValueError):
    """It cannot be played; each line of the message is a problem."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def summary(error: BaseException) -> str:
    """An error in one line, and where it came from."""
    last = " ".join(traceback.format_exception_only(error)[-1].split())
    if isinstance(error, SyntaxError):
        return f"{last} (line {error.lineno})"
    frames = traceback.extract_tb(error.__traceback__)
    return f"{last} ({frames[-1].filename}, line {frames[-1].lineno})" if frames else last
