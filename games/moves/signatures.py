"""A player's own signature on a decision: read from a body, and checked before anything is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.log.entries import Signature
from games.log.models import Event
from games.moves.refusals import SignatureRequired, WrongSignature
from proof.chain import from_base64url
from proof.signatures import signed_bytes
from rules.table.fold import Folded
from rules.table.keys import REQUIRED


def check_signed(
    game_id: UUID,
    folded: Folded,
    seat: int,
    signature: Signature | None,
    action: Callable[[], Mapping[str, Any]],
) -> None:
    """Refuse a decision whose signature does not hold, or is missing although its player demands one.

    What bots decide for a seat is not signed. `action` is asked for only if there is a signature.
    """
    chair = folded.table.chairs[seat]
    if signature is None:
        if chair.signing == REQUIRED and not chair.played_by:
            raise SignatureRequired
        return
    if not chair.key:
        raise WrongSignature(problem="your seat has no key in this game")
    _check_after(game_id, folded, seat, signature["after"])
    if not is_signed(chair.key, signed_bytes(str(game_id), signature["after"], action()), signature["value"]):
        raise WrongSignature(problem="it does not fit the action and the key of your seat")


def is_signed(key: str, message: bytes, value: str) -> bool:
    """As `proof.ed25519` finds, in a hundredth of the time."""
    try:
        Ed25519PublicKey.from_public_bytes(from_base64url(key)).verify(from_base64url(value), message)
    except InvalidSignature:
        return False
    return True


def _check_after(game_id: UUID, folded: Folded, seat: int, after: str) -> None:
    """It is mostly signed for the newest entry. Else nobody may have decided for the seat since."""
    if after == folded.hash:
        return
    log = Event.objects.filter(game_id=game_id, seq__lte=folded.seq)
    seen = log.filter(hash=after).values_list("seq", flat=True).first()
    if seen is None:
        raise WrongSignature(problem="it names an entry that is not in this log")
    if log.filter(seq__gt=seen, actor=seat).exists():
        raise WrongSignature(problem="it was made before the last decision of your seat")
