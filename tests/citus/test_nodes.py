"""Nodes that die and come back, and a node that is added while games are played."""

from __future__ import annotations

import time
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from tests.concurrency.races import check_log
from tests.support import citus
from tests.support.callers import Caller, Table, chosen, problem
from tests.support.shards import node_of, until

DRAW = {"type": "draw_card", "pile": "transport"}


def on_two_nodes(people: list[Caller]) -> tuple[Table, Table]:
    """Two games whose rows are on different nodes."""
    first = chosen(*people[:2])
    for _ in range(30):
        other = chosen(*people[:2])
        if node_of(other) != node_of(first):
            return first, other
    pytest.fail("all games are on one node")


def draw(person: Caller, path: Table, key: str) -> Any:
    return person.post(f"{path}/actions", DRAW, idempotency_key=key)


def test_without_a_node_its_games_are_unavailable_others_go_on_and_nothing_is_lost(people, own_url):
    ada = people[0]
    there, here = on_two_nodes(people)
    first = draw(ada, there, "before").json()

    with citus.killed(citus.at(own_url, *node_of(there))):
        for _ in range(2):  # also with the broken connections of the first
            refused = problem(draw(ada, there, "meanwhile"), 503, "unavailable")
            assert refused["detail"].startswith("The node of the database that has the rows of this request")
            problem(ada.get(there), 503, "unavailable")
        assert draw(ada, here, "meanwhile").status_code == 201
        assert ada.get(here).status_code == 200

    again = until(lambda: draw(ada, there, "meanwhile"), 201)
    assert again.json()["version"] > first["version"]
    assert draw(ada, there, "before").json() == first
    for path in (there, here):
        check_log(path)


def test_without_the_coordinator_all_is_unavailable_and_then_goes_on(people, own_url):
    ada = people[0]
    path = chosen(*people[:2])
    draw(ada, path, "before")

    with citus.killed(own_url):
        problem(draw(ada, path, "meanwhile"), 503, "unavailable")
        connection.close()
        problem(ada.get(path), 503, "unavailable")

    until(lambda: draw(ada, path, "meanwhile"), 201)
    check_log(path)


CLEAN_UP = "CALL citus_cleanup_orphaned_resources()"
LEFTOVERS = "SELECT FROM pg_dist_cleanup LIMIT 1"
REBALANCE = "SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')"
SHARDS = "SELECT count(*) FROM citus_shards WHERE table_name = 'games_game'::regclass GROUP BY nodeport"


def drained(operator: psycopg.Connection[Any], node: tuple[str, int]) -> None:
    """It has no shards any more, nor the originals of those that were moved, which Citus drops later."""
    operator.execute("SELECT citus_drain_node(%s, %s, 'block_writes')", node)
    end = time.monotonic() + 60
    while operator.execute(LEFTOVERS).fetchall():
        assert time.monotonic() < end
        operator.execute(CLEAN_UP)


def rebalanced(operator: psycopg.Connection[Any]) -> None:
    """Shards are copied while they are written to; only at the end of each copy do writes wait."""
    operator.execute("SET statement_timeout = '300s'")
    operator.execute(REBALANCE)
    operator.execute("SELECT citus_rebalance_wait()")


@pytest.mark.usefixtures("logical_replication")
def test_a_node_is_added_and_takes_its_share_while_games_are_played(people, own_url):
    ada, bob, cleo = people
    _, added = citus.worker_nodes(own_url)
    with psycopg.connect(own_url, autocommit=True) as operator:
        drained(operator, added)
        operator.execute("SELECT citus_remove_node(%s, %s)", added)
        paths, over = [chosen(ada, bob), chosen(ada, cleo)], Event()
        answers: list[int] = []
        player = Thread(target=_play, args=(ada, paths, over, answers))
        player.start()
        try:
            operator.execute("SELECT citus_add_node(%s, %s)", added)
            rebalanced(operator)
        finally:
            over.set()
            player.join()
        counts = operator.execute(SHARDS).fetchall()

    assert len(counts) == len(citus.worker_nodes(own_url))
    assert answers
    assert set(answers) == {201}
    for path in paths:
        check_log(path)


@pytest.mark.usefixtures("logical_replication")
def test_an_owner_who_is_not_a_superuser_moves_shards_to_an_empty_node():
    with citus.own_database() as found:
        superuser = citus.at_cluster(urlsplit(found["DATABASE_URL"]).path.lstrip("/"))
        _, emptied = citus.worker_nodes(superuser)
        with psycopg.connect(superuser, autocommit=True) as operator:
            drained(operator, emptied)
            operator.execute("SELECT citus_set_node_property(%s, %s, 'shouldhaveshards', true)", emptied)
        with psycopg.connect(found["DATABASE_OWNER_URL"], autocommit=True) as owner:
            assert owner.execute("SHOW is_superuser").fetchone() == ("off",)
            rebalanced(owner)
            assert len(owner.execute(SHARDS).fetchall()) == len(citus.worker_nodes(superuser))


def _play(player: Caller, paths: list[Table], over: Event, answers: list[int]) -> None:
    """New tables, on any node, and moves in those that there are, as far as it is the player's turn."""
    try:
        while not over.is_set():
            table = {"ruleset": "london", "seats": 2, "bots": ["random"]}
            answers.append(player.post("/games", table).status_code)
            answers += [
                draw(player, path, "mine").status_code for path in paths
            ]  # from the second time on the first answer
    finally:
        connection.close()
