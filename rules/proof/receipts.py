"""Signed heads: the server's word for what a log was, so that a dropped or rewritten end is found.

A receipt has the members format, game, version, hash, at (when it was signed), key (which key) and
signature: Ed25519 over the canonical JSON of the others, in base64url without padding. Keys are
published as a JSON Web Key Set (RFC 7517, RFC 8037); a key's id is its thumbprint (RFC 7638).
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.proof.audit import Check
from rules.proof.chain import canonical
from rules.proof.ed25519 import is_signed
from rules.proof.log import Entry

RECEIPT_FORMAT: Final = "signalbox-receipt"

Receipt = Mapping[str, Any]
Key = dict[str, str]


def base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def from_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_key(raw: bytes) -> Key:
    """The key as it is published."""
    key = {"crv": "Ed25519", "kty": "OKP", "x": base64url(raw)}
    thumbprint = base64url(hashlib.sha256(canonical(key)).digest())
    return {**key, "kid": thumbprint, "use": "sig"}


def signed_part(receipt: Receipt) -> bytes:
    return canonical({name: value for name, value in receipt.items() if name != "signature"})


def check_receipt(entries: Sequence[Entry], receipt: Receipt, keys: Mapping[str, Any]) -> Check:
    """The log must reach the version that was signed for, and have had that hash there."""
    try:
        why, seq = _wrong(entries, receipt, keys)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        why, seq = f"the receipt cannot be read: {type(error).__name__}: {error}", None
    if why:
        return Check("receipt", "failed", why, seq)
    return Check("receipt", "passed", f"signed at version {receipt['version']}, {receipt['at']}")


def _wrong(entries: Sequence[Entry], receipt: Receipt, keys: Mapping[str, Any]) -> tuple[str, int | None]:
    if why := _unsigned(receipt, keys):
        return why, None
    if receipt["game"] != entries[0]["game"]:
        return "the receipt is for another game", None
    version = receipt["version"]
    if version > len(entries):
        return f"the log ends here, but reached {version} when the receipt was signed", len(entries) + 1
    if entries[version - 1]["hash"] != receipt["hash"]:
        return "the log had another hash here when the receipt was signed", version
    return "", None


def _unsigned(receipt: Receipt, keys: Mapping[str, Any]) -> str:
    if receipt["format"] != RECEIPT_FORMAT:
        return "this is no receipt"
    key = next((key for key in keys.get("keys", [keys]) if key["kid"] == receipt["key"]), None)
    if key is None:
        return f"there is no key {receipt['key']}"
    signature = from_base64url(receipt["signature"])
    if not is_signed(from_base64url(key["x"]), signed_part(receipt), signature):
        return "the signature does not fit the receipt"
    return ""
