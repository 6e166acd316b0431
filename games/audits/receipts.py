"""Receipts: the head of a log signed by the server with Ed25519. `proof.receipts` checks them."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils import timezone
from msgspec import to_builtins

from games.accounts.openings import opening_of
from games.audits.answers import Receipt, ReceiptProof, ReceiptSeat
from games.audits.refusals import HeadMissing
from games.http.answers import UNSET, Absent
from games.log.models import Game
from games.reading.visibility import VisibleGame
from games.sql import fetch
from games.transparency import keys
from games.transparency.heads import head_keep
from games.transparency.proofs import head_proof
from proof.chain import base64url
from proof.receipts import ALGORITHM, RECEIPT_FORMAT, SIGNS, Key, public_key, signed_part
from proof.transparency.entries import MERGE_DELAY, head_due
from rules.table.clock import timestamp
from rules.table.fold import Folded
from rules.table.state import OVER


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


HEAD: Final = "SELECT encode(hash, 'hex') FROM games_event WHERE game_id = %s AND seq = %s"


def receipt_for(game: Game, version: int) -> Receipt:
    """With the proof from the public log, if the head is in it.

    What is signed is read here: what a process has in memory may be what the log no longer is.
    """
    rows = fetch(HEAD, game.id, version)
    if not rows:
        raise HeadMissing(version=version)
    ((head,),) = rows
    proof = head_proof(game.id, version, head)
    head_keep(game.id, version, head)
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
        proof_due=_proof_due(game, version) if proof is None else UNSET,
        proof=ReceiptProof(**proof) if proof else UNSET,
    )
    receipt.signature = base64url(keys.sign(signed_part(to_builtins(receipt))))
    return receipt


def _proof_due(game: Game, version: int) -> Absent[str]:
    """The promise that the end of a game will be in the public log."""
    if game.status not in OVER or game.test or version != game.version:
        return UNSET
    imported = game.created_at + MERGE_DELAY
    return timestamp(imported if game.origin else head_due(game.moved_at, game.visibility))


def seat_opened(found: VisibleGame, folded: Folded) -> Absent[ReceiptSeat]:
    """What proves that the viewer took their seat: for nobody else, and once they have taken it."""
    player, seat = found.viewer.player, found.viewer.seat
    if player is None or seat is None:
        return UNSET
    opening = opening_of(player, found.game.id, folded.table.chairs[seat].owner)
    return ReceiptSeat(seat=seat, **opening) if opening else UNSET
