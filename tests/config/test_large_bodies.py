"""What the proxy does before it takes a large body: it asks the web server about the token."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

import pytest

from config.embedded.folder import DataFolder
from tests.config.test_caddy import answer, proxy
from tests.support.http_server import Handler, serving

GATE = "/api/internal/large-body"
LARGE = 4 << 20
RIGHT = "Authorization: Bearer right\r\n"


class Web(Handler):
    """A web server that knows one token and remembers what it was asked."""

    asked: ClassVar[list[tuple[str, str, int]]]

    def serve(self) -> None:
        body = self.read()
        self.asked.append((self.command, self.path, len(body)))
        if self.path == GATE and self.headers["Authorization"] != "Bearer right":
            self.reply(401, {"Content-Type": "application/problem+json"}, b'{"code":"unauthenticated"}')
        else:
            self.reply(204 if self.path == GATE else 200, {}, b"")


@pytest.fixture
def asked() -> list[tuple[str, str, int]]:
    Web.asked = []
    return Web.asked


@pytest.fixture
def port(tmp_path, asked) -> Iterator[int]:
    folder = DataFolder(tmp_path / "data")
    folder.make()
    with serving(Web) as web, proxy(folder, WEB_UPSTREAM=f"127.0.0.1:{web}") as found:
        yield found


@contextmanager
def sending(port: int, *lines: str, path: str = "/api/v1/imports") -> Iterator[socket.socket]:
    """The headers of a POST are sent, and nothing of its body."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        wire.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{''.join(lines)}\r\n".encode())
        yield wire


def heard(wire: socket.socket) -> bytes:
    """Up to the end of the connection."""
    return b"".join(iter(lambda: wire.recv(4096), b""))


@pytest.mark.parametrize("path", ["/api/v1/imports", "/api/v1/games"])
@pytest.mark.parametrize("token", ["", "Authorization: Bearer wrong\r\n"])
def test_who_has_no_token_is_refused_while_the_body_is_unsent(port, asked, path, token):
    with sending(port, token, f"Content-Length: {LARGE}\r\n", path=path) as wire:
        told = heard(wire)

    assert told.startswith(b"HTTP/1.1 401 ")
    assert told.endswith(b'{"code":"unauthenticated"}')  # in the words of the server
    assert asked == [("GET", GATE, 0)]


def test_a_body_of_unknown_length_counts_as_large(port, asked):
    with sending(port, "Transfer-Encoding: chunked\r\nConnection: close\r\n") as wire:
        wire.sendall(b"1\r\nx\r\n0\r\n\r\n")
        told = heard(wire)

    assert told.startswith(b"HTTP/1.1 401 ")
    assert asked == [("GET", GATE, 0)]


def test_with_a_token_the_body_is_taken_and_passed_on_as_a_whole(port, asked):
    with sending(port, RIGHT, f"Content-Length: {LARGE}\r\nConnection: close\r\n") as wire:
        wire.sendall(b"x" * LARGE)
        told = heard(wire)

    assert told.startswith(b"HTTP/1.1 200 ")
    assert asked == [("GET", GATE, 0), ("POST", "/api/v1/imports", LARGE)]


@pytest.mark.parametrize(("size", "is_asked"), [(0, False), (9_999, False), (64_999, False), (65_000, True)])
def test_a_small_body_costs_no_question(port, asked, size, is_asked):
    with sending(port, RIGHT, f"Content-Length: {size}\r\nConnection: close\r\n") as wire:
        wire.sendall(b"x" * size)
        heard(wire)

    assert asked == [("GET", GATE, 0)] * is_asked + [("POST", "/api/v1/imports", size)]


def test_a_client_that_waits_to_be_told_to_continue_is_told_or_refused(port):
    expecting = f"Content-Length: {LARGE}\r\nExpect: 100-continue\r\nConnection: close\r\n"
    with sending(port, expecting) as wire:
        refused = heard(wire)
    with sending(port, RIGHT, expecting) as wire:
        told = wire.recv(4096)
        wire.sendall(b"x" * LARGE)
        accepted = heard(wire)

    assert refused.startswith(b"HTTP/1.1 401 ")
    assert told.startswith(b"HTTP/1.1 100 ")
    assert accepted.startswith(b"HTTP/1.1 200 ")


def test_a_preflight_of_a_browser_is_not_asked_for_a_token(port, asked):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        wire.sendall(b"OPTIONS /api/v1/imports HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        told = heard(wire)

    assert told.startswith(b"HTTP/1.1 200 ")
    assert asked == [("OPTIONS", "/api/v1/imports", 0)]


@pytest.mark.parametrize(
    "path", [GATE, "/api/internal/", "/api/INTERNAL/large-body", "/api/%69nternal/large-body"]
)
def test_nobody_else_can_ask(port, asked, path):
    status, _, problem = answer(port, "GET", path)

    assert (status, problem["code"]) == (404, "not_found")
    assert asked == []


def test_while_the_web_server_is_away_a_large_body_is_not_taken(tmp_path):
    folder = DataFolder(tmp_path / "data")
    folder.make()
    with proxy(folder) as port, sending(port, RIGHT, f"Content-Length: {LARGE}\r\n") as wire:
        told = heard(wire)

    assert told.startswith(b"HTTP/1.1 503 ")
    assert json.loads(told.partition(b"\r\n\r\n")[2])["code"] == "not_ready"
