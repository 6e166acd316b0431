"""References that no constraint of the database guards, because their rows may be on different nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db.models import ForeignKey

from games.sql import fetch

SHOWN: Final = 100
# A revoked token is deleted, and these rows may outlive it for a while.
MAY_END: Final = ("games.Calendar.token", "games.PushSubscription.token", "games.Webhook.token")


@dataclass(frozen=True, slots=True)
class Dangling:
    """Rows that refer to rows which do not exist."""

    table: str
    column: str
    target: str
    missing: list[UUID]  # at most `SHOWN`

    def __str__(self) -> str:
        more = " and more" if len(self.missing) == SHOWN else ""
        ids = ", ".join(map(str, self.missing))
        return f"{self.table}.{self.column} refers to rows of {self.target} that do not exist: {ids}{more}"


def references() -> list[ForeignKey[Any, Any]]:
    """Every reference across the groups of tables."""
    fields = [field for model in apps.get_app_config("games").get_models() for field in model._meta.fields]
    keys = [
        field
        for field in fields
        if isinstance(field, ForeignKey) and not getattr(field, "db_constraint", True)
    ]
    return [key for key in keys if str(key) not in MAY_END]


def dangling() -> Iterator[Dangling]:
    for key in references():
        table, target = key.model._meta.db_table, key.target_field.model._meta.db_table
        # EXCEPT works whichever nodes the two tables are on; a join would not.
        statement = (
            f"SELECT {key.column} FROM {table} WHERE {key.column} IS NOT NULL EXCEPT SELECT id FROM {target}"  # noqa: S608
        )
        if missing := [found for (found,) in fetch(f"{statement} LIMIT {SHOWN}")]:
            yield Dangling(table, key.column, target, sorted(missing))
