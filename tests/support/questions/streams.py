"""Streams that are opened, as their process does it: the request, and the first page of the source."""

from __future__ import annotations

import io
from collections.abc import Callable

from django.core.handlers.asgi import ASGIRequest

from games.http.long_poll import door_here
from games.streams.app import Application
from games.streams.limits import Places
from games.streams.request import Opening
from tests.bench.tables import Person
from tests.support.questions.client import API, Asked
from tests.support.questions.seats import finished_games


def streams(person: Person) -> Asked:
    player, token = person
    game = f"/games/{finished_games(player)[0].id}"
    paths = {"/games/…": game, "/me": "/me"}
    application, places = Application(), Places()

    def opened(path: str, query: bytes) -> Callable[[], None]:
        def ask() -> None:
            request = ASGIRequest(_scope(path, query, token), io.BytesIO())
            with places.door() as door:
                door_here.set(door)
                response = application.get_response(request)
            assert isinstance(response, Opening), response
            wish = response.wish
            wish.source.read(wish.span.cursor, wish.span.newest, [wish.viewer])

        return ask

    return {
        f"GET {name}/stream{query}": opened(f"{API}{path}/stream", query.removeprefix("?").encode())
        for name, path in paths.items()
        for query in ("", "?after=50")
    }


def _scope(path: str, query: bytes, token: str) -> dict[str, object]:
    headers = [(b"host", b"testserver"), (b"authorization", f"Bearer {token}".encode())]
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query,
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }
