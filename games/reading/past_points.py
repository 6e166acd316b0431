"""Parameters that name a past point of a game: the seq of an event, or a time."""

from __future__ import annotations

import re
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.http.bodies import Query, Time
from games.reading.selectors import PastPoint

NUMBER = re.compile(r"-?[0-9]{1,40}", re.ASCII)
# One string for both, because a query has only strings and generators stumble over a union with times.
_DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_CLOCK = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?"
_OFFSET = "([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
SCHEMA = {"type": "string", "pattern": f"^([1-9][0-9]{{0,39}}|{_DATE}[Tt]{_CLOCK}{_OFFSET})$"}


@extend_schema_field(SCHEMA)
class PastPointField(serializers.Field[Any, Any, Any, Any]):
    default_error_messages = {
        "invalid": "This must be the seq of an event or an RFC 3339 time.",
        "min_value": "The first event has the seq 1.",
    }

    def to_internal_value(self, data: Any) -> PastPoint:
        if NUMBER.fullmatch(data):
            return int(data) if int(data) >= 1 else self.fail("min_value")
        try:
            return Time().to_internal_value(data)
        except serializers.ValidationError:
            self.fail("invalid")


class AtQuery(Query):
    at = PastPointField(
        required=False,
        help_text="Look at the game as it was after the event with this seq, or at this RFC 3339 time.",
    )


class OpenQuery(AtQuery):
    open = serializers.BooleanField(
        default=False,
        help_text="Show every hand, of any moment. Only of a finished game, of which nothing is hidden.",
    )
