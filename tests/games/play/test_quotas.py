"""One player hosts so many tables and games, and no more; each limit has a problem of its own."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game
from games.play.settlement import game_settle
from tests.support.callers import Caller, Table, opened, problem
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db

OPEN = {"ruleset": "london", "seats": 2}
SEED = "00" * 32


def bots_alone(host: Caller, *bots: str) -> Table:
    return opened(host, seats=2, bots=list(bots), sit=False)


def refused(answer: Any, code: str, most: int, current: int) -> None:
    assert problem(answer, 409, code)["context"] == {"most": most, "current": current}


# -- open tables -------------------------------------------------------------------------------


@pytest.fixture
def two_open(settings) -> None:
    settings.OPEN_TABLES_PER_PLAYER = 2


def test_a_player_hosts_so_many_open_tables_and_no_more(ada, bob, two_open):
    opened(ada)
    path = opened(ada)

    refused(ada.post("/games", OPEN), "too_many_open_tables", 2, 2)
    assert Game.objects.count() == 2
    bob.done("/games", OPEN)
    ada.delete(f"{path}/seats/me")
    ada.done("/games", OPEN)


def test_a_started_game_is_no_open_table(ada, two_open):
    for _ in range(2):
        bots_alone(ada, "random", "random")
    ada.done(f"/games/{Game.objects.all()[0].id}/start")

    ada.done("/games", OPEN)
    refused(ada.post("/games", OPEN), "too_many_open_tables", 2, 2)


def test_who_sits_at_tables_of_others_may_still_open_tables(ada, bob, two_open):
    for _ in range(2):
        opened(bob, ada)

    ada.done("/games", OPEN)


def test_a_rematch_is_an_open_table_too(ada, bob, settings):
    path = opened(ada, bob)
    ada.done(f"{path}/start")
    play_on(path.id, actions=5000)
    game_settle(path.id)
    settings.OPEN_TABLES_PER_PLAYER = 1
    opened(ada)

    refused(ada.post(f"{path}/rematch"), "too_many_open_tables", 1, 1)
    assert Game.objects.get(pk=path.id).rematch_id is None
    bob.done(f"{path}/rematch")


def test_a_request_that_comes_again_gets_its_answer_though_the_limit_is_reached(ada, settings):
    settings.OPEN_TABLES_PER_PLAYER = 1
    first = ada.done("/games", OPEN, idempotency_key="once")

    assert ada.done("/games", OPEN, idempotency_key="once")["id"] == first["id"]


# -- running games -----------------------------------------------------------------------------


def test_a_player_hosts_so_many_running_games_and_no_more(ada, bob, settings):
    settings.RUNNING_GAMES_PER_PLAYER = 1
    first, second = (bots_alone(ada, "random", "random") for _ in range(2))
    ada.done(f"{first}/start")

    refused(ada.post(f"{second}/start"), "too_many_games", 1, 1)
    assert ada.seen(second)["status"] == "open"
    bob.done(f"{bots_alone(bob, 'random', 'random')}/start")
    play_on(first.id, actions=5000)
    game_settle(first.id)
    ada.done(f"{second}/start")


# -- bots that think ---------------------------------------------------------------------------


@pytest.fixture
def one_thinks(settings) -> None:
    settings.THINKING_GAMES_PER_PLAYER = 1


def test_bots_that_search_play_at_so_many_tables_and_no_more(ada, bob, one_thinks):
    first, second = (bots_alone(ada, "random", "search") for _ in range(2))
    ada.done(f"{first}/start")

    refused(ada.post(f"{second}/start"), "too_many_thinking_bots", 1, 1)
    ada.done(f"{bots_alone(ada, 'random', 'planner')}/start")
    bob.done(f"{bots_alone(bob, 'search', 'search')}/start")


def test_no_more_games_are_had_by_resigning_from_them(ada, one_thinks):
    first, second = (opened(ada, seats=2, bots=["search"]) for _ in range(2))
    ada.done(f"{first}/start")

    refused(ada.post(f"{second}/start"), "too_many_thinking_bots", 1, 1)
    ada.done(f"{first}/resign")
    refused(ada.post(f"{second}/start"), "too_many_thinking_bots", 1, 1)


def test_at_a_test_table_bots_think_no_less(ada, one_thinks):
    wish = {**OPEN, "bots": ["search", "search"], "sit": False, "test": {"seed": SEED, "actions": []}}
    ada.done("/games", wish)

    refused(ada.post("/games", wish), "too_many_thinking_bots", 1, 1)
    assert Game.objects.count() == 1
