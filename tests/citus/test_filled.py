"""A database is distributed with all it has: its games go on, and later migrations are applied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import NotSupportedError, connection, models
from django.db.migrations import AddConstraint, AddField
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from games.notifier import game_notify
from games.operations.owner import grants_apply
from tests.concurrency.races import check_log
from tests.support import citus
from tests.support.callers import chosen, drawing, people_named
from tests.support.roles import APPLICATION
from tests.support.tables import play_on, played_out

FIRST_RELEASE = "0009_append_only"
LOCAL_ROWS = """
SELECT logicalrelid::text FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0 ORDER BY 1
"""


def rows(statement: str) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


@contextmanager
def as_owner() -> Iterator[None]:
    connection.close()
    role = connection.settings_dict["OPTIONS"].pop("options")
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["OPTIONS"]["options"] = role


def verify() -> str:
    said = StringIO()
    call_command("verify", all=True, anew=True, jobs=1, stdout=said)
    return said.getvalue()


@pytest.fixture
def undistributed(own_url, redis_url, transactional_db) -> Iterator[None]:
    """A migrated database of the cluster, with every table still on the coordinator."""
    url, workers = urlsplit(own_url)._replace(path="/signalbox_filled").geturl(), citus.worker_nodes(own_url)
    citus.drop(url)
    with psycopg.connect(own_url, autocommit=True) as server:
        server.execute("CREATE DATABASE signalbox_filled")
    citus.spread(url, workers)
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = "signalbox_filled"
    try:
        with as_owner():
            call_command("migrate", verbosity=0)
            grants_apply(APPLICATION)
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
        for node in (url, *(citus.at(url, *worker) for worker in workers)):
            citus.drop(node)


@pytest.mark.usefixtures("undistributed")
def test_a_filled_database_is_distributed_and_its_games_go_on():
    ada, bob = people_named("ada", "bob")
    for ruleset in ("berlin", "london", "amsterdam", "world"):
        played_out(ruleset)
    path = chosen(ada, bob)
    game_notify(path.id)
    paths = (path, f"{path}/events", "/games", "/me/notices", "/leaderboards/london")
    seen = [ada.seen(each) for each in paths]
    said = StringIO()

    with as_owner():
        call_command("distribute", stdout=said)

    assert "tables placed." in said.getvalue()
    assert rows(LOCAL_ROWS) == []
    assert [ada.seen(each) for each in paths] == seen
    assert "5 games audited, 0 failed." in verify()
    assert drawing(ada, path).status_code == 201
    play_on(path.id, actions=30)
    check_log(path)
    played_out("berlin", seed=2)
    assert "6 games audited, 0 failed." in verify()


@pytest.mark.usefixtures("undistributed")
def test_migrations_go_on_after_the_database_was_distributed_and_what_is_placed_stays():
    said = StringIO()

    with as_owner():
        call_command("migrate", "games", FIRST_RELEASE, verbosity=0)
        call_command("distribute", stdout=StringIO())
        call_command("migrate", verbosity=0)
        grants_apply(APPLICATION)
        call_command("distribute", stdout=said)

    assert "Every table is in its place." in said.getvalue()
    check_log(chosen(*people_named("ada", "bob")))


@pytest.mark.usefixtures("undistributed")
def test_a_distributed_table_takes_a_column_and_a_check_but_not_both_at_once():
    both = AddField("game", "laps", models.PositiveIntegerField(default=0))
    number = AddField("game", "laps", models.IntegerField(default=0))
    check = AddConstraint(
        "game", models.CheckConstraint(condition=models.Q(laps__gte=0), name="laps_not_negative")
    )
    with as_owner():
        call_command("distribute", stdout=StringIO())

        with pytest.raises(NotSupportedError, match="cannot execute ADD COLUMN"):
            migrated(both)
        migrated(number, check)


def migrated(*operations: Operation) -> None:
    """As a migration does it, on the tables as they are."""
    state = MigrationLoader(connection).project_state()
    with connection.schema_editor() as editor:
        for operation in operations:
            before = state.clone()
            operation.state_forwards("games", state)
            operation.database_forwards("games", editor, before, state)
