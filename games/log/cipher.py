"""Encryption at rest: a copy of the database must not show the hands, decks and seeds of running games.

The cipher is AES-SIV (RFC 5297), which needs no nonce. Others have to be given a number that is never used
twice, and a log has none: after a rollback or a restored backup another event gets the same `seq`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.failures import SealingKeyMissing, Unreadable
from proof.chain import canonical

CIPHER_KEY_BYTES: Final = 64
ID_BYTES: Final = 4
# A cipher hides what is written but not how long it is, and cards have names of different lengths.
SINGLE: Final = 32  # the longest single value
MANY: Final = 80  # lists take a multiple of this


class Box:
    """Encrypts values of one game."""

    def __init__(self, seed: bytes, game_id: UUID) -> None:
        self._cipher = _cipher(seed, b"signalbox game " + game_id.bytes)
        self._game = game_id

    def seal(self, value: Any, place: str) -> bytes:
        """`place` names the row: it can be opened in no other."""
        return self._cipher.encrypt(_padded(value), [place.encode()])

    def open(self, sealed: bytes, place: str) -> Any:
        try:
            return json.loads(self._cipher.decrypt(sealed, [place.encode()]))
        except InvalidTag:
            raise Unreadable(self._game, f"{place} was changed or belongs to another game") from None


def _padded(value: Any) -> bytes:
    """JSON, filled up with spaces, which JSON ignores."""
    text = canonical(value)
    parts = value.values() if isinstance(value, dict) else [value]
    step = MANY if any(isinstance(part, list | dict) for part in parts) else SINGLE
    return text + b" " * (-len(text) % step)


# -- the sealing keys --------------------------------------------------------------------------


def key_id(key: bytes) -> str:
    """Names a sealing key without giving it away."""
    return hashlib.sha256(b"signalbox sealing key " + key).digest()[:ID_BYTES].hex()


def known_keys() -> list[str]:
    """The ids of the keys this server has, the current one first."""
    return list(_ciphers((settings.SEALING_KEY, *settings.SEALING_KEYS_OLD)))


def seal_seed(seed: bytes, game_id: UUID) -> tuple[bytes, str]:
    """The encrypted seed, and the id of the key."""
    name, cipher = next(iter(_ciphers((settings.SEALING_KEY,)).items()))
    return cipher.encrypt(seed, [game_id.bytes]), name


def open_seed(sealed: bytes, name: str, game_id: UUID) -> bytes:
    cipher = _ciphers((settings.SEALING_KEY, *settings.SEALING_KEYS_OLD)).get(name)
    if cipher is None:
        raise SealingKeyMissing(game_id, f"its seed is sealed with the key {name}, which is not set")
    try:
        return cipher.decrypt(sealed, [game_id.bytes])
    except InvalidTag:
        raise Unreadable(game_id, "its seed was changed or belongs to another game") from None


@cache
def _ciphers(keys: Sequence[bytes]) -> dict[str, AESSIV]:
    return {key_id(key): _cipher(key, b"signalbox seeds") for key in keys}


def _cipher(key: bytes, label: bytes) -> AESSIV:
    return AESSIV(HKDF(SHA256(), length=CIPHER_KEY_BYTES, salt=None, info=label).derive(key))
