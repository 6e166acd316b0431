"""Proving a data set: the hashes of the manifest, every game, and that each is in the public log.

A part is the unit of work, so that all cores can share it; of a part one game at a time is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from proof.audit import checked, checks_of
from proof.datasets.content import Content, exports, file_hash, part_path
from proof.datasets.faults import Faults
from proof.datasets.index import read_index, read_left_out
from proof.datasets.manifest import INDEX, LEFT_OUT, RATINGS, Listed, Manifest, NotADataset, Part
from proof.datasets.ratings import Rated, check_rated, check_ratings, read_ratings
from proof.differences import difference
from proof.exports import NoExport, check_header, read_export
from proof.files import Damaged
from proof.log import Log
from proof.transparency.checkpoints import Checkpoint, hash_from
from proof.transparency.entries import head_of
from proof.transparency.notes import NoteError
from proof.transparency.tree import is_included, leaf_hash
from rules.strict_json import read_object

T = TypeVar("T")
MOST_GAMES: Final = 10_000  # of one part; 500 are written


class Job(NamedTuple):
    """A part to be proved, by any process."""

    folder: Path
    part: Part
    listed: tuple[Listed, ...]  # what the index says is in it
    rated: Rated  # what the ratings say of its games
    others: Mapping[str, str]  # the files of all parts, by the hash of their content
    checkpoint: Checkpoint


@dataclass(slots=True)
class Proved:
    """What was found of a part."""

    file: str
    games: int = 0
    events: int = 0
    faults: Faults = field(default_factory=Faults)


def check_counts(manifest: Manifest, listed: int) -> Iterator[str]:
    for name, sum_of_parts, due in (
        ("games", sum(part.games for part in manifest.parts), manifest.games),
        ("events", sum(part.events for part in manifest.parts), manifest.events),
        ("games in the index", listed, manifest.games),
    ):
        if sum_of_parts != due:
            yield f"manifest: {difference(name, sum_of_parts, due)}"


def check_files(folder: Path, manifest: Manifest) -> Iterator[str]:
    for one in manifest.files:
        if not (folder / one.file).is_file():
            yield f"{one.file}: the file is missing"
            continue
        size, found = file_hash(folder / one.file)
        if found != one.sha256:
            why = difference("SHA-256", found, one.sha256)
            yield f"{one.file}: {why} ({size} bytes, {one.bytes} are due)"


def jobs(folder: Path, manifest: Manifest, checkpoint: Checkpoint) -> tuple[list[Job], list[str]]:
    """The work, part by part, and what is wrong with the index and with the ratings."""
    listed: dict[str, list[Listed]] = {part.file: [] for part in manifest.parts}
    known: set[str] = set()
    faults = Faults()
    try:
        for file, one in read_index(folder):
            if file not in listed or one.game in known:
                why = "a second time" if one.game in known else f"in {file}, which is not a part"
                faults.add(f"{INDEX}: game {one.game} is listed {why}")
                continue
            known.add(one.game)
            listed[file].append(one)
    except (OSError, Damaged) as error:
        raise NotADataset(f"{INDEX} cannot be read: {error}") from None
    rated, wrong = _ratings(folder, known)
    others = {part.content_sha256: part.file for part in manifest.parts}
    made = []
    for part in manifest.parts:
        here = tuple(listed[part.file])
        rows = {one.game: rated[one.game] for one in here if one.game in rated}
        made.append(Job(folder, part, here, rows, others, checkpoint))
    return made, [*faults.told, *check_counts(manifest, len(known)), *wrong]


def _ratings(folder: Path, games: Collection[str]) -> tuple[Rated, list[str]]:
    faults, rated = Faults(), _read(folder, RATINGS, read_ratings)
    faults.add_all(check_ratings(rated, games, _read(folder, LEFT_OUT, read_left_out)))
    return rated, faults.told


def _read(folder: Path, name: str, read: Callable[[Path], T]) -> T:
    try:
        return read(folder)
    except (OSError, Damaged) as error:
        raise NotADataset(f"{name} cannot be read: {error}") from None


def prove(job: Job) -> Proved:
    """Everything about one part."""
    proved, part = Proved(job.part.file), job.part
    path = part_path(job.folder, part)
    if path is None:
        proved.faults.add("the part is missing")
        return proved
    content = Content(path)
    try:
        _check_listed(list(_games_of(content, job, proved)), job, proved)
    except (Damaged, OSError) as damage:
        proved.faults.add(str(damage))
    _check_bytes(path, content, job, proved)
    return proved


def _games_of(content: Content, job: Job, proved: Proved) -> Iterator[Listed]:
    for lines in exports(content.lines()):
        if proved.games == MOST_GAMES:
            raise Damaged(f"it has more than {MOST_GAMES} games")
        yield _prove_game(lines, job, proved)


def _check_bytes(path: Path, content: Content, job: Job, proved: Proved) -> None:
    """First, since it explains the others: the content of the part is another, or it was packed anew."""
    part = job.part
    if content.sha256 != part.content_sha256:
        other = job.others.get(content.sha256)
        why = difference("SHA-256 of the content", content.sha256, part.content_sha256)
        proved.faults.put_first(f"this is the content of {other}; {why}" if other else why)
    elif path.name == part.file and (found := file_hash(path)[1]) != part.sha256:
        proved.faults.put_first(difference("SHA-256 of the file", found, part.sha256))


def _prove_game(lines: list[bytes], job: Job, proved: Proved) -> Listed:
    """Proves a game, and returns what it is, as the index should list it."""
    proved.games += 1
    proved.events += len(lines) - 1
    try:
        header, entries = read_export(line.decode() for line in lines)
        told = Listed(str(entries[0].get("game")), len(entries), str(entries[-1].get("hash")))
    except (NoExport, UnicodeDecodeError) as problem:
        proved.faults.add(f"game number {proved.games}: {problem}")
        return Listed("", 0, "")
    log, rows = Log(entries), job.rated.get(told.game, ())
    ratings = checked("ratings", partial(check_rated, header, log, rows))
    for check in (check_header(header, entries), *checks_of(log), ratings):
        if check.result == "failed":
            where = f" at seq {check.seq}" if check.seq is not None else ""
            proved.faults.add(f"game {told.game}: {check.name}{where}: {check.detail}")
        elif check.result == "skipped":
            proved.faults.add(f"game {told.game}: {check.name}: {check.detail}")
    if why := _not_included(header, told, entries[-1].get("at"), job.checkpoint):
        proved.faults.add(f"game {told.game}: inclusion: {why}")
    return told


def _not_included(header: Mapping[str, Any], told: Listed, ended: Any, checkpoint: Checkpoint) -> str:
    """Why the head of the game is not proved to be in the public log."""
    try:
        proof = header["inclusion"]
        said = read_object(proof["entry"])
        for name, due in {**head_of(*told), "status": "finished", "at": ended}.items():
            if said[name] != due:
                return f"the entry of the log says otherwise; {difference(name, said[name], due)}"
        hashes = [hash_from(one) for one in proof["hashes"]]
        leaf = leaf_hash(proof["entry"].encode())
        holds = is_included(leaf, proof["index"], checkpoint.size, hashes, checkpoint.root)
    except (KeyError, TypeError, ValueError, AttributeError, NoteError) as error:
        return f"the proof cannot be read: {type(error).__name__}: {error}"
    return "" if holds else "the proof does not lead to the root of the checkpoint"


def _check_listed(found: list[Listed], job: Job, proved: Proved) -> None:
    """Exactly the games of the index, in its order."""
    here, due = set(found), set(job.listed)
    missing = [one for one in job.listed if one not in here]
    strange = [one for one in found if one not in due]
    proved.faults.add(*(f"game {one.game} is missing, or not as the index lists it" for one in missing))
    proved.faults.add(*(f"game {one.game} is not in the index as it is here" for one in strange))
    if not missing and not strange and found != list(job.listed):
        proved.faults.add("its games are not in the order of the index")
    for name, count, told in (
        ("games", proved.games, job.part.games),
        ("events", proved.events, job.part.events),
    ):
        if count != told:
            proved.faults.add(difference(name, count, told))
