"""`python -m proof verify FOLDER`: prove a data set on all cores, and say what does not hold."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple, TypeVar

from proof.datasets.completeness import check_against
from proof.datasets.content import NO_ZSTD, part_path, zstd_library
from proof.datasets.manifest import Manifest, NotADataset, read_manifest
from proof.datasets.proof import Job, Proved, check_files, jobs, prove
from proof.datasets.publication import NOT_ASKED, Publication, Sought, check_published
from proof.printed import complain, say
from proof.transparency.checkpoints import Checkpoint, checkpoint_opened
from proof.transparency.notes import NoteError, Verifier, verifier_from
from rules.plural import counted

WIDTH: Final = 40
MOST_PROCESSES: Final = 1024
FIRST: Final = "What players came with first, and deleted ones each time, is the word of the server."
In = TypeVar("In")
Out = TypeVar("Out")


class Begun(NamedTuple):
    """What is known before a game has been proved."""

    manifest: Manifest
    checkpoint: Checkpoint
    work: list[Job]
    faults: list[str]
    publication: Publication


def verify_folder(
    folder: Path,
    *,
    known: Sequence[Verifier] = (),
    monitor: Path | None = None,
    processes: int | None,
) -> int:
    """Exit code 0: the data set holds; 1: it does not; 2: it is none, or cannot be read.

    3: it holds, but the proof beside it cannot be checked, because its key is not there.
    """
    try:
        begun = _begin(folder, known, monitor)
    except NotADataset as problem:
        return complain(f"{folder}: {problem}")
    except NoteError as problem:
        say(f"FAILED   checkpoint: {problem}")
        return _conclude(whole=False)
    faults = [*begun.faults, *check_files(folder, begun.manifest)]
    began = time.monotonic()
    found = list(progress(each(prove, begun.work, processes), sizes(begun.work)))
    faults += [f"{proved.file}: {fault}" for proved in found for fault in proved.faults.told]
    for fault in faults:
        say(f"FAILED   {fault}")
    _summarise(begun, found, time.monotonic() - began)
    if not known:
        say(f"The checkpoint is signed with the key in the manifest. Compare it: {begun.manifest.vkey}")
    if monitor is None:
        say("Whether a game was left out was not checked: that needs the folder of a monitor (--monitor).")
    return _conclude(whole=not faults) or 3 * begun.publication.is_open


def _begin(folder: Path, known: Sequence[Verifier], monitor: Path | None) -> Begun:
    """Raises NotADataset, and NoteError if none of the keys has signed the checkpoint."""
    manifest = read_manifest(folder)
    check_readable(folder, manifest)
    keys = known or [verifier_from(manifest.vkey)]
    checkpoint = checkpoint_opened(manifest.checkpoint, *keys)
    work, faults = jobs(folder, manifest, checkpoint)
    if monitor is not None:
        faults += check_against(monitor, folder, manifest, (one for job in work for one in job.listed))
    publication = check_published(Sought(folder, manifest, checkpoint, keys))
    if monitor is not None and publication.sentence == NOT_ASKED:
        publication = Publication([])  # the monitor has told
    return Begun(manifest, checkpoint, work, [*faults, *publication.faults], publication)


def check_readable(folder: Path, manifest: Manifest) -> None:
    """Whether this Python can unpack what is there; found out before the work begins."""
    paths = [part_path(folder, part) for part in manifest.parts]
    if any(path is not None and path.suffix == ".zst" for path in paths) and zstd_library() is None:
        raise NotADataset(NO_ZSTD)


def _summarise(begun: Begun, found: list[Proved], seconds: float) -> None:
    at = begun.checkpoint
    games, events = (sum(getattr(one, name) for one in found) for name in ("games", "events"))
    what = f"{counted(games, 'game')} with {counted(events, 'event')} in {counted(len(found), 'part')}"
    say(f"{begun.manifest.name}: {what}, {seconds:.1f} s")
    rated = sum(len(job.rated) for job in begun.work)
    say(f"Ratings recomputed for {counted(rated, 'game')}. {FIRST}")
    say(f"Checkpoint of {at.origin} with {at.size} entries.")
    if begun.publication.sentence:
        say(begun.publication.sentence)


def _conclude(*, whole: bool) -> int:
    say("All that can be checked holds." if whole else "This data set does NOT hold.")
    return 0 if whole else 1


def processes_from(text: str) -> int:
    """For `--jobs`."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_PROCESSES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_PROCESSES}")
    return int(text)


def sizes(work: Sequence[Job]) -> list[int]:
    return [job.part.games for job in work]


def each(do: Callable[[In], Out], work: Sequence[In], processes: int | None) -> Iterator[Out]:
    """The results in the order of the work, from as many processes as there are cores."""
    count = min(processes or os.cpu_count() or 1, len(work))
    if count <= 1:
        yield from map(do, work)
        return
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        yield from pool.imap(do, work)


def progress(results: Iterator[Out], sizes: Sequence[int], to: IO[str] = sys.stderr) -> Iterator[Out]:
    """Passes the results on. On a terminal a bar shows how many games are done."""
    total, done = sum(sizes), 0
    with _bar(to) as draw:
        draw(done, total)
        for result, size in zip(results, sizes, strict=True):
            done += size
            draw(done, total)
            yield result


@contextmanager
def _bar(to: IO[str]) -> Iterator[Callable[[int, int], None]]:
    if not to.isatty():
        yield lambda _done, _total: None
        return

    def draw(done: int, total: int) -> None:
        full = WIDTH * done // total if total else WIDTH
        to.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total} games")
        to.flush()

    try:
        yield draw
    finally:
        to.write("\n")
