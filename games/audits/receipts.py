"""Receipts: the head of a log signed by the server with Ed25519. `proof.receipts` checks them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from games.accounts.openings import opening_of
from games.log.models import Game
from games.reading.visibility import VisibleGame
from games.reading.visible_log import provenance
from games.transparency import keys
from proof.receipts import ALGORITHM, RECEIPT_FORMAT, SIGNS, Key, base64url, public_key, signed_part
from rules.table.clock import timestamp
from rules.table.fold import Folded


def signing_key() -> Key:
    """The public key as it is published."""
    return public_key(keys.public_bytes())


def key_set() -> list[Key]:
    """The key in use, then the retired ones, the newest first, each with its times."""
    listed: list[Key] = []
    since: Key = {}
    for raw, until in settings.SIGNING_KEYS_RETIRED:
        listed.append({**public_key(raw), **since, "until": timestamp(until)})
        since = {"from": timestamp(until)}
    return [{**signing_key(), **since}, *reversed(listed)]


def receipt_for(game: Game, version: int, head: str) -> dict[str, Any]:
    receipt = {
        "format": RECEIPT_FORMAT,
        "game": str(game.log_id),
        "version": version,
        "hash": head,
        **provenance(game),
        "at": timestamp(datetime.now(UTC)),
        "algorithm": ALGORITHM,
        "key": signing_key()["kid"],
        "signs": SIGNS,
    }
    return {**receipt, "signature": base64url(keys.sign(signed_part(receipt)))}


def seat_opened(found: VisibleGame, folded: Folded) -> dict[str, Any] | None:
    """What proves that the viewer took their seat: for nobody else, and once they have taken it."""
    player, seat = found.viewer.player, found.viewer.seat
    if player is None or seat is None:
        return None
    opening = opening_of(player, found.game.id, folded.table.chairs[seat].owner)
    return {"seat": seat, **opening} if opening else None
