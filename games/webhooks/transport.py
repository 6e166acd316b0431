"""One POST to a checked address: no redirects, proxies or cookies, a bounded response and a deadline.

The connection goes to an address that `targets` has checked, while the request and the TLS handshake name
the host, so DNS rebinding has no effect. One deadline covers the whole exchange, so a receiver that sends a
byte now and then cannot hold a worker.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, UUID, uuid5

import httpcore
from django.conf import settings

from games.webhooks.refusals import ResolverBusy, UrlRefused
from games.webhooks.targets import (
    WEB_PORTS,
    NoAllowedAddress,
    Target,
    addresses_of,
    is_public,
    resolved,
    target_of,
)

CONNECT_SECONDS: Final = 3.0
LOOKUP_SECONDS: Final = 3.0
MAX_READ: Final = 16 * 1024
WRITTEN_AT_ONCE: Final = 16 * 1024
MAX_ADDRESSES: Final = 4  # tried in order

_GONE_WRONG: Final = (
    (httpcore.ConnectTimeout, "connection timed out"),
    (httpcore.TimeoutException, "response timed out"),
    (httpcore.ConnectError, "no connection"),
    (httpcore.ProtocolError, "not an HTTP response"),
    (httpcore.NetworkError, "connection lost"),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The response as far as it was read, or the `error` that prevented one."""

    status: int | None = None
    body: bytes = b""
    is_whole: bool = False
    error: str = ""
    retry_after: str = ""  # the header, if there is one
    is_public: bool = False  # whether anybody could have had this response
    seconds: float = 0.0


def post(url: str, headers: Mapping[str, str], body: bytes, *, player: UUID) -> Answer:
    """Post for this player, whose URL it is.

    Never raises for the network or the receiver: failures are `Answer(error=…)`, within the deadline.
    """

    def checked() -> tuple[Target, list[str]]:
        target = target_of(url)
        return target, addresses_of(target, player=player, patience=LOOKUP_SECONDS)

    return _posted(checked, headers, body)


def post_anywhere(url: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """The same for an operator, whose URL may lead anywhere."""

    def found() -> tuple[Target, list[str]]:
        parts = urlsplit(url)
        port = parts.port or WEB_PORTS[parts.scheme]
        target = Target(parts.scheme, parts.hostname or "", port, parts.path)
        return target, resolved(target, player=uuid5(NAMESPACE_URL, url), patience=LOOKUP_SECONDS)

    return _posted(found, headers, body)


def _posted(find: Callable[[], tuple[Target, list[str]]], headers: Mapping[str, str], body: bytes) -> Answer:
    start = time.monotonic()
    try:
        target, found = find()
        end = time.monotonic() + settings.WEBHOOK_TIMEOUT.total_seconds()
        answer = _exchange(target, CheckedBackend(found[:MAX_ADDRESSES], end), headers, body)
        answer = replace(answer, is_public=all(map(is_public, found)))
    except ResolverBusy:
        answer = Answer(error="resolver busy")
    except NoAllowedAddress:
        answer = Answer(error="address not allowed")
    except UrlRefused as refused:
        answer = Answer(error=str(refused))
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
        answer = Answer(error=next(words for cls, words in _GONE_WRONG if isinstance(error, cls)))
    return replace(answer, seconds=time.monotonic() - start)


def _exchange(target: Target, backend: CheckedBackend, headers: Mapping[str, str], body: bytes) -> Answer:
    """Use a new pool for each call: a kept connection could serve another host at the same address."""
    url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
    more = {"host": _host_header(target), "content-length": str(len(body)), "connection": "close"}
    sent = [(name.encode(), value.encode()) for name, value in {**more, **headers}.items()]
    with (
        httpcore.ConnectionPool(ssl_context=_trust(), network_backend=backend) as pool,
        pool.stream("POST", url, headers=sent, content=body) as response,
    ):
        read, is_whole = _read(response.iter_stream())
        return Answer(response.status, read, is_whole, retry_after=_retry_after(response.headers))


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> str:
    found = (value for name, value in headers if name.lower() == b"retry-after")
    return next(found, b"").decode("latin-1").strip()


def _read(chunks: Iterable[bytes]) -> tuple[bytes, bool]:
    read = b""
    for chunk in chunks:
        read += chunk
        if len(read) > MAX_READ:
            return read[:MAX_READ], False
    return read, True


def _host_header(target: Target) -> str:
    host = f"[{target.host}]" if ":" in target.host else target.host
    usual = {"https": 443, "http": 80}[target.scheme]
    return host if target.port == usual else f"{host}:{target.port}"


@cache
def _trust() -> ssl.SSLContext:
    """The public certificate authorities. Loading them costs more than a request, so they are cached."""
    import httpx  # noqa: PLC0415 – web processes import this module, but post nothing

    return httpx.create_ssl_context(trust_env=False)


class CheckedBackend(httpcore.NetworkBackend):
    """Connects only to the checked addresses, whatever the name resolves to now."""

    def __init__(self, addresses: list[str], end: float) -> None:
        self._addresses, self._end, self._dial = addresses, end, httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Try the addresses in order; an unreachable one (IPv6 from an IPv4 network) fails quickly."""
        error: Exception = httpcore.ConnectTimeout()
        for address in self._addresses:
            try:
                left = min(CONNECT_SECONDS, seconds_left(self._end, httpcore.ConnectTimeout))
                return BoundedStream(self._dial.connect_tcp(address, port, timeout=left), self._end)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failed:
                error = failed
        raise error


class BoundedStream(httpcore.NetworkStream):
    """A connection whose every operation is bounded by the deadline of the whole exchange."""

    def __init__(self, stream: httpcore.NetworkStream, end: float) -> None:
        self._stream, self._end = stream, end

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, seconds_left(self._end, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write in pieces: in one large write the timeout would restart with every byte that is taken."""
        for start in range(0, len(buffer), WRITTEN_AT_ONCE):
            piece = buffer[start : start + WRITTEN_AT_ONCE]
            self._stream.write(piece, seconds_left(self._end, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = min(CONNECT_SECONDS, seconds_left(self._end, httpcore.ConnectTimeout))
        return BoundedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._end)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def seconds_left(end: float, error: type[Exception]) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise error("deadline exceeded")
    return left
