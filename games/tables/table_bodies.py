"""The bodies of requests that open a table or take a seat.

Whether a table can be played is decided by the rules, and which bots there are by the lobby. Here their
refusals become errors of the fields they are about.
"""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.http.bodies import Body, Pattern
from games.http.declared import asked
from games.http.refusals import field_error
from games.log.models import Game
from games.tables.refusals import UnknownBot
from games.tables.sandbox_views import TestTableBody
from games.tables.seats import check_bot
from games.tables.table_names import TableName
from rules import ruleset
from rules.chance import TEST
from rules.refusals import UnknownOption, WrongOption, WrongSeatCount
from rules.table.clock import BOUNDS, wrong_with_clock
from rules.table.life import wrong_with_visibility
from rules.table.seats import CLIENT_SEED
from rules.table.stand_ins import DEFAULT_STRIKES
from rules.table.state import MAX_BOT_DELAY, MAX_SEATS, STAND_INS, UNTIL_RETURN, VISIBILITIES

SEED_FORM: Final = "2 to 64 hexadecimal digits in lower case, an even number of them"


def seed_field() -> Pattern:
    return Pattern(
        rf"^{CLIENT_SEED.pattern}\Z",
        SEED_FORM,
        required=False,
        help_text="Your contribution to the shuffle, so that nobody can control it alone. Choose it at "
        "random, after the server has shown its `commitment`. It is recorded in the log.",
    )


class Text(serializers.CharField):
    """A string that is not stripped: whitespace is significant."""

    def __init__(self, **more: Any) -> None:
        super().__init__(trim_whitespace=False, **more)


class BotName(Text):
    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=40, **more)

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        try:
            check_bot(name)
        except UnknownBot as refusal:
            raise ValidationError([field_error(refusal)]) from None
        return name


def bounded(name: str, **more: Any) -> serializers.IntegerField:
    """A number of a clock."""
    least, most = BOUNDS[name]
    return serializers.IntegerField(required=False, min_value=least, max_value=most, **more)


class ClockBody(Body):
    """Either `per_action`, or `bank` with an `increment` per action; all in seconds."""

    per_action = bounded("per_action")
    bank = bounded("bank")
    increment = bounded("increment")
    vacation_days = bounded(
        "vacation_days",
        help_text="The days for which each player can be away; their clock stands meanwhile.",
    )
    strikes = bounded(
        "strikes",
        default=DEFAULT_STRIKES,
        help_text="The number of timeouts after which a stand-in takes over the seat.",
    )

    def validate(self, attrs: dict[str, int]) -> dict[str, int]:
        number, why = wrong_with_clock(attrs)
        if why:
            raise ValidationError({number: [_sentence(why)]} if number else _sentence(why))
        return attrs


def _sentence(why: str) -> str:
    return f"{why[0].upper()}{why[1:]}."


class TableBody(Body):
    ruleset = Text(max_length=40, help_text="A ruleset: `london@1`, or `london` for its newest version.")
    seats = serializers.IntegerField(min_value=1, max_value=MAX_SEATS)
    bots = serializers.ListField(
        child=BotName(),
        max_length=MAX_SEATS,
        default=list,
        help_text="The names of the bots to seat.",
    )
    options = serializers.DictField(child=Text(max_length=40), default=dict)
    visibility = serializers.ChoiceField(VISIBILITIES, default=Game.Visibility.PUBLIC)
    name = TableName(default="", help_text="A name for the table. Everybody who sees the table can read it.")
    clock = ClockBody(required=False)
    bot_delay = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MAX_BOT_DELAY,
        help_text="How long a bot waits before it acts, in milliseconds.",
    )
    stand_ins = serializers.ChoiceField(
        STAND_INS,
        default=UNTIL_RETURN,
        help_text="Whether a stand-in leaves when its player takes the seat back, or plays to the end.",
    )
    sit = serializers.BooleanField(
        default=True, help_text="Whether you take a seat. Send false for a table of bots alone."
    )
    test = TestTableBody(
        required=False,
        help_text="Makes it a test table: private, never rated, never listed and marked as such in its log.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "test" in attrs:
            attrs["visibility"] = self.initial_data.get("visibility", Game.Visibility.PRIVATE)
            if why := wrong_with_visibility(attrs["visibility"], TEST):
                raise ValidationError({"visibility": [_sentence(why)]})
        check_playable(attrs)
        return attrs

    def validate_ruleset(self, value: str) -> str:
        try:
            return ruleset(value).name
        except KeyError:
            raise ValidationError("There is no such ruleset; GET /api/v1/rulesets lists them.") from None


NEW_TABLE: Final = [
    asked("Against a bot", {"ruleset": "london", "seats": 2, "bots": ["random"]}),
    asked(
        "Among friends",
        {
            "ruleset": "world@1",
            "seats": 4,
            "visibility": "private",
            "options": {"first": "0"},
            "clock": {"per_action": 86400},
        },
        "Answers with an `invite_code`; each action may take a day.",
    ),
    asked(
        "A test table",
        {
            "ruleset": "london",
            "seats": 2,
            "bots": ["random"],
            "options": {"first": "1", "end": "early"},
            "clock": {"per_action": 60},
            "test": {
                "seed": "00" * 32,
                "actions": [{"seat": 0, "action": {"type": "keep_tickets", "tickets": ["t14"]}}],
                "scripts": [{"seat": 1, "actions": [{"type": "keep_tickets", "tickets": ["t19"]}]}],
            },
        },
        "Always the same deal. You have chosen your tickets; the bot chooses this one, then plays on.",
    ),
]


class SeatBody(Body):
    seat = serializers.IntegerField(required=False, min_value=0, max_value=MAX_SEATS - 1)
    bot = BotName(required=False, help_text="The name of a bot to seat instead; only for the host.")
    client_seed = seed_field()
    invite_code = Text(required=False, max_length=40, help_text="Required to join a private table.")


class StartBody(Body):
    client_seed = seed_field()


def check_playable(table: dict[str, Any]) -> None:
    try:
        ruleset(table["ruleset"]).agreed(table["options"], table["seats"], test="test" in table)
    except WrongSeatCount as refusal:
        raise ValidationError({"seats": [field_error(refusal)]}) from None
    except (UnknownOption, WrongOption) as refusal:
        raise ValidationError({"options": {refusal.data["option"]: [field_error(refusal)]}}) from None
