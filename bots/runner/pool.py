"""Many games at once: a fixed number of threads, and never two of them at one game."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread


class Pool:
    """Threads that nobody waits for in the end: a bot may think for ever, but not keep the program."""

    def __init__(self, work: Callable[[str], None], size: int) -> None:
        self._work = work
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._lock = Lock()
        self._wanted_again: dict[str, bool] = {}  # by game that waits for a thread, or has one
        self._threads = [Thread(target=self._serve, name=f"table-{n}", daemon=True) for n in range(size)]
        for thread in self._threads:
            thread.start()

    def want(self, game: str) -> None:
        """Have the game looked at; if somebody is at it, once more after that."""
        with self._lock:
            if game in self._wanted_again:
                self._wanted_again[game] = True
                return
            self._wanted_again[game] = False
        self._queue.put(game)

    def close(self, seconds: float) -> None:
        """Begin nothing new, and give what has begun so long to end."""
        end = time.monotonic() + seconds
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(max(0, end - time.monotonic()))

    def _serve(self) -> None:
        while (game := self._queue.get()) is not None:
            self._work(game)
            with self._lock:
                again = self._wanted_again.pop(game)
            if again:
                self.want(game)
