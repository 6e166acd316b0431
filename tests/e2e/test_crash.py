"""A server that is killed after it has written an action and before it has told anybody."""

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from tests.support import citus
from tests.support.processes import eventually
from tests.support.web_process import Web, migrate, web_server

DRAW = {"type": "draw_card", "pile": "transport"}


@pytest.fixture
def servers(tmp_path) -> Iterator[dict[str, str]]:
    with citus.throwaway(tmp_path / "servers", careless=False) as found:
        migrate(found)
        yield found


@pytest.fixture
def deaf_redis() -> Iterator[str]:
    """Takes every connection and never says a word: whoever talks to it waits."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


def ask(web: Web, method: str, path: str, body=None, *, token: str, **headers: str):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return web.ask(method, path, body, Authorization=f"Bearer {token}", **named)


def game_of_two(web: Web) -> tuple[str, list[str]]:
    """The path of a game in which seat 0 has the first turn, and the tokens of both."""
    tokens = [web.ask("POST", "/players", {"name": name})[2]["token"]["token"] for name in ("ada", "bob")]
    wish = {"ruleset": "london", "seats": 2, "options": {"first": "0"}}
    path = f"/games/{ask(web, 'POST', '/games', wish, token=tokens[0])[2]['id']}"
    ask(web, "POST", f"{path}/seats", {}, token=tokens[1])
    ask(web, "POST", f"{path}/start", token=tokens[0])
    for token in tokens:
        offered = ask(web, "GET", f"{path}/actions", token=token)[2]["items"]
        assert ask(web, "POST", f"{path}/actions", offered[0], token=token)[0] == 201
    return path, tokens


def test_an_action_is_not_lost_by_a_server_killed_between_commit_and_notification(
    tmp_path: Path, servers: dict[str, str], deaf_redis: str
):
    heard: list[object] = []

    def act(web: Web, path: str, token: str) -> None:
        try:
            heard.append(ask(web, "POST", f"{path}/actions", DRAW, token=token, Idempotency_Key="once"))
        except (http.client.HTTPException, OSError) as error:
            heard.append(error)

    with web_server(tmp_path, servers, processes=1) as healthy:
        path, (ada, bob) = game_of_two(healthy)
        before = ask(healthy, "GET", path, token=ada)[2]["version"]
        with web_server(tmp_path, servers | {"REDIS_URL": deaf_redis}, processes=1) as doomed:
            acting = Thread(target=act, args=(doomed, path, ada))
            acting.start()
            eventually(
                lambda: ask(healthy, "GET", path, token=bob)[2]["version"] > before,
                what="the commit",
                every=0.01,
            )
            doomed.child.kill_all()  # by SIGKILL, while it waits for Redis
            acting.join()
        assert isinstance(heard[0], http.client.HTTPException | OSError), heard

        after = ask(healthy, "GET", path, token=ada)[2]
        status, headers, answer = ask(
            healthy, "POST", f"{path}/actions", DRAW, token=ada, Idempotency_Key="once"
        )
        assert (status, headers["idempotency-replayed"]) == (201, "true")
        assert (answer["version"], answer["hash"]) == (after["version"], after["hash"])
        assert answer["view"] == after["view"]
        log = ask(healthy, "GET", f"{path}/events?after={before}", token=ada)[2]["items"]
        assert log == answer["events"]
        assert [event["type"] for event in log] == ["card_drawn"]

    with web_server(tmp_path, servers, processes=1) as fresh:
        assert ask(fresh, "GET", path, token=ada)[2]["hash"] == after["hash"]
        assert ask(fresh, "POST", f"{path}/actions", DRAW, token=ada, Idempotency_Key="once")[2] == answer
        assert ask(fresh, "POST", f"{path}/actions", DRAW, token=ada)[0] == 201
