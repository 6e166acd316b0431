"""What a log asks of a witness: to cosign a checkpoint that continues its last one (C2SP tlog-witness)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from proof.transparency.checkpoints import (
    MOST_HASHES,
    Checkpoint,
    WrongRoot,
    checkpoint_from,
    hash_from,
    number_from,
)
from proof.transparency.cosigner import Cosigner
from proof.transparency.memory import Memory
from proof.transparency.notes import NoteError, Verifier, opened, parsed
from proof.transparency.tree import EMPTY, is_consistent, roots_of

SIZE: Final = "text/x.tlog.size"


class Refused(Exception):
    """The status of HTTP says why; `text` is the answer."""

    def __init__(self, status: int, text: str, kind: str = "text/plain; charset=utf-8") -> None:
        super().__init__(text)
        self.status, self.text, self.kind = status, text, kind


@dataclass(frozen=True, slots=True)
class Submission:
    old: int
    hashes: list[bytes]  # the proof that the new tree begins with the old one
    note: str


def submission_from(body: bytes) -> Submission:
    head, blank, note = body.decode().partition("\n\n")
    first, *lines = head.split("\n")
    if not blank or not first.startswith("old ") or len(lines) > MOST_HASHES:
        raise NoteError("a request is the old size, up to 63 hashes, an empty line and a checkpoint")
    return Submission(number_from(first.removeprefix("old ")), [hash_from(line) for line in lines], note)


def folder_of(origin: str) -> str:
    """The name under which a witness keeps a log, and serves what it has cosigned of it."""
    return sha256(origin.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Followed:
    keys: tuple[Verifier, ...]
    memory: Memory


class Witness:
    """Of each log it never cosigns two trees of one size, nor one that does not continue the last."""

    def __init__(self, folder: Path, cosigner: Cosigner, keys: Iterable[Verifier]) -> None:
        self.cosigner, self._one_at_a_time = cosigner, Lock()
        known = tuple(keys)
        self.logs = {
            name: Followed(tuple(key for key in known if key.name == name), Memory(folder / folder_of(name)))
            for name in {key.name for key in known}
        }
        for log in self.logs.values():
            log.memory.last(log.keys)  # raises if it could not go on from there

    def add_checkpoint(self, body: bytes) -> str:
        """The line of the cosignature."""
        try:
            asked = submission_from(body)
            text, _ = parsed(asked.note)
        except ValueError as error:
            raise Refused(400, str(error)) from None
        log = self.logs.get(text.partition("\n")[0])
        if log is None:
            raise Refused(404, "this witness does not follow a log of this origin")
        new = _signed(asked, log)
        with self._one_at_a_time:
            return self._cosigned(asked, new, log)

    def _cosigned(self, asked: Submission, new: Checkpoint, log: Followed) -> str:
        last = log.memory.last(log.keys) or Checkpoint(new.origin, 0, EMPTY)
        if asked.old != last.size:
            raise Refused(409, f"{last.size}\n", SIZE)
        if not is_consistent(last.size, new.size, asked.hashes, last.root, new.root):
            raise Refused(422, _why_not(asked, last, new, log.memory))
        mine, kept = self.cosigner.cosign(asked.note, log.keys)
        log.memory.keep(kept)
        return mine.line

    def checkpoint(self, name: str) -> str | None:
        """What was cosigned last of the log with this name of a folder."""
        log = next((one for origin, one in self.logs.items() if folder_of(origin) == name), None)
        return log.memory.note if log else None


def _signed(asked: Submission, log: Followed) -> Checkpoint:
    try:
        text, _ = opened(asked.note, log.keys)
    except NoteError as error:
        raise Refused(403, str(error)) from None
    try:
        new = checkpoint_from(text)
    except NoteError as error:
        raise Refused(422 if isinstance(error, WrongRoot) else 400, str(error)) from None
    if asked.old > new.size:
        raise Refused(400, "the old size is larger than that of the checkpoint")
    return new


def _why_not(asked: Submission, last: Checkpoint, new: Checkpoint, memory: Memory) -> str:
    """A bad proof says nothing against a log; two roots of one size, or a proof of a fork, are evidence."""
    found = roots_of(last.size, new.size, asked.hashes) if 0 < last.size < new.size else None
    is_fork = found is not None and found[1] == new.root and found[0] != last.root
    if is_fork or (last.size == new.size and last.root != new.root):
        path = memory.keep_evidence(asked.note, asked.hashes if is_fork else [])
        return f"the log has two trees; both signed checkpoints are in {path.name} of the witness"
    return "the hashes do not prove that the log has only grown"
