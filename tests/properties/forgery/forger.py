"""Makes numbers, salts, seals and hashes of a log anew, as only somebody can who knows the seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from proof.chain import commit, link, salt_for
from proof.exports import FORMAT, FORMAT_VERSION
from rules.chance import game_key, key_name
from rules.table.fold import NOTHING_BEFORE
from tests.properties.forgery.recorded import Log
from tests.rules.table.written import GAME, SEED

Plain = dict[str, Any]
Spoil = Callable[[Log], None]

SEATED: Final = ("seat_taken", "bot_seated", "seat_left", "seat_cleared", "seed_given")


class Absent(Exception):
    """This game has nothing of the kind."""


def remade(log: Log) -> Log:
    """`shown` stands in an entry instead of what was sealed, and a `salt` that is there stays."""
    key, before, made = key_of(log), NOTHING_BEFORE, []
    for seq, entry in enumerate(log, start=1):
        new = {**entry, "game": GAME, "seq": seq, "prev": before}
        shown = new.pop("shown", None)
        if "sealed" in new and "private" in new:
            new["salt"] = new.get("salt") or salt_for(key, seq).hex()
            new["sealed"] = {**new["sealed"], "commit": commit(bytes.fromhex(new["salt"]), new["private"])}
            new["private"] = shown or new["private"]
        before = new["hash"] = link(before, new)
        made.append(new)
    return made


def export_of(made: Log) -> str:
    return "\n".join(json.dumps(line) for line in (header_of(made), *made))


def key_of(log: Log) -> bytes:
    """Of the client seeds that the log has now."""
    created = log[0]["public"]
    seats = created.get("seats", 0)
    seeds = [""] * (seats if type(seats) is int and 0 < seats < 20 else 9)
    for entry in log:
        if entry["type"] == "game_started":
            break
        seat = entry["public"].get("seat")
        if entry["type"] in SEATED and seat in range(len(seeds)):
            seeds[seat] = entry["public"].get("client_seed", "")
    return game_key(SEED, key_name(GAME, created.get("purpose")), seeds)


def header_of(made: Log) -> Plain:
    created, last = made[0]["public"], made[-1]
    header = {"format": FORMAT, "format_version": FORMAT_VERSION, "game": GAME, "source": "played"}
    header |= {name: created.get(name, "") for name in ("ruleset", "commitment")}
    return {**header, "version": last["seq"], "hash": last["hash"]}


# -- finding and changing entries ---------------------------------------------------------------


def places(log: Log, *kinds: str) -> list[int]:
    found = [place for place, entry in enumerate(log) if entry["type"] in kinds]
    if not found:
        raise Absent
    return found


def place(log: Log, *kinds: str) -> int:
    """The one in the middle: neither the first of its kind nor the last, if there are some."""
    found = places(log, *kinds)
    return found[len(found) // 2]


def entry(log: Log, *kinds: str) -> Plain:
    return log[place(log, *kinds)]


def first(log: Log, *kinds: str) -> Plain:
    return log[places(log, *kinds)[0]]


def last(log: Log, *kinds: str) -> Plain:
    return log[places(log, *kinds)[-1]]


def table_entry(log: Log, kind: str, like: int, actor: int | None = None, **public: Any) -> Plain:
    """An entry of the table, dated as the one at this place."""
    made: Plain = {"type": kind, "v": 1, "at": log[like]["at"], "public": public}
    if actor is None:
        return made
    by = next((one["by"] for one in reversed(log[:like]) if one.get("actor") == actor), "person")
    return {**made, "actor": actor, "by": by, "public": {"seat": actor, **public}}


def changed(kind: str, part: str = "public", **members: Any) -> Spoil:
    """A member has another value; what is None is gone."""

    def spoil(log: Log) -> None:
        found = entry(log, kind)
        told = {**found[part], **members}
        found[part] = {name: value for name, value in told.items() if value is not None}

    return spoil


def counted(kind: str, name: str, more: int, part: str = "public") -> Spoil:
    """A number is another one."""

    def spoil(log: Log) -> None:
        found = entry(log, kind)[part]
        found[name] += more

    return spoil


def enveloped(kind: str, **members: Any) -> Spoil:
    def spoil(log: Log) -> None:
        found = entry(log, kind)
        for name, value in members.items():
            found.pop(name, None)
            if value is not None:
                found[name] = value

    return spoil


def dropped(*kinds: str) -> Spoil:
    """One entry is missing."""

    def spoil(log: Log) -> None:
        del log[place(log, *kinds)]

    return spoil


def doubled(*kinds: str) -> Spoil:
    def spoil(log: Log) -> None:
        at = place(log, *kinds)
        log.insert(at, {**log[at]})

    return spoil


def inserted(kind: str, before: str, actor: int | None = None, **public: Any) -> Spoil:
    """An event of the table, before the middle entry of a kind."""

    def spoil(log: Log) -> None:
        at = place(log, before)
        log.insert(at, table_entry(log, kind, at, actor, **public))

    return spoil


def where(kind: str, spoil: Spoil) -> Spoil:
    """For games in which that happens."""

    def checked(log: Log) -> None:
        places(log, kind)
        spoil(log)

    return checked


def cut(log: Log, kinds: Sequence[str]) -> None:
    """The log ends before the first of these."""
    del log[places(log, *kinds)[0] :]
