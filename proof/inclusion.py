"""The proof that a receipt carries: its head is in the public log, which everybody is shown alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from proof.audit import Check, checked
from proof.chain import from_base64url
from proof.differences import difference
from proof.envelopes import Entry
from proof.faults import Fault, NotYet
from proof.published import end_due
from proof.receipts import Receipt
from proof.times import parsed_time, second_of
from proof.transparency.checkpoints import InclusionProof, check_inclusion, proof_from
from proof.transparency.entries import head_of
from proof.transparency.notes import NoteError, Verifier, parsed
from proof.transparency.policy import NotCosigned, Policy
from rules.strict_json import read_object


def check_proof(receipt: Receipt, keys: Mapping[str, Any], policy: Policy | None = None) -> Check:
    """The entry must say what the receipt says, and be in a log that one of the keys has signed.

    With a policy the log must also be the one that the witnesses have seen. Skipped if too few say so.
    """
    return checked("inclusion", partial(_proved, receipt, keys, policy), "the proof")


def needs_proof(entries: Sequence[Entry], receipt: Receipt) -> bool:
    """The end of a game must be in the public log, unless it is a test table."""
    try:
        return "proof" in receipt or (receipt["version"] == len(entries) and end_due(entries) is not None)
    except Exception:  # noqa: BLE001 (no log, however odd, may stop its auditor)
        return False


def _proved(receipt: Receipt, keys: Mapping[str, Any], policy: Policy | None) -> str:
    if "proof" not in receipt:
        raise NotYet(f"the receipt has no proof from the public log{_when(receipt)}")
    try:
        return _included(receipt, keys) + _seen(receipt, policy)
    except NotCosigned as error:
        raise NotYet(str(error)) from None
    except NoteError as error:
        raise Fault(None, str(error)) from None


def _when(receipt: Receipt) -> str:
    due = receipt.get("proof_due")
    return f"; it will have one by {second_of(str(due))} UTC, so ask for it again" if due else ""


def _seen(receipt: Receipt, policy: Policy | None) -> str:
    if policy is None:
        return ""
    found = policy.check(proof_from(receipt["proof"]["inclusion"]).note)
    return f", cosigned by {', '.join(found) or 'nobody, as the policy allows'}"


def _included(receipt: Receipt, keys: Mapping[str, Any]) -> str:
    proof, entry = proof_from(receipt["proof"]["inclusion"]), receipt["proof"]["entry"]
    said = read_object(entry)
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
        if "until" not in key or parsed_time(said["at"]) <= parsed_time(key["until"]):
            return verifier
        retired = retired or key["until"]
    if retired is None:
        raise NotYet("the log was signed with a key that is not among those given")
    raise Fault(None, f"an entry of {said['at']} in a log signed with a key that was retired at {retired}")
