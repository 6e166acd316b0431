"""A report from an export, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from proof.audit import Check, is_sound
from proof.envelopes import Entry
from proof.receipts import Receipt
from proof.reports.facts import Facts, report_on
from proof.reports.page import page_of
from proof.reports.pictures import pictures_of


def report_write(
    path: Path,
    entries: Sequence[Entry],
    checks: Sequence[Check],
    repeat: Sequence[str],
    receipt: Receipt | None,
) -> None:
    """The log is as anybody may have made it, so only one that holds is drawn."""
    more: dict[str, Any] = {"made_at": datetime.now(UTC).isoformat()}
    if receipt:
        more["receipt"] = receipt
    facts = Facts(entries, checks, repeat=repeat, more=more)
    pictures = pictures_of(entries) if is_sound(checks) else {}
    path.write_text(page_of(report_on(facts), pictures), encoding="utf-8")
