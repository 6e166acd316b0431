"""The public log: what enters it, how it is read, and that nothing is lost or doubled."""

import json
from base64 import b64decode
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.log.models import Game
from games.me.deletion import player_delete
from games.messages.models import Message
from games.operations.moderation import Operator, hide, unsay
from games.projector import game_project
from games.transparency.announcements import announce
from games.transparency.keys import public_bytes
from games.transparency.models import Checkpoint, Leaf, LogTile, PendingLeaf
from games.transparency.sequencer import log_extend
from proof.inclusion import check_proof
from proof.monitor import follow
from proof.transparency.checkpoints import check_inclusion, proof_from
from proof.transparency.entries import blinded
from proof.transparency.memory import Memory
from proof.transparency.mirror import Mirror
from proof.transparency.notes import opened, verifier_from
from proof.transparency.tree import is_consistent
from proof.verify import main as verify_main
from proof.witness import look
from rules.table.clock import timestamp
from tests.support.callers import dealt, problem
from tests.support.callers import opened as open_table
from tests.support.public_log import served_log
from tests.support.roles import check_append_only, owner
from tests.support.tables import played_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def mirror():
    return served_log()


def entries():
    return [json.loads(bytes(one)) for one in Leaf.objects.order_by("index").values_list("entry", flat=True)]


def announced(count):
    for _ in range(count):
        announce("account_deleted", timezone.now())


def test_a_game_is_in_the_log_from_its_opening_to_its_end():
    game = played_out("london")
    game_project(game.id)
    game_project(game.id)
    log_extend()

    key, opened, head = entries()
    assert key["kind"] == "key"
    assert set(opened) == {"kind", "at", "game", "commitment"}
    assert head["game"] == opened["game"] == blinded(str(game.id))
    game.refresh_from_db()
    assert (head["version"], head["hash"], head["status"]) == (game.version, game.hash, "finished")
    assert game.finished_at
    assert head["at"] == timestamp(game.finished_at)


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_the_log_does_not_tell_how_to_reach_a_game_but_its_players_find_it(ada, client, visibility):
    game = ada.done("/games", {"ruleset": "london", "seats": 2, "visibility": visibility, "name": "Secret"})
    game_project(UUID(game["id"]))
    log_extend()
    size = Leaf.objects.count()

    told = client.get(f"/log/tile/entries/000.p/{size}").content

    assert blinded(game["id"]).encode() in told
    for secret in (game["id"], UUID(game["id"]).hex, "Secret", "london"):
        assert secret.encode() not in told
    assert [one["kind"] for one in ada.seen(f"/games/{game['id']}/proofs")["items"]] == ["game_opened"]


def test_a_deed_names_a_game_only_if_it_concerns_the_table(ada, bob):
    path = dealt(ada, bob)
    game = Game.objects.get(pk=path.id)
    message = Message.objects.create(game=game, number=1, text="rude", at=timezone.now())
    by = Operator("eva", "a complaint")
    unsay(message, by)
    hide(game, by)
    log_extend()

    deeds = {one["deed"]: one.get("game") for one in entries() if one["kind"] == "operator_deed"}
    assert deeds == {"unsay": None, "hide": blinded(str(game.id))}


def test_every_entry_is_proved_by_the_api_and_checked_offline(api, ada, bob):
    path = dealt(ada, bob)
    game_project(path.id)
    log_extend()
    key = verifier_from(api.get("/api/v1/log").json()["vkey"])

    items = ada.seen(f"{path}/proofs")["items"]

    assert [one["kind"] for one in items] == ["game_opened"]
    for one in items:
        found = check_inclusion(one["entry"].encode(), proof_from(one["proof"]), key)
        assert found.size == Leaf.objects.count()


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_whoever_knows_the_name_of_a_game_is_shown_its_entries_and_no_others(ada, api, visibility):
    body = {"ruleset": "london", "seats": 2, "visibility": visibility}
    game, _ = ada.done("/games", body), ada.done("/games", body)
    log_extend()

    told = api.get(f"/api/v1/log/games/{blinded(game['id'])}/proofs").json()

    assert told == ada.seen(f"/games/{game['id']}/proofs")
    assert [json.loads(one["entry"])["game"] for one in told["items"]] == [blinded(game["id"])]
    first = api.get(f"/api/v1/log/games/{blinded(game['id'])}/proofs?limit=1").json()
    assert (first["items"], first["next"]) == (told["items"], None)


