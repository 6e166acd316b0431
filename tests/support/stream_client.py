"""A client of a stream over real HTTP, one message after the other."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from typing import Any, NamedTuple, Self

from tests.support.api_client import component, validator_of

READ_TIMEOUT = 30
NDJSON = "application/x-ndjson"


class Message(NamedTuple):
    event: str
    id: int | None
    raw: bytes  # the data as it came

    @property
    def data(self) -> Any:
        return json.loads(self.raw)

    @property
    def entry(self) -> bytes:
        """The entry of the log in an event, to the byte."""
        return self.raw.removeprefix(b'{"event":').rpartition(b',"version":')[0]


class Listener:
    """Every message is held against the checked-in OpenAPI document."""

    def __init__(self, port: int, path: str, headers: dict[str, str], *, schema: str = "GameMessage") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=READ_TIMEOUT)
        self._connection.request("GET", f"/api/v1{path}", headers=headers)
        self.answer = self._connection.getresponse()
        self._reads = _lines if headers.get("Accept") == NDJSON else _server_sent
        self._validator = validator_of(component(f"#/components/schemas/{schema}"))
        self._messages = self._read()

    def __iter__(self) -> Iterator[Message]:
        """Until the server ends it."""
        return self._messages

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def next(self) -> Message:
        return next(self._messages)

    def take(self, count: int) -> list[Message]:
        return [self.next() for _ in range(count)]

    def until(self, name: str) -> list[Message]:
        """All messages up to the first of this kind, which is the last one given."""
        found = [self.next()]
        while found[-1].event != name:
            found.append(self.next())
        return found

    def kill(self) -> None:
        """Gone without a word, as when a cable is pulled."""
        self.answer.close()
        self._connection.close()

    def _read(self) -> Iterator[Message]:
        assert self.answer.status == 200, (self.answer.status, self.answer.read())
        beats = 0
        for message in self._reads(self.answer):
            beats = beats + 1 if message.event == "heartbeat" else 0
            assert beats < READ_TIMEOUT, "nothing but heartbeats comes"
            whole = {"event": message.event, "data": message.data}
            self._validator.validate(whole if message.id is None else {**whole, "id": message.id})
            yield message


def _server_sent(answer: http.client.HTTPResponse) -> Iterator[Message]:
    """As the standard for server-sent events says a message is read, for what this server sends of it."""
    fields: dict[str, bytes] = {}
    while line := answer.readline():
        if line != b"\n":
            name, _, value = line.rstrip(b"\n").partition(b": ")
            fields[name.decode()] = value
            continue
        if "data" in fields:
            number = int(fields["id"]) if "id" in fields else None
            yield Message(fields["event"].decode(), number, fields["data"])
        else:
            assert fields == {"retry": b"2000"}
        fields = {}


def _lines(answer: http.client.HTTPResponse) -> Iterator[Message]:
    while line := answer.readline():
        whole = json.loads(line)
        raw = line.rstrip(b"\n").partition(b'"data":')[2][:-1]
        yield Message(whole["event"], whole.get("id"), raw)


def stalled(port: int, path: str, headers: dict[str, str]) -> socket.socket:
    """A connection that has asked for a stream, with little room for it, and does not read."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.settimeout(READ_TIMEOUT)
    wire.connect(("127.0.0.1", port))
    lines = [f"GET /api/v1{path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    wire.sendall("\r\n".join([*lines, "", ""]).encode())
    return wire
