"""Moves that players sign: what a signature covers, which keys there are, and what both verifiers say."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import files
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from proof.audit import Check
from proof.chain import base64url, from_base64url
from proof.ed25519 import P
from proof.signatures import is_hidden, is_signed_move, is_sound_key, signed_bytes
from proof.verify import prove, written
from rules.events import EVENTS, SeatEvent
from tests.clients.javascript.runtimes import CLIENT, NODE, node
from tests.properties.forgery.forger import export_of, header_of, remade
from tests.properties.forgery.recorded import Log, recorded
from tests.properties.forgery.spoils_of_signatures import SIGNATURES
from tests.support.signing import Signer

VECTORS = json.loads((files("rules") / "vectors.json").read_text(encoding="utf-8"))["moves"]
OF_ORDER_8 = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
HEIGHT = int.from_bytes(bytes.fromhex(OF_ORDER_8), "little")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["note"])
def test_a_vector_of_a_signed_move_comes_out_as_published(vector):
    covered = signed_bytes(vector["game"], vector["after"], vector["action"])

    assert is_signed_move(vector["key"], covered, vector["value"]) == vector.get("holds", True)
    assert covered.decode() == vector.get("text", covered.decode())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["note"])
def test_a_library_finds_the_same(vector):
    covered = signed_bytes(vector["game"], vector["after"], vector["action"])
    try:
        key = Ed25519PublicKey.from_public_bytes(from_base64url(vector["key"]))
        key.verify(from_base64url(vector["value"]), covered)
        found = True
    except InvalidSignature:
        found = False

    assert found == vector.get("holds", True)


@pytest.mark.parametrize("odd", [0, 1])
@pytest.mark.parametrize("height", [0, 1, P - 1, HEIGHT, P - HEIGHT, P, P + 1, 2, 2**255 - 1])
def test_a_key_with_which_anybody_can_sign_or_that_is_no_point_is_none(height, odd):
    """Two of them lie on no curve; of those beyond the prime, each is another spelling of a small one."""
    assert not is_sound_key(base64url((height | odd << 255).to_bytes(32, "little")))


def test_a_key_of_one_person_is_one():
    assert all(is_sound_key(Signer(number).key) for number in range(1, 20))
    assert not is_sound_key(Signer().key[:-1])


def test_a_key_in_two_spellings_is_none():
    key = Signer().key
    other = key[:-1] + chr(ord(key[-1]) + 1)

    assert from_base64url(other) == from_base64url(key)
    assert not is_sound_key(other)


def test_the_signature_is_hidden_where_the_action_is():
    """A card off the pile is hidden too, but nobody has chosen it."""
    hidden = {
        name for name, shape in EVENTS.by_name.items() if shape.hidden and issubclass(shape.cls, SeatEvent)
    }

    assert {name for name in hidden if not is_hidden(name)} == {"card_drawn", "tickets_drawn"}
    assert {name for name in EVENTS.by_name if is_hidden(name)} == hidden - {"card_drawn", "tickets_drawn"}


def report_on(log: Log) -> list[Check]:
    return prove(header_of(log), [*log])


def signatures(report: list[Check]) -> Check:
    return next(check for check in report if check.name == "signatures")


def second_verdict(tmp_path: Any, log: Log) -> str:
    export = tmp_path / "game.ndjson"
    export.write_text(export_of(log))
    done = subprocess.run(
        [str(NODE), str(CLIENT / "src" / "verify.mjs"), str(export)],
        capture_output=True,
        text=True,
        check=False,
    )
    return next(line for line in done.stdout.splitlines() if " signatures " in line)


def test_a_log_tells_how_many_moves_are_signed_and_with_which_keys():
    told = signatures(report_on(remade(recorded("signed"))))

    assert told.result == "passed"
    first, second = told.detail.split("; ")
    assert first.startswith("seat 0: 21 of ")
    assert f"key {Signer(1).key} from entry 14, key {Signer(3).key} from entry" in first
    assert second.endswith(f"key {Signer(2).key} from entry 15")


def test_as_a_stranger_reads_it_while_it_runs_hidden_choices_are_still_sealed():
    log = remade(recorded("signed"))[:-3]
    shown = [{name: v for name, v in one.items() if name not in ("private", "salt")} for one in log]

    assert "still sealed" in signatures(report_on(shown)).detail
    assert signatures(report_on(shown)).result == "passed"


@node
def test_the_second_verifier_says_the_same_of_a_game_that_holds(tmp_path):
    log = remade(recorded("signed"))

    assert second_verdict(tmp_path, log) == written(signatures(report_on(log)))


@node
@pytest.mark.parametrize("name", SIGNATURES)
def test_both_verifiers_say_the_same_of_a_forgery(tmp_path, name):
    log = recorded("signed")
    SIGNATURES[name](log)
    log = remade(log)
    told = signatures(report_on(log))

    assert told.result == "failed"
    assert second_verdict(tmp_path, log) == written(told)


def test_a_key_says_nothing_of_moves_before_it():
    """Nobody can sign afterwards what was played without a key."""
    log = recorded("signed")
    key = log.pop(next(at for at, one in enumerate(log) if one["type"] == "key_changed"))
    log.insert(next(at for at, one in enumerate(log) if "signature" in one), key)

    assert signatures(report_on(remade(log))).result == "failed"
