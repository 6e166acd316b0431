"""The status of a table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Status(StrEnum):
    OPEN = "open"  # waiting for players
    PLAYING = "playing"
    SCORING = "scoring"  # the last turn is over, the scores are not yet counted
    FINISHED = "finished"  # the scores are counted and the seed is revealed
    CLOSED = "closed"  # given up before it started
    ARCHIVED = "archived"  # finished on another server, imported, and read-only


OVER: Final = (Status.FINISHED, Status.CLOSED, Status.ARCHIVED)  # nothing more happens at such a table
