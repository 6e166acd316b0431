"""Looks are chained, deeds are told, and the public log has both: what is deleted is noticed, in words."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.accounts.openings import opening_of
from games.audits.anchors import deeds_faults, looks_faults
from games.audits.check import game_audit
from games.audits.models import OperatorDeed
from games.audits.nightly import games_verify
from games.log.models import Game
from games.log.viewer import AUDITOR, SPECTATOR
from games.me.deletion import player_delete
from games.moves.settlement import game_settle
from games.operations.moderation import Operator, hide, suspend
from games.projector import game_project
from games.reading.access_log import look_note
from games.reading.models import Look, LookList
from games.tables.lobby import TableWish, game_create
from games.transparency.looks import looks_announce
from games.transparency.models import Leaf, PendingLeaf
from games.transparency.sequencer import log_extend
from proof.looks import check_looks
from proof.transparency.entries import BATCHES, batch_of, blinded
from proof.verify import main
from tests.support.roles import owner
from tests.support.tables import people, play_on, started

pytestmark = pytest.mark.django_db

NOBODY = "No auditor has looked at hidden information, and no operator."


def looked(times: int = 2) -> Game:
    """A game that is over and at which an auditor has looked."""
    game, _ = started()
    (cleo,) = people(1)
    for _ in range(times):
        look_note(game, cleo, "export")
    play_on(game.id, actions=5000)
    game_settle(game.id)
    game_project(game.id)
    return Game.objects.get(pk=game.pk)


def entered(clock) -> None:
    """An hour later."""
    clock.forward(hours=1)
    looks_announce()
    log_extend()


def found(game: Game, name: str = "looks", viewer=SPECTATOR):
    return next((one for one in game_audit(game, viewer=viewer).checks if one.name == name), None)


def leaves(kind: str) -> list[dict]:
    return [json.loads(bytes(one.entry)) for one in Leaf.objects.filter(kind=kind).order_by("index")]


def first_look() -> Look:
    return Look.objects.get(number=1)


def delete_look(game: Game, number: int) -> None:
    """As whoever owns the database can, with the head beside it."""
    with owner() as cursor:
        cursor.execute("DELETE FROM games_look WHERE game_id = %s AND number = %s", [game.pk, number])
        cursor.execute("UPDATE games_looklist SET count = count - 1 WHERE game_id = %s", [game.pk])


def test_a_list_of_looks_is_entered_at_the_end_of_its_hour_without_a_name(clock):
    before = batch_of(timezone.now(), BATCHES)
    game = looked()
    looks_announce()
    log_extend()
    assert leaves("game_looks") == []

    entered(clock)

    (leaf,) = leaves("game_looks")
    last = Look.objects.get(number=2)
    assert (leaf["game"], leaf["count"], leaf["hash"]) == (blinded(str(game.pk)), 2, last.hash)
    assert leaf["at"].startswith(f"{before:%Y-%m-%dT%H}:00:00")
    assert leaf.keys() == {"kind", "at", "game", "count", "hash"}
    assert (found(game).result, found(game).detail) == (
        "passed",
        "2 looks of auditors, and the public log has 2 of them",
    )


def test_a_list_is_entered_again_only_if_somebody_has_looked_again(clock):
    game = looked()
    entered(clock)
    entered(clock)
    assert len(leaves("game_looks")) == 1

    look_note(game, first_look().player, "report")
    entered(clock)

    assert [leaf["count"] for leaf in leaves("game_looks")] == [2, 3]
    assert found(game).result == "passed"


def test_looks_at_a_test_table_are_chained_and_not_told(clock):
    host, cleo = people(2)
    game = game_create(
        host, TableWish(ruleset="london", seats=2, visibility="private", purpose="test", seed=bytes(32))
    ).game
    look_note(game, cleo, "table")
    entered(clock)

    assert leaves("game_looks") == []
    assert found(game, viewer=AUDITOR).detail == "1 look at a test table, which the public log leaves out"


def test_before_the_end_nobody_else_learns_of_looks_by_an_audit():
    game, _ = started()

    assert found(game) is None
    assert found(game, viewer=AUDITOR).result == "passed"


@pytest.mark.parametrize("number", [1, 2])
def test_a_deleted_look_is_noticed_by_every_tool_in_plain_words(clock, ada, number):
    game = looked()
    entered(clock)
    delete_look(game, number)

    words = "the public log has 2 looks of auditors, and this list has 1"
    assert found(game).detail == words
    page = ada.get(f"/games/{game.pk}/report", accept="text/html").content.decode()
    assert NOBODY not in page
    assert f"This list does NOT hold: {words}." in page
    assert ada.seen(f"/games/{game.pk}/report")["sound"] is False
    assert list(looks_faults()) == [f"The looks at game {game.pk}: {words}."]
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", "--all", stdout=out)
    assert f"looks: {words}" in out.getvalue()


def test_all_looks_deleted_are_noticed_where_the_report_would_say_that_nobody_looked(clock, ada):
    game = looked(times=1)
    entered(clock)
    delete_look(game, 1)

    page = ada.get(f"/games/{game.pk}/report", accept="text/html").content.decode()

    assert NOBODY not in page
    assert "the public log has 1 look of auditors, and this list has 0" in page


def test_the_nightly_audit_finds_a_look_deleted_at_a_game_that_was_sound_before(clock, caplog):
    game = looked()
    entered(clock)
    games_verify()
    delete_look(game, 2)
    clock.forward(days=1)

    games_verify()

    assert f"ALERT: The looks at game {game.pk}" in caplog.text


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE games_look SET what = 'table' WHERE number = 1", "look 1 is not as it was noted"),
        ("UPDATE games_look SET number = 3 - number", "look 1 is not as it was noted"),
        ("UPDATE games_look SET player_id = %s", "look 1 is shown with an auditor who did not look"),
        ("DELETE FROM games_look WHERE number = 1", "look 1 is not as it was noted"),
    ],
)
def test_a_look_that_was_changed_is_found_before_the_public_log_has_it(statement, words):
    game = looked()
    other = game.seats.get(number=0).player_id
    with owner() as cursor:
        cursor.execute(statement, [other] if "%s" in statement else [])

    assert found(game).detail.startswith(words)


def test_a_list_made_anew_is_not_the_one_that_was_entered(clock):
    game = looked()
    entered(clock)
    cleo = first_look().player
    with owner() as cursor:
        cursor.execute("DELETE FROM games_look")
        cursor.execute("DELETE FROM games_looklist")
    for _ in range(2):
        look_note(game, cleo, "export")

    assert found(game).detail.startswith("look 2 or one before it was changed after the public log had it")


def test_a_list_that_was_kept_back_is_a_failure_once_it_is_due(clock):
    game = looked()
    assert found(game).result == "passed"
    LookList.objects.update(due=None)
    log_extend()
    clock.forward(hours=1, minutes=6)

    assert found(game).detail.startswith("look 1 is not in the public log, where it had to be by ")


def test_a_list_holds_when_its_auditor_is_deleted_and_then_leads_to_nobody(clock):
    game = looked()
    entered(clock)
    auditor = first_look().player
    account = first_look().account
    assert opening_of(auditor, game.pk, account)
    player_delete(auditor)

    auditor.refresh_from_db()
    assert found(game).result == "passed"
    assert opening_of(auditor, game.pk, account) is None


def test_the_api_gives_what_a_player_needs_to_check_the_chain(clock, ada):
    game = looked(times=3)

    listed = ada.seen(f"/games/{game.pk}/looks")["items"]

    assert [look["number"] for look in listed] == [1, 2, 3]
    assert check_looks(str(game.pk), listed).result == "skipped"
    assert check_looks(str(game.pk), [{**listed[0], "version": 1}, *listed[1:]]).result == "failed"


def test_whoever_has_the_list_checks_it_against_the_public_log_without_the_server(
    clock, ada, tmp_path, capsys
):
    game = looked()
    entered(clock)
    paths = {"export": "", "looks": "", "proofs": ""}
    for name, query in paths.items():
        answer = ada.get(f"/games/{game.pk}/{name}{query}")
        (tmp_path / name).write_bytes(answer.getvalue())
    (tmp_path / "key").write_bytes(ada.api.get("/.well-known/signalbox-key").getvalue())
    export, looks, *proofs = (str(tmp_path / name) for name in ("export", "looks", "proofs", "key"))
    with_proofs = ["--proofs", proofs[0], "--key", proofs[1]]
    assert main([export, "--looks", looks, *with_proofs]) == 0
    assert "2 looks of auditors, and the public log has 2 of them" in capsys.readouterr().out
    assert main([export, "--looks", looks]) == 3

    pages = [ada.get(f"/games/{game.pk}/looks?limit=1")]
    pages.append(ada.get(f"/games/{game.pk}/looks?limit=1&cursor={pages[0].json()['next']}"))
    for number, answer in enumerate(pages):
        (tmp_path / f"page{number}").write_bytes(answer.content)
    first, last = (str(tmp_path / f"page{number}") for number in range(2))
    assert main([export, "--looks", first, last, *with_proofs]) == 0
    assert main([export, "--looks", first, *with_proofs]) == 2

    listed = json.loads((tmp_path / "looks").read_bytes())
    del listed["items"][1]
    (tmp_path / "looks").write_text(json.dumps(listed))

    assert main([export, "--looks", looks]) == 3  # it is a chain, too
    assert main([export, "--looks", looks, *with_proofs]) == 1
    assert "the public log has 2 looks of auditors, and this list has 1" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([export, *with_proofs[:2]])
    with pytest.raises(SystemExit):
        main([export, "--log", "https://signalbox.example/api/v1", *with_proofs])


def test_a_deleted_deed_is_noticed_with_and_without_a_game(clock, ada):
    game = looked(times=0)
    olga = Operator("olga", "a complaint")
    hide(game, olga)
    suspend(people(1)[0], olga)
    log_extend()
    assert (found(game, "deeds").result, list(deeds_faults())) == ("passed", [])

    with owner() as cursor:
        cursor.execute("DELETE FROM games_operatordeed")

    assert found(game, "deeds").detail.startswith("the public log has the deed hide of ")
    page = ada.get(f"/games/{game.pk}/report", accept="text/html").content.decode()
    assert NOBODY not in page
    assert [line[:31] for line in deeds_faults()] == [
        "The public log has the deed hid",
        "The public log has the deed sus",
    ]
    with pytest.raises(CommandError):
        call_command("verify", "--all", stdout=StringIO())


def test_a_deed_that_was_kept_back_is_noticed_once_it_is_due(clock):
    suspend(people(1)[0], Operator("olga", "a complaint"))
    PendingLeaf.objects.all().delete()
    assert list(deeds_faults()) == []
    clock.forward(minutes=6)

    (line,) = deeds_faults()

    assert line.startswith(f"The operator log has the deed {OperatorDeed.objects.get().deed} of ")
