"""What an assigned auditor sees, and GET /games/{id}/looks."""

import json
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games.models import Look
from games.services.ending import game_settle
from tests.accounts import token_for
from tests.callers import chosen, problem
from tests.games.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def auditor(cleo):
    cleo.headers = token_for(cleo.player, "audit", "read")
    return cleo


def assign(path: str, *words: str) -> None:
    call_command("assign_audit", "cleo", path.removeprefix("/games/"), *words)


def secrets_in(player, path: str) -> int:
    lines = b"".join(player.get(f"{path}/export")).splitlines()[1:]
    return sum("private" in json.loads(line) for line in lines)


def test_an_assigned_auditor_sees_every_seal_open_and_each_look_is_noted(ada, bob, auditor):
    path = chosen(ada, bob, visibility="private")
    problem(auditor.get(f"{path}/export"), 404, "not_found")
    assign(path)

    assert secrets_in(auditor, path) > secrets_in(ada, path) > 0
    report = auditor.seen(f"{path}/audit")

    assert report["sound"] is True
    assert {check["name"]: check["result"] for check in report["checks"]}["actions"] == "passed"
    assert list(Look.objects.values_list("what", flat=True).order_by("id")) == ["export", "audit"]


def test_without_the_scope_or_once_withdrawn_an_auditor_is_a_stranger(ada, bob, cleo):
    path = chosen(ada, bob)
    assign(path)

    assert secrets_in(cleo, path) == 0  # the first token lacks the scope
    cleo.headers = token_for(cleo.player, "audit", "read")
    assert secrets_in(cleo, path) > 0
    assign(path, "--withdraw")
    assert secrets_in(cleo, path) == 0
    assert Look.objects.count() == 1


def test_a_player_of_the_game_cannot_audit_it(ada, auditor):
    path = chosen(ada, auditor_as_player(auditor))

    with pytest.raises(CommandError, match="plays in this game"):
        assign(path)


def auditor_as_player(auditor):
    auditor.headers = token_for(auditor.player, "play", "read", "audit")
    return auditor


def test_after_the_end_the_players_read_who_looked_and_not_before(ada, bob, auditor):
    path = chosen(ada, bob)
    assign(path)
    secrets_in(auditor, path)
    problem(ada.get(f"{path}/looks"), 409, "not_finished")
    game = UUID(path.removeprefix("/games/"))
    play_on(game, actions=5000)
    game_settle(game)

    (found,) = ada.seen(f"{path}/looks")["items"]

    assert (found["auditor"], found["what"]) == ("cleo", "export")


@pytest.mark.parametrize(
    "statement", ["UPDATE games_look SET what = 'x'", "DELETE FROM games_look", "TRUNCATE games_look"]
)
def test_the_database_refuses_to_change_the_log_of_looks(ada, bob, auditor, statement):
    path = chosen(ada, bob)
    assign(path)
    secrets_in(auditor, path)

    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            cursor.execute(statement)
    assert Look.objects.count() == 1


@pytest.mark.parametrize(
    "words",
    [("nobody", "0" * 8 + "-0000-4000-8000-" + "0" * 12), ("cleo", "0" * 8 + "-0000-4000-8000-" + "0" * 12)],
)
def test_who_or_what_is_not_there_cannot_be_assigned(cleo, words):
    with pytest.raises(CommandError, match="no such"):
        call_command("assign_audit", *words)
