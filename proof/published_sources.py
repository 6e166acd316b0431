"""Where an auditor reads what the public log says of a game: from proofs, a server, or a monitor's folder.

A proof leads from an entry to a root that the log has signed. A server may leave out an entry that
contradicts another one; a monitor has read them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from proof.faults import Fault, NotYet
from proof.transparency.checkpoints import check_inclusion, proof_from
from proof.transparency.notes import NoteError, UnknownKey, Verifier
from rules.strict_json import read_object


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
