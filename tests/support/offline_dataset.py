"""A data set of two games, made without a server."""

from __future__ import annotations

import gzip
import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proof.chain import canonical
from proof.datasets.manifest import FORMAT, FORMAT_VERSION, INDEX, LEFT_OUT, MANIFEST, RATINGS
from proof.datasets.ratings import COLUMNS, RatedSeat
from proof.ratings.rule import NEW, PEOPLE, Change, compared
from proof.transparency.entries import head_of
from proof.transparency.tree import inclusion
from tests.proof.transparency.logs import LogOfOne
from tests.support.exports import AT, sound_export

PLAYERS = {"0": "player-one", "1": "player-two"}
PART = "games-00001.ndjson.gz"
Plain = dict[str, Any]


def sound_dataset(folder: Path) -> Path:
    """All that can be checked of it holds."""
    ids = [f"{number:08}-0000-4000-8000-000000000001" for number in (1, 2)]
    games = [[json.loads(line) for line in sound_export(game=game)] for game in ids]
    log = LogOfOne("example.org/log", [b"first", *map(_entry, games)])
    for place, lines in enumerate(games, start=1):
        hashes = [b64encode(one).decode() for one in inclusion(place, 3, log.read)]
        lines[0]["inclusion"] = {"index": place, "entry": log.entries[place].decode(), "hashes": hashes}
        lines[0]["players"] = PLAYERS
    folder.mkdir(exist_ok=True)
    content = b"".join(canonical(line) + b"\n" for lines in games for line in lines)
    rows = [f"{head['game']},{head['version']},{head['hash']},{PART}\n" for head, *_ in games]
    (folder / PART).write_bytes(gzip.compress(content, mtime=0))
    (folder / INDEX).write_bytes(
        gzip.compress("".join(["game,version,hash,part\n", *rows]).encode(), mtime=0)
    )
    (folder / LEFT_OUT).write_bytes(gzip.compress(b"entry,reason\n", mtime=0))
    ratings = "".join(f"{line}\n" for line in (",".join(COLUMNS), *_rated(games)))
    (folder / RATINGS).write_bytes(gzip.compress(ratings.encode(), mtime=0))
    events = sum(len(lines) - 1 for lines in games)
    part = {**_file(folder / PART), "games": 2, "events": events, "content_bytes": len(content)}
    told = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "name": "2026-01",
        "from": "2026-01-01T00:00:00.000000Z",
        "until": "2026-02-01T00:00:00.000000Z",
        "vkey": str(log.key),
        "checkpoint": log.note,
        "counts": {"games": 2, "events": events, "left_out": {"private": 0, "unlisted": 0, "hidden": 0}},
        "parts": [{**part, "content_sha256": hashlib.sha256(content).hexdigest()}],
        "files": [_file(folder / name) for name in (INDEX, LEFT_OUT, RATINGS)],
    }
    (folder / MANIFEST).write_text(json.dumps(told))
    return folder


def _entry(lines: list[Plain]) -> bytes:
    header = lines[0]
    head = head_of(header["game"], header["version"], header["hash"])
    return canonical({**head, "kind": "game_head", "status": "finished", "at": AT})


def _rated(games: list[list[Plain]]) -> Iterator[str]:
    """Both players begin as new ones, and play all of the games."""
    now = [NEW, NEW]
    for _, *entries in games:
        (won,) = (entry["public"]["winners"] for entry in entries if entry["type"] == "game_ended")
        ranks = [1 if seat in won else 2 for seat in (0, 1)]
        before, now = now, compared(now, ranks)
        for seat, change in enumerate(map(Change, before, now)):
            of_game = entries[0]["game"], entries[-1]["at"], "london"
            yield RatedSeat(*of_game, seat, PEOPLE, PLAYERS[str(seat)], ranks[seat], change).line


def _file(path: Path) -> Plain:
    raw = path.read_bytes()
    return {"file": path.name, "bytes": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
