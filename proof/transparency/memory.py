"""What a witness or a monitor keeps in its folder between two looks."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from proof.transparency.checkpoints import Checkpoint, checkpoint_opened
from proof.transparency.mirror import Mirror, Unreachable
from proof.transparency.notes import NoteError, UnknownKey, Verifier
from proof.transparency.tree import continuation, roots_of


class NotContinued(Exception):
    """The log is not a continuation of what it was: somebody has been shown another one."""


class NotRemembered(Exception):
    """What was kept cannot be read with the keys that were given."""


@dataclass(frozen=True, slots=True)
class Memory:
    LAST: ClassVar = "checkpoint"
    folder: Path

    @property
    def _last(self) -> Path:
        return self.folder / self.LAST

    @property
    def note(self) -> str | None:
        return self._last.read_text(encoding="utf-8") if self._last.exists() else None

    def last(self, keys: Sequence[Verifier]) -> Checkpoint | None:
        try:
            note = self.note
            return None if note is None else checkpoint_opened(note, *keys)
        except UnknownKey as error:
            why = f"{self._last}: {error}; give the key that it is signed with, too (--vkey)"
            raise NotRemembered(why) from None
        except (NoteError, UnicodeDecodeError) as error:
            raise NotRemembered(f"{self._last} is damaged: {error}; put it back from a backup") from None

    def keep(self, note: str) -> None:
        """On the disk before anything is signed: a witness must never forget what it has seen."""
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / "checkpoint.new"
        with new.open("w", encoding="utf-8") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._last)
        _sync(self.folder)

    def keep_evidence(self, note: str, hashes: list[bytes]) -> Path:
        """Two checkpoints of one log, and hashes that lead to the root of the larger one alone."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "contradiction"
        lines = "".join(b64encode(one).decode() + "\n" for one in hashes)
        told = [self._last.read_text(encoding="utf-8"), note, *([lines] if lines else [])]
        path.write_text("\n".join(told), encoding="utf-8")
        return path


def _sync(folder: Path) -> None:
    """After a power failure the folder, too, must know the new file."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(opened)
        os.close(opened)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """One process at a time signs by what is in this folder; its end frees it, however it ends."""
    from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415 (not everywhere, and only to sign)

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise NotRemembered(f"another witness signs by {folder}") from None
        yield


def continued(mirror: Mirror, memory: Memory) -> tuple[str, Checkpoint, Checkpoint | None]:
    """The newest checkpoint, proved to continue the last one; NotContinued if it is proved not to."""
    note, new = mirror.checkpoint()
    old = memory.last(mirror.keys)
    if old is None:
        mirror.insist(partial(mirror.check_root, new))
        return note, new, old
    hashes = mirror.insist(partial(_contradiction, mirror, old, new))
    if hashes is not None:
        path = memory.keep_evidence(note, hashes)
        raise NotContinued(
            f"the log of {new.size} entries does not continue the one of {old.size} seen before; "
            f"both signed checkpoints are in {path}"
        )
    return note, new, old


def _contradiction(mirror: Mirror, old: Checkpoint, new: Checkpoint) -> list[bytes] | None:
    """The hashes that prove it together with both checkpoints; None if one continues the other.

    An older checkpoint may come from a cache; it must be a beginning of the newer one all the same.
    """
    first, second = (old, new) if old.size <= new.size else (new, old)
    if first.size == second.size:
        return None if first.root == second.root else []
    if first.size == 0:
        mirror.check_root(second)
        return None
    try:
        hashes = continuation(first.size, second.size, mirror.hashes(second.size))
    except Unreachable as error:
        raise Unreachable(
            f"the log of {second.size} entries: {error}; signed are {old.size} and {new.size}"
        ) from None
    found = roots_of(first.size, second.size, hashes)
    if found is None or found[1] != second.root:
        raise Unreachable("the tiles do not lead to the signed root")
    return None if found[0] == first.root else hashes
