"""Secrets and signatures, as Standard Webhooks specifies them.

Signing needs the secret itself, so unlike a token it cannot be stored as a hash. It is stored encrypted with
a key derived from SECRET_KEY: a leaked database alone is not enough to sign.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Final
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from standardwebhooks import Webhook as Signer

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sealed(secret: str) -> str:
    """The secret as it is stored."""
    return _box(settings.SECRET_KEY).encrypt(secret.encode()).decode()


def unsealed(kept: str) -> str | None:
    """None if it was stored under another SECRET_KEY; the owner then has to rotate it."""
    try:
        return _box(settings.SECRET_KEY).decrypt(kept.encode()).decode()
    except InvalidToken:
        return None


@cache
def _box(key: str) -> Fernet:
    digest = hashlib.sha256(b"signalbox webhook secrets\0" + key.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


def headers_for(message: UUID, at: datetime, body: bytes, secrets_: Iterable[str]) -> dict[str, str]:
    """With one signature for each currently valid secret; a receiver accepts the message if one matches."""
    signatures = [Signer(secret).sign(str(message), at, body.decode()) for secret in secrets_]
    return {
        "content-type": "application/json",
        "user-agent": "Signalbox-Webhooks/1",
        "webhook-id": str(message),
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
