"""What the API says of notifications and push subscriptions."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final
from uuid import UUID

from msgspec import Meta

from games.http.answers import UNSET, Absent, Answer, Text, Time, component, list_of, said
from games.http.links import Routes, linked, links_of, shown_links
from games.notices.kinds import KINDS
from games.notifications import models
from games.people import models as people
from games.people.selectors import verified_email

NAMES: Final = sorted(kind for kind in KINDS if kind)
KINDS_TEXT: Final = "The kinds of notices that are sent {how}; {none}: all of them, also those to come."
EMAIL_TEXT: Final = "`each`: an e-mail for each notice. `daily`: one digest a day. `off`: none."
HOUR_TEXT: Final = "The hour at which the digest is sent, in your time zone."
Kind = Annotated[str, component("NoticeKind")]
Kinds = Annotated[list[Kind], Meta(max_length=len(NAMES))]


class NotificationChoices(Answer):
    email: Annotated[str, component("EmailChoice"), said(EMAIL_TEXT)]
    email_hour: Annotated[int, said(HOUR_TEXT, ge=0, le=23)]
    email_kinds: Annotated[Absent[Kinds], said(KINDS_TEXT.format(how="by e-mail", none="absent"))] = UNSET
    email_verified: Annotated[
        bool,
        said(
            "Whether you have a verified address. Without one no e-mail is sent.",
            extra_json_schema={"readOnly": True},
        ),
    ]
    push: bool
    push_kinds: Annotated[Absent[Kinds], said(KINDS_TEXT.format(how="by push", none="absent"))] = UNSET
    time_zone: Text
    language: Annotated[str, component("Language")]
    example: ClassVar = (
        "A choice",
        {
            "email": "daily",
            "email_hour": 8,
            "email_verified": True,
            "push": True,
            "push_kinds": ["deadline.near", "game.your_turn"],
            "time_zone": "Europe/Warsaw",
            "language": "pl",
        },
    )

    @classmethod
    def of(cls, row: people.NotificationChoice) -> NotificationChoices:
        verified = verified_email(row.player_id) is not None
        return cls.from_row(row, email_hour=row.hour, email_verified=verified)


# -- push --------------------------------------------------------------------------------------

KEY: Final = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
ENDPOINT: Final = "https://push.example.org/send/5f2c1a"
LINKS: Final[Routes] = {"self": ("push-subscription", "id")}
_ID: Final = "3f9d1d52-0f0e-4f0b-9a57-1a2b3c4d5e6f"
BROWSER: Final = {
    "id": _ID,
    "endpoint": ENDPOINT,
    "description": "my phone",
    "created_at": "2026-01-31T18:00:00Z",
    "links": shown_links(LINKS, id=_ID),
}


class PushSubscription(Answer):
    id: UUID
    endpoint: Text
    description: str
    created_at: Time
    links: Annotated[Any, linked(LINKS)]
    example: ClassVar = ("A browser", BROWSER)

    @classmethod
    def of(cls, row: models.PushSubscription) -> PushSubscription:
        return cls.from_row(row, links=links_of(row, LINKS))


PushSubscriptionList = list_of(PushSubscription, "One page")


class PushKey(Answer):
    public_key: Annotated[Text, said("For `applicationServerKey`, in base64url.")]
    example: ClassVar = ("The key", {"public_key": KEY})
