"""Columns that take less room than Django's own, the minute of a time, and choices that the rules declare."""

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:  # only type checkers know Django's fields as generic
    Field = models.Field[Any, Any]
else:
    Field = models.Field


def choices_of(kinds: type[StrEnum]) -> list[tuple[str, str]]:
    """As Django's own `TextChoices` name them."""
    return [(kind.value, kind.name.capitalize()) for kind in kinds]


class HashField(Field):
    """A SHA-256 hash: 64 hex digits in Python, 32 bytes in the database."""

    def db_type(self, connection: object) -> str:
        return "bytea"

    def get_prep_value(self, value: Any) -> bytes | None:
        return None if value is None else bytes.fromhex(value)

    def from_db_value(self, value: bytes | None, expression: object, connection: object) -> str | None:
        return None if value is None else bytes(value).hex()


class TextJSONField(models.JSONField):
    """JSON that is always read as a whole. As text it takes less room than as `jsonb`."""

    def db_type(self, connection: object) -> str:
        return "json"

    def from_db_value(self, value: Any, expression: object, connection: object) -> Any:
        return value  # psycopg has decoded it; only `jsonb` is left to Django


class Minute(models.Func):
    """The minute in which a time lies.

    `date_trunc` depends on a time zone, and PostgreSQL computes no column by it.
    """

    template = "date_bin('1 minute', %(expressions)s, timestamptz '2000-01-01 00:00+00')"
    output_field = models.DateTimeField()
