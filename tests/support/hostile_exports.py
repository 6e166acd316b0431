"""Exports that somebody made to do harm: by name, those that are none, and those that do not hold."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

from proof.exports import MOST_BYTES, MOST_EVENTS
from tests.support.exports import sound_export, written

HOLDS = "All that can be checked holds."
PAINT = f"\x1b[2J\x1b[H\u202e\r\n{HOLDS}\n\x9b1A\x7f"
Plain = dict[str, Any]


def changed(change: Callable[[list[Plain]], None]) -> bytes:
    """A game of which something was changed, in a chain that was made to fit."""
    entries = [json.loads(line) for line in sound_export()[1:]]
    change(entries)
    return "\n".join(written(entries)).encode()


def created(**members: Any) -> bytes:
    return changed(lambda entries: entries[0]["public"].update(members))


def first(kind: str, part: str, **members: Any) -> bytes:
    return changed(
        lambda entries: next(entry for entry in entries if entry["type"] == kind)[part].update(members)
    )


def every(**members: Any) -> bytes:
    def change(entries: list[Plain]) -> None:
        for entry in entries:
            entry.update(members)

    return changed(change)


def line(number: int, text: str) -> bytes:
    lines = list(sound_export())
    lines[number] = text
    return "\n".join(lines).encode()


def within(number: int, old: str, new: str) -> bytes:
    return line(number, sound_export()[number].replace(old, new, 1))


SOUND = "\n".join(sound_export()).encode()
# What is not an export, and what is one that does not hold.
UNREADABLE: dict[str, bytes] = {
    "nothing": b"",
    "blanks": b" \n\t\n",
    "junk": bytes(range(256)) * 40,
    "packed": gzip.compress(SOUND),
    "cut off while packed": gzip.compress(SOUND)[:500],
    "not UTF-8": SOUND.replace(b"london", b"lond\xffn", 1),
    "a surrogate in UTF-8": SOUND.replace(b"london", b"\xed\xa0\x80", 1),
    "half a character": within(1, "london@1", "\\ud800"),
    "a doubled member": within(1, '"seq":1', '"seq":1,"seq":1'),
    "a doubled member in the header": within(0, '"version":', '"version":1,"version":'),
    "brackets": b"[" * 100_000,
    "nested deeply": within(1, '"options":{', '"options":{"x":' + "[" * 5000 + "]" * 5000 + ","),
    "a huge number": within(1, '"seats":2', f'"seats":{"9" * 5000}'),
    "a fraction": within(1, '"seats":2', '"seats":2.0'),
    "a line that is too long": within(1, "london@1", "x" * (2 << 20)),
    "too many entries": SOUND + b"\n{}" * MOST_EVENTS,
    "too many bytes": SOUND + (b"\n" + b" " * 1000) * (MOST_BYTES // 1000),
    "a list": line(0, "[]"),
    "a header alone": sound_export()[0].encode(),
    "another format": within(0, "signalbox-game", PAINT.encode("unicode_escape").decode()),
}
UNSOUND: dict[str, bytes] = {
    "a painted ruleset": created(ruleset=PAINT),
    "a painted purpose": created(purpose=PAINT),
    "a painted bot": first("seat_taken", "public", player=PAINT),
    "a painted pile": first("pile_shuffled", "public", pile=PAINT),
    "a painted type": every(type=PAINT),
    "painted hashes": within(3, '"hash":"', '"hash":"\\u001b[2J\\n'),
    "painted times": every(at=PAINT),
    "a painted maker": every(by=PAINT),
    "a painted number": changed(lambda entries: entries[5].update(type=PAINT, public={"seat": PAINT})),
    "no time": every(at="9999-99-99T99:99:99.999999Z"),
    "a time that is not in the calendar": every(at="2026-02-30T18:00:00.000000Z"),
    "a shuffle without end": first("pile_shuffled", "private", order=[""] * 65_537),
    "a seat far away": first("seat_taken", "public", seat=2**52),
    "a seat that is a word": first("seat_taken", "public", seat="length", client_seed=2**32 - 1),
    "a type in a list": changed(lambda entries: entries[2].update(type=["seat_taken"])),
    "wrong types": changed(lambda entries: entries[3].update(public=[], sealed=5, actor={})),
    "no clock": created(clock=[1]),
    "seats beyond number": created(seats=2**53 - 1),
    "null": changed(lambda entries: entries[4].update(public=None)),
    "a seed in capitals": first("seed_revealed", "public", seed=bytes(range(32)).hex().upper()),
    "long words": created(ruleset="x" * 900_000),
}
# What only the rules can tell: the second verifier knows none.
UNRULY: dict[str, bytes] = {
    "a type that objects have": changed(lambda entries: entries[-1].update(type="constructor")),
    "options beyond number": created(options={"first": 2**53 - 1}),
}
