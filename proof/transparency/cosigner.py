"""A witness's own key. What it signs continues all that it has seen (C2SP tlog-cosignature)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from proof.transparency.notes import (
    COSIGNATURE,
    NoteError,
    Signature,
    Verifier,
    cosigned,
    is_name,
    parsed,
    sealed,
)

Sign = Callable[[bytes], bytes]


class Cosigner:
    def __init__(self, name: str, public: bytes, sign: Sign) -> None:
        self.key = Verifier(name, public, COSIGNATURE)
        self.sign = sign

    def cosign(self, note: str, keys: Sequence[Verifier]) -> tuple[Signature, str]:
        """The cosignature, and the note to keep: with it and those of these keys, but no other signatures."""
        text, signatures = parsed(note)
        seen = int(time.time())
        value = seen.to_bytes(8, "big") + self.sign(cosigned(text, seen))
        mine = Signature(self.key.name, self.key.key_id, value)
        known = {(key.name, key.key_id) for key in keys}
        return mine, sealed(text, [*(one for one in signatures if one[:2] in known), mine])


def cosigner_from(path: Path, name: str) -> Cosigner:
    """The key in a file, which is made if there is none. A library signs: it hides how long that takes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 (optional)

    if not is_name(name):
        raise NoteError("the name of a witness has neither spaces nor a plus sign")
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(Ed25519PrivateKey.generate().private_bytes_raw().hex() + "\n", encoding="ascii")
    try:
        raw = bytes.fromhex(path.read_text(encoding="ascii").strip())
        private = Ed25519PrivateKey.from_private_bytes(raw)
    except ValueError:
        raise NoteError(f"{path} is not a key: 64 hexadecimal digits") from None
    return Cosigner(name, private.public_key().public_bytes_raw(), private.sign)
