"""A real SMTP server in the process of the test, which answers as a test tells it to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Lock
from typing import Any

from aiosmtpd.controller import Controller

ACCEPTED = "250 OK"


@dataclass
class MailServer:
    """What has been accepted, and the replies that a test wants."""

    port: int = 0
    to_recipient: str = ACCEPTED
    to_data: str = ACCEPTED
    seconds: float = 0  # between taking a letter in and saying so
    letters: list[EmailMessage] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.to_recipient == ACCEPTED:
            envelope.rcpt_tos.append(address)
        return self.to_recipient

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.to_data == ACCEPTED:
            with self.lock:
                self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
                self.addresses += envelope.rcpt_tos
            await asyncio.sleep(self.seconds)
        return self.to_data

    def ids(self) -> list[str]:
        with self.lock:
            return [str(letter["Message-ID"]) for letter in self.letters]


class AnyPort(Controller):
    """Takes a free port, which the system chooses."""

    def _trigger_server(self) -> None:
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mail_server() -> Iterator[MailServer]:
    found = MailServer()
    controller = AnyPort(found, hostname="127.0.0.1", port=0)
    controller.start()
    try:
        found.port = controller.port
        yield found
    finally:
        controller.stop()
