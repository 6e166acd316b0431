"""A node that is away, as people notice it: what is elsewhere goes on, and the rest says why it does not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.accounts.models import Token
from games.management.commands import notify
from tests.concurrency.races import check_log
from tests.support import citus
from tests.support.callers import Caller, Table, chosen, people_named, problem
from tests.support.people import is_signed_in, sign_in, sign_up, text_of
from tests.support.shards import node_of, node_of_row, until

REASON = "The node of the database that has the rows of this request is not available"


@pytest.fixture
def neighbours(redis_url, transactional_db) -> list[Caller]:
    """Two players whose rows are on the same node."""
    first, *others = people_named(*(f"player-{number}" for number in range(12)))
    for other in others:
        if home_of(other) == home_of(first):
            return [first, other]
    pytest.fail("no two players are on one node")


def home_of(person: Caller) -> tuple[str, int]:
    return node_of_row("games_inbox", person.player.pk)


def table_on(node: tuple[str, int], *, people: list[Caller], there: bool) -> Table:
    """A game of these people on this node, or on another."""
    for _ in range(30):
        path = chosen(*people)
        if (node_of(path) == node) is there:
            return path
    pytest.fail("all games are on one node")


def draw(person: Caller, path: Table) -> Any:
    card = {"type": "draw_card", "pile": "transport"}
    return person.post(f"{path}/actions", card, idempotency_key="meanwhile")


def unavailable(answer: Any) -> None:
    assert problem(answer, 503, "unavailable")["detail"].startswith(REASON)
    assert answer["Retry-After"]


def test_people_and_games_on_other_nodes_go_on_with_all_they_do(neighbours, own_url, api):
    ada, bob = neighbours
    others = [node for node in citus.worker_nodes(own_url) if node != home_of(ada)]
    here = table_on(others[0], people=neighbours, there=False)
    gone = table_on(others[0], people=neighbours, there=True)
    assert sign_up(Client(), "cleo").status_code == 302
    Token.objects.update(last_used_at=timezone.now() - timedelta(days=1))  # the use of each is to be recorded

    with citus.killed(citus.at(own_url, *others[0])):
        for _ in range(2):  # also with the broken connections of the first time
            unavailable(draw(ada, gone))
        assert draw(ada, here).status_code == 201
        assert ada.post(f"{here}/messages", {"text": "still here"}).status_code == 201
        assert bob.put(f"{here}/note", {"text": "she is"}).status_code == 200
        notify.once(lambda _: {here.id, gone.id}, notify.Rounds())
        assert {"game.message", "game.started"} <= {each["kind"] for each in bob.seen("/me/notices")["items"]}
        browser = Client()
        assert sign_in(browser, "cleo").status_code == 302
        assert is_signed_in(browser)
        assert api.get("/readyz").status_code == 200

    until(lambda: draw(ada, gone), 201)
    for path in (here, gone):
        check_log(path)


def test_what_needs_every_node_says_why_it_cannot_be_done(neighbours, own_url, api):
    ada, _ = neighbours
    (away,) = [node for node in citus.worker_nodes(own_url) if node != home_of(ada)]

    with citus.killed(citus.at(own_url, *away)):
        for path in ("/games", "/me/games", "/me/invitations", "/leaderboards/london", "/me/export"):
            unavailable(ada.get(path))
        unavailable(ada.post("/games", {"ruleset": "london", "seats": 2}))
        unavailable(api.post("/api/v1/players", {"name": "new"}, content_type="application/json"))
        unavailable(ada.post("/me/tokens", {"name": "other", "scopes": ["games:read"]}))
        page = sign_up(Client(raise_request_exception=False), "cleo")
        assert page.status_code == 503
        assert "The database, or the part of it that has what you asked for" in text_of(page)
        assert page["Retry-After"]

    connection.close()
    until(lambda: ada.get("/games"), 200)
    assert ada.post("/games", {"ruleset": "london", "seats": 2}).status_code == 201
    assert sign_up(Client(), "cleo").status_code == 302
