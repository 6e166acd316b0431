"""A player with a key of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from proof.chain import base64url
from proof.signatures import signed_bytes

if TYPE_CHECKING:  # logs of the rules are signed without Django, too
    from tests.support.callers import Caller, Table


class Signer:
    def __init__(self, number: int = 1) -> None:
        self._secret = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        self.key = base64url(self._secret.public_key().public_bytes_raw())

    def sign(self, game: str, after: str, action: Mapping[str, Any]) -> dict[str, str]:
        return {"after": after, "value": base64url(self._secret.sign(signed_bytes(game, after, action)))}

    def signed(self, player: Caller, path: Table, action: dict[str, Any]) -> dict[str, Any]:
        """The body of an action for the seat of the player, signed after what they see now."""
        seen = player.seen(path)
        what = {**action, "seat": seen["seat"]}
        return {**action, "signature": self.sign(str(path.id), seen["hash"], what)}
