"""People at the other end of the API, each with a token, and tables they sit at."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.accounts.services import player_create
from tests.support.accounts import bearer
from tests.support.api_client import ApiClient


class Caller:
    """A client with a name and a token of its own."""

    def __init__(self, api: ApiClient, name: str, *, is_bot: bool = False) -> None:
        self.api, self.name = api, name
        self.player, _, token = player_create(name=name, is_bot=is_bot)
        self.headers = bearer(token)

    def get(self, path: str, **headers: str) -> Any:
        return self.api.get(f"/api/v1{path}", headers=self.headers | spelled(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("post", path, body, headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("put", path, body, headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("patch", path, body, headers)

    def delete(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("delete", path, body, headers)

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        call = getattr(self.api, method)
        data = {} if body is None else {"data": body}
        kind = "application/json"
        return call(f"/api/v1{path}", content_type=kind, headers=self.headers | spelled(headers), **data)

    def seen(self, path: str) -> Any:
        """What a GET that works says."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def done(self, path: str, body: Any = None, **headers: str) -> Any:
        """What a POST that works says."""
        answer = self.post(path, body, **headers)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()


def people_named(*names: str) -> list[Caller]:
    """Callers who share nothing, so that each may be used by a thread of its own."""
    return [Caller(ApiClient(raise_request_exception=False), name) for name in names]


def spelled(headers: dict[str, str]) -> dict[str, str]:
    """`idempotency_key="k"` is the header Idempotency-Key."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def problem(answer: Any, status: int, code: str) -> Any:
    """The problem document of an answer that is one."""
    found = answer.json()
    assert (answer.status_code, found.get("code")) == (status, code), found
    return found


def wrong_fields(answer: Any) -> dict[str, str]:
    """The fields a 400 names, with what is wrong about each."""
    errors = problem(answer, 400, "invalid")["context"]["errors"]
    return {error["pointer"].removeprefix("/").replace("/", "."): error["code"] for error in errors}


class Table(str):
    """The path of a game, as callers use it; it also knows the game's id."""

    __slots__ = ()

    @property
    def id(self) -> UUID:
        return UUID(self.removeprefix("/games/"))


def opened(host: Caller, *guests: Caller, **wishes: Any) -> Table:
    """A table where all sit, the host first."""
    seats = wishes.pop("seats", max(2, 1 + len(guests)))
    table = host.done("/games", {"ruleset": "london", "seats": seats, **wishes})
    path = Table(f"/games/{table['id']}")
    for guest in guests:
        invite = {"invite_code": table["invite_code"]} if "invite_code" in table else {}
        guest.done(f"{path}/seats", invite)
    return path


def dealt(host: Caller, *guests: Caller, **wishes: Any) -> Table:
    """A game that has begun; seat 0 has the first turn."""
    wishes.setdefault("options", {"first": "0"})
    path = opened(host, *guests, **wishes)
    host.done(f"{path}/start")
    return path


def chosen(*players: Caller, **wishes: Any) -> Table:
    """A game in which all have kept their starting tickets."""
    path = dealt(*players, **wishes)
    for player in players:
        player.done(f"{path}/actions", player.seen(f"{path}/actions")["items"][0])
    return path


def drawing(player: Caller, path: str) -> Any:
    """The first card of a turn, off the pile."""
    return player.post(f"{path}/actions", {"type": "draw_card", "pile": "transport"})