@pytest.mark.parametrize("name", ["0" * 64, "x", "AB" * 32, "00" * 31])
def test_a_name_that_the_log_does_not_have_is_refused(api, name):
    announced(1)
    log_extend()

    refused = problem(api.get(f"/api/v1/log/games/{name}/proofs"), 404, "not_found")

    assert refused["detail"].startswith("The public log has no game with this name")


def test_a_witness_and_a_monitor_follow_it_over_http(mirror, tmp_path):
    announced(300)
    log_extend()
    look(mirror, Memory(tmp_path / "w"))
    announced_more = played_out("london")
    game_project(announced_more.id)
    log_extend()

    look(mirror, Memory(tmp_path / "w"))
    assert follow(mirror, Memory(tmp_path / "m")) == (303, [])


def test_a_changed_or_dropped_leaf_is_noticed(mirror, tmp_path):
    announced(20)
    log_extend()
    look(mirror, Memory(tmp_path))
    rewritten([b"another", *[bytes(one.entry) for one in Leaf.objects.order_by("index")][1:], b"more"])

    with pytest.raises(Exception, match="does not continue"):
        look(mirror, Memory(tmp_path))


def rewritten(every):
    """What an operator with the owner's password could do."""
    with owner() as cursor:
        cursor.execute("DELETE FROM games_leaf")
        cursor.execute("DELETE FROM games_checkpoint")
    LogTile.objects.all().delete()
    PendingLeaf.objects.all().delete()
    for entry in every:
        PendingLeaf.objects.create(kind="key", entry=entry)
    log_extend()


def test_consistency_is_proved_between_any_two_sizes(api):
    announced(5)
    log_extend()
    announced(1)
    log_extend()
    first, last = Checkpoint.objects.order_by("size")

    found = api.get(f"/api/v1/log/consistency?old={first.size}").json()

    assert (found["old"], found["size"]) == (first.size, last.size)
    hashes = [b64decode(one) for one in found["hashes"]]
    assert is_consistent(first.size, last.size, hashes, bytes(first.root), bytes(last.root))
    problem(api.get("/api/v1/log/consistency?old=1&size=99"), 409, "no_such_checkpoint")
    problem(api.get("/api/v1/log/consistency?old=7&size=2"), 400, "invalid")


def test_two_leaves_never_have_one_place():
    announced(1)
    log_extend()

    with pytest.raises(IntegrityError), transaction.atomic():
        Leaf.objects.create(index=0, kind="key", entry=b"")


def test_a_change_of_key_is_followed_by_a_witness_and_a_monitor(settings, api, mirror, tmp_path):
    """Without other news, too: the new key is an entry, signed with both keys."""
    witness, monitor = Memory(tmp_path / "w"), Memory(tmp_path / "m")
    announced(1)
    log_extend()
    look(mirror, witness)
    settings.SIGNING_KEYS_OLD, settings.SIGNING_KEY = (settings.SIGNING_KEY,), bytes(range(32))
    assert log_extend() == 1
    assert log_extend() == 0

    (old,), new = mirror.keys, verifier_from(api.get("/api/v1/log").json()["vkey"])
    both = Mirror(mirror.fetch, old, new)
    assert opened(look(mirror, witness), [old, new])[1] == [new, old]
    assert follow(both, monitor) == (3, [])
    settings.SIGNING_KEYS_OLD = ()
    announced(1)
    log_extend()
    assert opened(look(both, witness), [old, new])[1] == [new]
    assert follow(Mirror(mirror.fetch, new), monitor) == (4, [])
    assert [one["vkey"] for one in entries() if one["kind"] == "key"] == [str(old), str(new)]


