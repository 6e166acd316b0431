"""Migrations that come after tables were distributed: Citus must accept what they do to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from django.db import connection, models
from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from games.placement import BY_GAME, BY_PLAYER, EVERYWHERE, KNOWN_HERE, table_of

pytestmark = pytest.mark.django_db

PLACED = {model.lower(): table_of(model) for model in (*BY_GAME, *BY_PLAYER, *EVERYWHERE, *KNOWN_HERE)}
TRIGGERS = "SELECT tgname FROM pg_trigger WHERE tgrelid = ANY(%s::regclass[]) AND NOT tgisinternal"


def refused(operations: Iterable[Operation]) -> Iterator[str]:
    """The columns that are added with a constraint in the same statement."""
    for operation in operations:
        if isinstance(operation, AddField) and operation.model_name_lower in PLACED:
            operation.field.set_attributes_from_name(operation.name)
            if operation.field.db_check(connection) or operation.field.unique:
                yield f"{operation.model_name_lower}.{operation.name}"


def test_no_column_is_added_with_a_constraint_of_its_own():
    """An IntegerField and a CheckConstraint are accepted, and a field that is made unique afterwards."""
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    ours = {name: migration for (app, name), migration in migrations.items() if app == "games"}

    assert ours
    assert {name: found for name in ours if (found := list(refused(ours[name].operations)))} == {}


def test_a_positive_integer_would_be_noticed():
    added = [
        AddField("game", "laps", models.PositiveIntegerField(default=0)),
        AddField("game", "turns", models.IntegerField(default=0)),
        AddField("verificationrun", "games", models.PositiveIntegerField(default=0)),  # of one node
    ]

    assert list(refused(added)) == ["game.laps"]


def test_no_table_that_is_placed_has_triggers_but_those_that_distribute_drops():
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS, [list(PLACED.values())])
        found = {name for (name,) in cursor.fetchall()}

    assert found <= {"append_only", "append_only_table"}
