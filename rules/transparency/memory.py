"""What a witness or a monitor keeps in its folder between two looks."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from rules.transparency.checkpoints import Checkpoint, checkpoint_opened
from rules.transparency.mirror import Mirror
from rules.transparency.notes import NoteError
from rules.transparency.tree import consistency, is_consistent


class NotContinued(Exception):
    """The log is not a continuation of what it was: somebody has been shown another one."""


@dataclass(frozen=True, slots=True)
class Memory:
    folder: Path

    @property
    def _last(self) -> Path:
        return self.folder / "checkpoint"

    def last(self, mirror: Mirror) -> Checkpoint | None:
        if not self._last.exists():
            return None
        return checkpoint_opened(self._last.read_text(encoding="utf-8"), mirror.key)

    def keep(self, note: str) -> None:
        """On the disk before anything is signed: a witness must never forget what it has seen."""
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / "checkpoint.new"
        with new.open("w", encoding="utf-8") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._last)

    def keep_evidence(self, note: str) -> Path:
        """Two checkpoints of one log that contradict each other prove it to everybody."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "contradiction"
        path.write_text(self._last.read_text(encoding="utf-8") + "\n" + note, encoding="utf-8")
        return path


def continued(mirror: Mirror, memory: Memory) -> tuple[str, Checkpoint, Checkpoint | None]:
    """The newest checkpoint, proved to continue the last one; NotContinued if it does not."""
    note, new = mirror.checkpoint()
    old = memory.last(mirror)
    if old is not None and not _follows(mirror, old, new):
        path = memory.keep_evidence(note)
        raise NotContinued(
            f"the log of {new.size} entries does not continue the one of {old.size} seen before; "
            f"both signed checkpoints are in {path}"
        )
    if old is None:
        mirror.check_root(new)
    return note, new, old


def _follows(mirror: Mirror, old: Checkpoint, new: Checkpoint) -> bool:
    """An older checkpoint may come from a cache; it must be a beginning of the newer one all the same."""
    first, second = (old, new) if old.size <= new.size else (new, old)
    if first.size in (0, second.size):
        return first.size == 0 or first.root == second.root
    try:
        proof = consistency(first.size, second.size, mirror.hashes(second.size))
    except NoteError:
        return False
    return is_consistent(first.size, second.size, proof, first.root, second.root)
