"""Receipts: the head of a log signed by the server with Ed25519. `proof.receipts` checks them."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone
from msgspec import to_builtins

from games.accounts.openings import opening_of
from games.audits.answers import Receipt, ReceiptProof, ReceiptSeat
from games.http.answers import UNSET, Absent
from games.log.models import Game
from games.reading.visibility import VisibleGame
from games.transparency import keys
from games.transparency.proofs import head_proof
from proof.chain import base64url
from proof.receipts import ALGORITHM, RECEIPT_FORMAT, SIGNS, Key, public_key, signed_part
from rules.table.clock import timestamp
from rules.table.fold import Folded


def signing_key() -> Key:
    """The public key as it is published."""
    return public_key(keys.public_bytes())


def key_set() -> list[Key]:
    """The key in use, then the retired ones, the newest first, each with its times."""
    listed: list[Key] = []
    since: Key = {}
    for raw, until in settings.SIGNING_KEYS_RETIRED:
        listed.append({**public_key(raw), **since, "until": timestamp(until)})
        since = {"from": timestamp(until)}
    return [{**signing_key(), **since}, *reversed(listed)]


def receipt_for(game: Game, version: int, head: str) -> Receipt:
    """With the proof from the public log, if the head is in it."""
    proof = head_proof(game.id, version, head)
    receipt = Receipt(
        format=RECEIPT_FORMAT,
        game=str(game.log_id),
        version=version,
        hash=head,
        source="import" if game.origin else "played",
        import_=str(game.id) if game.origin else UNSET,
        at=timestamp(timezone.now()),
        algorithm=ALGORITHM,
        key=signing_key()["kid"],
        signs=SIGNS,
        signature="",
        proof=ReceiptProof(**proof) if proof else UNSET,
    )
    receipt.signature = base64url(keys.sign(signed_part(to_builtins(receipt))))
    return receipt


def seat_opened(found: VisibleGame, folded: Folded) -> Absent[ReceiptSeat]:
    """What proves that the viewer took their seat: for nobody else, and once they have taken it."""
    player, seat = found.viewer.player, found.viewer.seat
    if player is None or seat is None:
        return UNSET
    opening = opening_of(player, found.game.id, folded.table.chairs[seat].owner)
    return ReceiptSeat(seat=seat, **opening) if opening else UNSET
