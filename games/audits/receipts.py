"""Receipts: the head of a log signed by the server with Ed25519. `rules.proof.receipts` checks them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from games.log.store import timestamp
from games.models import Game
from games.play.visible_log import provenance
from rules.proof.receipts import ALGORITHM, RECEIPT_FORMAT, SIGNS, Key, base64url, public_key, signed_part


@cache
def _private(raw: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(raw)


def signing_key() -> Key:
    """The public key as it is published."""
    return public_key(_private(settings.SIGNING_KEY).public_key().public_bytes_raw())


def key_set() -> list[Key]:
    """The key in use, then the retired ones, the newest first, each with its times."""
    keys: list[Key] = []
    since: Key = {}
    for raw, until in settings.SIGNING_KEYS_RETIRED:
        keys.append({**public_key(raw), **since, "until": timestamp(until)})
        since = {"from": timestamp(until)}
    return [{**signing_key(), **since}, *reversed(keys)]


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
    signature = _private(settings.SIGNING_KEY).sign(signed_part(receipt))
    return {**receipt, "signature": base64url(signature)}