def test_the_receipt_of_a_game_holds_across_a_change_of_key(settings, api, ada):
    game = played_out("london")
    game_project(game.id)
    log_extend()
    before = ada.seen(f"/games/{game.id}/receipt")
    retired = (public_bytes(), timezone.now())
    settings.SIGNING_KEYS_OLD, settings.SIGNING_KEY = (settings.SIGNING_KEY,), bytes(range(32))
    settings.SIGNING_KEYS_RETIRED = (retired,)
    log_extend()
    after, keys = ada.seen(f"/games/{game.id}/receipt"), api.get("/.well-known/signalbox-key").json()

    assert [check_proof(one, keys).result for one in (before, after)] == ["passed", "passed"]


def test_a_deleted_account_is_a_fact_without_a_name(ada):
    name = ada.player.name
    player_delete(ada.player)
    PendingLeaf.objects.update(due=timezone.now())  # it would enter at the end of the day
    log_extend()

    assert {"account_deleted"} <= {one["kind"] for one in entries()}
    assert name not in json.dumps(entries())


def test_a_test_table_is_not_in_the_log(ada):
    body = {"ruleset": "london", "seats": 2, "bots": ["random"], "test": {"actions": []}}
    game = ada.done("/games", body)
    game_project(UUID(game["id"]))
    log_extend()

    assert not Leaf.objects.filter(game=game["id"]).exists()


@pytest.mark.parametrize(
    "path", ["tile/0/001", "tile/00/000", "tile/64/000", "tile/0/000.p/255", "tile/x/000", "tile/entries/9"]
)
def test_what_is_not_there_is_not_found(client, path):
    announced(2)
    log_extend()

    assert client.get(f"/log/{path}").status_code == 404


@pytest.mark.parametrize("table", ["games_leaf", "games_checkpoint"])
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "TRUNCATE {}"])
def test_the_database_refuses_to_change_it(table, statement):
    announced(1)
    log_extend()

    check_append_only(statement.format(table))


def test_a_receipt_carries_its_proof_and_the_verifier_checks_it(api, ada, tmp_path, capsys):
    game = played_out("london")
    game_project(game.id)
    log_extend()
    path = f"/games/{game.id}"
    files = {
        "game": b"".join(ada.get(f"{path}/export")).decode(),
        "receipt": json.dumps(ada.seen(f"{path}/receipt")),
        "key": json.dumps(api.get("/.well-known/signalbox-key").json()),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    words = [str(tmp_path / "game"), "--receipt", str(tmp_path / "receipt"), "--key", str(tmp_path / "key")]

    assert verify_main(words) == 0
    assert "ok       inclusion entry 2 of 3 in the log" in capsys.readouterr().out

    changed = json.loads(files["receipt"])
    changed["proof"]["entry"] = changed["proof"]["entry"].replace("finished", "closed")
    (tmp_path / "receipt").write_text(json.dumps(changed))
    assert verify_main(words) == 1
    assert "FAILED   inclusion" in capsys.readouterr().out


def test_a_leaf_without_a_checkpoint_is_not_proved_yet(ada):
    game = played_out("london")
    game_project(game.id)
    log_extend()
    Leaf.objects.create(index=Leaf.objects.count(), kind="game_head", game=game.id, entry=b"{}")

    items = ada.seen(f"/games/{game.id}/proofs")["items"]

    assert [one["kind"] for one in items] == ["game_opened", "game_head"]


def test_a_moment_between_two_heads_has_a_receipt_without_a_proof(ada, bob):
    path = dealt(ada, bob)
    game_project(path.id)
    log_extend()

    assert "proof" not in ada.seen(f"{path}/receipt")


def test_an_empty_log_proves_nothing_and_refuses_nothing(api, ada, bob):
    path = open_table(ada, bob)

    assert ada.seen(f"{path}/proofs") == {"items": [], "next": None}
    assert api.get("/api/v1/log/consistency").json() == {"old": 0, "size": 0, "hashes": []}
