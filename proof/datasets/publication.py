"""The proof that a data set was published: the public log has the hash of its manifest.

A manifest cannot hold this proof, because the log has its hash. A server gives it, at
`GET /datasets/{name}/proof`, and it is kept beside the manifest. It has the entry, the proof that the entry
is in the log, and a proof that this log continues the one of the manifest's own checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from proof.datasets.content import file_hash
from proof.datasets.manifest import MANIFEST, Manifest, NotADataset
from proof.differences import difference
from proof.files import Damaged, document
from proof.transparency.checkpoints import Checkpoint, check_inclusion, hash_from, proof_from
from proof.transparency.notes import NoteError, UnknownKey, Verifier
from proof.transparency.tree import is_consistent
from rules.strict_json import read_object

PROOF: Final = "proof.json"
KIND: Final = "dataset_published"
NOT_ASKED: Final = (
    f"Whether this manifest was published was not checked: that needs its proof, kept as {PROOF} beside it."
)
OTHER_KEY: Final = (
    f"{PROOF} cannot be checked: the log was signed with a key that is not among those given (--vkey)."
)


class Publication(NamedTuple):
    """What is known of it."""

    faults: list[str]
    sentence: str = ""
    is_open: bool = False  # there is a proof, and nobody could check it


class Sought(NamedTuple):
    """What the proof must be of."""

    folder: Path
    manifest: Manifest
    checkpoint: Checkpoint
    keys: Sequence[Verifier]


def check_published(sought: Sought) -> Publication:
    """That another key has signed the log since then proves nothing."""
    proof = _read(sought.folder)
    if proof is None:
        return Publication([], NOT_ASKED)
    try:
        faults = [f"{PROOF}: {why}" for why in _wrong(proof, sought)]
    except UnknownKey:
        return Publication([], OTHER_KEY, is_open=True)
    except NoteError as error:
        return Publication([f"{PROOF}: {error}"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return Publication([f"{PROOF}: the proof cannot be read: {type(error).__name__}: {error}"])
    return Publication(faults, "" if faults else f"The manifest is entry {proof['index']} of the public log.")


def _read(folder: Path) -> dict[str, Any] | None:
    """What a server has said; None if it was not asked."""
    if not (folder / PROOF).exists():
        return None
    if not (folder / PROOF).is_file():
        raise NotADataset(f"{PROOF} is not a file")
    try:
        return read_object(document(folder / PROOF))
    except (OSError, Damaged, ValueError) as error:
        raise NotADataset(f"{PROOF} cannot be read: {type(error).__name__}: {error}") from None


def _wrong(proof: Mapping[str, Any], sought: Sought) -> Iterator[str]:
    said, found, old = read_object(proof["entry"]), proof_from(proof["proof"]), sought.checkpoint
    now = check_inclusion(proof["entry"].encode(), found, *sought.keys)
    size, sha256 = file_hash(sought.folder / MANIFEST)
    due = {"kind": KIND, "name": sought.manifest.name, "bytes": size, "sha256": sha256}
    for name, value in due.items():
        if said[name] != value:
            yield f"not of this manifest; {difference(name, value, said[name])}"
    if proof["index"] != found.index:
        yield difference("index", proof["index"], found.index)
    if found.index < old.size:
        yield f"entry {found.index} is in the checkpoint of the manifest, which must be older"
    hashes = [hash_from(one) for one in proof["consistency"]]
    if not is_consistent(old.size, now.size, hashes, old.root, now.root):
        yield "the log with this entry does not continue the one in the manifest"
