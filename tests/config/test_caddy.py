"""The proxy by itself, with nothing to lead to: what it answers then, and what it does with a slow body."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from config.embedded import caddy
from config.embedded.folder import DataFolder
from config.run.program import Child
from tests.support.http_server import Handler, serving
from tests.support.processes import eventually, free_port


class Echo(Handler):
    def serve(self) -> None:
        self.reply(200, {"Content-Type": "application/json"}, str(len(self.read())).encode())


@pytest.fixture
def folder(tmp_path) -> DataFolder:
    made = DataFolder(tmp_path / "data")
    made.make()
    return made


@contextmanager
def proxy(folder: DataFolder, **variables: str) -> Iterator[int]:
    binary, port = caddy.binary(), free_port()
    assert binary
    address = {"SITE_ADDRESS": f"http://:{port}", "BIND_ADDRESS": "127.0.0.1"}
    program = caddy.caddy_program(binary, folder, address | variables, lambda: listens(port))
    with (folder.root / "proxy.log").open("wb") as log:
        child = Child(program, cwd=Path.cwd(), output=log)
    try:
        eventually(lambda: listens(port), what="Caddy")
        yield port
    finally:
        child.kill_all()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def answer(port: int, method: str, path: str, body: bytes | None = None) -> tuple[int, Any, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body, {"Authorization": "Bearer sb_secret"})
        found = connection.getresponse()
        return found.status, found.headers, json.load(found)
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/me/stream"])
def test_with_nobody_behind_it_a_client_is_asked_to_come_again(folder, path):
    with proxy(folder) as port:
        status, headers, problem = answer(port, "GET", path)

    assert (status, problem["status"], problem["code"]) == (503, 503, "not_ready")
    assert headers["Retry-After"] == "2"
    assert headers["Access-Control-Allow-Origin"] == "*"
    log = (folder.root / "proxy.log").read_text()
    assert "sb_secret" not in log
    assert all(json.loads(line)["message"] for line in log.splitlines() if line.startswith("{"))


@pytest.mark.parametrize(
    ("path", "most", "named"),
    [
        ("/api/v1/me", 64 << 10, "64KiB"),
        ("/account/login", 64 << 10, "64KiB"),
        ("/api/v1/games", 1 << 20, "1MiB"),
        ("/api/v1/imports", 4 << 20, "4MiB"),
    ],
)
def test_a_body_larger_than_the_server_takes_is_refused(folder, path, most, named):
    with serving(Echo) as web, proxy(folder, WEB_UPSTREAM=f"127.0.0.1:{web}") as port:
        answers = [answer(port, "POST", path, b"x" * size) for size in (most, most + 1)]

    assert [(status, body) for status, _, body in answers[:1]] == [(200, most)]
    (status, _, body), detail = answers[1], f"A body can have at most {named} here."
    assert (status, body["code"], body["detail"]) == (413, "too_large", detail)


CHUNKED = b"POST %s HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n%s"
CHUNKS = (
    *(b"2\n{}\r\n0\r\n\r\n", b"2\r\n{}\n0\r\n\r\n", b"zz\r\n{}\r\n0\r\n\r\n"),
    *(b"%s\r\n{}\r\n0\r\n\r\n" % (b"f" * 18), b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n"),
)
NO_HOST = b"GET %s HTTP/1.1\r\nHost:\r\n\r\n"


def test_a_request_that_is_none_is_the_fault_of_its_sender(folder):
    sent = [NO_HOST % path for path in (b"/api/v1", b"/api/v1/me/stream")]
    sent += [CHUNKED % (path, chunks) for path in (b"/api/v1/games", b"/api/v1/imports") for chunks in CHUNKS]
    with serving(Echo) as web, proxy(folder, WEB_UPSTREAM=f"127.0.0.1:{web}") as port:
        answers = [heard(port, words) for words in sent]

    for words, (head, body) in zip(sent, answers, strict=True):
        assert head.startswith(b"HTTP/1.1 400 "), words
        assert (json.loads(body)["status"], json.loads(body)["code"]) == (400, "bad_request")
        assert b"Retry-After:" not in head


def heard(port: int, words: bytes) -> tuple[bytes, bytes]:
    """The head and the body of the answer to some bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        wire.sendall(words)
        wire.shutdown(socket.SHUT_WR)
        head, _, body = b"".join(iter(lambda: wire.recv(4096), b"")).partition(b"\r\n\r\n")
        return head, body


def test_a_body_that_does_not_arrive_in_time_ends_its_connection(folder):
    with proxy(folder, BODY_TIMEOUT="1s") as port, socket.create_connection(("127.0.0.1", port)) as wire:
        wire.settimeout(30)
        wire.sendall(b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        heard = b"".join(iter(lambda: wire.recv(4096), b""))

    assert heard.startswith(b"HTTP/1.1 499 ")


def test_figures_are_for_those_it_was_told_of(folder):
    with proxy(folder) as port, proxy(folder, METRICS_FROM="") as closed:
        assert answer(port, "GET", "/metrics")[0] == 503  # it would pass it on
        assert answer(closed, "GET", "/metrics")[0] == 404


def test_it_writes_nothing_outside_the_data_folder(folder, monkeypatch, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    with proxy(folder) as port:
        answer(port, "GET", "/")

    assert list(home.iterdir()) == []


def test_without_its_wheel_there_is_none(monkeypatch):
    monkeypatch.setattr("sys.path", [])

    assert caddy.binary() is None
