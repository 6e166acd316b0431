"""What whoever owns the database could do, and who notices: each deed planted, and each tool asked."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.log.models import Event, Seat
from games.placement import BY_GAME, table_of
from games.projector import game_project
from games.ratings.models import Result
from games.transparency.models import Checkpoint, Leaf
from games.transparency.sequencer import log_extend
from proof.monitor import follow
from proof.published_sources import proved
from proof.transparency.entries import blinded
from proof.transparency.ledger import ledger_read
from proof.transparency.memory import Memory, NotContinued
from proof.transparency.mirror import Unreachable
from proof.verify import main
from proof.witness import look
from tests.games.audits.test_rows import exchange
from tests.games.audits.test_tampering import change, rehash, superuser
from tests.games.transparency.test_log import announced, rewritten
from tests.support.callers import problem
from tests.support.public_log import served_log
from tests.support.tables import played_out

pytestmark = pytest.mark.django_db


API = "https://signalbox.example/api/v1"


def api_of(address):
    def fetch(path):
        answer = Client().get(f"{address.removeprefix('https://signalbox.example')}/{path}")
        if answer.status_code != 200:
            raise Unreachable(f"{path}: the server answered {answer.status_code}")
        return answer.content

    return fetch


class Auditor:
    """Asks every tool about one game. The receipt, the witness and the monitor saw it before."""

    def __init__(self, ada, folder, capsys):
        self.ada, self.folder, self.capsys = ada, folder, capsys
        self.game = played_out()
        game_project(self.game.id)
        log_extend()
        self.path, self.mirror = f"/games/{self.game.id}", served_log()
        self.witness, self.monitor = Memory(folder / "witness"), Memory(folder / "monitor")
        look(self.mirror, self.witness)
        follow(self.mirror, self.monitor)
        self.keep("old", ada.seen(f"{self.path}/receipt"))
        self.keep("key", ada.api.get("/.well-known/signalbox-key").json())

    def keep(self, name, said):
        (self.folder / name).write_text(json.dumps(said))
        return str(self.folder / name)

    def failed(self):
        """By the audit; the report and `verify --all` must say the same."""
        found = self.ada.seen(f"{self.path}/audit")
        report = self.ada.seen(f"{self.path}/report")
        assert found["sound"] is report["sound"]
        failed = {one["name"]: one["detail"] for one in found["checks"] if one["result"] == "failed"}
        nightly = self.verify_all()
        assert all(f"{self.game.id}  {name}" in nightly for name in failed)
        assert bool(failed) == ("0 failed" not in nightly)
        return failed, report

    def verify_all(self):
        out = StringIO()
        try:
            call_command("verify", "--all", "--anew", stdout=out)
        except CommandError as error:
            out.write(str(error))
        return out.getvalue()

    def verifier(self, *words):
        """The exit code and what it says, of the export as it is now."""
        (self.folder / "game").write_bytes(b"".join(self.ada.get(f"{self.path}/export")))
        named = {"old": "--receipt", "proofs": "--proofs", "monitor": "--monitor", "log": "--log"}
        given = [part for word in words for part in (named[word], str(self.folder / word))]
        given = [API if part == str(self.folder / "log") else part for part in given]
        key = ["--key", str(self.folder / "key")] if {"old", "proofs", "log"} & {*words} else []
        if "proofs" in words:
            self.keep("proofs", self.ada.seen(f"{self.path}/proofs"))
        code = main([str(self.folder / "game"), *given, *key])
        return code, self.capsys.readouterr().out


@pytest.fixture
def auditor(ada, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("proof.published_sources.fetch_from", api_of)
    return Auditor(ada, tmp_path, capsys)


def test_nobody_blames_what_nobody_touched(auditor):
    assert auditor.failed()[0] == {}
    for words in ((), ("old",), ("proofs",), ("log",), ("monitor",)):
        assert auditor.verifier(*words)[0] == 0


def test_a_an_event_that_was_changed_is_noticed_by_all_who_read_the_log(auditor):
    change(auditor.game, 19, "v", 9)

    assert auditor.failed()[0].keys() >= {"chain"}
    code, said = auditor.verifier()
    assert code == 1
    assert "FAILED   chain" in said


def test_b_a_log_that_was_made_anew_is_noticed_by_all_who_ask_the_public_log_or_have_a_receipt(auditor):
    game = auditor.game
    at = Event.objects.get(game=game, seq=game.version).at
    change(game, game.version, "at", at + timedelta(microseconds=1))
    rehash(game, game.version)

    failed, report = auditor.failed()
    assert failed.keys() == {"log"}
    assert failed["log"].startswith("this log was made anew after the public log had it; ")
    assert "receipt" not in report
    problem(auditor.ada.get(f"{auditor.path}/receipt"), 409, "head_signed")
    assert auditor.verifier()[0] == 0  # by itself it is a sound log
    for words in (("old",), ("proofs",), ("log",), ("monitor",)):
        code, said = auditor.verifier(*words)
        assert (code, said.splitlines()[-1]) == (1, "This log does NOT hold.")


def test_c_an_end_that_was_deleted_is_missed(auditor):
    game = auditor.game
    with superuser() as cursor:
        cursor.execute("DELETE FROM games_event WHERE game_id = %s AND seq > %s", [game.id, game.version - 8])

    failed, report = auditor.failed()
    assert failed["head"].startswith("the log ends here")
    assert failed["log"].startswith("its end is missing: it ends here, and was at version ")
    assert "receipt" not in report
    problem(auditor.ada.get(f"{auditor.path}/receipt"), 409, "head_missing")
    for words in (("old",), ("proofs",), ("log",), ("monitor",)):
        assert auditor.verifier(*words)[0] == 1


def test_c_a_game_that_was_deleted_is_missed_by_the_database_as_a_whole_and_known_to_a_monitor(auditor):
    game = auditor.game
    with superuser() as cursor:
        for model in (*(one for one in BY_GAME if one != "Game"), "Game"):
            statement = f"DELETE FROM {table_of(model)} WHERE {BY_GAME[model]} = %s"  # noqa: S608 (names of ours)
            cursor.execute(statement, [game.id])

    name = blinded(str(game.id))
    assert f"The public log has the game {game.id} (there {name}), and the database has lost it." in (
        auditor.verify_all()
    )
    with ledger_read(auditor.folder / "monitor") as ledger:
        assert ledger.game(name) == (game.version, game.hash)
    assert auditor.ada.get(f"{auditor.path}/proofs").status_code == 404
    items = auditor.ada.api.get(f"/api/v1/log/games/{name}/proofs").json()["items"]
    assert [one["kind"] for one in items] == ["game_opened", "game_head"]
    assert {
        one["game"] for one in proved([(one["entry"], one["proof"]) for one in items], *auditor.mirror.keys)
    } == {name}


def test_d_two_exchanged_entries_of_the_public_log_are_noticed_and_no_wrong_proof_is_printed(
    auditor, tmp_path
):
    opening, head = Leaf.objects.filter(game=auditor.game.id).order_by("index")
    with superuser() as cursor:
        for leaf, other in ((opening, head), (head, opening)):
            cursor.execute(
                "UPDATE games_leaf SET entry = %s, kind = %s WHERE index = %s",
                [other.entry, other.kind, leaf.index],
            )

    failed, report = auditor.failed()
    assert failed["log"].startswith("what the server shows as its entry in the public log is not there: ")
    assert report["proofs"] == []
    assert auditor.verifier("proofs")[0] == auditor.verifier("log")[0] == 1
    with pytest.raises(Unreachable, match="does not have the hash that stands in the tree"):
        follow(auditor.mirror, Memory(tmp_path / "fresh"))


def test_e_a_public_log_that_was_signed_anew_is_noticed_by_all_who_saw_the_old_one(auditor):
    announced(1)
    log_extend()
    kept = [bytes(one.entry) for one in Leaf.objects.order_by("index") if one.kind != "game_head"]
    rewritten([*kept, b"{}", b"{}", b"{}"])
    assert Checkpoint.objects.exists()

    for saw in (look, follow):
        memory = auditor.witness if saw is look else auditor.monitor
        with pytest.raises(NotContinued, match="does not continue the one of"):
            saw(auditor.mirror, memory)
    assert auditor.verifier("monitor")[0] == 0  # the game itself is as it was


def test_h_results_that_were_changed_are_noticed_by_the_server(auditor):
    Result.objects.filter(game=auditor.game, seat=0).update(score=500)
    Seat.objects.filter(game=auditor.game, number=1).update(score=500)

    failed, _ = auditor.failed()
    assert failed.keys() == {"results"}
    assert auditor.verifier("old")[0] == 0  # they are in no log


def test_i_players_who_were_exchanged_are_noticed_by_the_server(auditor):
    exchange(auditor.game)

    failed, _ = auditor.failed()
    assert failed["people"] == "seat 0 is shown with an account that did not sit down there"


def test_a_server_that_does_not_say_what_the_public_log_has_is_not_believed(auditor, monkeypatch):
    for answer in (b"{}", b"[]", b'{"items": [], "next": "more"}', b'{"items": [], "next": 7}'):
        monkeypatch.setattr("proof.published_sources.fetch_from", lambda _, answer=answer: lambda _: answer)

        code, said = auditor.verifier("log")

        assert (code, "skipped  log       the public log cannot be read at " in said) == (3, True)
