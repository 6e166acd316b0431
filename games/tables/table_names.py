"""The name of a table in requests."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.http.bodies import Body


class TableName(serializers.CharField):
    """One line of printable text, or nothing."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=60, allow_blank=True, trim_whitespace=False, **more)

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if not name.isprintable() or name != name.strip():
            raise ValidationError(
                "This must consist of printable characters and not begin or end with a space."
            )
        return name


class TableChangeBody(Body):
    name = TableName(help_text="The name of the table; empty for none.")
