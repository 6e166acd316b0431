"""The deliveries of a webhook: attempts and responses, replays and tests."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.answer import Answer
from games.http.auth import caller, caller_token
from games.http.bodies import NoBody, NoQuery, read_body, read_query
from games.http.counters import Policy
from games.http.declared import may_refuse, sends
from games.http.json_objects import without_none
from games.http.links import Links
from games.http.pages import Next, PageQuery, page_of
from games.http.rate_limits import spend
from games.models import Attempt, Delivery, Scope
from games.refusals.webhooks import QuestionOver, WebhookPaused
from games.webhooks.messages import message_then
from games.webhooks.responses import response_of
from games.webhooks.selectors import attempt_list, delivery_get, delivery_list, webhook_get
from games.webhooks.serializers import PLACE
from games.webhooks.services import delivery_replay, webhook_test

TESTS = Policy("webhook_tests", 6, 60)
_PLACE = f"{PLACE}/deliveries/9d2f3b7a-7c51-4f4e-9f0b-6f3d1a2b4c10"
EXAMPLE = {
    "id": "9d2f3b7a-7c51-4f4e-9f0b-6f3d1a2b4c10",
    "kind": "webhook.test",
    "state": "delivered",
    "attempts": 1,
    "created_at": "2026-01-31T18:00:00Z",
    "ended_at": "2026-01-31T18:00:01Z",
    "links": {"self": _PLACE, "webhook": PLACE, "replay": f"{_PLACE}/replay"},
}
ATTEMPT_EXAMPLE = {
    "number": 1,
    "at": "2026-01-31T18:00:01Z",
    "milliseconds": 84,
    "request": {
        "url": "https://hooks.example.org/signalbox",
        "headers": {"webhook-id": EXAMPLE["id"], "webhook-timestamp": "1769882401"},
    },
    "answer": {"status": 204, "body": ""},
}
WHOLE_EXAMPLE = {
    **EXAMPLE,
    "body": {
        "type": "webhook.test",
        "timestamp": "2026-01-31T18:00:00.000000Z",
        "data": {"webhook": "2f1d9b1e-5a0c-4d55-8f51-3b7f2f6d9a10"},
    },
    "log": [ATTEMPT_EXAMPLE],
}


class DeliverySerializer(Answer[Delivery]):
    id = serializers.UUIDField(help_text="The `webhook-id` of the message, the same for every attempt.")
    kind = serializers.CharField()
    game = serializers.UUIDField(source="game_id", required=False)
    seq = serializers.IntegerField(
        required=False,
        help_text="The seq of the event, or the version of the game, that the message is about.",
    )
    state = serializers.ChoiceField(Delivery.State.choices)
    attempts = serializers.IntegerField()
    next_attempt_at = serializers.DateTimeField(
        required=False, help_text="The earliest time of the next attempt."
    )
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(
        required=False,
        help_text="When the delivery succeeded or was given up. It is deleted seven days later.",
    )
    links = Links(
        {
            "self": ("delivery", "webhook_id", "id"),
            "webhook": ("webhook", "webhook_id"),
            "replay": ("replay", "webhook_id", "id"),
        }
    )


class DeliveryRequestSerializer(serializers.Serializer[Any]):
    url = serializers.CharField()
    headers = serializers.DictField(
        child=serializers.CharField(), help_text="The headers that were sent, without the signature."
    )


class DeliveryAnswerSerializer(serializers.Serializer[Any]):
    status = serializers.IntegerField()
    body = serializers.CharField(
        allow_blank=True,
        help_text="The first 2 KiB of the body; empty if the receiver has a private address.",
    )


class DeliveryAttemptSerializer(Answer[Attempt]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    milliseconds = serializers.IntegerField()
    request = DeliveryRequestSerializer()
    answer = DeliveryAnswerSerializer(required=False, help_text="Absent if there was none.")
    error = serializers.CharField(required=False, help_text="Why the attempt failed; absent if it succeeded.")


class WholeDeliverySerializer(DeliverySerializer):
    body = serializers.DictField(
        required=False,
        help_text="The message as your token may see it now; absent if it is no longer valid, or if your "
        "token may not see it.",
    )
    log = DeliveryAttemptSerializer(many=True, help_text="The 20 most recent attempts, oldest first.")


class DeliveryListSerializer(serializers.Serializer[dict[str, Any]]):
    items = DeliverySerializer(many=True)
    next = Next()


class DeliveriesQuery(PageQuery):
    state = serializers.ChoiceField(Delivery.State.choices, required=False)


class Deliveries(APIView):
    required_scopes = {"GET": Scope.WEBHOOKS}

    @extend_schema(
        operation_id="listDeliveries",
        summary="List deliveries",
        tags=["webhooks"],
        parameters=[DeliveriesQuery],
        responses=DeliveryListSerializer,
        examples=[OpenApiExample("One page", {"items": [EXAMPLE], "next": None}, response_only=True)],
    )
    def get(self, request: Request, webhook_id: UUID) -> Response:
        """Returns the messages to a webhook, newest first.

        A delivery is kept for seven days after it has ended. Without one of the scopes `games:read`,
        `games:play` and `audit`, those that tell more than a stranger may know are omitted: of private
        tables, invitations, messages and requests to be friends.
        """
        query = read_query(DeliveriesQuery, request)
        by = {"state": query["state"]} if "state" in query else {}
        rows = delivery_list(caller_token(request), webhook_id, **by)
        page, following = page_of(rows, query, order=("-created_at", "-id"))
        return Response({"items": [DeliverySerializer(row).data for row in page], "next": following})


class DeliveryEntry(APIView):
    required_scopes = {"GET": Scope.WEBHOOKS}

    @extend_schema(
        operation_id="getDelivery",
        summary="Get a delivery",
        tags=["webhooks"],
        responses=WholeDeliverySerializer,
        examples=[OpenApiExample("A test", WHOLE_EXAMPLE, response_only=True)],
    )
    def get(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Returns a message and its most recent attempts, each with the request and the answer."""
        read_query(NoQuery, request)
        delivery = delivery_get(caller_token(request), webhook_id, delivery_id)
        log = list(attempt_list(delivery))
        message = message_then(delivery, log[-1].version if log else None, caller_token(request))
        body = message.body if message else None
        answer = {**DeliverySerializer(delivery).data, "body": body, "log": list(map(_attempt, log))}
        return Response(without_none(answer))


