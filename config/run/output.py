"""A way out for lines that never makes the writer wait, however slow the reader is."""

import os
import select
import time
from contextlib import suppress

_ROOM = 256 * 1024  # bytes kept for a reader that comes back
_LAST_SECONDS = 1.0


class Output:
    """Keeps what a terminal, pipe or file does not take now, up to a bound, and refuses what is beyond."""

    def __init__(self, fd: int, *, room: int = _ROOM) -> None:
        self._is_terminal = os.isatty(fd)
        self._fd = _of_our_own(fd) if self._is_terminal else fd
        self._room = room
        self._waiting = bytearray()
        self._is_full = False

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> bool:
        """Whether it was taken. After a refusal nothing is, until all that waits has been read."""
        data = text.encode(errors="replace")
        self.flush()
        self._is_full = len(self._waiting) + len(data) > self._room or (self._is_full and bool(self._waiting))
        if self._is_full:
            return False
        self._waiting += data
        self.flush()
        return True

    def flush(self) -> None:
        """Write what can be written at once. What fails, on a full disk say, is tried again next time."""
        with suppress(OSError):
            while self._waiting and self._takes_some():
                # A blocking pipe that has room has it for this many bytes.
                written = os.write(self._fd, self._waiting[: select.PIPE_BUF])
                del self._waiting[:written]

    def close(self) -> None:
        """Give a slow reader a moment for the last lines."""
        deadline = time.monotonic() + _LAST_SECONDS
        self.flush()
        while self._waiting and time.monotonic() < deadline:
            time.sleep(0.05)
            self.flush()

    def _takes_some(self) -> bool:
        return bool(select.select([], [self._fd], [], 0)[1])


def _of_our_own(terminal: int) -> int:
    """The terminal opened again: a non-blocking mode of ours must not reach the shell that shares it."""
    try:
        return os.open(os.ttyname(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return terminal
