"""Webhooks: list, create, update, delete and rotate the secret."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import List, answer, returns
from games.http.auth import caller, caller_token, require_scope
from games.http.declared import asked, sends
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
from games.reading.examples import ID
from games.refusals import NotFound
from games.webhooks import answers
from games.webhooks.answers import URL
from games.webhooks.models import Webhook
from games.webhooks.refusals import NotABot, ResolverBusy, TooManyWebhooks, UrlRefused
from games.webhooks.selectors import webhook_get, webhook_list
from games.webhooks.serializers import WebhookBody, WebhookChangeBody
from games.webhooks.services import (
    BOTH_VALID,
    check_url_of_page,
    webhook_create,
    webhook_rotate,
    webhook_update,
    webhooks_delete,
)

operation = tagged("webhooks")


def check_scope(request: Request, *kinds: str) -> None:
    """Managing the URL or secret of a bot's webhook needs the scope to act for the account."""
    if Webhook.Kind.BOT_ACT in kinds:
        require_scope(request, Scope.BOTS)


def check_origin(request: Request, url: str | None) -> None:
    if url and _is_of_another_origin(request):
        check_url_of_page(url, caller(request))


def _is_of_another_origin(request: Request) -> bool:
    """Whether a page of another origin sends this. Of what changes something, browsers tell the origin."""
    origin = request.META.get("HTTP_ORIGIN")
    return origin is not None and origin != f"{request.scheme}://{request.get_host()}"


def shown_once(webhook: Webhook, secret: str) -> Response:
    shown = answers.NewWebhook.of(webhook, secret=secret)
    return Response(shown, headers={"Cache-Control": "no-store"})


class Webhooks(APIView):
    required_scopes = {"GET": Scope.WEBHOOKS, "POST": Scope.WEBHOOKS}

    @operation(
        "listWebhooks",
        "List your webhooks",
        returns(answers.WebhookList, "your webhooks, oldest first."),
        query=PageQuery,
    )
    def get(self, request: Request, query: Values) -> List[answers.Webhook]:
        return listed(answers.Webhook.of, webhook_list(caller(request)), query, order=("created_at", "id"))

    @operation(
        "createWebhook",
        "Create a webhook",
        answer(answers.NewWebhook, "The webhook, with its secret, which is shown only this once."),
        status=201,
        body=WebhookBody,
        refuses=[NotABot, NotFound, ResolverBusy, TooManyWebhooks, UrlRefused],
        parameters=[sends("Location", 201)],
        examples=[
            asked("When it is my turn", {"url": URL, "kinds": ["game.your_turn", "game.finished"]}),
            asked("Every event of one game", {"url": URL, "kinds": ["game.event"], "game": ID}),
            asked("A bot behind a URL", {"url": URL, "kinds": ["bot.act"]}),
        ],
    )
    def post(self, request: Request, body: Values) -> Response:
        """Registers a URL to which messages are posted, signed as Standard Webhooks specifies.

        A message is `{"type", "timestamp", "data"}` with the headers `webhook-id`, `webhook-timestamp` and
        `webhook-signature`; any 2xx within 10 seconds accepts it. Messages are delivered at least once:
        use the id to detect repetitions. After a failure a message is sent again after 5 s, 30 s, 2 min,
        10 min and 1 h, then every 6 h, for three days. Order is therefore not guaranteed; `seq` of a
        `game.event` gives the order, and `listEvents` what is missing.

        The webhook sees what the token of this request may see: without one of the scopes `games:read`,
        `games:play` and `audit`, only what a stranger sees of a game, so `game.event` has no private parts
        and nothing comes from private tables. When the token is revoked or expires, the webhook is paused
        (`token_ended`).

        The secret is shown only in this answer. An account can have 10 webhooks; after that the answer is
        `too_many_webhooks`. A well-formed URL that may not be called is refused with `url_refused`.
        """
        check_scope(request, *body["kinds"])
        check_origin(request, body["url"])
        webhook, secret = webhook_create(caller_token(request), **body)
        response = shown_once(webhook, secret)
        response.status_code, response["Location"] = 201, reverse("webhook", args=[webhook.id])
        return response


class WebhookEntry(APIView):
    required_scopes = dict.fromkeys(("GET", "PATCH", "DELETE"), Scope.WEBHOOKS)

    @operation(
        "getWebhook",
        "Get a webhook",
        returns(answers.Webhook, "one of your webhooks and whether it is working."),
    )
    def get(self, request: Request, webhook_id: UUID) -> answers.Webhook:
        return answers.Webhook.of(webhook_get(caller(request), webhook_id))

    @operation(
        "updateWebhook",
        "Update a webhook",
        answer(answers.Webhook, "The webhook."),
        body=WebhookChangeBody,
        refuses=[NotABot, ResolverBusy, UrlRefused],
        examples=[
            asked("Pause", {"paused": True}),
            asked("Resume, for other kinds", {"paused": False, "kinds": ["game.event"]}),
        ],
    )
    def patch(self, request: Request, body: Values, webhook_id: UUID) -> answers.Webhook:
        """Changes the given fields and returns the webhook.

        From then on the webhook sees what the token of this request may see, and ends with it. Resuming a
        webhook makes all its pending messages due immediately.
        """
        webhook = webhook_get(caller(request), webhook_id)
        check_scope(request, *webhook.kinds, *body.get("kinds", ()))
        check_origin(request, body.get("url"))
        return answers.Webhook.of(webhook_update(webhook, caller_token(request), **body))

    @operation("deleteWebhook", "Delete a webhook", unchecked=True)
    def delete(self, request: Request, webhook_id: UUID) -> None:
        """Deletes a webhook and its deliveries."""
        webhook = webhook_get(caller(request), webhook_id)
        webhooks_delete(Webhook.objects.filter(pk=webhook.pk))


class WebhookSecret(APIView):
    required_scopes = {"POST": Scope.WEBHOOKS}

    @operation(
        "rotateWebhookSecret",
        "Rotate the secret of a webhook",
        answer(answers.NewWebhook, "The webhook, with its new secret, which is shown only this once."),
        description="Creates a new secret, which is shown only in this answer.\n\n"
        f"For {BOTH_VALID.total_seconds() / 3600:.0f} hours each message has two signatures, one with the "
        "new secret and one with the old; verify either of them.",
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        found = webhook_get(caller(request), webhook_id)
        check_scope(request, *found.kinds)
        webhook, secret = webhook_rotate(found)
        return shown_once(webhook, secret)
