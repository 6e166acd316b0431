"""The bodies of requests and responses about webhooks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.http.answer import Answer
from games.http.bodies import Body
from games.http.links import Links
from games.http.pages import Next
from games.models import Webhook
from games.refusals.webhooks import UrlRefused
from games.webhooks.targets import MAX_URL_LENGTH, InvalidUrl, target_of

PLACE = "/api/v1/webhooks/2f1d9b1e-5a0c-4d55-8f51-3b7f2f6d9a10"
EXAMPLE = {
    "id": "2f1d9b1e-5a0c-4d55-8f51-3b7f2f6d9a10",
    "url": "https://hooks.example.org/signalbox",
    "kinds": ["game.your_turn", "game.finished"],
    "description": "my phone",
    "token": "7c8d7c39-4c0e-4b3f-8d2d-6a8b8f1f2b10",
    "paused": False,
    "created_at": "2026-01-31T18:00:00Z",
    "links": {"self": PLACE, "deliveries": f"{PLACE}/deliveries", "test": f"{PLACE}/test"},
}
NEW_EXAMPLE = {**EXAMPLE, "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="}
ONE = OpenApiExample("A webhook", EXAMPLE, response_only=True)
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


class WebhookSerializer(Answer[Webhook]):
    id = serializers.UUIDField()
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.ChoiceField(Webhook.Kind.choices))
    game = serializers.UUIDField(source="game_id", required=False)
    description = serializers.CharField(allow_blank=True)
    token = serializers.UUIDField(
        source="token_id",
        help_text="The id of the token that created or last updated it. The webhook sees what this token may "
        "see, and is paused when it is revoked or expires.",
    )
    paused = serializers.SerializerMethodField()
    paused_because = serializers.CharField(
        required=False,
        help_text="`asked`: by you; `failing`: no success for long; `gone`: it answered 410; `overfull`: too "
        "many pending messages; `token_ended`: its token was revoked or has expired. Absent if it is not "
        "paused.",
    )
    paused_at = serializers.DateTimeField(required=False)
    failing_since = serializers.DateTimeField(
        required=False,
        help_text="Since when every attempt has failed; absent if the most recent one succeeded.",
    )
    old_secret_until = serializers.DateTimeField(
        source="previous_until",
        required=False,
        help_text="Until when messages are also signed with the previous secret.",
    )
    created_at = serializers.DateTimeField()
    links = Links(
        {"self": ("webhook", "id"), "deliveries": ("deliveries", "id"), "test": ("webhook-test", "id")}
    )

    def get_paused(self, webhook: Webhook) -> bool:
        return webhook.paused_at is not None

    def to_representation(self, instance: Any) -> Any:
        found: dict[str, Any] = super().to_representation(instance)
        return {name: value for name, value in found.items() if name != "paused_because" or value}


class NewWebhookSerializer(WebhookSerializer):
    secret = serializers.CharField(
        help_text="The secret that signs the messages. It is shown only this once."
    )


class WebhookListSerializer(serializers.Serializer[dict[str, Any]]):
    items = WebhookSerializer(many=True)
    next = Next()
