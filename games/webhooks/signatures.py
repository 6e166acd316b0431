"""The secrets webhooks are signed with, in the manner of Standard Webhooks.

A signature takes the secret itself, so unlike a token it cannot be kept as a hash. It is kept encrypted with
a key made from SECRET_KEY: whoever gets hold of the database alone can sign nothing.
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
    """As it is kept."""
    return _box(settings.SECRET_KEY).encrypt(secret.encode()).decode()


def unsealed(kept: str) -> str | None:
    """None if it was kept under another SECRET_KEY: then only a new one helps."""
    try:
        return _box(settings.SECRET_KEY).decrypt(kept.encode()).decode()
    except InvalidToken:
        return None


@cache
def _box(key: str) -> Fernet:
    digest = hashlib.sha256(b"signalbox webhook secrets\0" + key.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


def headers_for(message: UUID, at: datetime, body: bytes, secrets_: Iterable[str]) -> dict[str, str]:
    """Signed once with each secret that is valid now; a receiver needs to find only its own."""
    signatures = [Signer(secret).sign(str(message), at, body.decode()) for secret in secrets_]
    return {
        "content-type": "application/json",
        "user-agent": "Signalbox-Webhooks/1",
        "webhook-id": str(message),
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
