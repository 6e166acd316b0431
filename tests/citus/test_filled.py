"""A database is distributed with all it has: its games go on, and later migrations are applied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import NotSupportedError, connection, models
from django.db.migrations import AddConstraint, AddField
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.test import Client

from games.deliveries.models import Delivery
from games.me.export_views import EXPORTS
from games.messages.models import Note
from games.operations.owner import grants_apply
from games.people.services import person_create
from games.placement import BY_PLAYER
from games.projector import game_project
from games.transparency.models import Leaf
from games.transparency.sequencer import log_extend
from tests.concurrency.races import check_log
from tests.support import citus
from tests.support.archives import archive_of
from tests.support.callers import Caller, Table, chosen, drawing, opened, people_named, problem
from tests.support.oauth import code_for, new_app, redeem
from tests.support.people import PASSWORD, is_signed_in, sign_in
from tests.support.push_service import Browser
from tests.support.roles import APPLICATION
from tests.support.tables import play_on, played_out

DRAW = {"type": "draw_card", "pile": "transport"}
OWN_TABLES = [model for model, column in BY_PLAYER.items() if column == "player_id"]
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
    game_project(path.id)
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
    game_project(played_out("berlin", seed=2).id)
    assert "6 games audited, 0 failed." in verify()
    log_extend()  # also what was announced before
    kinds = Leaf.objects.order_by("index").values_list("kind", flat=True)
    assert list(kinds) == ["key", "game_opened", "game_opened", "game_head"]


OF_PEOPLE = (
    *(
        "sign_in",
        "user",
        "tokens",
        "apps",
        "grants",
        "authorization_codes",
        "invitations",
        "invitations_sent",
    ),
    *("friends", "blocks", "preferences", "messages", "notes", "inbox", "notices", "notification_choices"),
    *("push_subscriptions", "deliveries", "calendar", "webhooks", "seats", "hosted", "idempotency_keys"),
)


def live_together(ada: Caller, bob: Caller, cleo: Caller) -> Table:
    """Everything people leave behind, most of it by ada."""
    path = chosen(ada, bob)
    ada.patch("/me/notifications", {"push": True})
    ada.done("/me/push-subscriptions", Browser().subscription("http://127.0.0.1:9009/push"))
    drawing(ada, path)
    ada.post(f"{path}/actions", DRAW, idempotency_key="once")
    for person in (ada, bob):
        person.done(f"{path}/messages", {"text": "hello"})
    ada.put(f"{path}/note", {"text": "watch bob"})
    ada.put("/me/friends/bob")
    ada.put("/me/blocks/cleo")
    ada.patch("/me/preferences", {"invitations": "friends"})
    ada.put(f"{opened(ada)}/invitations/bob", {"hold": True})
    bob.put("/me/friends/ada")
    bob.put(f"{opened(bob, visibility='private')}/invitations/ada", {})
    ada.done("/me/calendar")
    ada.done("/webhooks", {"url": "http://127.0.0.1:9009/", "kinds": ["game.event"], "game": str(path.id)})
    person_create(ada.player, password=PASSWORD, language="en")
    app, _ = new_app(ada.player)
    redeem(Client(), app, code_for(app, ada.player))
    game_project(path.id)
    return path


def sorted_archive_of(person: Caller) -> dict[str, Any]:
    """Rows are in no order."""
    found = archive_of(person)
    return {name: sorted(part, key=str) if isinstance(part, list) else part for name, part in found.items()}


@pytest.mark.usefixtures("undistributed")
def test_what_people_have_is_distributed_with_them_and_deleted_when_they_go(settings, monkeypatch):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
    monkeypatch.setattr("games.me.export_views.EXPORTS", EXPORTS._replace(quota=2))
    ada, bob, cleo = people_named("ada", "bob", "cleo")
    path = live_together(ada, bob, cleo)
    before = sorted_archive_of(ada)
    assert [name for name in OF_PEOPLE if not before[f"{name}.json"]] == []

    with as_owner():
        call_command("distribute", stdout=StringIO())

    after = sorted_archive_of(ada)
    assert after["manifest.json"].pop("at") > before["manifest.json"].pop("at")
    assert after == before
    assert rows(LOCAL_ROWS) == []
    browser = Client()
    assert sign_in(browser, "ada").status_code == 302
    assert is_signed_in(browser)
    assert drawing(bob, path).status_code == 201
    game_project(path.id)
    assert Delivery.objects.filter(game_id=path.id).exists()  # its webhook is found
    assert ada.delete("/me").status_code == 204
    assert problem(ada.get("/me"), 401, "unauthenticated")
    own = [
        model._default_manager.filter(player=ada.player)
        for model in map(apps.get_app_config("games").get_model, OWN_TABLES)
    ]
    assert [found.model for found in own if found.exists()] == []
    check_log(path)


@pytest.mark.usefixtures("undistributed")
def test_a_table_that_a_later_migration_brings_is_placed_at_once_and_what_is_placed_stays():
    said = StringIO()

    with as_owner():
        call_command("distribute", stdout=StringIO())
        connection.close()  # a migration is a process of its own
        for change in ("delete_model", "create_model"):  # as if it had not been in the first release
            with connection.schema_editor() as editor:
                getattr(editor, change)(Note)
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
