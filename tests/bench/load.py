"""Clients that keep their connection and ask one thing after the other, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import random
import socket
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

Script = Sequence[bytes]  # whole requests, ready to be sent


@dataclass
class Load:
    """How long each request took while all clients were asking, and for how long they were; in seconds."""

    took: list[float] = field(default_factory=list)
    span: float = 0

    def add(self, more: Load) -> None:
        self.took += more.took
        self.span += more.span

    @property
    def per_second(self) -> float:
        return len(self.took) / self.span

    def percentile(self, wanted: int) -> float:
        return statistics.quantiles(self.took, n=100)[wanted - 1]


def request(method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
    lines = [f"{method} /api/v1{path} HTTP/1.1", "Host: localhost"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([*lines, "", ""]).encode() + body


def run(port: int, scripts: Sequence[Script], *, expect: int, pace: float | None = None) -> Load:
    """All scripts at once, one client each; a client that gets another status stops everything.

    With `pace` all clients together send so many requests per second, without it as many as they can.
    """
    pause = len(scripts) / pace if pace else 0
    context = multiprocessing.get_context("fork")
    gate, results = context.Barrier(len(scripts) + 1), context.Queue()
    clients = [
        context.Process(target=_client, args=(port, script, expect, pause, gate, results))
        for script in scripts
    ]
    for client in clients:
        client.start()
    gate.wait()
    found = [results.get(timeout=300) for _ in clients]
    for client in clients:
        client.join()
    if wrong := [word for word, _, _ in found if isinstance(word, str)]:
        raise RuntimeError(wrong[0])
    begin, end = max(start for start, _, _ in found), min(end for _, end, _ in found)
    return Load([took for _, _, all_ in found for at, took in all_ if begin <= at <= end], end - begin)


def _client(port: int, script: Script, expect: int, pause: float, gate, results) -> None:
    wanted = f" {expect} ".encode()
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        gate.wait()
        start, took = time.perf_counter(), []
        due = start + random.random() * pause
        for message in script:
            time.sleep(max(0, due - time.perf_counter()))
            due += pause
            before = time.perf_counter()
            wire.sendall(message)
            answer = _read(wire)
            now = time.perf_counter()
            if wanted not in answer[:20]:
                results.put((answer.decode(errors="replace"), 0, []))
                return
            took.append((now, now - before))
        results.put((start, time.perf_counter(), took))


def _read(wire: socket.socket) -> bytes:
    data = b""
    while (end := data.find(b"\r\n\r\n")) < 0:
        data += wire.recv(65536)
    head = data[:end].lower()
    length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
    while len(data) < end + 4 + length:
        data += wire.recv(65536)
    return data
