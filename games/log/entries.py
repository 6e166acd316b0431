"""An entry of the log, and what of it a viewer may read."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from proof.chain import salt_for

Seat = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Seal(TypedDict):
    """The commitment to the private facts, and the seat that may know them."""

    commit: Hash
    to: NotRequired[Seat]


def seal_of(commit: str, to: int | None) -> Seal:
    return {"commit": commit} if to is None else {"commit": commit, "to": to}


class Signature(TypedDict):
    """A player's own signature on an action."""

    after: Annotated[
        Hash,
        "The hash of an entry of this game's log, not before the last one of your seat: mostly the `hash` of "
        "the answer on which you have decided.",
    ]
    value: Annotated[
        str,
        Meta(pattern="^[A-Za-z0-9_-]{85}[AQgw]$"),
        "Ed25519 over the line `signalbox-move/1` and the canonical JSON of `{action, after, game}`, in "
        "base64url without padding. The action has its type, your seat and its members, lists sorted.",
    ]


class Entry(TypedDict):
    """An event in its envelope, as stored; see `proof.chain` for what the members mean.

    A viewer reads what is not None. The OpenAPI document has its envelope from here.
    """

    game: Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
    seq: Number
    type: str
    v: Number
    actor: Seat | None
    by: str | None
    at: Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
    public: dict[str, Any]
    sealed: Seal | None
    signature: Signature | None
    prev: Hash
    hash: Hash
    private: dict[str, Any] | None


def redacted(entry: Entry, *, seat: int | None, key: bytes, over: bool) -> dict[str, Any]:
    """The entry as a seat or a spectator may read it: private parts of others are left out until the end.

    A viewer who may read the private part also gets its salt, to check the seal.
    """
    visible = {name: value for name, value in entry.items() if value is not None and name != "private"}
    sealed = entry["sealed"]
    if sealed and (over or (seat is not None and sealed.get("to") == seat)):
        visible["private"] = entry["private"]
        visible["salt"] = salt_for(key, entry["seq"]).hex()
    return visible
