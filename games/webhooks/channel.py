"""The channel of webhooks: a signed POST, a log of the attempts, and questions whose answer is an action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone
from psycopg.types.json import Jsonb

from games.accounts.selectors import IS_LASTING
from games.deliveries.channel import DELIVERED, LATER, Carrier, Verdict
from games.deliveries.models import Attempt, Channel, Delivery
from games.webhooks.bot_callback import bot_answer
from games.webhooks.messages import NothingToSay, Posting, Writer
from games.webhooks.models import Webhook
from games.webhooks.receivers import receiver_failed, receiver_worked
from games.webhooks.responses import sealed_response
from games.webhooks.signatures import headers_for, unsealed
from games.webhooks.transport import Answer, post
from rules.refusals import Refusal

LOGGED_ATTEMPTS: Final = 20  # per delivery; older ones are deleted
MAX_QUESTION_DELAY: Final = timedelta(minutes=10)
GONE: Final = 410

# The webhook is paused, it fails and is being tried, or its token has ended.
CLOSED: Final = f"""
receiver.paused_at IS NOT NULL OR (receiver.failures > 0 AND receiver.id IN (SELECT receiver FROM busy))
OR NOT EXISTS (
    SELECT FROM games_token token WHERE token.id = receiver.token_id AND {IS_LASTING.format(now="%(now)s")}
)
"""  # noqa: S608 (no value in it)
# Nothing, if the delivery was deleted meanwhile.
LOG: Final = """
INSERT INTO games_attempt
    (player_id, delivery_id, number, at, milliseconds, url, headers, version, status, response)
SELECT player_id, id, attempts + 1, %(at)s, %(milliseconds)s, %(url)s, %(headers)s, %(version)s, %(status)s,
    %(response)s
FROM games_delivery WHERE player_id = %(player)s AND id = %(id)s FOR NO KEY UPDATE
"""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request and its response."""

    at: datetime
    url: str
    headers: Mapping[str, str]
    answer: Answer


class Webhooks(Carrier):
    name = Channel.WEBHOOK
    per_player = 4
    batch = 20
    alone = (Webhook.Kind.BOT_ACT,)  # a bot may take long to respond, and other messages would wait for it
    receivers = Webhook
    closed = CLOSED

    def begin(self, batch: Sequence[Delivery]) -> None:
        row = batch[0]
        hooks = Webhook.objects.select_related("player", "token__player")
        self._webhook = hooks.filter(player=row.player_id, id=row.receiver).first()
        self._writer = Writer(self._webhook.token, batch) if self._webhook else None

    def render(self, row: Delivery) -> Posting | None:
        try:
            return self._writer.message_of(row) if self._writer else None
        except NothingToSay:
            return None

    def send(self, row: Delivery, message: Posting) -> Sent:
        webhook, now = self._receiver, timezone.now()
        secrets = valid_secrets(webhook, now)
        if not secrets:
            return Sent(now, webhook.url, {}, Answer(error="the secret cannot be read; rotate it"))
        headers = headers_for(row.id, now, message.raw, secrets)
        answer = post(webhook.url, headers, message.raw, player=webhook.player_id)
        shown = {name: value for name, value in headers.items() if name != "webhook-signature"}
        return Sent(now, webhook.url, shown, answer)

    def judge(self, row: Delivery, message: Posting, answer: Sent) -> Verdict:
        """Locks rows in the order of `log.locks`: the game of an action first."""
        response = answer.answer
        error = failure_of(row, message, response)
        works = not error or is_success(response)  # whoever answers with a bad action works too
        _note_receiver(self._receiver, response, works=works)
        _log(row, message, answer, error)
        return self.later(row) if error else DELIVERED

    def later(self, row: Delivery) -> Verdict:
        """A question is asked as long as its decision is open."""
        return Verdict(at_most=MAX_QUESTION_DELAY) if row.kind == Webhook.Kind.BOT_ACT else LATER

    @property
    def _receiver(self) -> Webhook:
        assert self._webhook is not None  # noqa: S101 (else there was no message)
        return self._webhook


def valid_secrets(webhook: Webhook, now: datetime) -> list[str]:
    kept = [webhook.secret]
    if webhook.previous_until and webhook.previous_until > now:
        kept.append(webhook.previous_secret)
    return [secret for secret in map(unsealed, kept) if secret]


def is_success(answer: Answer) -> bool:
    return not answer.error and answer.status is not None and 200 <= answer.status < 300  # noqa: PLR2004


def failure_of(row: Delivery, message: Posting, answer: Answer) -> str:
    """Why it failed; empty if it succeeded. The answer to a question is an action, which is done here."""
    if not is_success(answer):
        return answer.error or f"status {answer.status}"
    if row.kind != Webhook.Kind.BOT_ACT:
        return ""
    if not answer.is_whole:
        return "the response is too long"
    try:
        bot_answer(row, message, answer.body)
    except Refusal as refusal:
        return f"{refusal.code}: {refusal}"
    return ""


def _note_receiver(webhook: Webhook, answer: Answer, *, works: bool) -> None:
    """Another worker may have counted a failure since the batch began."""
    mine = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook.pk)
    if works:
        for locked in mine.filter(failures__gt=0):
            receiver_worked(locked)
    else:
        for locked in mine:
            receiver_failed(locked, gone=answer.status == GONE)


def _log(row: Delivery, message: Posting, sent: Sent, error: str) -> None:
    values: dict[str, Any] = {
        "player": row.player_id,
        "id": row.id,
        "at": sent.at,
        "milliseconds": round(sent.answer.seconds * 1000),
        "url": sent.url,
        "headers": Jsonb(dict(sent.headers)),
        "version": message.version,
        "status": sent.answer.status,
        "response": sealed_response(row, sent.answer, error),
    }
    with connection.cursor() as cursor:
        cursor.execute(LOG, values)
    if row.attempts >= LOGGED_ATTEMPTS:
        old = Attempt.objects.filter(player=row.player_id, delivery_id=row.id)
        old.filter(number__lte=row.attempts + 1 - LOGGED_ATTEMPTS).delete()
