"""The schema fits a distributed database: keys, constraints and references stay within a group of tables."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection

from games.accounts.models import Player
from games.placement import BY_GAME, BY_PLAYER, EVERYWHERE, HERE, table_of
from tests.support.roles import owner

pytestmark = pytest.mark.django_db

DISTRIBUTED = {**BY_GAME, **BY_PLAYER}

UNIQUE = """
SELECT index.indexrelid::regclass::text, array_agg(attribute.attname::text)
FROM pg_index index JOIN pg_attribute attribute
    ON attribute.attrelid = index.indrelid AND attribute.attnum = ANY(index.indkey::smallint[])
WHERE index.indrelid = %s::regclass AND index.indisunique GROUP BY 1
"""
FOREIGN = """
SELECT conname, confrelid::regclass::text, (
    SELECT array_agg(attname::text) FROM pg_attribute
    WHERE attrelid = conrelid AND attnum = ANY(conkey)
) FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f'
"""
INDEXES = """
SELECT one.indexrelid::regclass::text, other.indexrelid::regclass::text
FROM pg_index one JOIN pg_index other ON one.indrelid = other.indrelid AND one.indexrelid <> other.indexrelid
WHERE one.indrelid::regclass::text LIKE 'games_%%' AND NOT one.indisunique
    AND one.indpred IS NULL AND other.indpred IS NULL AND one.indexprs IS NULL AND other.indexprs IS NULL
    AND other.indkey::text || ' ' LIKE one.indkey::text || ' %%'
    AND other.indoption::text || ' ' LIKE one.indoption::text || ' %%'
"""


def rows(statement: str, *values: str) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def test_every_table_has_one_place():
    placed = [*BY_GAME, *BY_PLAYER, *EVERYWHERE, *HERE]

    assert sorted(placed) == sorted(model.__name__ for model in apps.get_app_config("games").get_models())


@pytest.mark.parametrize("model", DISTRIBUTED, ids=str)
def test_every_key_contains_the_column_of_the_place(model):
    keys = rows(UNIQUE, table_of(model))

    assert keys
    for name, columns in keys:
        assert DISTRIBUTED[model] in columns, name


@pytest.mark.parametrize("model", DISTRIBUTED, ids=str)
def test_no_constraint_leaves_its_group(model):
    group = BY_GAME if model in BY_GAME else BY_PLAYER

    for name, target, columns in rows(FOREIGN, table_of(model)):
        if target not in map(table_of, EVERYWHERE):
            assert target in map(table_of, group), name
            assert DISTRIBUTED[model] in columns, name


def test_all_that_is_placed_has_a_constraint_to_its_players():
    for model in DISTRIBUTED:
        fields = apps.get_model("games", model)._meta.concrete_fields
        players = {field.column for field in fields if field.related_model is Player}
        found = [set(columns) for _, target, columns in rows(FOREIGN, table_of(model)) if "player" in target]

        assert players == set().union(*found), model


@pytest.mark.parametrize("model", [*EVERYWHERE, *HERE], ids=str)
def test_what_is_not_distributed_refers_to_nothing_that_is(model):
    distributed = [*map(table_of, DISTRIBUTED)]

    for name, target, _ in rows(FOREIGN, table_of(model)):
        assert target not in distributed, name


@pytest.mark.parametrize("model", DISTRIBUTED, ids=str)
def test_no_number_comes_from_a_sequence_of_one_node(model):
    identity = "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attidentity <> ''"

    assert rows(identity, table_of(model)) == []


def test_no_index_is_the_beginning_of_another():
    assert rows(INDEXES) == []
    with owner() as cursor:
        cursor.execute("CREATE INDEX too_many ON games_event (game_id)")
    assert rows(INDEXES) == [("too_many", "games_event_pkey")]
