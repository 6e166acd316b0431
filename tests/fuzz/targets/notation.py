"""Notation: lines that are read back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rules.notation import NotNotation, parse_action, write_action
from tests.golden.script import is_action
from tests.support.checkout import CHECKOUT

LONGEST = 32 << 10
GOLDEN = CHECKOUT / "tests" / "golden" / "games"


def seeds() -> Sequence[bytes]:
    files = sorted(GOLDEN.glob("*-2.txt"))
    lines = {line for path in files for line in path.read_text(encoding="utf-8").splitlines()}
    return [line.encode() for line in sorted(filter(is_action, lines))[::20]]


def run(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    with suppress(NotNotation):
        found = parse_action(text)
        if parse_action(write_action(found)) != found:
            raise AssertionError(f"written otherwise than it was read: {text!r}")