def _attempt(row: Attempt) -> dict[str, Any]:
    response = response_of(row)
    answer = None if row.status is None else {"status": row.status, "body": response.body}
    request = {"url": row.url, "headers": row.headers}
    shown = {"number": row.number, "at": row.at, "milliseconds": row.milliseconds}
    return without_none({**shown, "request": request, "answer": answer, "error": response.error or None})


class Replay(APIView):
    required_scopes = {"POST": Scope.WEBHOOKS}

    @may_refuse(QuestionOver, WebhookPaused)
    @extend_schema(
        operation_id="replayDelivery",
        summary="Send a message again",
        tags=["webhooks"],
        parameters=[sends("Location", 202)],
        request=None,
        responses={202: DeliverySerializer},
        examples=[
            OpenApiExample(
                "Due again", {**EXAMPLE, "state": "pending"}, response_only=True, status_codes=["202"]
            )
        ],
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Sends a message again, with the same id, whatever became of it.

        A receiver that rests after failures gets it when its rest is over.

        A `bot.act` message whose decision has been made is refused with `question_over`, a paused webhook
        with `webhook_paused`.
        """
        read_body(NoBody, request)
        delivery = delivery_get(caller_token(request), webhook_id, delivery_id)
        return _accepted(delivery_replay(delivery))


class TestDelivery(APIView):
    required_scopes = {"POST": Scope.WEBHOOKS}

    @may_refuse(WebhookPaused)
    @extend_schema(
        operation_id="testWebhook",
        summary="Send a test message",
        tags=["webhooks"],
        parameters=[sends("Location", 202)],
        request=None,
        responses={202: DeliverySerializer},
        examples=[
            OpenApiExample(
                "On its way", {**EXAMPLE, "state": "pending"}, response_only=True, status_codes=["202"]
            )
        ],
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        """Sends a `webhook.test` message and returns its delivery. Use `getDelivery` to see the result.

        A receiver that rests after failures gets it when its rest is over. You can send 6 in a minute.

        A paused webhook is refused with `webhook_paused`.
        """
        read_body(NoBody, request)
        webhook = webhook_get(caller(request), webhook_id)
        spend(TESTS, caller(request))
        return _accepted(webhook_test(webhook))


def _accepted(delivery: Delivery) -> Response:
    answer = DeliverySerializer(delivery).data
    return Response(answer, status=202, headers={"Location": answer["links"]["self"]})
