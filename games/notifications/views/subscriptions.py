"""Push subscriptions of one's browsers, and the key that a browser needs to subscribe."""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.answer import Answer
from games.http.auth import OPEN, caller, caller_token
from games.http.bodies import Body, NoQuery, read_body, read_query
from games.http.declared import may_refuse, sends
from games.http.examples import answered, asked
from games.http.links import Links
from games.http.pages import Next, PageQuery, page_of
from games.models import PushSubscription, Scope
from games.notifications.encryption import CURVE
from games.notifications.identity import public_key
from games.notifications.subscriptions import (
    subscription_create,
    subscription_delete,
    subscription_get,
    subscription_list,
)
from games.refusals.notifications import NoSuchPushSubscription, PushUnavailable, TooManyPushSubscriptions
from games.refusals.webhooks import ResolverBusy, UrlRefused
from games.webhooks.serializers import DescriptionField, UrlField
from games.webhooks.views.webhooks import check_origin

AUTH_BYTES: Final = 16
KEY: Final = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SUBSCRIPTION: Final = {
    "endpoint": "https://push.example.org/send/5f2c1a",
    "expirationTime": None,
    "keys": {"p256dh": KEY, "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
}
PLACE: Final = "/api/v1/me/push-subscriptions/3f9d1d52-0f0e-4f0b-9a57-1a2b3c4d5e6f"
EXAMPLE: Final = {
    "id": "3f9d1d52-0f0e-4f0b-9a57-1a2b3c4d5e6f",
    "endpoint": SUBSCRIPTION["endpoint"],
    "description": "my phone",
    "created_at": "2026-01-31T18:00:00Z",
    "links": {"self": PLACE},
}


@extend_schema_field({"type": "string", "minLength": 1, "maxLength": 200})
class BytesField(serializers.CharField):
    """Bytes in base64url, as a browser writes them."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=200, trim_whitespace=False, **more)

    def to_internal_value(self, data: Any) -> bytes:  # type: ignore[override]
        text = super().to_internal_value(data).rstrip("=")
        try:
            return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise ValidationError("This must be base64url.") from None


class PushKeysBody(Body):
    p256dh = BytesField(help_text="The public key of the browser.")
    auth = BytesField(help_text="The secret of the subscription.")

    def validate_p256dh(self, key: bytes) -> bytes:
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)
        except ValueError:
            raise ValidationError("This must be a public key of the curve P-256.") from None
        return key

    def validate_auth(self, secret: bytes) -> bytes:
        if len(secret) != AUTH_BYTES:
            raise ValidationError(f"This must be {AUTH_BYTES} bytes in base64url.")
        return secret


class PushSubscriptionBody(Body):
    endpoint = UrlField()
    keys = PushKeysBody()
    expirationTime = serializers.IntegerField(  # noqa: N815 (as browsers have it)
        required=False, allow_null=True, help_text="Ignored: a push service says itself when it has expired."
    )
    description = DescriptionField(default="")


class PushSubscriptionSerializer(Answer[PushSubscription]):
    id = serializers.UUIDField()
    endpoint = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    links = Links({"self": ("push-subscription", "id")})


class PushSubscriptionListSerializer(serializers.Serializer[dict[str, Any]]):
    items = PushSubscriptionSerializer(many=True)
    next = Next()


class PushKeySerializer(serializers.Serializer[dict[str, Any]]):
    public_key = serializers.CharField(help_text="For `applicationServerKey`, in base64url.")


class PushKey(APIView):
    required_scopes = {"GET": OPEN}

    @may_refuse(PushUnavailable)
    @extend_schema(
        operation_id="getPushKey",
        summary="Get the key for push subscriptions",
        tags=["notifications"],
        responses=PushKeySerializer,
        examples=[answered("The key", {"public_key": KEY})],
    )
    def get(self, request: Request) -> Response:
        """Returns the public key of this server (VAPID, RFC 8292).

        A browser needs it to subscribe: `pushManager.subscribe({userVisibleOnly: true,
        applicationServerKey})`. A server without a key answers `push_unavailable`.
        """
        read_query(NoQuery, request)
        return Response({"public_key": public_key()}, headers={"Cache-Control": "public, max-age=3600"})


class Subscriptions(APIView):
    required_scopes = {"GET": Scope.READ, "POST": (Scope.ACCOUNT, Scope.READ)}

    @extend_schema(
        operation_id="listPushSubscriptions",
        summary="List your push subscriptions",
        tags=["notifications"],
        parameters=[PageQuery],
        responses=PushSubscriptionListSerializer,
        examples=[answered("One page", {"items": [EXAMPLE], "next": None})],
    )
    def get(self, request: Request) -> Response:
        """Returns the browsers to which your notices are pushed, oldest first, without their keys."""
        query = read_query(PageQuery, request)
        rows, following = page_of(subscription_list(caller(request)), query, order=("created_at", "id"))
        return Response({"items": [PushSubscriptionSerializer(row).data for row in rows], "next": following})

    @may_refuse(PushUnavailable, ResolverBusy, TooManyPushSubscriptions, UrlRefused)
    @extend_schema(
        operation_id="createPushSubscription",
        summary="Subscribe a browser to pushes",
        tags=["notifications"],
        parameters=[sends("Location", 201)],
        request=PushSubscriptionBody,
        responses={201: PushSubscriptionSerializer},
        examples=[
            asked("As a browser writes it", {**SUBSCRIPTION, "description": "my phone"}),
            answered("Subscribed", EXAMPLE, 201),
        ],
    )
    def post(self, request: Request) -> Response:
        """Subscribes a browser: post what `subscription.toJSON()` returns there. It turns pushes on.

        Each notice that you have chosen is then pushed to the browser, encrypted for it (RFC 8291), as JSON
        with `title`, `body`, `url` and `tag` for `showNotification`, the `notice` itself, and `unsubscribe`,
        an address that turns pushes off without a token. The same endpoint again replaces its keys.

        A subscription ends when its push service says that it has expired, and with the token of this
        request: when it is revoked or expires, or when you end what you have allowed the app. An account can
        have 10; after that the answer is `too_many_push_subscriptions`. An endpoint that may not be called
        is refused with `url_refused`.
        """
        wish = read_body(PushSubscriptionBody, request)
        check_origin(request, wish["endpoint"])
        made = subscription_create(
            caller(request),
            caller_token(request),
            endpoint=wish["endpoint"],
            description=wish["description"],
            **wish["keys"],
        )
        answer = PushSubscriptionSerializer(made).data
        return Response(
            answer, status=201, headers={"Location": reverse("push-subscription", args=[made.id])}
        )


class SubscriptionEntry(APIView):
    required_scopes = {"GET": Scope.READ, "DELETE": Scope.ACCOUNT}

    @may_refuse(NoSuchPushSubscription)
    @extend_schema(
        operation_id="getPushSubscription",
        summary="Get a push subscription",
        tags=["notifications"],
        responses=PushSubscriptionSerializer,
        examples=[answered("A browser", EXAMPLE)],
    )
    def get(self, request: Request, subscription_id: UUID) -> Response:
        """Returns one of your push subscriptions, without its keys."""
        read_query(NoQuery, request)
        return Response(PushSubscriptionSerializer(subscription_get(caller(request), subscription_id)).data)

    @may_refuse(NoSuchPushSubscription)
    @extend_schema(
        operation_id="deletePushSubscription",
        summary="Delete a push subscription",
        tags=["notifications"],
        responses={204: None},
    )
    def delete(self, request: Request, subscription_id: UUID) -> Response:
        """Ends the pushes to this browser. What still waits to be sent to it is not sent."""
        subscription_delete(subscription_get(caller(request), subscription_id))
        return Response(status=204)
