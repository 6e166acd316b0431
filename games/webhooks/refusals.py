"""Refusals around webhooks and bots that play through a URL."""

from typing import Any

from games.refusals import Invalid, NotFound, ServerRefusal


class NoSuchWebhook(NotFound):
    text = "You do not have a webhook with this id."


class NoSuchDelivery(NotFound):
    text = "This webhook does not have a delivery with this id."


class TooManyWebhooks(ServerRefusal):
    title = "The account has reached its limit of webhooks."
    text = "An account can have {most} webhooks; delete one first."


class NotABot(ServerRefusal):
    text = "Only a bot account can receive bot.act messages."


class WebhookPaused(ServerRefusal):
    title = "The webhook is paused."
    text = "The webhook is paused; resume it first."


class QuestionOver(ServerRefusal):
    title = "The decision has already been made."
    text = "The decision has been made or is no longer needed."


class ResolverBusy(ServerRefusal):
    status = 503
    title = "The host could not be looked up in time."
    text = "The host could not be looked up in time; try again in a few seconds."
    wait = 5  # seconds, for Retry-After


class UrlRefused(ServerRefusal):
    status = 422
    text = "This server may not call the URL."

    def __init__(self, **data: Any) -> None:
        super().__init__(**{"field": "url", **data})


class UnreadableAnswer(Invalid):
    """The response of a bot that plays through a URL; the delivery log shows the reason."""

    text = "The answer cannot be read: {problem}."
