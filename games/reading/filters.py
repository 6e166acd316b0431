"""The filters of lists of games."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from games.http.bodies import Time
from games.http.pagination import PageQuery
from rules.table.clock import Speed
from rules.table.state import Status

SEVERAL_STATES: Final = OpenApiParameter(
    "status",
    {"type": "array", "items": {"type": "string", "enum": [state.value for state in Status]}, "minItems": 1},
    style="form",
    explode=False,
    description="Only games with one of these states, separated by commas.",
)
_NAME_LENGTH: Final = 40
_RULESET: Final = "Only games of this ruleset: `london@1`, or `london` for all its versions."


class States(serializers.ChoiceField):
    """One state or several, separated by commas."""

    def to_internal_value(self, data: Any) -> Any:
        return [super(States, self).to_internal_value(part) for part in str(data).split(",")]


class _Filters(PageQuery):
    status = States(list(Status), required=False)
    ruleset = serializers.CharField(required=False, max_length=_NAME_LENGTH, help_text=_RULESET)
    speed = serializers.ChoiceField(
        list(Speed),
        required=False,
        help_text="Only games with such a clock: `live` is at most ten minutes per action or a bank of two "
        "hours, `correspondence` is longer, `untimed` is without a clock.",
    )


class GamesQuery(_Filters):
    open_seats = serializers.BooleanField(
        required=False, default=False, help_text="Only tables with a free seat."
    )
    player = serializers.CharField(
        required=False,
        max_length=_NAME_LENGTH,
        help_text="Only tables at which this player, or the bot of this name, has a seat.",
    )
    since = Time(required=False, help_text="Only tables that were opened at this time or later.")
    until = Time(required=False, help_text="Only tables that were opened before this time.")


class MyGamesQuery(_Filters):
    turn = serializers.ChoiceField(
        ["mine"], required=False, help_text="Only games that wait for your action."
    )
    opponent = serializers.CharField(
        required=False,
        max_length=_NAME_LENGTH,
        help_text="Only games in which this player, or the bot of this name, has a seat too.",
    )
    test = serializers.BooleanField(required=False, default=False, help_text="Your test tables instead.")
    since = Time(required=False, help_text="Only games whose last event is of this time or later.")
    until = Time(required=False, help_text="Only games whose last event is older than this time.")


def filters_of(query: dict[str, Any]) -> dict[str, Any]:
    """The query without the parameters of pagination."""
    return {name: value for name, value in query.items() if name not in ("limit", "cursor")}
