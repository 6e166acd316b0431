"""The third verifier follows a public log to the head of a game, and finds what was forged on the way."""

import json
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from proof.chain import base64url, canonical
from proof.receipts import public_key, signed_part
from proof.transparency.entries import blinded as named
from proof.transparency.notes import COSIGNATURE, Signature, Verifier, cosigned, parsed, sealed
from proof.transparency.tree import consistency
from tests.proof.third.formulas import Unknown, Wrong, moment
from tests.proof.third.log import Log
from tests.proof.third.published import check_published
from tests.proof.third.signed import (
    Key,
    blinded,
    check_checkpoint,
    check_head,
    check_policy,
    check_proof,
    check_receipt,
)
from tests.proof.third.tree import check_consistency, entries_of, root
from tests.proof.transparency.logs import LogOfOne
from tests.properties.forgery.forger import export_of, remade
from tests.properties.forgery.recorded import recorded

AT = "2026-01-31T18:00:00.000000Z"
LATE = "2026-02-28T18:00:00.000000Z"
LATER = moment(LATE)
OTHERS = 300  # entries of other games: more than a bundle has
KEYS = [public_key(LogOfOne.private.public_key().public_bytes_raw())]
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32)
WITNESS = Verifier("anna.example/w", PRIVATE.public_key().public_bytes_raw(), COSIGNATURE)
POLICY = f"log {LogOfOne('example.org/log', []).key}\nwitness anna {WITNESS}\nquorum anna\n"


@pytest.fixture(scope="module")
def game():
    return Log(export_of(remade(recorded("london-3"))))


@pytest.fixture
def log(game):
    """With the opening and the head of the game among many others."""
    name, last = named(game.header["game"]), game.entries[-1]
    at = game.entries[0]["at"]
    opened = {"kind": "game_opened", "at": at, "game": name, "commitment": game.created["commitment"]}
    head = {"kind": "game_head", "at": AT, "game": name, "version": last["seq"], "hash": last["hash"]}
    others = [{"kind": "account_deleted", "at": AT, "number": number} for number in range(OTHERS)]
    entries = [*others[:3], opened, *others[3:], {**head, "status": "finished"}, others[0]]
    return LogOfOne("example.org/log", map(canonical, entries))


OPENED, HEAD = 3, OTHERS + 1  # where the entries of the game are


@pytest.mark.parametrize(
    ("place", "lie"),
    [
        (OPENED, {"commitment": "5a" * 32}),
        (OPENED, {"at": LATE}),
        (OPENED, {"kind": "key"}),
        (HEAD, {"hash": "5a" * 32}),
        (HEAD, {"version": 1}),
        (HEAD, {"version": 10_000}),
        (HEAD, {"game": "5a" * 32}),
    ],
)
def test_a_game_that_is_not_as_it_was_published_is_found(game, log, place, lie):
    entries = followed(log, str(log.key))[1]
    entries[place] |= lie

    with pytest.raises(Wrong):
        check_published(game, entries, LATER)


def test_an_opening_elsewhere_than_the_game_says_is_found(game, log):
    entries = followed(log, str(log.key))[1]

    with pytest.raises(Wrong):
        check_published(game, entries[1:], LATER)


@pytest.mark.parametrize(("visibility", "delay"), [("public", "00:04:59"), ("private", "01:04:59")])
def test_what_is_not_entered_within_the_delay_was_kept_back(game, log, visibility, delay):
    """The end of a private game enters when its hour is over."""
    entries, end = followed(log, str(log.key))[1], game.entries[-1]["at"]
    del entries[HEAD]
    shown = Log(export_of(remade(recorded("london-3"))))
    shown.created["visibility"] = visibility
    base = moment(end) if visibility == "public" else moment(f"{end[:13]}:00:00.000000Z")
    last = base + (moment(f"2026-01-31T{delay}.999999Z") - moment("2026-01-31T00:00:00.000000Z"))

    with pytest.raises(Unknown):
        check_published(shown, entries, last)
    with pytest.raises(Wrong):
        check_published(shown, entries, last + timedelta(microseconds=1))


def receipt_of(game, log):
    last = game.entries[-1]
    told = {"format": "signalbox-receipt", "game": last["game"], "version": last["seq"], "hash": last["hash"]}
    told |= {"source": "played", "at": AT, "algorithm": "Ed25519", "key": KEYS[0]["kid"]}
    proof = {"entry": log.entries[HEAD].decode(), "inclusion": str(log.proof(HEAD))}
    return {**told, "proof": proof, "signature": base64url(log.private.sign(signed_part(told)))}


def cosigned_note(log, seen=1_769_882_460, said=None):
    text, signatures = parsed(log.note)
    value = seen.to_bytes(8, "big") + PRIVATE.sign(cosigned(text, said or seen))
    return sealed(text, [*signatures, Signature(WITNESS.name, WITNESS.key_id, value)])


