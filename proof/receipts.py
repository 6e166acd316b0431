"""Signed heads: the server's word for what a log was, so that a dropped or rewritten end is found.

A receipt has the members format, game (the id in the log), version, hash, source (played on this server,
or an import), at (when it was signed), algorithm, key (the id of the key), signs (what the signature
covers) and signature: Ed25519 over the canonical JSON of the other members, in base64url without padding.
Two members are not signed. `proof` shows that the head is in a public log; it may be added later. `seat` is
for the player of a seat alone, who may take it off: the account and the salt that open the commitment in the
log, {seat, account, salt}.

Keys are published as a JSON Web Key Set (RFC 7517, RFC 8037); a key's id is its thumbprint (RFC 7638).
The set has retired keys too: `from` and `until` say when a key was in use. A receipt whose key is not in
the set cannot be checked, which says nothing against it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

from proof.audit import Check, checked
from proof.chain import base64url, canonical, commit, from_base64url, from_hex
from proof.differences import difference
from proof.ed25519 import is_signed
from proof.envelopes import Entry
from proof.faults import Fault, NotYet
from proof.times import parsed_time
from rules.table.fold import table_of

RECEIPT_FORMAT: Final = "signalbox-receipt"
ALGORITHM: Final = "Ed25519"
SIGNS: Final = "canonical JSON of the members other than signature, proof and seat"
SALT_BYTES: Final = 32
UNSIGNED: Final = frozenset(("signature", "proof", "seat"))

Receipt = Mapping[str, Any]
Source = Literal["played", "import"]
Key = dict[str, str]


def public_key(raw: bytes) -> Key:
    """The key as it is published."""
    key = {"crv": "Ed25519", "kty": "OKP", "x": base64url(raw)}
    thumbprint = base64url(hashlib.sha256(canonical(key)).digest())
    return {**key, "alg": ALGORITHM, "kid": thumbprint, "use": "sig"}


def signed_part(receipt: Receipt) -> bytes:
    return canonical({name: value for name, value in receipt.items() if name not in UNSIGNED})


def check_receipt(entries: Sequence[Entry], receipt: Receipt, keys: Mapping[str, Any]) -> Check:
    """The log must reach the version that was signed for, and have had that hash there.

    Skipped if the receipt itself cannot be checked, for want of its key.
    """
    return checked("receipt", partial(_check_receipt, entries, receipt, keys), "the receipt")


def _check_receipt(entries: Sequence[Entry], receipt: Receipt, keys: Mapping[str, Any]) -> str:
    check_signature(receipt, keys)
    _check_head(entries, receipt)
    return f"{receipt['source']}, signed at version {receipt['version']}, {receipt['at']}"


def check_signature(receipt: Receipt, keys: Mapping[str, Any]) -> None:
    """Raises Fault if the receipt was not signed by its key, and NotYet if nobody can tell."""
    if receipt["format"] != RECEIPT_FORMAT:
        raise Fault(None, "this is not a receipt")
    if receipt["algorithm"] != ALGORITHM:
        raise NotYet(f"the receipt is signed with {receipt['algorithm']}, which this program does not know")
    key = next((key for key in keys.get("keys", [keys]) if key["kid"] == receipt["key"]), None)
    if key is None:
        raise NotYet(f"the receipt cannot be checked: its key {receipt['key']} is not among those given")
    signature = from_base64url(receipt["signature"])
    if not is_signed(from_base64url(key["x"]), signed_part(receipt), signature):
        raise Fault(None, "the signature does not fit the receipt")
    if "until" in key and parsed_time(receipt["at"]) > parsed_time(key["until"]):
        raise Fault(None, f"signed at {receipt['at']} with a key that was retired at {key['until']}")


def _check_head(entries: Sequence[Entry], receipt: Receipt) -> None:
    game, version = entries[0]["game"], receipt["version"]
    if receipt["game"] != game:
        raise Fault(None, f"the receipt is for another game; {difference('game', receipt['game'], game)}")
    if version > len(entries):
        why = f"the log ends here, but reached {version} when the receipt was signed"
        raise Fault(len(entries) + 1, why)
    if entries[version - 1]["hash"] != receipt["hash"]:
        why = difference("hash", entries[version - 1]["hash"], receipt["hash"])
        raise Fault(version, f"the receipt was signed for another log; {why}")


def seat_commitment(salt: bytes, account: str) -> str:
    """What a log says of the account that sat down."""
    return commit(salt, {"account": account})


def check_seat(entries: Sequence[Entry], opening: Mapping[str, Any]) -> Check:
    """Whether this account took the seat at which it played."""
    return checked("seat", partial(_check_seat, entries, opening), "the opening of the seat")


def _check_seat(entries: Sequence[Entry], opening: Mapping[str, Any]) -> str:
    seat, account, salt = opening["seat"], str(opening["account"]), from_hex(opening["salt"])
    taken = [one for one in entries if one["type"] == "seat_taken" and one["public"]["seat"] == seat]
    owner = dict(enumerate(chair.owner for chair in table_of(entries).chairs)).get(seat)
    if not taken or not owner:
        raise Fault(None, f"no player sits in seat {seat}")
    if len(salt) != SALT_BYTES or seat_commitment(salt, account) != owner:
        raise Fault(taken[-1]["seq"], f"this is not the account that took seat {seat}")
    return f"the account {account} took seat {seat}"
