"""The bodies of requests about webhooks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.http.bodies import Body
from games.webhooks.models import Webhook
from games.webhooks.refusals import UrlRefused
from games.webhooks.targets import MAX_URL_LENGTH, InvalidUrl, target_of

_KINDS_TEXT = (
    "The kinds of messages to send. `bot.act` asks for an action, which is the answer to the request; it "
    "requires a bot account and a token with the scope `bots`."
)
_URL_TEXT = (
    "Where to post: an https URL with a public address and port 443, 80 or 1024 and above. "
    "Redirects are not followed."
)


@extend_schema_field({"type": "string", "format": "uri", "minLength": 1, "maxLength": MAX_URL_LENGTH})
class UrlField(serializers.CharField):
    """Checks the syntax only. The service checks whether the URL may be called, which needs a DNS lookup."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=MAX_URL_LENGTH, trim_whitespace=False, help_text=_URL_TEXT, **more)

    def to_internal_value(self, data: Any) -> str:
        url: str = super().to_internal_value(data)
        try:
            target_of(url)
        except InvalidUrl as malformed:
            raise ValidationError(str(malformed)) from None
        except UrlRefused:
            pass  # a URL, but not for a webhook: the service refuses it
        return url


class KindsField(serializers.ListField):
    def __init__(self, **more: Any) -> None:
        child = serializers.ChoiceField(Webhook.Kind.choices)
        more = {"min_length": 1, "max_length": len(Webhook.Kind), "help_text": _KINDS_TEXT, **more}
        super().__init__(child=child, **more)


class DescriptionField(serializers.CharField):
    def __init__(self, **more: Any) -> None:
        more = {"allow_blank": True, "help_text": "A description of your choice.", **more}
        super().__init__(max_length=100, trim_whitespace=False, **more)

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if not text.isprintable():
            raise ValidationError("This must consist of printable characters.")
        return text


class WebhookBody(Body):
    url = UrlField()
    kinds = KindsField()
    game = serializers.UUIDField(
        required=False,
        help_text="Only messages about this game, which can be any you may see. By default, all your games.",
    )
    description = DescriptionField(default="")


class WebhookChangeBody(Body):
    url = UrlField(required=False)
    kinds = KindsField(required=False)
    description = DescriptionField(required=False)
    paused = serializers.BooleanField(
        required=False,
        help_text="While a webhook is paused, no new messages are created for it, and pending ones wait.",
    )
