"""The attacks. Each runs in a process of its own until it is killed."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from itertools import cycle
from threading import Thread
from typing import Final

from tests.chaos.attacks.target import JSON, Target, get, paced, repeat
from tests.chaos.faults.clients import SLOW_LOGIN

Attack = Callable[[Target], None]
LOGIN: Final = b"csrfmiddlewaretoken=abcdefghijklmnopqrstuvwxyzABCDEF&username=admin&password=guess"
FORM: Final = {
    "Content_Type": "application/x-www-form-urlencoded",
    "Cookie": "csrftoken=abcdefghijklmnopqrstuvwxyzABCDEF",
}
NDJSON: Final = "application/x-ndjson"
IMPORT: Final = 4 << 20
HOOKS: Final = 10  # for each account
SMALL_WINDOW: Final = 4096
CREATED: Final = 201


# -- many requests -----------------------------------------------------------------------------------


def reads(connections: int) -> Attack:
    return lambda target: target.flood(connections, f"/api/v1/games/{target.running}")


def reads_of_a_player(target: Target) -> None:
    target.flood(80, f"/api/v1/games/{target.running}", **target.mine)


def probes(target: Target) -> None:
    target.flood(80, "/readyz")


def reads_of_the_docs(target: Target) -> None:
    target.flood(80, "/docs/reference/schemas")


# -- dear requests -----------------------------------------------------------------------------------


def documents(target: Target) -> None:
    paced(0.2, lambda: target.ask("GET", "/api/v1/schema?format=yaml"))


def doubled_member(members: int = 110_000) -> bytes:
    """1 MiB, whose last member comes twice."""
    names = [f'"{number:x}":0' for number in range(members)]
    return ("{" + ",".join([*names, names[-1]]) + "}").encode()


def doubled_members(target: Target) -> None:
    body = doubled_member()
    repeat(16, lambda: target.ask("POST", "/api/v1/players", body, Content_Type=JSON))


def doubled_members_of_a_player(target: Target) -> None:
    body = doubled_member()
    repeat(10, lambda: target.ask("PATCH", "/api/v1/me", body, Content_Type=JSON, **target.mine))


def audits(target: Target) -> None:
    repeat(40, lambda: target.ask("GET", f"/api/v1/games/{target.finished}/audit"))


def admin_logins(target: Target) -> None:
    repeat(16, lambda: target.ask("POST", "/admin/login/", LOGIN, **FORM))


def imports(target: Target) -> None:
    mine = {**target.mine, "Content_Type": NDJSON}
    repeat(8, lambda: target.ask("POST", "/api/v1/imports", target.export, **mine))


# -- connections that are held -----------------------------------------------------------------------


def slow_bodies(target: Target) -> None:
    target.hold(80, SLOW_LOGIN)


def idle_connections(target: Target) -> None:
    target.hold(1100, get("/healthz"))


def anonymous_waits(target: Target) -> None:
    target.hold(100, get(f"/api/v1/games/{target.running}/events?after=13&wait=60"))


def streams(target: Target) -> None:
    target.hold(
        200, get(f"/api/v1/games/{target.running}/stream", f"Authorization: Bearer {target.tokens[0]}")
    )


def half_sent_imports(target: Target) -> None:
    head = f"POST /api/v1/imports HTTP/1.1\r\nHost: localhost\r\nContent-Type: {NDJSON}\r\n"
    target.hold(150, f"{head}Content-Length: {IMPORT}\r\n\r\n".encode() + b"x" * (IMPORT - 1))


def unread_exports(target: Target) -> None:
    words = [get("/api/v1/me/export", f"Authorization: Bearer {token}") for token in target.tokens]
    for word in words:
        Thread(target=target.hold, args=(60 // len(words), word), kwargs={"receive": SMALL_WINDOW}).start()


def silent_receivers(target: Target) -> None:
    """Webhooks to a port that takes connections and never answers, tested again and again."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    tests = cycle([word for token in target.tokens for word in _hooks(target, token, url)])

    def test() -> int:
        path, token = next(tests)
        return target.ask("POST", f"{path}/test", b"{}", Content_Type=JSON, Authorization=f"Bearer {token}")

    paced(0.1, test)


def _hooks(target: Target, token: str, url: str) -> list[tuple[str, str]]:
    """The paths of as many webhooks as an account may have."""
    found = []
    for number in range(HOOKS):
        body = json.dumps({"url": f"{url}{number}", "kinds": ["game.finished"]}).encode()
        status, made = target.answer(
            "POST", "/api/v1/webhooks", body, Content_Type=JSON, Authorization=f"Bearer {token}"
        )
        if status == CREATED:
            found.append((f"/api/v1/webhooks/{json.loads(made)['id']}", token))
    return found


UNLIMITED: Final[dict[str, Attack]] = {
    "8 anonymous connections read a game, without limits": reads(8),
    "80 anonymous connections, without limits": reads(80),
    "400 anonymous connections, without limits": reads(400),
}
LIMITED: Final[dict[str, Attack]] = {
    "80 anonymous connections read a game": reads(80),
    "80 connections of one player": reads_of_a_player,
    "80 connections to /readyz": probes,
    "80 connections read the documentation": reads_of_the_docs,
    "the OpenAPI document, 5 a second": documents,
    "16 bodies of 1 MiB with a doubled member": doubled_members,
    "10 of them from one player": doubled_members_of_a_player,
    "40 audits at once": audits,
    "16 admin logins at once": admin_logins,
    "8 imports at once": imports,
    "80 slow bodies": slow_bodies,
    "1100 idle connections": idle_connections,
    "100 anonymous long polls": anonymous_waits,
    "200 streams": streams,
    "150 half-sent imports": half_sent_imports,
    "60 exports that nobody reads": unread_exports,
    "50 webhooks to receivers that never answer": silent_receivers,
}
