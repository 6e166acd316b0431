"""Clients that are cut off, and clients that are slow on purpose."""

from __future__ import annotations

import socket
import time
from contextlib import suppress

from tests.chaos.faults.catalogue import STOP_SECONDS, Scene, fault

SLOW_BODIES, IDLE, UNREAD = 80, 200, 40
SLOW_LOGIN = (
    b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Cookie: csrftoken=abcdefghijklmnopqrstuvwxyzABCDEF\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n{"
)


@fault("cut from clients", 4)
def cut_clients(scene: Scene) -> None:
    scene.wires.cut()


@fault("slow bodies", 4)
def slow_bodies(scene: Scene) -> None:
    hold(scene, SLOW_BODIES, SLOW_LOGIN)


@fault("idle connections", 4)
def idle(scene: Scene) -> None:
    hold(scene, IDLE // 2, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    hold(scene, IDLE // 2, b"GET /healthz HTTP/1.1\r\nHost: lo")


@fault("streams nobody reads", 4)
def unread(scene: Scene) -> None:
    path = f"/api/v1/games/{scene.game()}/stream?after=0&view=true"
    hold(scene, UNREAD, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), room=4096)


def hold(scene: Scene, count: int, words: bytes, *, room: int = 0) -> None:
    """Connections that have sent this and do no more."""
    made: list[socket.socket] = []
    try:
        for _ in range(count):
            wire = socket.socket()
            made.append(wire)
            if room:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            wire.settimeout(2)
            with suppress(OSError):  # the proxy may be down
                wire.connect(("127.0.0.1", scene.stack.port))
                wire.sendall(words)
        time.sleep(scene.seconds(STOP_SECONDS))
    finally:
        for wire in made:
            wire.close()
