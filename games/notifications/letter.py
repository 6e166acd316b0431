"""An e-mail: plain text and simple HTML, in the player's language, with a way out."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import override

from games.deliveries.models import Channel, Delivery
from games.notifications.content import Content
from games.notifications.texts import digest_subject

MAX_ITEMS: Final = 50  # in a digest; the rest is counted


def letter_of(row: Delivery, content: Content, address: str) -> EmailMultiAlternatives:
    """Its id is that of the row: a mail program shows one of several with the same id."""
    way_out = content.unsubscribe_url(Channel.EMAIL)
    letter = EmailMultiAlternatives(
        subject=subject_of(row, content),
        body=_rendered("txt", row, content, way_out),
        to=[address],
        headers={
            "Message-ID": message_id(row),
            "List-Unsubscribe": f"<{way_out}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",  # RFC 8058
            "Auto-Submitted": "auto-generated",  # RFC 3834: no replies by programs
        },
    )
    letter.attach_alternative(_rendered("html", row, content, way_out), "text/html")
    return letter


def message_id(row: Delivery) -> str:
    return f"<{row.id}@{urlsplit(settings.PUBLIC_URL).hostname}>"


def subject_of(row: Delivery, content: Content) -> str:
    """With the name of the table. A header has one line."""
    if row.digest_at:
        return digest_subject(content.choice, len(content.items))
    (item,) = content.items
    return " ".join(f"{item.title}: {item.text}".split())


def _rendered(form: str, row: Delivery, content: Content, way_out: str) -> str:
    context: dict[str, Any] = {
        "name": row.player.name,
        "items": content.items[:MAX_ITEMS],
        "more": max(0, len(content.items) - MAX_ITEMS),
        "is_digest": row.digest_at is not None,
        "unsubscribe": way_out,
        "server": settings.PUBLIC_URL,
    }
    with override(content.choice.language):
        return render_to_string(f"notifications/mail/letter.{form}", context)
