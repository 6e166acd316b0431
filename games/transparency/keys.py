"""The key of the server, which signs receipts and the checkpoints of the public log."""

from __future__ import annotations

from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from proof.transparency.checkpoints import Checkpoint
from proof.transparency.notes import Signature, Verifier, sealed


def sign(message: bytes) -> bytes:
    return _private(settings.SIGNING_KEY).sign(message)


def public_bytes() -> bytes:
    return _private(settings.SIGNING_KEY).public_key().public_bytes_raw()


@cache
def _private(raw: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(raw)


def origin() -> str:
    """The name of the log: its address without the scheme, as the field has it."""
    address = urlsplit(settings.PUBLIC_URL)
    return f"{address.netloc}{address.path}".rstrip("/") + "/log"


def log_key() -> Verifier:
    """The key as those who follow the log know it. Receipts begin with a brace, and no origin does."""
    return Verifier(origin(), public_bytes())


def log_keys() -> list[Verifier]:
    """With the old and the retired ones, of which some may have signed the checkpoint that is shown."""
    old = [_private(raw).public_key().public_bytes_raw() for raw in settings.SIGNING_KEYS_OLD]
    retired = [raw for raw, _ in settings.SIGNING_KEYS_RETIRED]
    return [log_key(), *(Verifier(origin(), raw) for raw in (*old, *retired))]


def checkpoint_sign(size: int, root: bytes) -> str:
    """With the old keys too, while they are set, so that those who follow the log can learn the new one."""
    text = Checkpoint(origin(), size, root).text
    privates = [_private(raw) for raw in (settings.SIGNING_KEY, *settings.SIGNING_KEYS_OLD)]
    return sealed(text, [_signature(text, private) for private in privates])


def _signature(text: str, private: Ed25519PrivateKey) -> Signature:
    key = Verifier(origin(), private.public_key().public_bytes_raw())
    return Signature(key.name, key.key_id, private.sign(text.encode()))
