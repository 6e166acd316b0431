"""What the API says of webhooks and their deliveries."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Self
from uuid import UUID

from msgspec import Meta

from games.deliveries import models as deliveries
from games.deliveries.models import Attempt
from games.http.answers import UNSET, Absent, Answer, Text, Time, component, list_of, said
from games.http.links import Routes, linked, links_of, shown_links
from games.webhooks import models
from games.webhooks.responses import response_of

ID: Final = "2f1d9b1e-5a0c-4d55-8f51-3b7f2f6d9a10"
URL: Final = "https://hooks.example.org/signalbox"
LINKS: Final[Routes] = {
    "self": ("webhook", "id"),
    "deliveries": ("deliveries", "id"),
    "test": ("webhook-test", "id"),
}
_WEBHOOK: Final = {
    "id": ID,
    "url": URL,
    "kinds": ["game.your_turn", "game.finished"],
    "description": "my phone",
    "token": "7c8d7c39-4c0e-4b3f-8d2d-6a8b8f1f2b10",
    "paused": False,
    "created_at": "2026-01-31T18:00:00Z",
    "links": shown_links(LINKS, id=ID),
}


class Webhook(Answer):
    id: UUID
    url: Text
    kinds: list[Annotated[str, component("WebhookKind")]]
    game: Absent[UUID] = UNSET
    description: str
    token: Annotated[
        UUID,
        said(
            "The id of the token that created or last updated it. The webhook sees what this token may see, "
            "and is paused when it is revoked or expires."
        ),
    ]
    paused: Annotated[bool, Meta(extra_json_schema={"readOnly": True})]
    paused_because: Annotated[
        Absent[Text],
        said(
            "`asked`: by you; `failing`: no success for long; `gone`: it answered 410; `overfull`: too many "
            "pending messages; `token_ended`: its token was revoked or has expired. Absent if it is not "
            "paused."
        ),
    ] = UNSET
    paused_at: Absent[Time] = UNSET
    failing_since: Annotated[
        Absent[Time], said("Since when every attempt has failed; absent if the most recent one succeeded.")
    ] = UNSET
    old_secret_until: Annotated[
        Absent[Time], said("Until when messages are also signed with the previous secret.")
    ] = UNSET
    created_at: Time
    links: Annotated[Any, linked(LINKS)]
    example: ClassVar = ("A webhook", _WEBHOOK)

    @classmethod
    def of(cls, row: models.Webhook, **more: Any) -> Self:
        return cls.from_row(
            row,
            game=row.game_id,
            token=row.token_id,
            paused=row.paused_at is not None,
            paused_because=row.paused_because or None,
            old_secret_until=row.previous_until,
            links=links_of(row, LINKS),
            **more,
        )


class NewWebhook(Webhook):
    secret: Annotated[Text, said("The secret that signs the messages. It is shown only this once.")]
    example: ClassVar = (
        "Shown once",
        {**_WEBHOOK, "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="},
    )


WebhookList = list_of(Webhook, "One page")


# -- deliveries --------------------------------------------------------------------------------

DELIVERY_LINKS: Final[Routes] = {
    "self": ("delivery", "receiver", "id"),
    "webhook": ("webhook", "receiver"),
    "replay": ("replay", "receiver", "id"),
}
_DELIVERY_ID: Final = "9d2f3b7a-7c51-4f4e-9f0b-6f3d1a2b4c10"
_DELIVERY: Final = {
    "id": _DELIVERY_ID,
    "kind": "webhook.test",
    "state": "delivered",
    "attempts": 1,
    "created_at": "2026-01-31T18:00:00Z",
    "ended_at": "2026-01-31T18:00:01Z",
    "links": shown_links(DELIVERY_LINKS, receiver=ID, id=_DELIVERY_ID),
}
PENDING: Final = {**_DELIVERY, "state": "pending"}


class Delivery(Answer):
    id: Annotated[UUID, said("The `webhook-id` of the message, the same for every attempt.")]
    kind: Text
    game: Absent[UUID] = UNSET
    seq: Annotated[
        Absent[int], said("The seq of the event, or the version of the game, that the message is about.")
    ] = UNSET
    state: Annotated[str, component("DeliveryState")]
    attempts: int
    next_attempt_at: Annotated[Absent[Time], said("The earliest time of the next attempt.")] = UNSET
    created_at: Time
    ended_at: Annotated[
        Absent[Time],
        said("When the delivery succeeded or was given up. It is deleted seven days later."),
    ] = UNSET
    links: Annotated[Any, linked(DELIVERY_LINKS)]
    example: ClassVar = ("Delivered", _DELIVERY)

    @classmethod
    def of(cls, row: deliveries.Delivery, **more: Any) -> Self:
        return cls.from_row(row, game=row.game_id, links=links_of(row, DELIVERY_LINKS), **more)


class DeliveryRequest(Answer):
    url: Text
    headers: Annotated[dict[str, Text], said("The headers that were sent, without the signature.")]


class DeliveryAnswer(Answer):
    status: int
    body: Annotated[str, said("The first 2 KiB of the body; empty if the receiver has a private address.")]


class DeliveryAttempt(Answer):
    number: int
    at: Time
    milliseconds: int
    request: DeliveryRequest
    answer: Annotated[Absent[DeliveryAnswer], said("Absent if there was none.")] = UNSET
    error: Annotated[Absent[Text], said("Why the attempt failed; absent if it succeeded.")] = UNSET

    @classmethod
    def of(cls, row: Attempt) -> DeliveryAttempt:
        response = response_of(row)
        return cls.from_row(
            row,
            request=DeliveryRequest(url=row.url, headers=row.headers),
            answer=None if row.status is None else DeliveryAnswer(status=row.status, body=response.body),
            error=response.error or None,
        )


class WholeDelivery(Delivery):
    body: Annotated[
        Absent[dict[str, Any]],
        said(
            "The message as your token may see it now; absent if it is no longer valid, or if your token may "
            "not see it.",
            extra_json_schema={"additionalProperties": {}},
        ),
    ] = UNSET
    log: Annotated[list[DeliveryAttempt], said("The 20 most recent attempts, oldest first.")]
    example: ClassVar = (
        "A test",
        {
            **_DELIVERY,
            "body": {
                "type": "webhook.test",
                "timestamp": "2026-01-31T18:00:00.000000Z",
                "data": {"webhook": ID},
            },
            "log": [
                {
                    "number": 1,
                    "at": "2026-01-31T18:00:01Z",
                    "milliseconds": 84,
                    "request": {
                        "url": URL,
                        "headers": {"webhook-id": _DELIVERY_ID, "webhook-timestamp": "1769882401"},
                    },
                    "answer": {"status": 204, "body": ""},
                }
            ],
        },
    )


DeliveryList = list_of(Delivery, "One page")
