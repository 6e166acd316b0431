"""Migrations of a database that is distributed.

A table that a migration creates is placed at once: Citus refuses a constraint from a table of one node to one
that is distributed, and Django adds the constraints at the end of the migration. A column and its constraint
are added one after the other, since Citus refuses both at once.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql.schema import DatabaseSchemaEditor


class SchemaEditor(DatabaseSchemaEditor):
    sql_create_column_inline_fk = None  # type: ignore[assignment]  # which Django allows

    def create_model(self, model: Any) -> None:
        from games.operations.distribution import table_place  # noqa: PLC0415 – it needs the models

        super().create_model(model)
        table_place(model._meta.db_table)
