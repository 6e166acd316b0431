"""What a witness or a monitor keeps in its folder between two looks."""

from __future__ import annotations

import os
from base64 import b64encode
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from proof.transparency.checkpoints import Checkpoint, checkpoint_opened
from proof.transparency.mirror import Mirror, Unreachable
from proof.transparency.notes import NoteError, UnknownKey
from proof.transparency.tree import continuation, roots_of


class NotContinued(Exception):
    """The log is not a continuation of what it was: somebody has been shown another one."""


class NotRemembered(Exception):
    """What was kept cannot be read with the keys that were given."""


@dataclass(frozen=True, slots=True)
class Memory:
    folder: Path

    @property
    def _last(self) -> Path:
        return self.folder / "checkpoint"

    def last(self, mirror: Mirror) -> Checkpoint | None:
        if not self._last.exists():
            return None
        try:
            return checkpoint_opened(self._last.read_text(encoding="utf-8"), *mirror.keys)
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

    def keep_evidence(self, note: str, hashes: list[bytes]) -> Path:
        """Two checkpoints of one log, and hashes that lead to the root of the larger one alone."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "contradiction"
        lines = "".join(b64encode(one).decode() + "\n" for one in hashes)
        told = [self._last.read_text(encoding="utf-8"), note, *([lines] if lines else [])]
        path.write_text("\n".join(told), encoding="utf-8")
        return path


def continued(mirror: Mirror, memory: Memory) -> tuple[str, Checkpoint, Checkpoint | None]:
    """The newest checkpoint, proved to continue the last one; NotContinued if it is proved not to."""
    note, new = mirror.checkpoint()
    old = memory.last(mirror)
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
