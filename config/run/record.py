"""The record of what runs: if the supervisor is killed, the next one ends what is left."""

import time
from collections.abc import Iterable
from pathlib import Path

from config.run.console import Console
from config.run.leftovers import Member, members_of, record

_REFRESH_SECONDS = 5.0


class Record:
    """Written again every few seconds, since children start processes of their own.

    A failed write, for example on a full disk, is only a warning. It is tried again the next time.
    """

    def __init__(self, file: Path, console: Console) -> None:
        self._file = file
        self._console = console
        self._written: set[Member] | None = None
        self._at = 0.0
        self._fails = False

    def is_old(self) -> bool:
        return time.monotonic() - self._at > _REFRESH_SECONDS

    def write(self, sessions: Iterable[int]) -> None:
        members = members_of(sessions)
        self._at = time.monotonic()
        if members == self._written:
            return
        try:
            record(self._file, members)
        except OSError as error:
            self._warn(error)
        else:
            self._written, self._fails = members, False

    def _warn(self, error: OSError) -> None:
        if not self._fails:  # once is enough
            self._console.say(f"the record of what runs, {self._file}, cannot be written ({error.strerror})")
        self._fails = True
