"""The server signs one hash for each version of a game, and never another."""

import json
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.log import store
from games.log.models import Event, Game
from games.notices.models import NotifierCursor
from games.projector import game_project
from games.transparency.models import Leaf, PendingLeaf, SignedHead
from games.transparency.sequencer import log_extend
from proof.verify import main
from tests.games.audits.test_second_verifier import run, with_node
from tests.games.audits.test_tampering import change, rehash
from tests.support.callers import dealt, problem
from tests.support.roles import check_append_only, owner
from tests.support.tables import folded_now, played_out, started

pytestmark = pytest.mark.django_db


def made_anew(game, seq):
    """Its last entries are dated otherwise, and every hash from there on fits."""
    at = Event.objects.get(game=game, seq=seq).at
    change(game, seq, "at", at + timedelta(microseconds=1))
    rehash(game, seq)
    game.refresh_from_db()


def test_another_hash_for_a_version_that_was_signed_is_refused(ada, bob):
    path = dealt(ada, bob)
    signed = ada.seen(f"{path}/receipt")
    game = Game.objects.get(pk=path.id)

    made_anew(game, game.version)

    refused = problem(bob.get(f"{path}/receipt"), 409, "head_signed")
    assert refused["context"] == {"version": game.version, "hash": game.hash, "signed": signed["hash"]}
    assert "receipt" not in ada.seen(f"{path}/report")


def test_so_it_is_if_only_the_public_log_knows_what_it_was(ada):
    game = played_out()
    game_project(game.id)
    log_extend()
    with owner() as cursor:
        cursor.execute("DELETE FROM games_signedhead")

    made_anew(game, game.version)

    problem(ada.get(f"/games/{game.id}/receipt"), 409, "head_signed")


def test_no_other_head_enters_the_public_log(caplog):
    game, _ = started()
    NotifierCursor.objects.filter(game=game).update(head_at=timezone.now() - timedelta(hours=2))
    game_project(game.id)
    made_anew(game, game.version)
    NotifierCursor.objects.filter(game=game).update(seq=1, head_at=timezone.now() - timedelta(hours=2))

    game_project(game.id)

    assert PendingLeaf.objects.filter(game=game.id, kind="game_head").count() == 1
    assert "does not enter the public log" in caplog.text


def test_a_receipt_is_made_from_the_row_and_not_from_memory(ada, bob):
    """A process may have folded the game before somebody changed it and put it back."""
    path = dealt(ada, bob)
    game = Game.objects.get(pk=path.id)
    store.states.keep(game.id, replace(folded_now(game.id), hash="0" * 64))

    assert ada.seen(f"{path}/receipt")["hash"] == game.hash


def test_of_a_version_that_is_gone_nothing_is_signed(ada, bob):
    path = dealt(ada, bob)
    game = Game.objects.get(pk=path.id)
    ada.seen(path)
    with owner() as cursor:
        cursor.execute("DELETE FROM games_event WHERE game_id = %s AND seq = %s", [game.id, game.version])

    problem(ada.get(f"{path}/receipt"), 409, "head_missing")


def test_a_moment_of_the_past_is_kept_too_and_each_once(ada, bob):
    path = dealt(ada, bob)
    for at in ("?at=2", "?at=2", ""):
        ada.seen(f"{path}/receipt{at}")

    kept = SignedHead.objects.filter(game=path.id).values_list("version", flat=True)
    assert sorted(kept) == [2, Game.objects.get(pk=path.id).version]


@pytest.mark.parametrize("statement", ["DELETE FROM {}", "TRUNCATE {}"])
def test_the_application_cannot_forget_what_it_has_signed(statement):
    check_append_only(statement.format("games_signedhead"), triggers=False)


@with_node
def test_the_end_of_a_game_is_proved_or_the_receipt_says_when_and_both_exit_with_3(
    api, ada, tmp_path, capsys
):
    game = played_out()
    path, words = f"/games/{game.id}", []
    for name in ("game", "receipt", "key"):
        words += [*([] if name == "game" else [f"--{name}"]), str(tmp_path / name)]
    (tmp_path / "key").write_text(json.dumps(api.get("/.well-known/signalbox-key").json()))
    (tmp_path / "game").write_bytes(b"".join(ada.get(f"{path}/export")))

    def verdicts():
        receipt = ada.seen(f"{path}/receipt")
        (tmp_path / "receipt").write_text(json.dumps(receipt))
        codes = (main(words), run(*words)[0])
        return receipt, codes, capsys.readouterr().out

    receipt, codes, said = verdicts()
    due = datetime.fromisoformat(receipt["proof_due"])
    assert due == game.moved_at + timedelta(minutes=5)
    assert codes == (3, 3)
    assert f"it will have one by {due:%Y-%m-%d %H:%M:%S} UTC, so ask for it again" in said
    game_project(game.id)
    log_extend()
    receipt, codes, said = verdicts()
    assert "proof_due" not in receipt
    assert codes == (0, 0)
    assert Leaf.objects.filter(game=game.id).count() == 2


def test_while_a_game_runs_nothing_is_due(ada, bob):
    receipt = ada.seen(f"{dealt(ada, bob)}/receipt")

    assert not {"proof", "proof_due"} & receipt.keys()
