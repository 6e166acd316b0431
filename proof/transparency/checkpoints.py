"""Checkpoints: the size and the root of a log, signed (C2SP tlog-checkpoint); and proofs that carry one."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from proof.transparency.notes import NoteError, Verifier, opened
from proof.transparency.tree import EMPTY, is_included, leaf_hash

PROOF: Final = "c2sp.org/tlog-proof@v1"
_NUMBER: Final = re.compile(r"0|[1-9]\d{0,18}")
MOST_HASHES: Final = 63


class WrongRoot(NoteError):
    """The root cannot be that of a tree of this size."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def checkpoint_from(text: str) -> Checkpoint:
    """Of the text of a note. Lines after the third may say more and are left alone."""
    lines = text.split("\n")
    if len(lines) < 4 or not lines[0] or "" in lines[:-1]:
        raise NoteError("a checkpoint has an origin, a size and a root, a line each")
    found = Checkpoint(lines[0], number_from(lines[1]), hash_from(lines[2]))
    if found.size == 0 and found.root != EMPTY:
        raise WrongRoot("an empty tree has a root of its own")
    return found


def number_from(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NoteError(f"{text[:30]!r} is not a number")
    return int(text)


def hash_from(text: str) -> bytes:
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        raw = b""
    if len(raw) != 32:
        raise NoteError(f"{text[:60]!r} is not a hash in base64")
    return raw


@lru_cache(maxsize=16)  # many proofs carry the same one, and a signature takes milliseconds
def checkpoint_opened(note: str, *keys: Verifier) -> Checkpoint:
    """The checkpoint in a note that the log has signed. While a log changes its key it has several."""
    text, signers = opened(note, keys)
    found = checkpoint_from(text)
    if found.origin not in (key.name for key in signers):
        raise NoteError(f"a checkpoint of {found.origin}, not of {signers[0].name}")
    return found


@dataclass(frozen=True, slots=True)
class InclusionProof:
    """That an entry is in the log, with the checkpoint that says so (C2SP tlog-proof)."""

    index: int
    hashes: Sequence[bytes]
    note: str

    def __str__(self) -> str:
        lines = [PROOF, f"index {self.index}", *(b64encode(one).decode() for one in self.hashes)]
        return "\n".join(lines) + "\n\n" + self.note


def proof_from(text: str) -> InclusionProof:
    head, blank, note = text.partition("\n\n")
    lines = head.split("\n")
    if not blank or lines[0] != PROOF:
        raise NoteError(f"a proof begins with {PROOF}")
    rest = lines[2:] if lines[1:] and lines[1].startswith("extra ") else lines[1:]
    if not rest or not rest[0].startswith("index ") or len(rest) > MOST_HASHES + 1:
        raise NoteError("a proof has the index of its entry, and up to 63 hashes")
    return InclusionProof(
        number_from(rest[0].removeprefix("index ")), [hash_from(line) for line in rest[1:]], note
    )


def check_inclusion(entry: bytes, proof: InclusionProof, *keys: Verifier) -> Checkpoint:
    """The checkpoint in which the entry is proved to be; NoteError if it is not."""
    found = checkpoint_opened(proof.note, *keys)
    if not is_included(leaf_hash(entry), proof.index, found.size, proof.hashes, found.root):
        raise NoteError("the proof does not lead from the entry to the root of the checkpoint")
    return found
