"""GET /games/{id}/receipt and /.well-known/signalbox-key."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from proof.receipts import check_receipt
from proof.verify import main
from tests.support.callers import dealt, drawing, problem

pytestmark = pytest.mark.django_db


def key_set(api):
    answer = api.get("/.well-known/signalbox-key")
    assert answer.status_code == 200
    return answer.json()


def exported(player, path) -> list[str]:
    return b"".join(player.get(f"{path}/export")).decode().splitlines()


def test_a_receipt_signs_the_version_and_hash_that_the_game_has(api, ada, bob):
    path = dealt(ada, bob)
    game = ada.seen(path)

    receipt = ada.seen(f"{path}/receipt")

    assert (receipt["version"], receipt["hash"]) == (game["version"], game["hash"])
    entries = [json.loads(line) for line in exported(ada, path)[1:]]
    assert check_receipt(entries, receipt, key_set(api)).result == "passed"


def test_a_player_proves_who_sat_there_and_nobody_else_is_told(api, ada, bob, cleo, tmp_path, capsys):
    path = dealt(ada, bob)
    receipts = {caller: caller.seen(f"{path}/receipt") for caller in (ada, bob, cleo)}
    lines, log = exported(cleo, path), [json.loads(line) for line in exported(cleo, path)[1:]]

    assert "seat" not in receipts[cleo]
    assert (receipts[bob]["seat"]["seat"], receipts[bob]["seat"]["account"]) == (1, str(bob.player.pk))
    for receipt in receipts.values():  # the signature holds with the opening and without it
        assert check_receipt(log, receipt, key_set(api)).result == "passed"
    files = {"game": "\n".join(lines), "key": json.dumps(key_set(api))}
    forged = {**receipts[ada], "seat": {**receipts[bob]["seat"], "seat": 0}}
    for receipt, code, mark in ((receipts[bob], 0, "ok     "), (forged, 1, "FAILED ")):
        for name, text in (files | {"receipt": json.dumps(receipt)}).items():
            (tmp_path / name).write_text(text)
        names = [str(tmp_path / name) for name in ("game", "receipt", "key")]
        assert main([names[0], "--receipt", names[1], "--key", names[2]]) == code
        assert f"{mark}  seat " in capsys.readouterr().out


def test_before_a_seat_is_taken_there_is_nothing_to_prove(ada, bob):
    assert "seat" not in bob.seen(f"{dealt(ada, bob)}/receipt?at=2")


def test_a_receipt_of_a_past_moment_is_signed_too(api, ada, bob):
    path = dealt(ada, bob)

    receipt = bob.seen(f"{path}/receipt?at=2")

    entries = [json.loads(line) for line in exported(bob, path)[1:]]
    assert receipt["hash"] == entries[1]["hash"]
    assert check_receipt(entries, receipt, key_set(api)).result == "passed"


def test_the_offline_verifier_checks_it_and_misses_a_dropped_end(api, ada, bob, tmp_path, capsys):
    path = dealt(ada, bob)
    receipt = ada.seen(f"{path}/receipt")
    whole = exported(ada, path)
    (tmp_path / "receipt.json").write_text(json.dumps(receipt))
    (tmp_path / "key.json").write_text(json.dumps(key_set(api)))
    header = {**json.loads(whole[0]), "version": receipt["version"] - 1}
    header["hash"] = json.loads(whole[-2])["hash"]
    (tmp_path / "whole.ndjson").write_text("\n".join(whole))
    (tmp_path / "short.ndjson").write_text("\n".join([json.dumps(header), *whole[1:-1]]))
    words = ["--receipt", str(tmp_path / "receipt.json"), "--key", str(tmp_path / "key.json")]

    assert main([str(tmp_path / "short.ndjson")]) == 0  # by itself it looks like a game one event younger
    assert main([str(tmp_path / "whole.ndjson"), *words]) == 0
    assert main([str(tmp_path / "short.ndjson"), *words]) == 1
    assert f"(at seq {receipt['version']})" in capsys.readouterr().out


def test_a_receipt_that_was_changed_is_no_receipt(api, ada, bob):
    path = dealt(ada, bob)
    entries = [json.loads(line) for line in exported(ada, path)[1:]]
    receipt = ada.seen(f"{path}/receipt") | {"version": 2, "hash": entries[1]["hash"]}

    assert "signature" in check_receipt(entries, receipt, key_set(api)).detail


def test_a_receipt_says_how_it_was_signed_and_that_the_game_was_played_here(api, ada, bob):
    receipt = ada.seen(f"{dealt(ada, bob)}/receipt")

    assert (receipt["source"], receipt["algorithm"]) == ("played", "Ed25519")
    assert receipt["key"] == key_set(api)["keys"][0]["kid"]
    assert receipt["signs"] == "canonical JSON of the members other than signature, proof and seat"


@pytest.fixture
def rotated(settings):
    """The server as it is after its key has been changed twice."""
    new, newest = (Ed25519PrivateKey.generate() for _ in range(2))
    old = Ed25519PrivateKey.from_private_bytes(settings.SIGNING_KEY)
    now = datetime.now(UTC)

    def rotate() -> None:
        ended = [(old, now + timedelta(minutes=1)), (new, now + timedelta(minutes=2))]
        settings.SIGNING_KEY = newest.private_bytes_raw()
        settings.SIGNING_KEYS_RETIRED = [(key.public_key().public_bytes_raw(), until) for key, until in ended]

    return rotate


def test_after_a_change_of_key_old_receipts_can_still_be_checked(api, ada, bob, rotated):
    path = dealt(ada, bob)
    before = ada.seen(f"{path}/receipt")
    rotated()
    after = ada.seen(f"{path}/receipt")

    entries = [json.loads(line) for line in exported(ada, path)[1:]]
    assert before["key"] != after["key"]
    assert check_receipt(entries, before, key_set(api)).result == "passed"
    assert check_receipt(entries, after, key_set(api)).result == "passed"


def test_the_key_set_tells_when_each_key_was_in_use(api, rotated):
    rotated()

    newest, new, old = key_set(api)["keys"]

    assert "from" not in old
    assert "until" not in newest
    assert (old["until"], new["until"]) == (new["from"], newest["from"])


def test_a_receipt_whose_key_is_not_known_cannot_be_checked_and_is_not_called_false(api, ada, bob, rotated):
    path = dealt(ada, bob)
    receipt = ada.seen(f"{path}/receipt")
    rotated()
    entries = [json.loads(line) for line in exported(ada, path)[1:]]

    found = check_receipt(entries, receipt, key_set(api)["keys"][0])

    assert (found.result, found.seq) == ("skipped", None)
    assert receipt["key"] in found.detail


def test_a_receipt_is_for_one_game(api, ada, bob):
    path, other = dealt(ada, bob), dealt(ada, bob)
    entries = [json.loads(line) for line in exported(ada, other)[1:]]

    assert check_receipt(entries, ada.seen(f"{path}/receipt"), key_set(api)).result == "failed"


def test_a_private_game_signs_nothing_for_strangers(ada, bob, cleo):
    path = dealt(ada, bob, visibility="private")

    problem(cleo.get(f"{path}/receipt"), 404, "not_found")


def test_the_key_is_the_public_half_alone_and_open_to_every_page(api, settings):
    answer = api.get("/.well-known/signalbox-key", headers={"Origin": "https://elsewhere.example"})
    (key,) = answer.json()["keys"]

    assert set(key) == {"kty", "crv", "x", "alg", "kid", "use"}
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_a_receipt_outlives_the_move_that_follows(api, ada, bob):
    path = dealt(ada, bob)
    receipt = ada.seen(f"{path}/receipt")
    for player in (ada, bob):
        player.done(f"{path}/actions", player.seen(f"{path}/actions")["items"][0])
    drawing(ada, path)

    entries = [json.loads(line) for line in exported(ada, path)[1:]]
    assert len(entries) > receipt["version"]
    assert check_receipt(entries, receipt, key_set(api)).result == "passed"
