"""What we rely on of the web server."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest

from tests.support.processes import clean_env, eventually, free_port

PIECES = 400
PROGRAM = f"""
made = 0

def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(made).encode()] if environ["PATH_INFO"] == "/made" else pieces()

def pieces():
    global made
    for made in range(1, {PIECES} + 1):
        yield bytes(1 << 18)
"""


@pytest.fixture
def port(tmp_path) -> Iterator[int]:
    (tmp_path / "program.py").write_text(PROGRAM)
    found = free_port()
    words = ("--interface", "wsgi", "program:application", "--blocking-threads", "2", "--port", str(found))
    server = subprocess.Popen([sys.executable, "-m", "granian", *words], cwd=tmp_path, env=clean_env())
    try:
        eventually(lambda: made(found) == "0", what="the web server")
        yield found
    finally:
        server.terminate()
        server.wait(30)


def made(port: int) -> str:
    """The number of pieces so far; nothing while the server does not answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with closing(connection), suppress(OSError):
        connection.request("GET", "/made")
        return connection.getresponse().read().decode()
    return ""


def test_it_makes_no_more_of_an_answer_than_is_read(port):
    """Otherwise whoever asks for a lot and reads nothing fills its memory."""
    counts = ["0"]

    def stands_still() -> bool:
        counts.append(made(port))
        return counts[-1] == counts[-2] != "0"

    with socket.create_connection(("127.0.0.1", port), timeout=30) as unread:
        unread.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        eventually(stands_still, every=0.5, what="a web server that waits")

    assert int(counts[-1]) < PIECES / 2
