"""The verifier that was written from the page alone, on what the server hands out."""

import json
from base64 import b64decode
from datetime import timedelta

import pytest
from django.utils import timezone

from games.projector import game_project
from games.transparency.announcements import announce
from games.transparency.looks import looks_announce
from games.transparency.models import Checkpoint
from games.transparency.sequencer import log_extend
from tests.games.audits.test_anchors import looked
from tests.proof.third.formulas import Unknown, Wrong, moment
from tests.proof.third.log import CHECKS, Log, report
from tests.proof.third.looks import check_looks
from tests.proof.third.published import check_published
from tests.proof.third.signed import Key, blinded, check_checkpoint, check_head, check_proof, check_receipt
from tests.proof.third.tree import check_consistency, entries_of, root
from tests.support.callers import dealt
from tests.support.signing import Signer
from tests.support.tables import play_on, played_out, started

pytestmark = pytest.mark.django_db


def exported(ada, game):
    return Log(b"".join(ada.get(f"/games/{game.id}/export")).decode())


def test_a_game_its_receipt_and_the_public_log_hold(api, ada, client):
    game = played_out("london")
    game_project(game.id)
    log_extend()
    log, receipt = exported(ada, game), ada.seen(f"/games/{game.id}/receipt")
    keys = api.get("/.well-known/signalbox-key").json()["keys"]

    assert set(report(log, CHECKS).values()) == {"passed"}
    check_receipt(receipt, keys)
    check_head(log.entries, receipt)
    check_proof(receipt, keys)
    entries = followed(client, api.get("/api/v1/log").json()["vkey"])
    names = [one["kind"] for one in entries if one.get("game") == blinded(log.header["game"])]
    assert names == ["game_opened", "game_head"]
    check_published(log, entries, timezone.now() + timedelta(days=1))


def test_until_its_end_is_in_the_public_log_a_receipt_says_by_when(api, ada):
    game = played_out("london")
    keys = api.get("/.well-known/signalbox-key").json()["keys"]

    receipt = ada.seen(f"/games/{game.id}/receipt")

    check_receipt(receipt, keys)
    assert moment(receipt["proof_due"]) > moment(receipt["at"])
    with pytest.raises(Unknown):
        check_proof(receipt, keys)
    with pytest.raises(Wrong):
        check_receipt({**receipt, "proof_due": receipt["at"]}, keys)


def followed(client, vkey):
    def fetch(path):
        return client.get(f"/log/{path}").content

    _, size, head, _ = check_checkpoint(fetch("checkpoint").decode(), lambda _: [Key.of(vkey)])
    entries = entries_of(size, fetch)
    assert root(entries) == head
    return [json.loads(entry) for entry in entries]


def test_the_list_of_looks_is_what_the_public_log_has_of_it(ada, client, clock):
    game = looked()
    clock.forward(hours=1)
    looks_announce()
    log_extend()

    looks = ada.seen(f"/games/{game.id}/looks")["items"]

    entries = followed(client, client.get("/api/v1/log").json()["vkey"])
    assert [one["count"] for one in entries if one["kind"] == "game_looks"] == [len(looks)] == [2]
    check_looks(str(game.id), looks, entries)


def test_the_server_proves_that_the_log_has_only_grown(api):
    for _ in range(2):
        announce("operator_deed", timezone.now(), deed="table_hidden")
        log_extend()
    old, new = Checkpoint.objects.order_by("size")

    found = api.get(f"/api/v1/log/consistency?old={old.size}&size={new.size}").json()

    hashes = [b64decode(one) for one in found["hashes"]]
    check_consistency(old.size, new.size, hashes, bytes(old.root), bytes(new.root))


def test_moves_that_a_player_has_signed_hold(ada, bob):
    """A hidden choice, as that player reads the log."""
    path, signer = dealt(ada, bob), Signer(1)
    assert ada.put("/me/key", {"key": signer.key, "required": True}).status_code == 200
    ada.done(f"{path}/actions", signer.signed(ada, path, ada.seen(f"{path}/actions")["items"][0]))

    log = Log(b"".join(ada.get(f"{path}/export")).decode())

    signed = [one["type"] for one in log.entries if "signature" in {**one, **one.get("private", {})}]
    assert signed == ["tickets_chosen"]
    assert report(log, CHECKS)["moves"] == "passed"


def test_a_running_game_holds_as_far_as_it_is_public(ada):
    game, _ = started()
    play_on(game.id, actions=12)

    results = report(exported(ada, game), CHECKS)

    skipped = {name for name, result in results.items() if result == "skipped"}
    assert skipped == {"seed", "shuffles", "results"}
    assert set(results.values()) == {"skipped", "passed"}
