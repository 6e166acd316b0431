"""What a client may send on its connection."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.games.streams.test_stream_ends import open_streams
from tests.support.processes import eventually

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
MY_STREAM = b"GET /api/v1/me/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
FAR_TOO_MUCH = 4 << 20


@contextmanager
def line(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        yield wire


def sent_until_hung_up(wire: socket.socket, piece: bytes) -> int:
    """How many bytes the server has taken."""
    sent = 0
    with suppress(ConnectionError):
        while sent < FAR_TOO_MUCH:
            wire.sendall(piece)
            sent += len(piece)
    return sent


def my_stream(people) -> bytes:
    return MY_STREAM % people[0].headers["Authorization"].removeprefix("Bearer ").encode()


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (b"GET /", b"x" * 4096),
        (b"GET /healthz HTTP/1.1\r\n", b"X: " + b"x" * 4091 + b"\r\n"),
        (b"GET /healthz HTTP/1.1\r\nX: ", b"x" * 4096),
    ],
    ids=["the address", "headers", "one header"],
)
def test_headers_without_an_end_are_refused(streams, start, piece):
    with line(streams.port) as wire:
        wire.sendall(start)
        assert sent_until_hung_up(wire, piece) < FAR_TOO_MUCH
    with line(streams.port) as wire:
        wire.sendall(HEALTH)
        assert wire.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("header", "piece"),
    [
        (b"Content-Length: 65536\r\n\r\n", b"x" * 4096),
        (b"Transfer-Encoding: chunked\r\n\r\n", b"4\r\nbody\r\n" * 500),
        (b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: " + b"x" * 4091 + b"\r\n"),
        (b"\r\n", HEALTH),
        (b"\r\n", b"\0" * 100),
    ],
    ids=["a body", "chunks", "trailers", "requests", "garbage"],
)
def test_a_stream_ends_if_its_client_goes_on_sending(people, streams, header, piece):
    with line(streams.port) as wire:
        wire.sendall(my_stream(people) + header)
        assert wire.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert sent_until_hung_up(wire, piece) < FAR_TOO_MUCH
    eventually(lambda: open_streams(streams) == 0, what="the end of the stream")


def test_a_connection_is_kept_for_one_request_after_the_other(streams):
    connection = http.client.HTTPConnection("127.0.0.1", streams.port, timeout=30)
    connection.connect()
    first = connection.sock
    for _ in range(20):  # together they are larger than one may be
        connection.request("GET", "/healthz", headers={"X-Long": "x" * 8192})
        assert (connection.getresponse().read(), connection.sock) == (b'{"status":"ok"}', first)
    connection.close()
