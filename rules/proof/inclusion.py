"""The proof that a receipt carries: its head is in the public log, which everybody is shown alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rules.proof.audit import Check
from rules.proof.differences import difference
from rules.proof.receipts import Receipt, from_base64url
from rules.transparency.checkpoints import check_inclusion, proof_from
from rules.transparency.notes import NoteError, Verifier, parsed

NAME = "inclusion"


def check_proof(receipt: Receipt, keys: Mapping[str, Any]) -> Check:
    """The entry must say what the receipt says, and be in a log that one of the keys has signed."""
    try:
        proof, entry = proof_from(receipt["proof"]["inclusion"]), receipt["proof"]["entry"]
        said = json.loads(entry)
        for name in ("game", "version", "hash"):
            if said[name] != receipt[name]:
                return Check(
                    NAME,
                    "failed",
                    f"the entry of the log says otherwise; {difference(name, said[name], receipt[name])}",
                )
        origin = parsed(proof.note)[0].partition("\n")[0]
        return _checked(entry, proof, [Verifier(origin, raw) for raw in _raw(keys)])
    except NoteError as error:
        return Check(NAME, "failed", str(error))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return Check(NAME, "failed", f"the proof cannot be read: {type(error).__name__}: {error}")


def _raw(keys: Mapping[str, Any]) -> list[bytes]:
    return [from_base64url(key["x"]) for key in keys.get("keys", [keys])]


def _checked(entry: str, proof: Any, known: list[Verifier]) -> Check:
    """A key that did not sign the checkpoint is passed over."""
    signed = {(one.name, one.key_id) for one in parsed(proof.note)[1]}
    key = next((one for one in known if (one.name, one.key_id) in signed), None)
    if key is None:
        return Check(NAME, "skipped", "the log was signed with a key that is not among those given")
    found = check_inclusion(entry.encode(), proof, key)
    return Check(NAME, "passed", f"entry {proof.index} of {found.size} in the log {found.origin}")
