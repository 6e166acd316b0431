"""Push subscriptions of one's browsers, and the key that a browser needs to subscribe."""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import List, answer, returns
from games.http.auth import OPEN, caller, caller_token
from games.http.bodies import Body
from games.http.declared import asked, sends
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
from games.notifications import answers
from games.notifications.answers import BROWSER, ENDPOINT, KEY
from games.notifications.encryption import CURVE
from games.notifications.identity import public_key
from games.notifications.refusals import NoSuchPushSubscription, PushUnavailable, TooManyPushSubscriptions
from games.notifications.subscriptions import (
    subscription_create,
    subscription_delete,
    subscription_get,
    subscription_list,
)
from games.webhooks.refusals import ResolverBusy, UrlRefused
from games.webhooks.serializers import DescriptionField, UrlField
from games.webhooks.webhook_views import check_origin

operation = tagged("notifications")

AUTH_BYTES: Final = 16
SUBSCRIPTION: Final = {
    "endpoint": ENDPOINT,
    "expirationTime": None,
    "keys": {"p256dh": KEY, "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
    "description": "my phone",
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


class PushKey(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getPushKey",
        "Get the key for push subscriptions",
        returns(answers.PushKey, "the public key of this server (VAPID, RFC 8292)."),
        refuses=[PushUnavailable],
    )
    def get(self, request: Request) -> Response:
        """A browser needs it to subscribe: `pushManager.subscribe({userVisibleOnly: true,
        applicationServerKey})`. A server without a key answers `push_unavailable`.
        """
        return Response(
            answers.PushKey(public_key=public_key()), headers={"Cache-Control": "public, max-age=3600"}
        )


class Subscriptions(APIView):
    required_scopes = {"GET": Scope.READ, "POST": (Scope.ACCOUNT, Scope.READ)}

    @operation(
        "listPushSubscriptions",
        "List your push subscriptions",
        returns(
            answers.PushSubscriptionList,
            "the browsers to which your notices are pushed, oldest first, without their keys.",
        ),
        query=PageQuery,
    )
    def get(self, request: Request, query: Values) -> List[answers.PushSubscription]:
        return listed(
            answers.PushSubscription.of, subscription_list(caller(request)), query, order=("created_at", "id")
        )

    @operation(
        "createPushSubscription",
        "Subscribe a browser to pushes",
        answer(answers.PushSubscription, "The subscription, without its keys.", ("Subscribed", BROWSER)),
        status=201,
        body=PushSubscriptionBody,
        refuses=[PushUnavailable, ResolverBusy, TooManyPushSubscriptions, UrlRefused],
        parameters=[sends("Location", 201)],
        examples=[asked("As a browser writes it", SUBSCRIPTION)],
    )
    def post(self, request: Request, body: Values) -> Response:
        """Subscribes a browser: post what `subscription.toJSON()` returns there. It turns pushes on.

        Each notice that you have chosen is then pushed to the browser, encrypted for it (RFC 8291), as JSON
        with `title`, `body`, `url` and `tag` for `showNotification`, the `notice` itself, and `unsubscribe`,
        an address that turns pushes off without a token. The same endpoint again replaces its keys.

        A subscription ends when its push service says that it has expired, and with the token of this
        request: when it is revoked or expires, or when you end what you have allowed the app. An account can
        have 10; after that the answer is `too_many_push_subscriptions`. An endpoint that may not be called
        is refused with `url_refused`.
        """
        check_origin(request, body["endpoint"])
        made = subscription_create(
            caller(request),
            caller_token(request),
            endpoint=body["endpoint"],
            description=body["description"],
            **body["keys"],
        )
        shown = answers.PushSubscription.of(made)
        return Response(shown, status=201, headers={"Location": shown.links["self"]})


class SubscriptionEntry(APIView):
    required_scopes = {"GET": Scope.READ, "DELETE": Scope.ACCOUNT}

    @operation(
        "getPushSubscription",
        "Get a push subscription",
        returns(answers.PushSubscription, "one of your push subscriptions, without its keys."),
        refuses=[NoSuchPushSubscription],
    )
    def get(self, request: Request, subscription_id: UUID) -> answers.PushSubscription:
        return answers.PushSubscription.of(subscription_get(caller(request), subscription_id))

    @operation(
        "deletePushSubscription",
        "Delete a push subscription",
        refuses=[NoSuchPushSubscription],
        unchecked=True,
    )
    def delete(self, request: Request, subscription_id: UUID) -> None:
        """Ends the pushes to this browser. What still waits to be sent to it is not sent."""
        subscription_delete(subscription_get(caller(request), subscription_id))
