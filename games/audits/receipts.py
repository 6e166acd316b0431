"""Receipts: the head of a log signed by the server with Ed25519, to be read with `rules.proof.receipts`."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from games.log.store import timestamp
from rules.proof.receipts import RECEIPT_FORMAT, Key, base64url, public_key, signed_part


@cache
def _private(raw: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(raw)


def signing_key() -> Key:
    """The public half, as it is published."""
    return public_key(_private(settings.SIGNING_KEY).public_key().public_bytes_raw())


def receipt_for(game: str, version: int, head: str) -> dict[str, Any]:
    receipt: dict[str, Any] = {
        "format": RECEIPT_FORMAT,
        "game": game,
        "version": version,
        "hash": head,
        "at": timestamp(datetime.now(UTC)),
        "key": signing_key()["kid"],
    }
    signature = _private(settings.SIGNING_KEY).sign(signed_part(receipt))
    return {**receipt, "signature": base64url(signature)}
