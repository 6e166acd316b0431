"""An entry of the log, and what of it a viewer may read."""

from __future__ import annotations

from typing import Any, TypedDict

from proof.chain import salt_for


class Entry(TypedDict):
    """An event in its envelope, as stored; see `proof.chain` for what the members mean."""

    game: str
    seq: int
    type: str
    v: int
    actor: int | None
    by: str | None
    at: str
    public: dict[str, Any]
    sealed: dict[str, Any] | None
    prev: str
    hash: str
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
