"""Hand-written SQL: its results become the models that the ORM would return.

The ORM compiles its SQL for each query, which costs more than running it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import GeneratedField, JSONField, Model

from games.fields import HashField
from games.internals.django import model_from_row

M = TypeVar("M", bound=Model)


def columns(model: type[Model], alias: str) -> str:
    return ", ".join(_column(field, f"{alias}.{field.column}") for field in _read_fields(model))


def _column(field: object, name: str) -> str:
    return f"encode({name}, 'hex')" if isinstance(field, HashField) else name


@cache
def names_of(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in _read_fields(model))


def _read_fields(model: type[Model]) -> list[Any]:
    """All fields but JSON, which would have to be decoded, and what only an index needs: loaded on access."""
    fields = model._meta.concrete_fields
    return [field for field in fields if not isinstance(field, (JSONField, GeneratedField))]


def from_row(model: type[M], row: Sequence[Any], names: Sequence[str] | None = None) -> M:
    """The model instance that the ORM would return; without `names` of a row of `columns`."""
    return model_from_row(model, names or names_of(model), row)


def fetch(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def timestamp_of(column: str) -> str:
    """The column as `store.timestamp` writes it. A page has hundreds, and Python is slow at them."""
    return f"to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
