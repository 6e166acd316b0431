"""One player hosts so many tables and games, and no more; each limit has a problem of its own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.log.models import Game
from games.moves.settlement import game_settle
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


# -- tables opened in a day --------------------------------------------------------------------


@pytest.fixture
def two_a_day(settings) -> None:
    settings.TABLES_PER_DAY = 2


def test_a_player_opens_so_many_tables_in_a_day_and_no_more_though_they_are_closed(ada, bob, two_a_day):
    for _ in range(2):
        ada.delete(f"{opened(ada)}/seats/me")

    refused(ada.post("/games", OPEN), "too_many_tables", 2, 2)
    assert Game.objects.count() == 2
    bob.done("/games", OPEN)
    Game.objects.update(created_at=timezone.now() - timedelta(hours=25))
    ada.done("/games", OPEN)


def test_a_table_that_was_passed_on_counts_for_who_opened_it(ada, bob, two_a_day):
    for _ in range(2):
        ada.delete(f"{opened(ada, bob)}/seats/me")

    refused(ada.post("/games", OPEN), "too_many_tables", 2, 2)
    bob.done("/games", OPEN)


def test_a_rematch_is_a_table_of_the_day_too(ada, bob, settings):
    path = opened(ada, bob)
    ada.done(f"{path}/start")
    play_on(path.id, actions=5000)
    game_settle(path.id)
    settings.TABLES_PER_DAY = 1

    refused(ada.post(f"{path}/rematch"), "too_many_tables", 1, 1)


def test_test_tables_and_others_are_counted_apart(ada, settings):
    settings.TABLES_PER_DAY = settings.TEST_TABLES_PER_DAY = 1
    test = {**OPEN, "test": {"seed": SEED}}
    ada.done("/games", OPEN)
    ada.done("/games", test)

    refused(ada.post("/games", OPEN), "too_many_tables", 1, 1)
    refused(ada.post("/games", test), "too_many_test_tables", 1, 1)


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
