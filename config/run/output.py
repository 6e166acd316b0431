"""Output that never blocks the writer, however slow the reader is."""

import os
import select
import time
from contextlib import suppress

_ROOM = 256 * 1024  # bytes kept for a slow reader
_LAST_SECONDS = 1.0


class Output:
    """A bounded buffer in front of a terminal, pipe or file; lines that do not fit are refused."""

    def __init__(self, fd: int, *, room: int = _ROOM) -> None:
        self._is_terminal = os.isatty(fd)
        self._fd = _of_our_own(fd) if self._is_terminal else fd
        self._room = room
        self._waiting = bytearray()
        self._is_full = False

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> bool:
        """Whether the text was accepted. After a refusal nothing is accepted until the buffer is empty."""
        data = text.encode(errors="replace")
        self.flush()
        self._is_full = len(self._waiting) + len(data) > self._room or (self._is_full and bool(self._waiting))
        if self._is_full:
            return False
        self._waiting += data
        self.flush()
        return True

    def flush(self) -> None:
        """Write as much as possible without blocking. A failed write is tried again the next time."""
        with suppress(OSError):
            while self._waiting and self._takes_some():
                # If a pipe is writable, this many bytes do not block.
                written = os.write(self._fd, self._waiting[: select.PIPE_BUF])
                del self._waiting[:written]

    def close(self) -> None:
        """Wait a moment for a slow reader to take the last lines."""
        deadline = time.monotonic() + _LAST_SECONDS
        self.flush()
        while self._waiting and time.monotonic() < deadline:
            time.sleep(0.05)
            self.flush()

    def _takes_some(self) -> bool:
        return bool(select.select([], [self._fd], [], 0)[1])


def _of_our_own(terminal: int) -> int:
    """Open the terminal again: the non-blocking mode must not affect the shell, which shares it."""
    try:
        return os.open(os.ttyname(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return terminal
