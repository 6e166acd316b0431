"""What a player waits for concerns one node: every statement of a move and of a look at a game."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.log import store
from games.projector import game_project
from games.transparency.announcements import announce
from games.transparency.sequencer import log_extend
from tests.support.callers import chosen, opened
from tests.support.shards import check_one_shard, statements, tasks

DRAW = {"type": "draw_card", "pile": "transport"}


@pytest.fixture
def cold(people):
    """A game in progress that this process knows nothing of yet."""
    path = chosen(*people[:2])
    store.states.clear()
    return path


READS = {
    "game": ("", ("games_token", "games_game", "games_event")),
    "old": ("?at=3", ("games_event",)),
    "actions": ("/actions", ("games_token", "games_game", "games_seat")),
    "events": ("/events", ("games_event",)),
    "audit": ("/audit", ("games_event",)),
    "comparison": ("/diff?from=1", ("games_event",)),
    "export": ("/export", ("games_event",)),
    "proofs": ("/proofs", ("games_game", "games_leaf")),
}


@pytest.mark.parametrize("name", READS)
def test_a_look_at_a_game_asks_one_shard(people, cold, name):
    path, tables = READS[name]
    announce("account_deleted", timezone.now())  # without an entry the log proves nothing
    log_extend()

    with statements() as found:
        answer = people[0].get(f"{cold}{path}")
        assert answer.status_code == 200
        b"".join(answer)  # an export is read while it is sent

    check_one_shard(found, *tables)


def test_a_move_asks_one_shard(people, cold):
    with statements() as found:
        assert people[0].post(f"{cold}/actions", DRAW).status_code == 201

    check_one_shard(found, "games_game", "games_event")
    assert [one.split()[0] for one in found if "games_event" in one][-1] == "WITH"
    assert not any("FOR UPDATE" in one for one in found)  # it was written at once


def test_a_move_with_a_key_asks_one_shard_and_so_does_its_repetition(people, cold):
    for _ in range(2):
        with statements() as found:
            assert people[0].post(f"{cold}/actions", DRAW, idempotency_key="k").status_code == 201
        check_one_shard(found, "games_game", "games_keptanswer", "games_event")


def test_to_sit_down_and_to_start_ask_one_shard_but_for_the_quota_of_the_host(people):
    ada, bob, _ = people
    path = opened(ada, seats=2)

    with statements() as found:
        bob.done(f"{path}/seats")
    check_one_shard(found, "games_game", "games_seat", "games_event")
    with statements() as found:
        ada.done(f"{path}/start")
    check_one_shard([one for one in found if "count(*)" not in one.lower()], "games_game", "games_event")


def test_the_notices_of_a_player_ask_the_shard_of_the_player_and_that_of_the_game(people, cold):
    game_project(cold.id)

    with statements() as found:
        assert people[0].seen("/me/notices")["items"]

    check_one_shard(found, "games_inbox", "games_notice", "games_game")


def test_a_list_of_games_asks_many_shards_and_is_complete(people):
    ada, bob, _ = people
    made = {opened(ada, bob).removeprefix("/games/") for _ in range(6)}

    with statements() as found:
        listed = bob.seen("/me/games")["items"]

    assert {game["id"] for game in listed} == made
    assert max(map(tasks, found)) > 1
