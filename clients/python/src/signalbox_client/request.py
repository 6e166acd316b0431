"""Requests as data: what is asked, not how it is sent."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote

from signalbox_client.record import UNSET, plain

T = TypeVar("T")
REPEATABLE: Final = ("GET", "HEAD", "PUT", "DELETE")


@dataclass(frozen=True, kw_only=True)
class Request(Generic[T]):
    """One operation with its arguments. `answer` is the type of what comes back.

    `body` is a list of records or mappings whose members make up the body together; those that are `UNSET`
    are left out.
    """

    method: str = field(kw_only=False)
    path: str = field(kw_only=False)
    answer: type[T]
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Sequence[Any] | None = None
    form: Mapping[str, str] | None = None
    log: str | None = None
    key: str | None = None
    has_key: bool = False  # whether the operation takes an Idempotency-Key

    @property
    def is_repeatable(self) -> bool:
        """Whether it is carried out once, however often it is sent."""
        return self.method in REPEATABLE or self.has_key

    def sent_headers(self) -> dict[str, str]:
        """To be called once for all attempts: the key stays the same."""
        found = {name: value for name, value in self.headers.items() if value is not None}
        if self.has_key:
            found["Idempotency-Key"] = self.key or secrets.token_urlsafe(16)
        if self.log is not None:
            found["Content-Type"] = "application/x-ndjson"
        return found

    def sent_query(self) -> dict[str, str]:
        return {name: text(value) for name, value in self.query.items() if value is not None}

    def sent_body(self) -> dict[str, Any] | None:
        if self.body is None:
            return None
        parts = [part if isinstance(part, Mapping) else plain(part) for part in self.body]
        members = {name: value for part in parts for name, value in part.items() if value is not UNSET}
        return {name: value if value is None else plain(value) for name, value in members.items()}


def text(value: Any) -> str:
    """As a query has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return ",".join(map(text, value))
    return str(value)


def part(value: object) -> str:
    """One part of a path, whatever is in it."""
    return quote(str(value), safe="")
