"""Set-up of worker processes for audits. It runs before Django is set up, so it must not import models."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any
from uuid import UUID

import django
from django.db import connections

if TYPE_CHECKING:
    from games.audits.nightly import AuditResult


def connect(database: dict[str, Any]) -> None:
    """Connect to the parent's database. Ctrl-C is ignored here: the parent decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    django.setup()
    connections["default"].settings_dict.update(database)


def verify_game(game_id: UUID) -> AuditResult:
    from games.audits.nightly import game_verify  # noqa: PLC0415 (after the set-up)

    return game_verify(game_id)
