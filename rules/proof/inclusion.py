"""The proof that a receipt carries: its head is in the public log, which everybody is shown alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rules.proof.audit import Check
from rules.proof.differences import difference
from rules.proof.log import Fault, NotYet
from rules.proof.receipts import Receipt, from_base64url
from rules.transparency.checkpoints import InclusionProof, check_inclusion, proof_from
from rules.transparency.entries import head_of
from rules.transparency.notes import NoteError, Verifier, parsed

NAME = "inclusion"


def check_proof(receipt: Receipt, keys: Mapping[str, Any]) -> Check:
    """The entry must say what the receipt says, and be in a log that one of the keys has signed."""
    try:
        return Check(NAME, "passed", _proved(receipt, keys))
    except NotYet as reason:
        return Check(NAME, "skipped", str(reason))
    except Fault as fault:
        return Check(NAME, "failed", fault.why)
    except NoteError as error:
        return Check(NAME, "failed", str(error))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return Check(NAME, "failed", f"the proof cannot be read: {type(error).__name__}: {error}")


def _proved(receipt: Receipt, keys: Mapping[str, Any]) -> str:
    proof, entry = proof_from(receipt["proof"]["inclusion"]), receipt["proof"]["entry"]
    said = json.loads(entry)
    named = receipt.get("import", receipt["game"])  # an import has an id of its own in the public log
    for name, due in head_of(named, receipt["version"], receipt["hash"]).items():
        if said[name] != due:
            why = difference(name, said[name], due)
            raise Fault(None, f"the entry of the log says otherwise; {why}")
    found = check_inclusion(entry.encode(), proof, _signer(said, proof, keys.get("keys", [keys])))
    return f"entry {proof.index} of {found.size} in the log {found.origin}"


def _signer(said: Mapping[str, Any], proof: InclusionProof, keys: list[Any]) -> Verifier:
    """A key that has signed the checkpoint and was in use when the entry was made."""
    text, signatures = parsed(proof.note)
    signed, origin = {(one.name, one.key_id) for one in signatures}, text.partition("\n")[0]
    retired = None
    for key in keys:
        verifier = Verifier(origin, from_base64url(key["x"]))
        if (verifier.name, verifier.key_id) not in signed:
            continue
        if "until" not in key or _moment(said["at"]) <= _moment(key["until"]):
            return verifier
        retired = retired or key["until"]
    if retired is None:
        raise NotYet("the log was signed with a key that is not among those given")
    raise Fault(None, f"an entry of {said['at']} in a log signed with a key that was retired at {retired}")


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
