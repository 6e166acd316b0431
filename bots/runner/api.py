"""Asking the server: with a token, again when it is away, and only where its answers lead."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from threading import Event
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import httpx

from bots.errors import Trouble
from bots.runner.backoff import pauses
from bots.runner.wire import Message, messages

logger = logging.getLogger(__name__)

ROOT: Final = "/api/v1"
MAX_ATTEMPTS: Final = 6  # about fifteen seconds; a game given up then is tried again later
STREAM_TIMEOUT: Final = 60.0  # on a stream, whose heart beats every 15 seconds
MAX_RETRY_AFTER: Final = 120.0
NO_TOKEN_CODE: Final = 1

Plain = dict[str, Any]


class Away(Exception):
    """The server cannot be reached, or has no time; it may be back soon."""

    def __init__(self, why: str, seconds: float = 0) -> None:
        super().__init__(why)
        self.seconds = seconds  # how long it wants to be left alone


class Refused(Exception):
    """The server said no, and why."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail") or f"the server answered {status}"))
        self.status, self.code, self.rule = status, problem.get("code", ""), problem.get("rule", "")


class Api:
    def __init__(self, url: str, token: str, stop: Event) -> None:
        self.root = api_root(url)
        self._stop = stop
        self._client = httpx.Client(
            headers={"Authorization": f"Bearer {token}", "User-Agent": "signalbox-runner"},
            timeout=httpx.Timeout(30, connect=5),
        )

    def close(self) -> None:
        self._client.close()

    def get(self, link: str, *, tries: int = MAX_ATTEMPTS) -> Plain:
        return self._insist("GET", link, tries=tries)

    def post(self, link: str, body: Plain, *, key: str) -> Plain:
        """With a key a request can be sent again when its answer was lost: it is carried out once."""
        return self._insist("POST", link, json=body, headers={"Idempotency-Key": key})

    @contextmanager
    def stream(self, link: str) -> Iterator[Iterator[Message]]:
        """Messages as they come, until the server or the connection ends it."""
        patient = httpx.Timeout(STREAM_TIMEOUT, connect=5)
        headers = {"Accept": "text/event-stream"}
        try:
            with self._client.stream("GET", self.address(link), headers=headers, timeout=patient) as answer:
                if answer.status_code != httpx.codes.OK:
                    answer.read()
                    read(answer)
                    raise Away(f"the stream answered {answer.status_code}")
                yield messages(answer.iter_bytes())
        except httpx.RequestError as error:
            raise Away(said(error)) from None

    def address(self, link: str) -> str:
        """Where a link of an answer leads. A token that came over TLS goes nowhere without."""
        found = urljoin(self.root, link)
        if self.root.startswith("https:") and not found.startswith("https:"):
            raise Trouble(f"The server links to {found}, where the token could be read on the way.")
        return found

    def _insist(self, method: str, link: str, *, tries: int = MAX_ATTEMPTS, **more: Any) -> Plain:
        address = self.address(link)
        for pause in islice(pauses(), tries - 1):
            try:
                return self._ask(method, address, **more)
            except Away as away:
                seconds = max(pause, away.seconds)
                logger.debug("%s; again in %.1f s", away, seconds)
            if self._stop.wait(seconds):
                raise Away("stopped")
        return self._ask(method, address, **more)

    def _ask(self, method: str, address: str, **more: Any) -> Plain:
        try:
            return read(self._client.request(method, address, **more))
        except httpx.RequestError as error:
            raise Away(said(error)) from None


def api_root(url: str) -> str:
    """The address of the API; the address of the server is enough."""
    if not is_address(url):
        raise Trouble(f"{url} is not the address of a server, such as http://localhost:8000.")
    found = url.rstrip("/")
    return found if found.endswith(ROOT) else found + ROOT


def is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        named = re.fullmatch(r"[\w.:-]+", parts.hostname or "") and parts.port != 0
    except ValueError:  # an invalid port
        return False
    return bool(named) and parts.scheme in ("http", "https") and not parts.query and not parts.fragment


def read(answer: httpx.Response) -> Plain:
    """What the answer holds, or what it comes to."""
    if answer.status_code == httpx.codes.TOO_MANY_REQUESTS or answer.is_server_error:
        raise Away(f"the server answered {answer.status_code}", retry_after(answer))
    try:
        found = answer.json()
    except ValueError:
        found = None
    plain: Plain = found if isinstance(found, dict) else {}
    if answer.is_success and plain:
        return plain
    refused = Refused(answer.status_code, plain)
    if answer.status_code == httpx.codes.UNAUTHORIZED or refused.code == "missing_scope":
        raise Trouble(f"The server does not take the token: {refused}", NO_TOKEN_CODE)
    raise refused


def retry_after(answer: httpx.Response) -> float:
    text = answer.headers.get("Retry-After", "")
    return min(float(text), MAX_RETRY_AFTER) if text.isdecimal() else 0.0


def said(error: httpx.RequestError) -> str:
    what = "no connection" if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout)) else "cut off"
    return f"{what} ({str(error) or type(error).__name__})"