def followed(log, vkey):
    """The entries of the log, if they lead to the root that its key has signed."""
    origin, size, head, _ = check_checkpoint(log.fetch("checkpoint").decode(), lambda _: [Key.of(vkey)])
    entries = entries_of(size, log.fetch)
    if root(entries) != head:
        raise Wrong("the entries do not lead to the root")
    return origin, [json.loads(entry) for entry in entries]


def test_the_log_has_the_commitment_and_the_head_of_a_game(game, log):
    origin, entries = followed(log, str(log.key))

    name, last = blinded(game.header["game"]), game.entries[-1]
    opened, head = (one for one in entries if one.get("game") == name)
    assert origin == "example.org/log"
    assert opened["commitment"] == game.created["commitment"]
    assert (head["version"], head["hash"]) == (last["seq"], last["hash"])
    check_published(game, entries, LATER)


@pytest.mark.parametrize("lie", ["an entry changed", "two swapped", "one dropped", "another key"])
def test_a_log_that_is_not_what_was_signed_is_found(log, lie):
    note, vkey = log.note, str(log.key)
    log.fetch = lambda path, fetch=log.fetch: note.encode() if path == "checkpoint" else fetch(path)
    if lie == "an entry changed":
        log.entries[7] = canonical({"kind": "account_deleted", "at": AT, "number": 0})
    if lie == "two swapped":
        log.entries[7:9] = log.entries[8], log.entries[7]
    if lie == "one dropped":
        del log.entries[7]
    if lie == "another key":
        vkey = str(Verifier(log.origin, bytes(32)))

    with pytest.raises(Unknown if lie == "another key" else Wrong):
        followed(log, vkey)


@pytest.mark.parametrize("old", [1, 3, 128, 256, 300, 302])
def test_a_log_that_has_only_grown_is_told_from_one_that_was_rewritten(log, old):
    size, before = len(log.entries), LogOfOne(log.origin, log.entries[:old]).root
    hashes = consistency(old, size, log.read)

    check_consistency(old, size, hashes, before, log.root)

    log.entries[0] = b"rewritten"
    with pytest.raises(Wrong):
        check_consistency(old, size, consistency(old, size, log.read), before, log.root)


def test_a_receipt_proves_the_end_of_a_game(game, log):
    receipt = receipt_of(game, log)

    check_receipt(receipt, KEYS)
    check_head(game.entries, receipt)
    check_proof(receipt, KEYS)


@pytest.mark.parametrize("member", ["game", "version", "hash", "source", "at", "signature"])
def test_a_receipt_that_was_changed_is_found(game, log, member):
    receipt = receipt_of(game, log)
    old = receipt[member]
    receipt[member] = old - 1 if member == "version" else ("B" if old[0] == "A" else "A") + old[1:]

    with pytest.raises(Wrong):
        check_receipt(receipt, KEYS)


@pytest.mark.parametrize("lie", ["cut off", "another log", "another game"])
def test_a_log_that_is_not_that_of_the_receipt_is_found(game, log, lie):
    receipt, entries = receipt_of(game, log), game.entries
    if lie == "cut off":
        entries = entries[:-1]
    if lie == "another log":
        entries = [*entries[:-1], {**entries[-1], "hash": "0" * 64}]
    if lie == "another game":
        entries = [{**entries[0], "game": "g-2"}, *entries[1:]]

    with pytest.raises(Wrong):
        check_head(entries, receipt)


@pytest.mark.parametrize("lie", ["index", "hash", "root", "entry", "name", "retired"])
def test_a_proof_that_was_forged_is_found(game, log, lie):
    receipt, keys = receipt_of(game, log), KEYS
    proof = receipt["proof"]
    if lie == "index":
        proof["inclusion"] = proof["inclusion"].replace(f"index {OTHERS + 1}", f"index {OTHERS}")
    if lie == "hash":
        lines = proof["inclusion"].split("\n")
        proof["inclusion"] = "\n".join([*lines[:2], lines[3], lines[2], *lines[4:]])
    if lie == "root":
        proof["inclusion"] = proof["inclusion"].replace(f"\n{len(log.entries)}\n", "\n400\n")
    if lie == "entry":
        proof["entry"] = proof["entry"].replace("finished", "closed")
    if lie == "name":
        receipt["import"] = "g-2"
    if lie == "retired":
        keys = [{**KEYS[0], "until": "2026-01-31T17:59:59.999999Z"}]

    with pytest.raises(Wrong):
        check_proof(receipt, keys)


def test_a_receipt_without_a_proof_does_not_prove_the_end(game, log):
    receipt = receipt_of(game, log)
    del receipt["proof"]

    with pytest.raises(Unknown):
        check_proof(receipt, KEYS)


def test_a_policy_asks_for_cosignatures(log):
    assert check_policy(POLICY, cosigned_note(log)) == ["anna"]
    with pytest.raises(Unknown):
        check_policy(POLICY, log.note)
    with pytest.raises(Wrong):
        check_policy(POLICY, cosigned_note(log, said=1_769_882_461))
