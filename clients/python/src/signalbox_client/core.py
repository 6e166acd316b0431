"""Asking the server: with a token, again when it is away, and only where its answers lead."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar
from urllib.parse import urljoin, urlsplit

from signalbox_client import records
from signalbox_client.auth import Auth
from signalbox_client.errors import SignalboxError, Unreachable, problem
from signalbox_client.operation import Pages
from signalbox_client.record import read_json
from signalbox_client.request import Request
from signalbox_client.signing import Signing
from signalbox_client.steps import Emit, Reply, Steps, Wire, open_stream, send, sleep
from signalbox_client.version import __version__

T = TypeVar("T")

ROOT: Final = "/api/v1"
AGAIN: Final = (429, 502, 503, 504)
FIRST_PAUSE, LONGEST_PAUSE, MAX_RETRY_AFTER = 0.5, 10.0, 120.0
STREAM_TIMEOUT: Final = 60.0  # a stream has a heartbeat every 15 seconds
UNAUTHORIZED, OK = 401, 200


class Core:
    def __init__(
        self,
        url: str,
        auth: Auth,
        *,
        timeout: float,
        retries: int,
        user_agent: str,
        signing: Signing | None = None,
    ) -> None:
        self.origin = origin_of(url)
        self._auth, self._timeout, self._retries = auth, timeout, retries
        self._signing = signing
        self._headers = {"User-Agent": f"{user_agent} signalbox-client/{__version__}".strip()}

    def steps(self, wish: Request[T] | Steps[T]) -> Steps[T]:
        return self.call(wish) if isinstance(wish, Request) else wish

    def call(self, request: Request[T], *, retries: int | None = None) -> Steps[T]:
        """The answer to a request, or the problem as an exception."""
        ask = partial(self._asked, retries=retries)
        return (yield from (self._signing.asked(request, ask) if self._signing else ask(request)))

    def note(self, game: records.Game) -> None:
        """A decision is signed on what was seen last, also in a stream."""
        if self._signing:
            self._signing.note(game, game.id)

    def _asked(self, request: Request[T], *, retries: int | None = None) -> Steps[T]:
        wire = self._wire(request)
        attempts = (self._retries if retries is None else retries) if request.is_repeatable else 0
        wait = 0.0
        for pause in islice(pauses(), attempts):
            try:
                reply = yield from self._authorized(wire)
                wait = retry_after(reply) or 0.0
                if reply.status not in AGAIN or wait > MAX_RETRY_AFTER:
                    return answer(reply, request.answer)
            except Unreachable:
                wait = 0.0
            yield from sleep(max(pause, wait))
        return answer((yield from self._authorized(wire)), request.answer)

    def pages(self, pages: Pages[Any]) -> Steps[None]:
        request = pages.request
        while True:
            page = yield from self.call(request)
            for item in page.items:
                yield Emit(item)
            if page.next is None:
                return
            request = replace(request, query={**request.query, "cursor": page.next})

    def open(self, link: str, *, after: int | None = None, view: bool = False) -> Steps[None]:
        """Open the stream that a link leads to."""
        headers = {"Accept": "application/x-ndjson"}
        headers |= {} if after is None else {"Last-Event-ID": str(after)}
        query = {"view": "true"} if view else {}
        wire = Wire("GET", self.address(link), self._headers | headers, query, timeout=STREAM_TIMEOUT)
        reply = yield from self._authorized(wire, is_stream=True)
        if reply.status != OK:
            raise refusal(reply)

    def address(self, link: str) -> str:
        """Where a link of an answer leads. A token that came over TLS goes nowhere without."""
        found = urljoin(self.origin, link)
        if self.origin.startswith("https:") and not found.startswith("https:"):
            raise SignalboxError(f"The server links to {found}, where the token could be read on the way.")
        return found

    def _wire(self, request: Request[Any]) -> Wire:
        query = request.sent_query()
        return Wire(
            request.method,
            self.origin + request.path,
            self._headers | request.sent_headers(),
            query,
            json=request.sent_body(),
            content=request.log,
            timeout=self._timeout + float(query.get("wait", 0)),
        )

    def _authorized(self, wire: Wire, *, is_stream: bool = False) -> Steps[Reply]:
        """A token that has run out is refreshed, once."""
        token = yield from self._auth.token(self.origin)
        reply = yield from self._sent(wire, token, is_stream=is_stream)
        if reply.status == UNAUTHORIZED and token and self._auth.can_refresh:
            token = yield from self._auth.token(self.origin, instead_of=token)
            reply = yield from self._sent(wire, token, is_stream=is_stream)
        return reply

    def _sent(self, wire: Wire, token: str | None, *, is_stream: bool) -> Steps[Reply]:
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        whole = replace(wire, headers={**wire.headers, **bearer})
        return (yield from (open_stream(whole) if is_stream else send(whole)))


def origin_of(url: str) -> str:
    """The address of the server; that of its API will do, too."""
    try:
        parts = urlsplit(url)
        named = re.fullmatch(r"[\w.:-]+", parts.hostname or "") and parts.port != 0
    except ValueError:  # an invalid port
        named = None
    if not named or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
        raise ValueError(f"{url} is not the address of a server, such as http://localhost:8000.")
    return url.rstrip("/").removesuffix(ROOT)


def pauses() -> Iterator[float]:
    """Twice as long each time, up to a limit, and never quite the same.

    Many who lost one server at the same moment should not all come back at the same moment.
    """
    longest = FIRST_PAUSE
    while True:
        yield random.uniform(longest / 2, longest)  # noqa: S311
        longest = min(2 * longest, LONGEST_PAUSE)


def answer(reply: Reply, kind: type[T]) -> T:
    if not OK <= reply.status < 300:  # noqa: PLR2004
        raise refusal(reply)
    if kind is type(None):
        return None
    if kind in (str, bytes):
        return reply.body.decode() if kind is str else reply.body  # type: ignore[return-value]
    try:
        return read_json(reply.body, kind)
    except ValueError as error:
        raise SignalboxError(f"This is no answer of a Signalbox server: {error}") from None


def refusal(reply: Reply) -> SignalboxError:
    try:
        members = json.loads(reply.body)
    except ValueError:
        members = None
    return problem(reply.status, members if isinstance(members, dict) else {}, retry_after(reply))


def retry_after(reply: Reply) -> float | None:
    text = reply.headers.get("retry-after", "")
    return float(text) if text.isdecimal() else None
