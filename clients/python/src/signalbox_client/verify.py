"""A game checked on this machine, with the rules and not with the server's word."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from signalbox_client import records
from signalbox_client.core import Core, pauses
from signalbox_client.record import Record, plain
from signalbox_client.request import Request, part
from signalbox_client.steps import Steps, now, sleep

MERGE_DELAY: Final = 300.0  # seconds: the longest that the public log says it may take


class Check(Record, kw_only=True):
    name: str
    result: str  # passed, failed or skipped
    detail: str
    seq: int | None = None


class Verdict(Record, kw_only=True):
    """Whether all that can be checked holds, and each check."""

    sound: bool
    checks: list[Check]


def verify(core: Core, game: str) -> Steps[Verdict]:
    """The chain of hashes, the seals, the chance and every move; and the receipt that the server signs."""
    try:
        from proof.audit import is_sound  # noqa: PLC0415 – optional
        from proof.verify import verify as verified  # noqa: PLC0415
    except ImportError:
        raise ImportError("Verifying takes the rules: pip install signalbox") from None
    path = f"/api/v1/games/{part(game)}"
    receipt = yield from _provable(core, f"{path}/receipt")
    keys = yield from core.call(Request("GET", "/.well-known/signalbox-key", answer=records.KeySet))
    query = {"at": receipt["version"]}
    log = yield from core.call(Request("GET", f"{path}/export", answer=str, query=query))
    found = verified(log.split("\n"), receipt, plain(keys))
    checks = [Check(name=c.name, result=c.result, detail=c.detail, seq=c.seq) for c in found]
    return Verdict(sound=is_sound(found), checks=checks)


def _provable(core: Core, path: str) -> Steps[dict[str, Any]]:
    """The receipt, once it has its proof from the public log. A private game may have to wait longer."""
    end, waits = (yield from now()) + MERGE_DELAY, pauses()
    while True:
        receipt = yield from core.call(Request("GET", path, answer=dict[str, Any]))
        due = datetime.fromisoformat(receipt["proof_due"]).timestamp() if "proof_due" in receipt else 0.0
        if "proof" in receipt or not (yield from now()) < due <= end:
            return receipt
        yield from sleep(next(waits))
