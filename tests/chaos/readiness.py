"""Asks all the time whether the server is ready, and keeps when it was not."""

from __future__ import annotations

import time
from threading import Event, Thread
from typing import NamedTuple

from tests.chaos.client import Client

EVERY = 0.1
TIMEOUT = 2.0
STEADY = 3


class Span(NamedTuple):
    """A time without readiness, by the clock of `time.monotonic`."""

    begin: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.begin


class Readiness:
    def __init__(self, client: Client) -> None:
        self.spans: list[Span] = []
        self._client = client
        self._lost_at: float | None = None
        self._in_a_row = 0
        self._stop = Event()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    @property
    def is_ready(self) -> bool:
        return self._lost_at is None

    def wait(self, seconds: float) -> bool:
        """Until it was ready several times in a row, asked from now on."""
        self._in_a_row = -1  # the answer on its way was asked for before
        deadline = time.monotonic() + seconds
        while self._in_a_row < STEADY and time.monotonic() < deadline:
            time.sleep(EVERY)
        return self._in_a_row >= STEADY

    def back_after(self, moment: float) -> float:
        """How long after that moment it was still not ready."""
        ends = [span.end for span in self.spans if span.end > moment]
        return max((end - moment for end in ends), default=0.0)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._client.close()

    def _watch(self) -> None:
        while not self._stop.wait(EVERY):
            began = time.monotonic()
            answer = self._client.ask("GET", "/readyz", timeout=TIMEOUT)
            if answer and answer.status == 200:
                self._in_a_row += 1
                if self._lost_at is not None:
                    self.spans.append(Span(self._lost_at, time.monotonic()))
                    self._lost_at = None
                continue
            self._in_a_row = 0
            if self._lost_at is None:
                self._lost_at = began
