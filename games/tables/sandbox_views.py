"""Test tables: the body that sets one up, and its clock."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer
from games.http.auth import caller
from games.http.bodies import Body, Pattern, Several
from games.http.declared import asked
from games.http.operations import Values
from games.json_schema import ref
from games.log.sql import seat_row
from games.moves.action_bodies import action_of
from games.moves.preconditions import asks, keyed_request, pop_version
from games.moves.views import outcome_response
from games.reading import answers, examples
from games.tables.lobby import TableWish
from games.tables.refusals import NotHost
from games.tables.sandbox import Sandbox, clock_advance
from rules.chance import TEST
from rules.table.checks import NotPlaying
from rules.table.clock import DAY
from rules.table.life import ClockTooFar, NotATestTable
from rules.table.state import MAX_SEATS

MAX_TEST_TABLE: Final = 1 << 20  # bytes of a body with all the actions that follow
MAX_ACTIONS: Final = 500
MAX_ADVANCE: Final = 90 * DAY


@extend_schema_field(ref("Action"))
class ActionField(serializers.JSONField):
    """An action as `act` takes it. Whether it is legal is checked when it is played.

    `expected_version` is ignored: there is no game yet that could have moved on.
    """

    def to_internal_value(self, data: Any) -> Any:
        action = {**data} if isinstance(data, dict) else data
        if isinstance(action, dict):
            pop_version(action)
        action_of(action, 0)
        return action


class SeatActionBody(Body):
    seat = serializers.IntegerField(min_value=0, max_value=MAX_SEATS - 1)
    action = ActionField()


class ScriptBody(Body):
    seat = serializers.IntegerField(min_value=0, max_value=MAX_SEATS - 1, help_text="A seat with a bot.")
    actions = Several(
        child=ActionField(),
        min_length=1,
        max_length=MAX_ACTIONS,
        help_text="One for each decision of the bot, in order. A decision for which the script has no legal "
        "action is left to the bot.",
    )


class TestTableBody(Body):
    seed = Pattern(
        r"^[0-9a-f]{64}\Z",
        "64 hexadecimal digits, 0-9 and a-f",
        required=False,
        help_text="The server's seed, 32 bytes in hexadecimal. Equal seeds, client seeds, options and "
        "actions give equal games. Without it the deal is random.",
    )
    actions = Several(
        child=SeatActionBody(),
        required=False,
        max_length=MAX_ACTIONS,
        help_text="The game is started and these are played at once; every seat must be taken by you or a "
        "bot. An empty list only starts it.",
    )
    scripts = serializers.ListField(child=ScriptBody(), default=list, max_length=MAX_SEATS)

    def validate_scripts(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len({script["seat"] for script in value}) < len(value):
            raise ValidationError("A seat can have one script.")
        return value


def wishes_of(table: dict[str, Any], test: dict[str, Any]) -> tuple[TableWish, Sandbox]:
    """The settings of the table and its initial position."""
    seed = bytes.fromhex(test["seed"]) if "seed" in test else None
    actions = [action_of(one["action"], one["seat"]) for one in test.get("actions", ())]
    scripts = {script["seat"]: script["actions"] for script in test["scripts"]}
    sandbox = Sandbox(actions=actions if "actions" in test else None, scripts=scripts)
    return TableWish(**table, purpose=TEST, seed=seed), sandbox


class ClockAdvanceBody(Body):
    advance = serializers.IntegerField(min_value=1, max_value=MAX_ADVANCE, help_text="Seconds.")


TIMED_OUT: Final = examples.outcome(
    examples.happened("clock_advanced", {"seconds": 60}),
    examples.happened("seat_timed_out", {"seat": 0, "cover": "planner"}, seq=26),
)


class Clock(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @asks(
        "advanceClock",
        "Move the clock of a test table",
        answer(
            answers.Outcome,
            "What has happened in that time, and the game after it.",
            ("Seat 0 has run out of time", TIMED_OUT),
        ),
        body=ClockAdvanceBody,
        refuses=[ClockTooFar, NotATestTable, NotHost, NotPlaying],
        examples=[asked("A minute later", {"advance": 60})],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Moves the clock of a running test table and returns the events that follow from it.

        The clock stands still otherwise. Players whose time is up are timed out at once: a stand-in decides
        for them and, after the last of their `strikes`, keeps the seat. Only the host can do this.
        """
        player = caller(request)
        outcome = clock_advance(game_id, player, body["advance"], keyed=keyed_request(request, game_id))
        return outcome_response(outcome, seat_row(game_id, player.pk), status=200)
