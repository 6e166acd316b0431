"""A good client: it repeats what was not answered, under the same key, and waits as long as it is told."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

from tests.chaos.tape import NOBODY, Acknowledged, Tape

TIMEOUT = 15.0
PAUSE = 0.2  # after a connection that was refused or cut
MAX_RETRY_AFTER = 3.0
GIVE_UP_SECONDS = 300.0
AGAIN = (429, 503)
FAILED = {*range(500, 600)} - {503}
TRIES = 5  # of a request that the server fails to answer
PROBES = ("/healthz", "/readyz")


class GaveUp(Exception):
    """The server did not answer for a very long time."""


class Wires:
    """The open connections of all clients, so that a fault can cut them."""

    def __init__(self) -> None:
        self._open: set[socket.socket] = set()
        self._lock = Lock()

    def add(self, wire: socket.socket) -> None:
        with self._lock:
            self._open.add(wire)

    def drop(self, wire: socket.socket) -> None:
        with self._lock:
            self._open.discard(wire)

    def cut(self) -> None:
        with self._lock:
            found = list(self._open)
        for wire in found:
            with suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for wire in self._open:
            wire.close()


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: Any


class Client:
    """One connection, for one thread."""

    def __init__(self, port: int, tape: Tape, wires: Wires, *, name: str = NOBODY, token: str = "") -> None:
        self.name, self.token, self.tape = name, token, tape
        self._port, self._wires = port, wires
        self._connection: http.client.HTTPConnection | None = None
        self._keys = 0

    def again(self) -> Client:
        """The same person on another connection."""
        return Client(self._port, self.tape, self._wires, name=self.name, token=self.token)

    # -- asking ------------------------------------------------------------------------------------

    def get(self, path: str, *, game: str = "", wait: float = 0) -> Answer:
        answer = self.insist("GET", path, timeout=TIMEOUT + wait)
        if game and answer.status == 200:
            self.tape.show(self.name, game, answer.body)
        return answer

    def post(self, path: str, body: Any = None, *, game: str = "") -> Answer:
        """Under a key of its own. What is accepted goes on the tape, and what is refused too."""
        self._keys += 1
        key = f"{self.name}-{id(self):x}-{self._keys}"
        began = time.monotonic()
        answer = self.insist("POST", path, body, key=key)
        if answer.status >= 400:
            self.tape.refused[key] = answer.body.get("code", "")
            return answer
        game = game or answer.body["id"]
        self.tape.show(self.name, game, answer.body)
        events = answer.body.get("events") or [{"seq": answer.body["version"], "hash": answer.body["hash"]}]
        done = Acknowledged(self.name, key, game, {event["seq"]: event["hash"] for event in events})
        self.tape.acknowledge(done, since=began)
        return answer

    def insist(
        self, method: str, path: str, body: Any = None, *, key: str = "", timeout: float = TIMEOUT
    ) -> Answer:
        """The first answer that does not ask to come again; a failure is answered too in the end."""
        deadline, failures = time.monotonic() + GIVE_UP_SECONDS, 0
        while time.monotonic() < deadline:
            answer = self.ask(method, path, body, key=key, timeout=timeout)
            failures += answer is not None and answer.status in FAILED
            if answer and answer.status not in AGAIN and (answer.status not in FAILED or failures > TRIES):
                return answer
            pause = float(answer.headers.get("retry-after", PAUSE)) if answer else PAUSE
            time.sleep(min(pause, MAX_RETRY_AFTER))
        raise GaveUp(f"{method} {path}")

    def ask(
        self, method: str, path: str, body: Any = None, *, key: str = "", timeout: float = TIMEOUT
    ) -> Answer | None:
        """Once; None without an answer."""
        try:
            raw = self._send(method, path, body, key, timeout)
            text = raw.read()
        except (OSError, http.client.HTTPException) as error:
            self._failed(error)
            return None
        headers = {name.lower(): value for name, value in raw.getheaders()}
        self._count(method, path, raw.status, headers, text)
        is_json = "json" in headers.get("content-type", "") and "ndjson" not in headers["content-type"]
        return Answer(raw.status, headers, json.loads(text) if is_json else text.decode())

    def _send(self, method: str, path: str, body: Any, key: str, timeout: float) -> http.client.HTTPResponse:
        connection = self._connected(timeout)
        text = None if body is None else json.dumps(body)
        whole = path if path in PROBES else f"/api/v1{path}"
        connection.request(method, whole, text, self._headers(key, text))
        return connection.getresponse()

    def _headers(self, key: str, text: str | None) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        return headers | ({"Content-Type": "application/json"} if text is not None else {})

    def _connected(self, timeout: float) -> http.client.HTTPConnection:
        if self._connection is None or self._connection.sock is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=timeout)
            self._connection.connect()
            self._wires.add(self._connection.sock)
        self._connection.sock.settimeout(timeout)
        return self._connection

    def _failed(self, error: Exception) -> None:
        with self.tape.lock:
            self.tape.unanswered[type(error).__name__] += 1
        self.close()

    def _count(self, method: str, path: str, status: int, headers: dict[str, str], text: bytes) -> None:
        where = f"{method} {path}: {text[:300]!r}"
        self.tape.count(status, where, retry_after=headers.get("retry-after"))

    def close(self) -> None:
        if self._connection is not None:
            if self._connection.sock is not None:
                self._wires.drop(self._connection.sock)
            self._connection.close()
        self._connection = None

    # -- listening ---------------------------------------------------------------------------------

    def stream(self, path: str, *, timeout: float) -> Iterator[dict[str, Any]]:
        """Messages until the connection or the server ends it; none if there is no stream now."""
        self.close()
        try:
            connection = self._connected(timeout)
            headers = self._headers("", None) | {"Accept": "application/x-ndjson"}
            connection.request("GET", f"/api/v1{path}", headers=headers)
            answer = connection.getresponse()
            if answer.status != 200:
                found = {name.lower(): value for name, value in answer.getheaders()}
                self._count("GET", path, answer.status, found, answer.read())
                return
            self._count("GET", path, 200, {}, b"")
            while (line := answer.readline()).endswith(b"\n"):
                yield json.loads(line)
        except (OSError, http.client.HTTPException) as error:
            self._failed(error)
        finally:
            self.close()
