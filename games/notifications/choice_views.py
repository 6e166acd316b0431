"""What one wants to be sent outside the API."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import available_timezones

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer, returns
from games.http.auth import caller
from games.http.bodies import Body
from games.http.declared import asked
from games.http.operations import Values, tagged
from games.notifications.answers import EMAIL_TEXT, HOUR_TEXT, KINDS_TEXT, NAMES, NotificationChoices
from games.notifications.choices import choice_of, choice_update
from games.notifications.refusals import EmailNotVerified
from games.people.models import Language, NotificationChoice

operation = tagged("notifications")

EXAMPLE: Final = NotificationChoices.example[1]
WISH: Final = {name: value for name, value in EXAMPLE.items() if name != "email_verified"}
_ZONE_TEXT: Final = "The name of a time zone, such as `Europe/Warsaw`, for times in the text."


class KindsField(serializers.ListField):
    """Kinds of notices; null for all."""

    def __init__(self, how: str) -> None:
        text = KINDS_TEXT.format(how=how, none="null")
        more: dict[str, Any] = {"required": False, "allow_null": True, "help_text": text}
        super().__init__(child=serializers.ChoiceField(NAMES), max_length=len(NAMES), **more)

    def to_internal_value(self, data: Any) -> list[str]:
        """Without repetitions."""
        return sorted(set(super().to_internal_value(data)))


class NotificationChoicesBody(Body):
    email = serializers.ChoiceField(NotificationChoice.Email.choices, required=False, help_text=EMAIL_TEXT)
    email_hour = serializers.IntegerField(
        min_value=0, max_value=23, source="hour", required=False, help_text=HOUR_TEXT
    )
    email_kinds = KindsField("by e-mail")
    push = serializers.BooleanField(required=False, help_text="Whether your browsers are sent pushes.")
    push_kinds = KindsField("by push")
    time_zone = serializers.CharField(required=False, max_length=64, help_text=_ZONE_TEXT)
    language = serializers.ChoiceField(
        Language.choices, required=False, help_text="The language of the texts."
    )

    def validate_time_zone(self, name: str) -> str:
        if name not in available_timezones():
            raise ValidationError("This must be the name of a time zone, such as Europe/Warsaw.")
        return name


class Choices(APIView):
    required_scopes = {"GET": Scope.READ, "PATCH": Scope.ACCOUNT}

    @operation(
        "getNotifications",
        "Get your choice of notifications",
        returns(NotificationChoices, "what you are sent outside the API, and how."),
    )
    def get(self, request: Request) -> NotificationChoices:
        """Notices themselves are always in the API; this is about what else happens with them."""
        return NotificationChoices.of(choice_of(caller(request)))

    @operation(
        "updateNotifications",
        "Choose your notifications",
        answer(NotificationChoices, "Your choice."),
        body=NotificationChoicesBody,
        refuses=[EmailNotVerified],
        examples=[asked("A digest, and pushes of what is urgent", WISH)],
    )
    def patch(self, request: Request, body: Values) -> NotificationChoices:
        """Changes the given fields and returns your choice.

        It applies at once, also to what is already waiting to be sent: what you no longer want is not sent.
        E-mail needs a verified address, which you add on the pages of your account; without one it is
        refused with `email_not_verified`. Each e-mail has an unsubscribe link, which works without signing
        in. An account is sent 50 e-mails a day; what exceeds them comes as one digest.
        """
        return NotificationChoices.of(choice_update(caller(request), **body))
