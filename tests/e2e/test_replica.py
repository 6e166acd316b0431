"""A run with a streaming replica that lags, stands still and goes away."""

from __future__ import annotations

import urllib.error
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from config.embedded.folder import DataFolder
from config.embedded.throwaway import throwaway_servers
from tests.e2e.bot_tables import Host
from tests.e2e.load import Person, complaints
from tests.e2e.runs import Run, running
from tests.support.citus import plain_postgresql
from tests.support.processes import eventually
from tests.support.standby import following, make_standby, paused

pytestmark = [pytest.mark.xdist_group("replica"), plain_postgresql]

FEW = {"TASK_PROCESSES": "1", "WEB_PROCESSES": "1", "RATE_LIMIT_SIGN_UP": "1000"}


@pytest.fixture(scope="module")
def primary(tmp_path_factory) -> DataFolder:
    return DataFolder(tmp_path_factory.mktemp("primary"))


@pytest.fixture(scope="module")
def servers(primary) -> Iterator[dict[str, str]]:
    with throwaway_servers(primary.root) as addresses:
        yield addresses


@pytest.fixture(scope="module")
def standby(primary, servers, tmp_path_factory) -> DataFolder:
    return make_standby(primary, tmp_path_factory.mktemp("standby") / "data")


@pytest.fixture(scope="module")
def replica(standby) -> Iterator[Any]:
    """Its URL, and a way to end it and to start it again."""
    with ExitStack() as life:

        class Replica:
            url = life.enter_context(following(standby))

            def stop(self) -> None:
                life.close()

            def start(self) -> None:
                life.enter_context(following(standby))

        yield Replica()


@pytest.fixture(scope="module")
def run(servers, replica, tmp_path_factory) -> Iterator[Run]:
    data = tmp_path_factory.mktemp("run") / "data"
    with running(data, **servers, DATABASE_REPLICA_URL=replica.url, **FEW) as started:
        yield started


@pytest.fixture(scope="module")
def ada(run) -> Person:
    return Person(run, "ada")


@pytest.fixture(scope="module")
def eve(run) -> Person:
    return Person(run, "eve")


def table(ada: Person, eve: Person) -> str:
    """A game that waits for both of them, and moves only with them."""
    game: str = ada.post("/games", {"ruleset": "london", "seats": 2})["id"]
    eve.post(f"/games/{game}/seats", {})
    ada.post(f"/games/{game}/start", {})
    return game


def gauge(run: Run, name: str) -> float | None:
    """A metric; None if it is not there."""
    lines = [line for line in run.get("/metrics")[1].splitlines() if line.startswith(name)]
    return float(lines[0].rpartition(" ")[2]) if lines else None


def reads(run: Run, by: str) -> float:
    return gauge(run, f'signalbox_replica_reads_total{{by="{by}"}}') or 0.0


def has_caught_up(run: Run) -> None:
    eventually(lambda: gauge(run, "signalbox_replica_up") == 1, what="the replica")
    eventually(lambda: gauge(run, "signalbox_replica_lag_bytes") == 0, what="a replica that has caught up")


def listed(run: Run) -> list[str]:
    """The public games, as somebody sees them who has never written anything."""
    return [game["id"] for game in run.get("/api/v1/games")[1]["items"]]


def comes_from_the_replica(run: Run, ask: Callable[[], object], what: str) -> None:
    """Sooner or later: after any failure of the replica the primary answers for some seconds."""

    def is_read_there() -> bool:
        before = reads(run, "replica")
        return bool(ask()) and reads(run, "replica") == before + 1

    eventually(is_read_there, what=f"{what} read from the replica")


def test_logs_and_lists_come_from_the_replica(run, ada, eve):
    game = table(ada, eve)
    ada.act(game)
    has_caught_up(run)

    for path in ("board.svg", "chart.svg", "audit", "export"):
        comes_from_the_replica(run, partial(ada.ask, "GET", f"/games/{game}/{path}"), path)
    comes_from_the_replica(run, lambda: game in listed(run), "the list")


def test_nobody_is_shown_less_than_they_know_while_it_stands_still(run, ada, eve, replica):
    game = table(ada, eve)
    eventually(lambda: game in listed(run), what="the game in the list")
    with paused(replica.url):
        before = reads(run, "primary_behind") + reads(run, "primary_away")
        assert ada.act(game)
        version = ada.get(f"/games/{game}")["version"]

        assert len(ada.ask("GET", f"/games/{game}/export").splitlines()) == version + 1
        assert f"after event {version}" in ada.ask("GET", f"/games/{game}/board.svg").decode()
        assert ada.get(f"/games/{game}/audit")["sound"]
        assert ada.get(f"/games/{game}/events?after={version - 1}")["items"][0]["seq"] == version
        assert reads(run, "primary_behind") + reads(run, "primary_away") == before + 3
        eventually(lambda: gauge(run, "signalbox_replica_lag_bytes"), what="a lag")


def test_a_list_shows_its_caller_their_own_change_while_it_stands_still(run, ada, eve, replica):
    has_caught_up(run)
    with paused(replica.url):
        mine = table(ada, eve)

        assert mine in [game["id"] for game in ada.get("/games")["items"]]
        eventually(lambda: mine not in listed(run), what="a list from the replica")  # which others read
    eventually(lambda: mine in listed(run), what="the game in the list")


def test_a_revoked_token_is_refused_while_it_stands_still(run, replica):
    bob = Host(run, "bob")
    has_caught_up(run)
    with paused(replica.url):
        bob.ask("DELETE", f"/me/tokens/{bob.token_id}")

        with pytest.raises(urllib.error.HTTPError) as refused:
            bob.ask("GET", "/games")
        with refused.value as answer:
            assert answer.code == 401


def test_a_private_table_that_somebody_left_is_hidden_from_them_while_it_stands_still(run, ada, replica):
    cleo = Host(run, "cleo")
    opened = ada.post("/games", {"ruleset": "london", "seats": 2, "visibility": "private"})
    game = opened["id"]
    cleo.post(f"/games/{game}/seats", {"invite_code": opened["invite_code"]})
    has_caught_up(run)
    with paused(replica.url):
        cleo.ask("DELETE", f"/games/{game}/seats/me")

        with pytest.raises(urllib.error.HTTPError) as refused:
            cleo.ask("GET", f"/games/{game}/export")
        with refused.value as answer:
            assert answer.code == 404


def test_without_the_replica_the_primary_answers_everything(run, ada, eve, replica):
    game = table(ada, eve)
    has_caught_up(run)
    replica.stop()

    for path in ("", f"/{game}/export", f"/{game}/board.svg", f"/{game}/audit"):
        ada.ask("GET", f"/games{path}")
    assert game in listed(run)

    assert reads(run, "primary_away") > 0
    assert gauge(run, "signalbox_replica_up") == 0
    about_it = ('"logger": "signalbox.replica"', '"logger": "psycopg.pool"')
    assert all(any(logger in line for logger in about_it) for line in complaints(run))
    replica.start()
    has_caught_up(run)
    comes_from_the_replica(run, lambda: listed(run), "the list")
