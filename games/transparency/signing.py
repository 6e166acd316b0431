"""Checkpoints signed by the server."""

from __future__ import annotations

from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from rules.transparency.checkpoints import Checkpoint
from rules.transparency.notes import Signature, Verifier, sealed


def origin() -> str:
    """The name of the log: its address without the scheme, as the field has it."""
    address = urlsplit(settings.PUBLIC_URL)
    return f"{address.netloc}{address.path}".rstrip("/") + "/log"


def log_key() -> Verifier:
    """The key that also signs receipts: those begin with a brace, and no origin does."""
    private = Ed25519PrivateKey.from_private_bytes(settings.SIGNING_KEY)
    return Verifier(origin(), private.public_key().public_bytes_raw())


def checkpoint_sign(size: int, root: bytes) -> str:
    key, text = log_key(), Checkpoint(origin(), size, root).text
    value = Ed25519PrivateKey.from_private_bytes(settings.SIGNING_KEY).sign(text.encode())
    return sealed(text, [Signature(key.name, key.key_id, value)])
