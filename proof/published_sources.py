"""Where an auditor reads what the public log says of a game: from proofs, a server, or a monitor's folder.

A proof leads from an entry to a root that the log has signed. A server may leave out an entry that
contradicts another one; a monitor has read them all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from proof.chain import from_base64url
from proof.faults import Fault, NotYet
from proof.published import OPENED, Published
from proof.transparency.checkpoints import check_inclusion, proof_from
from proof.transparency.entries import blinded
from proof.transparency.ledger import ledger_read
from proof.transparency.memory import Memory
from proof.transparency.mirror import Fetch, Unreachable, fetch_from
from proof.transparency.notes import NoteError, UnknownKey, Verifier
from rules.strict_json import read_object

MOST_PAGES: Final = 100


def proved(pairs: Iterable[tuple[str, str]], *keys: Verifier) -> list[dict[str, Any]]:
    """The entries of these proofs, each with its index."""
    return [_proved(entry, proof, keys) for entry, proof in pairs]


def _proved(entry: str, proof: str, keys: Iterable[Verifier]) -> dict[str, Any]:
    try:
        found = proof_from(proof)
        check_inclusion(entry.encode(), found, *keys)
    except UnknownKey as error:
        raise NotYet(f"the public log: {error}") from None
    except NoteError as error:
        raise Fault(
            None, f"what the server shows as its entry in the public log is not there: {error}"
        ) from None
    return {**read_object(entry), "index": found.index}


def published(
    game: str, proofs: Iterable[Mapping[str, str]], keys: Mapping[str, Any], at: datetime
) -> Published:
    """What proofs that a server gave at this time say of a game, if one of its keys has signed the log."""
    found = [
        entry
        for one in proofs
        for entry in proved([(one["entry"], one["proof"])], *_verifiers(one["proof"], keys))
    ]
    return Published(at, [entry for entry in found if entry.get("game") == blinded(game)])


def _verifiers(proof: str, keys: Mapping[str, Any]) -> list[Verifier]:
    origin = proof_from(proof).note.partition("\n")[0]
    return [Verifier(origin, from_base64url(key["x"])) for key in keys.get("keys", [keys])]


def served(address: str, game: str, keys: Mapping[str, Any]) -> Published:
    """What a server says now, below the address of its API, such as https://example.org/api/v1."""
    at = datetime.now(UTC)
    try:
        items = list(_items(fetch_from(address), blinded(game)))
    except (Unreachable, ValueError, LookupError, TypeError) as error:
        raise NotYet(f"the public log cannot be read at {address}: {error}") from None
    return published(game, items, keys, at)


def _items(fetch: Fetch, name: str) -> Iterator[Mapping[str, str]]:
    path, following = f"log/games/{name}/proofs?limit=100", ""
    for _ in range(MOST_PAGES):
        page = read_object(fetch(path + following).decode())
        yield from page["items"]
        if page["next"] is None:
            return
        following = f"&cursor={quote(page['next'], safe='')}"
    raise Unreachable(f"more than {MOST_PAGES} pages")


def monitored(folder: Path, game: str) -> Published:
    """What a monitor knows of a game: that it was opened, and what was last said of it."""
    try:
        at = datetime.fromtimestamp((folder / Memory.LAST).stat().st_mtime, UTC)
        with ledger_read(folder) as ledger:
            found = ledger.game(blinded(game))
    except (OSError, sqlite3.Error) as error:
        raise NotYet(f"{folder} is not the folder of a monitor: {error}") from None
    if found is None:
        return Published(at)
    version, digest = found
    head = {"kind": "game_head", "version": version, "hash": digest}
    return Published(at, [{"kind": OPENED}, *([head] if version else [])])
