"""Notation and records: lines that are read back, and whole games that are played again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from proof.record import NoRecord, record_of, replay_record
from proof.transcript import read_record, write_record
from rules.notation import NotNotation, parse_action, write_action
from tests.golden.script import is_action
from tests.support.checkout import CHECKOUT
from tests.support.exports import sound_entries

LONGEST = 32 << 10
GOLDEN = CHECKOUT / "tests" / "golden" / "games"


def seeds() -> Sequence[bytes]:
    lines: set[str] = set()
    for path in sorted(GOLDEN.glob("*-2.txt")):
        text = path.read_text(encoding="utf-8")
        lines |= {line for line in text.splitlines() if is_action(line)}
    record = record_of(sound_entries(), {0: "ada", 1: "bob"})
    short = replace(record, actions=record.actions[:3], remarks=(), changes=())
    return [
        *(line.encode() for line in sorted(lines)[::5]),
        *(write_record(one).encode() for one in (record, short)),
    ]


def run(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    _line(text)
    with suppress(NoRecord):
        replay_record(read_record(text))


def _line(text: str) -> None:
    with suppress(NotNotation):
        found = parse_action(text)
        if parse_action(write_action(found)) != found:
            raise AssertionError(f"written otherwise than it was read: {text!r}")
