"""The application's role: what it may do with each table, and who migrates."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection

from config.servers import owner_database
from games.operations.owner import APPEND_ONLY, as_owner, check_owner, grants_apply
from tests.support.roles import APPLICATION, owner

pytestmark = pytest.mark.django_db

RIGHTS = """
SELECT table_name, privilege_type FROM information_schema.table_privileges
WHERE grantee = %s AND table_schema = 'public'
"""


def rights() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    with owner() as cursor:
        cursor.execute(RIGHTS, [APPLICATION])
        for table, right in cursor.fetchall():
            found.setdefault(table, set()).add(right)
    return found


def test_the_application_may_read_and_write_rows_of_every_table_and_only_add_to_logs():
    found = rights()

    with owner() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert {table for (table,) in cursor.fetchall()} == set(found)
    for table, allowed in found.items():
        if table in APPEND_ONLY:
            assert allowed == {"SELECT", "INSERT"}
        elif table == "django_migrations":
            assert allowed == {"SELECT"}
        else:
            assert allowed == {"SELECT", "INSERT", "UPDATE", "DELETE"}


def test_tests_run_as_the_application():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchall() == [(APPLICATION,)]


def test_a_right_that_was_given_by_hand_is_taken_away_again():
    with owner() as cursor:
        cursor.execute(f"GRANT UPDATE, TRUNCATE ON games_event TO {APPLICATION}")
        grants_apply(APPLICATION)

    assert rights()["games_event"] == {"SELECT", "INSERT"}


@pytest.mark.django_db(transaction=True)
def test_an_application_that_runs_meanwhile_never_misses_its_rights():
    other = connection.copy()
    found: set[bool] = set()

    def look(execute: Any, sql: str, *more: Any) -> Any:
        done = execute(sql, *more)
        with other.cursor() as cursor:
            cursor.execute("SELECT has_table_privilege(%s, 'games_game', 'SELECT')", [APPLICATION])
            found.update(*cursor.fetchall())
        return done

    with owner(), connection.execute_wrapper(look):
        grants_apply(APPLICATION)
    other.close()

    assert found == {True}


def test_migrations_are_carried_out_by_the_owner_and_grant_the_application_its_rights(settings, monkeypatch):
    done: list[tuple[str, str]] = []
    settings.DATABASE_OWNER = {**connection.settings_dict, "USER": "the-owner"}
    settings.DATABASE_APPLICATION = "the-application"
    monkeypatch.setattr("games.operations.owner.grants_apply", lambda role, using: done.append((role, using)))

    def migrate(*_: object, **__: object) -> None:
        done.append(("connected as", connection.settings_dict["USER"]))
        emit_post_migrate_signal(verbosity=0, interactive=False, db="default")

    monkeypatch.setattr("django.core.management.commands.migrate.Command.handle", migrate)
    user = connection.settings_dict["USER"]
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's own transaction goes on
    call_command("migrate", verbosity=0)

    assert done == [("connected as", "the-owner"), ("the-application", "default")]
    assert connection.settings_dict["USER"] == user


def test_with_one_role_for_both_nothing_is_switched_and_deployments_are_warned(settings):
    settings.DATABASE_OWNER = None
    user = connection.settings_dict["USER"]

    with as_owner():
        assert connection.settings_dict["USER"] == user
    (warning,) = check_owner()
    assert "DATABASE_OWNER_URL is not set" in warning.msg

    settings.DATABASE_OWNER = owner_database
    assert check_owner() == []
