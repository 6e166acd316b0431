"""Moves that a player has signed with a key of their own, so that nobody else can have made them.

A signature covers the line `signalbox-move/1` and the canonical JSON of `{"action", "after", "game"}`: the
action with its type and its seat, its lists sorted because a log may have them in another order, without the
members that it leaves out; the hash of an entry of this log, which is not before the last decision of the
seat; and the id of the game. So it holds for this one decision.

It stands in the entry of the decision as `{"after", "value"}`: in the envelope, or among the private members
if the action has hidden ones. Otherwise whoever knows the key could try which action it fits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from proof.chain import canonical, from_base64url
from proof.ed25519 import is_key, is_signed
from proof.envelopes import HASH, Entry
from proof.faults import Fault, at
from proof.log import Log
from proof.story import DEEDS
from rules.codec import plain_action, read_fields
from rules.events import EVENTS, SeatEvent
from rules.table.base import TABLE_EVENTS
from rules.table.fold import read_table_event
from rules.table.keys import KEY, REQUIRED
from rules.table.state import PLAYERS, Chair, Table

MOVE: Final = b"signalbox-move/1\n"
VALUE: Final = re.compile(r"[A-Za-z0-9_-]{85}[AQgw]", re.ASCII)  # 64 bytes, in one spelling
RESIGN: Final = "resign"  # the only decision of a table that is signed
RESIGNED: Final = "seat_resigned"


def signed_bytes(game: str, after: str, action: Mapping[str, Any]) -> bytes:
    """What the signature of a move covers."""
    sorted_ = {name: sorted(value) if isinstance(value, list) else value for name, value in action.items()}
    return MOVE + canonical({"action": sorted_, "after": after, "game": game})


def resignation(seat: int) -> dict[str, Any]:
    return {"type": RESIGN, "seat": seat}


def is_hidden(kind: str) -> bool:
    """Whether the action of such an event has hidden members, so that its signature is sealed with them."""
    shape = EVENTS.by_name.get(kind)
    return shape is not None and issubclass(shape.cls, SeatEvent) and bool(shape.chosen_secretly)


def is_signed_move(key: str, message: bytes, value: str) -> bool:
    return is_signed(from_base64url(key), message, from_base64url(value))


@lru_cache(maxsize=256)
def is_sound_key(key: str) -> bool:
    """Whether only one person can sign with it, as far as its form tells."""
    return bool(KEY.fullmatch(key)) and is_key(from_base64url(key))


def signature_of(entry: Entry) -> Any:
    """The signature of an entry, wherever it stands; None if there is none to be seen."""
    return entry["signature"] if "signature" in entry else entry.get("private", {}).get("signature")


def check_signatures(log: Log) -> str:
    """Every signature of a player, and that none is missing where the player demands it."""
    if not any(log.of("key_changed")) and all(signature_of(entry) is None for entry in log.entries):
        return "no player has a key"
    return _Signatures(log).told()


class _Signatures:
    """One walk through a log, which knows whose key counts at each entry."""

    def __init__(self, log: Log) -> None:
        self._table, self._closed = Table(), 0
        self._places: dict[str, int] = {}  # of the entries so far, by hash
        self._decided: dict[int, int] = {}  # where each seat has decided last
        self._made, self._signed = Counter[int](), Counter[int]()
        self._keys: dict[int, list[str]] = {}
        for entry in log.entries:
            with at(entry["seq"]):
                self._read(entry)

    def told(self) -> str:
        seats = [
            f"seat {seat}: {self._signed[seat]} of {self._made[seat]} decisions signed, {', '.join(keys)}"
            for seat, keys in sorted(self._keys.items())
        ]
        return "; ".join([*seats, *([f"{self._closed} still sealed"] if self._closed else [])])

    def _read(self, entry: Entry) -> None:
        seq, kind, actor = entry["seq"], entry["type"], entry.get("actor")
        if actor is not None and (kind in DEEDS or kind == RESIGNED) and entry.get("by") in PLAYERS:
            self._check(entry, actor, self._table.chairs[actor])
        elif signature_of(entry) is not None:
            raise Fault(seq, "a signature where no player has decided")
        if shape := TABLE_EVENTS.by_name.get(kind):
            self._table = read_table_event(shape, entry["public"]).fold(self._table)
        if kind == "key_changed":
            self._note_key(seq, entry["public"])
        if actor is not None:
            self._decided[actor] = seq
        self._places[entry["hash"]] = seq

    def _note_key(self, seq: int, public: Mapping[str, Any]) -> None:
        key = public.get("key")
        if key is not None and not is_sound_key(key):
            raise Fault(seq, "this is no key to sign with")
        told = f"key {key} from entry {seq}" if key else f"no key from entry {seq}"
        self._keys.setdefault(public["seat"], []).append(told)

    def _check(self, entry: Entry, seat: int, chair: Chair) -> None:
        seq, hidden = entry["seq"], is_hidden(entry["type"])
        self._made[seat] += 1
        if hidden and "signature" in entry:
            raise Fault(seq, "the signature of a hidden choice is not sealed with it")
        if hidden and "private" not in entry:
            self._closed += bool(chair.key)
            return
        signature = signature_of(entry)
        if signature is None:
            if chair.signing == REQUIRED:
                raise Fault(seq, f"seat {seat} demands a signature on each move, and this one has none")
            return
        self._check_signature(entry, seat, chair.key, signature)
        self._signed[seat] += 1

    def _check_signature(self, entry: Entry, seat: int, key: str, signature: Any) -> None:
        seq = entry["seq"]
        if not is_in_form(signature):
            raise Fault(seq, "this is not a signature")
        if not key:
            raise Fault(seq, f"signed, but seat {seat} has no key")
        after = self._places.get(signature["after"])
        if after is None:
            raise Fault(seq, "signed after an entry that is not in this log")
        if after < (last := self._decided.get(seat, 0)):
            raise Fault(
                seq, f"signed after entry {after}, but seat {seat} has decided since, at entry {last}"
            )
        message = signed_bytes(entry["game"], signature["after"], _action(entry))
        if not is_signed_move(key, message, signature["value"]):
            raise Fault(seq, f"the signature does not fit the action and the key of seat {seat}")


def is_in_form(signature: Any) -> bool:
    """Whether it is a signature, before anything is computed."""
    if not isinstance(signature, dict) or signature.keys() != {"after", "value"}:
        return False
    forms = {"after": HASH, "value": VALUE}
    return all(
        type(signature[name]) is str and form.fullmatch(signature[name]) for name, form in forms.items()
    )


def _action(entry: Entry) -> dict[str, Any]:
    if entry["type"] == RESIGNED:
        return resignation(entry["actor"])
    event = read_fields(entry["type"], entry["v"], {**entry["public"], **entry.get("private", {})})
    assert isinstance(event, SeatEvent)  # noqa: S101 (only these are asked for)
    return plain_action(event.asked())
