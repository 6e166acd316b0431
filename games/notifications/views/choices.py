"""What one wants to be sent outside the API."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import available_timezones

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.answer import Answer
from games.http.auth import caller
from games.http.bodies import Body, NoQuery, read_body, read_query
from games.http.declared import may_refuse
from games.http.examples import answered, asked
from games.models import Language, NotificationChoice, Scope
from games.notices.kinds import KINDS
from games.notifications.choices import choice_of, choice_update
from games.people.selectors import verified_email
from games.refusals.notifications import EmailNotVerified

NAMES: Final = sorted(kind for kind in KINDS if kind)
EXAMPLE: Final = {
    "email": "daily",
    "email_hour": 8,
    "email_verified": True,
    "push": True,
    "push_kinds": ["deadline.near", "game.your_turn"],
    "time_zone": "Europe/Warsaw",
    "language": "pl",
}
WISH: Final = {name: value for name, value in EXAMPLE.items() if name != "email_verified"}
_KINDS_TEXT: Final = "The kinds of notices that are sent{how}; {none}: all of them, also those to come."
_ZONE_TEXT: Final = "The name of a time zone, such as `Europe/Warsaw`, for times in the text."


class KindsField(serializers.ListField):
    """Kinds of notices; null for all."""

    def __init__(self, how: str, *, none: str = "null", **more: Any) -> None:
        child = serializers.ChoiceField(NAMES)
        text = _KINDS_TEXT.format(how=f" {how}", none=none)
        super().__init__(child=child, max_length=len(NAMES), help_text=text, required=False, **more)

    def to_internal_value(self, data: Any) -> list[str]:
        """Without repetitions."""
        return sorted(set(super().to_internal_value(data)))


class EmailField(serializers.ChoiceField):
    def __init__(self, **more: Any) -> None:
        text = "`each`: an e-mail for each notice. `daily`: one digest a day. `off`: none."
        super().__init__(NotificationChoice.Email.choices, help_text=text, **more)


class HourField(serializers.IntegerField):
    def __init__(self, **more: Any) -> None:
        text = "The hour at which the digest is sent, in your time zone."
        super().__init__(min_value=0, max_value=23, source="hour", help_text=text, **more)


class NotificationChoicesBody(Body):
    email = EmailField(required=False)
    email_hour = HourField(required=False)
    email_kinds = KindsField("by e-mail", allow_null=True)
    push = serializers.BooleanField(required=False, help_text="Whether your browsers are sent pushes.")
    push_kinds = KindsField("by push", allow_null=True)
    time_zone = serializers.CharField(required=False, max_length=64, help_text=_ZONE_TEXT)
    language = serializers.ChoiceField(
        Language.choices, required=False, help_text="The language of the texts."
    )

    def validate_time_zone(self, name: str) -> str:
        if name not in available_timezones():
            raise ValidationError("This must be the name of a time zone, such as Europe/Warsaw.")
        return name


class NotificationChoicesSerializer(Answer[NotificationChoice]):
    email = EmailField()
    email_hour = HourField()
    email_kinds = KindsField("by e-mail", none="absent")
    email_verified = serializers.SerializerMethodField(
        help_text="Whether you have a verified address. Without one no e-mail is sent."
    )
    push = serializers.BooleanField()
    push_kinds = KindsField("by push", none="absent")
    time_zone = serializers.CharField()
    language = serializers.ChoiceField(Language.choices)

    def get_email_verified(self, choice: NotificationChoice) -> bool:
        return verified_email(choice.player_id) is not None


class Choices(APIView):
    required_scopes = {"GET": Scope.READ, "PATCH": Scope.ACCOUNT}

    @extend_schema(
        operation_id="getNotifications",
        summary="Get your choice of notifications",
        tags=["notifications"],
        responses=NotificationChoicesSerializer,
        examples=[answered("A choice", EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        """Returns what you are sent outside the API, and how.

        Notices themselves are always in the API; this is about what else happens with them.
        """
        read_query(NoQuery, request)
        return Response(NotificationChoicesSerializer(choice_of(caller(request))).data)

    @may_refuse(EmailNotVerified)
    @extend_schema(
        operation_id="updateNotifications",
        summary="Choose your notifications",
        tags=["notifications"],
        request=NotificationChoicesBody,
        responses=NotificationChoicesSerializer,
        examples=[asked("A digest, and pushes of what is urgent", WISH), answered("A choice", EXAMPLE)],
    )
    def patch(self, request: Request) -> Response:
        """Changes the given fields and returns your choice.

        It applies at once, also to what is already waiting to be sent: what you no longer want is not sent.
        E-mail needs a verified address, which you add on the pages of your account; without one it is
        refused with `email_not_verified`. Each e-mail has an unsubscribe link, which works without signing
        in. An account is sent 50 e-mails a day; what exceeds them comes as one digest.
        """
        wish = read_body(NotificationChoicesBody, request)
        return Response(NotificationChoicesSerializer(choice_update(caller(request), **wish)).data)
