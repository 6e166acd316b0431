"""The deliveries of a webhook: attempts and responses, replays and tests."""

from __future__ import annotations

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.counters import Policy
from games.deliveries.models import Delivery
from games.http.answers import List, answer, returns
from games.http.auth import caller, caller_token
from games.http.declared import sends
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
from games.http.rate_limits import spend
from games.webhooks import answers
from games.webhooks.answers import PENDING
from games.webhooks.messages import message_then
from games.webhooks.refusals import QuestionOver, WebhookPaused
from games.webhooks.selectors import attempt_list, delivery_get, delivery_list, webhook_get
from games.webhooks.services import delivery_replay, webhook_test

operation = tagged("webhooks")

TESTS = Policy("webhook_tests", 6, 60)


class DeliveriesQuery(PageQuery):
    state = serializers.ChoiceField(Delivery.State.choices, required=False)


class Deliveries(APIView):
    required_scopes = {"GET": Scope.WEBHOOKS}

    @operation(
        "listDeliveries",
        "List deliveries",
        returns(answers.DeliveryList, "the messages to a webhook, newest first."),
        query=DeliveriesQuery,
    )
    def get(self, request: Request, query: Values, webhook_id: UUID) -> List[answers.Delivery]:
        """A delivery is kept for seven days after it has ended. Without one of the scopes `games:read`,
        `games:play` and `audit`, those that tell more than a stranger may know are omitted: of private
        tables, invitations, messages and requests to be friends.
        """
        by = {"state": query["state"]} if "state" in query else {}
        rows = delivery_list(caller_token(request), webhook_id, **by)
        return listed(answers.Delivery.of, rows, query, order=("-created_at", "-id"))


class DeliveryEntry(APIView):
    required_scopes = {"GET": Scope.WEBHOOKS}

    @operation(
        "getDelivery",
        "Get a delivery",
        returns(
            answers.WholeDelivery,
            "a message and its most recent attempts, each with the request and the answer.",
        ),
    )
    def get(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> answers.WholeDelivery:
        delivery = delivery_get(caller_token(request), webhook_id, delivery_id)
        log = list(attempt_list(delivery))
        message = message_then(delivery, log[-1].version if log else None, caller_token(request))
        shown = [answers.DeliveryAttempt.of(row) for row in log]
        return answers.WholeDelivery.of(delivery, body=message and message.body, log=shown)


class Replay(APIView):
    required_scopes = {"POST": Scope.WEBHOOKS}

    @operation(
        "replayDelivery",
        "Send a message again",
        answer(answers.Delivery, "The delivery, which is due again.", ("Due again", PENDING)),
        status=202,
        refuses=[QuestionOver, WebhookPaused],
        parameters=[sends("Location", 202)],
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Sends a message again, with the same id, whatever became of it.

        A receiver that rests after failures gets it when its rest is over.

        A `bot.act` message whose decision has been made is refused with `question_over`, a paused webhook
        with `webhook_paused`.
        """
        delivery = delivery_get(caller_token(request), webhook_id, delivery_id)
        return _accepted(delivery_replay(delivery))


class TestDelivery(APIView):
    required_scopes = {"POST": Scope.WEBHOOKS}

    @operation(
        "testWebhook",
        "Send a test message",
        answer(answers.Delivery, "The delivery of the test message.", ("On its way", PENDING)),
        status=202,
        refuses=[WebhookPaused],
        parameters=[sends("Location", 202)],
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        """Sends a `webhook.test` message and returns its delivery. Use `getDelivery` to see the result.

        A receiver that rests after failures gets it when its rest is over. You can send 6 in a minute.

        A paused webhook is refused with `webhook_paused`.
        """
        webhook = webhook_get(caller(request), webhook_id)
        spend(TESTS, caller(request))
        return _accepted(webhook_test(webhook))


def _accepted(delivery: Delivery) -> Response:
    shown = answers.Delivery.of(delivery)
    return Response(shown, status=202, headers={"Location": shown.links["self"]})
