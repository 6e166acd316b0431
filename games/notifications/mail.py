"""Sends e-mails over one connection to the mail server, which is kept for the run of a sender."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPResponseException
from threading import Timer
from types import TracebackType
from typing import Any, Final, Self

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from games.deliveries.channel import DELIVERED, FAILED, LATER, Carrier, Verdict
from games.deliveries.models import Channel, Delivery
from games.notifications.content import content_of
from games.notifications.letter import letter_of
from games.people.models import NotificationChoice
from games.people.selectors import verified_email

logger = logging.getLogger("signalbox.notifications")

MOST_SECONDS: Final = 45.0
PERMANENT: Final = 500  # from here on an SMTP reply means: do not try again


class Mailer(Carrier):
    """The connection is closed at the end, after what was accepted has been marked as sent."""

    name = Channel.EMAIL
    workers = 3

    def __init__(self) -> None:
        self._connection: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hang_up()

    def seconds(self) -> float:
        return MOST_SECONDS

    def render(self, row: Delivery) -> EmailMultiAlternatives | None:
        content, address = content_of(row), verified_email(row.player_id)
        if content is None or address is None or not _is_wanted(content.choice):
            return None
        return letter_of(row, content, address)

    def send(self, row: Delivery, message: EmailMultiAlternatives) -> Verdict:
        try:
            self._send(message)
        except (SMTPException, OSError) as error:
            self._hang_up()
            # Not the error itself: it may quote the address.
            logger.warning("mail %s was not accepted: %s", row.id, _described(error))
            return judged(error)
        return DELIVERED

    def _send(self, letter: EmailMultiAlternatives) -> None:
        end = time.monotonic() + self.seconds()
        if self._connection is None:
            self._connection = get_connection()
            self._connection.open()
        with _bounded(self._connection, end):
            self._connection.send_messages([letter])

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SMTPException, OSError):
                connection.close()


def _is_wanted(choice: NotificationChoice) -> bool:
    return settings.HAS_MAIL and choice.email != NotificationChoice.Email.OFF


def judged(error: Exception) -> Verdict:
    """Final if the server refuses this recipient or this text; what else is wrong may be repaired."""
    if isinstance(error, SMTPRecipientsRefused):
        codes = [code for code, _ in error.recipients.values()]
    else:
        codes = [error.smtp_code] if isinstance(error, SMTPDataError) else []
    return FAILED if codes and min(codes) >= PERMANENT else LATER


def _described(error: Exception) -> str:
    code = error.smtp_code if isinstance(error, SMTPResponseException) else ""
    return f"{type(error).__name__} {code}".strip()


@contextmanager
def _bounded(connection: Any, end: float) -> Iterator[None]:
    """Cut the connection when time is up: the timeout of a socket starts anew with every byte."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    timer = Timer(left, _cut, [connection])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _cut(connection: Any) -> None:
    smtp = getattr(connection, "connection", None)  # other backends than SMTP have none
    if smtp is not None and smtp.sock is not None:
        with suppress(OSError):
            smtp.sock.shutdown(socket.SHUT_RDWR)
