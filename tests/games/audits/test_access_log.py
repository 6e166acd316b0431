"""What an assigned auditor sees, and GET /games/{id}/looks."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.moves.settlement import game_settle
from games.reading.models import Look
from tests.games.audits.test_imports import bring, exported
from tests.support.accounts import token_for
from tests.support.callers import Caller, Table, chosen, drawing, opened, problem
from tests.support.records import read_record
from tests.support.roles import check_append_only, is_distributed
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def auditor(cleo):
    cleo.headers = token_for(cleo.player, "audit", "games:read")
    return cleo


def assign(path: Table, *words: str) -> None:
    call_command("assign_audit", "cleo", str(path.id), *words, reason="a complaint")


def secrets_in(player, path: str) -> int:
    lines = b"".join(player.get(f"{path}/export")).splitlines()[1:]
    return sum("private" in json.loads(line) for line in lines)


READS = {
    "": "table",
    "/events": "events",
    "/diff": "diff",
    "/export": "export",
    "/audit": "audit",
    "/receipt": "receipt",
    "/record.txt": "record",
    "/board.svg": "picture",
}


def test_an_assigned_auditor_reads_a_private_game_by_every_road_and_each_look_is_noted(ada, bob, auditor):
    path = chosen(ada, bob, visibility="private")
    before = ada.seen(path)["version"] - 1
    for read in READS:
        problem(auditor.get(f"{path}{read}"), 404, "not_found")
    assign(path)

    for read in READS:
        assert auditor.get(f"{path}{read}").status_code == 200, read
        moment = "to" if read == "/diff" else "at"
        problem(auditor.get(f"{path}{read}?{moment}=9999"), 400, "invalid")  # not seen, so not noted
        assert auditor.get(f"{path}{read}?{moment}={before}").status_code == 200, read

    noted = [what for what in READS.values() for _ in range(2)]
    assert list(Look.objects.values_list("what", flat=True).order_by("at", "id")) == noted


def test_an_assigned_auditor_sees_every_seal_open(ada, bob, auditor):
    path = chosen(ada, bob, visibility="private")
    assign(path)

    assert secrets_in(auditor, path) > secrets_in(ada, path) > 0
    report = auditor.seen(f"{path}/audit")
    events = auditor.seen(f"{path}/events?limit=500")["items"]

    assert report["sound"] is True
    assert {check["name"]: check["result"] for check in report["checks"]}["actions"] == "passed"
    assert all("private" in event for event in events if "sealed" in event)


def test_an_assigned_auditor_sees_the_hand_and_tickets_of_every_seat_now_and_then(ada, bob, auditor):
    path = chosen(ada, bob)
    assign(path)
    version = ada.seen(path)["version"]
    drawing(ada, path)

    for at in ("", f"?at={version}"):
        found = auditor.seen(f"{path}{at}")["view"]
        own = [player.seen(f"{path}{at}")["view"]["seats"][seat] for seat, player in enumerate((ada, bob))]
        assert found["seats"] == own
        assert "viewer" not in found
    changed = auditor.seen(f"{path}/diff?from={version}")["changes"]["seats"]
    assert len(changed["to"][0]["hand"]) == len(changed["from"][0]["hand"]) + 1


def test_an_assigned_auditor_reads_the_score_of_a_game_that_is_not_over(ada, bob, auditor):
    path = chosen(ada, bob)
    assign(path)
    problem(ada.get(f"{path}/record.txt"), 409, "not_finished")

    record = read_record(auditor.get(f"{path}/record.txt").content.decode())

    assert [action.seat for action in record.actions] == [0, 1]
    assert (record.tags["Seed"], record.tags["Result"]) == ("", "0, 0; not over")


def test_to_everybody_else_an_assignment_changes_nothing(ada, bob, cleo):
    path = chosen(ada, bob)
    reads = [read for read in READS if read not in ("/export", "/record.txt", "/receipt")]
    strangers = [cleo.get(f"{path}{read}").content for read in reads]
    assign(path)
    dora = Caller(cleo.api, "dora")
    dora.headers = token_for(dora.player, "audit", "games:read")

    for other in (cleo, dora):  # assigned without the scope, and the scope without an assignment
        assert [other.get(f"{path}{read}").content for read in reads] == strangers
    assert Look.objects.count() == 0


def test_without_the_scope_or_once_withdrawn_an_auditor_is_a_stranger(ada, bob, cleo):
    path = chosen(ada, bob)
    assign(path)

    assert secrets_in(cleo, path) == 0  # the first token lacks the scope
    cleo.headers = token_for(cleo.player, "audit", "games:read")
    assert secrets_in(cleo, path) > 0
    assign(path, "--withdraw")
    assert secrets_in(cleo, path) == 0
    assert Look.objects.count() == 1


@pytest.fixture
def player_and_auditor(cleo):
    cleo.headers = token_for(cleo.player, "games:play", "games:read", "audit")
    return cleo


def test_a_player_of_the_game_cannot_be_assigned_to_it(ada, player_and_auditor):
    path = chosen(ada, player_and_auditor)

    with pytest.raises(CommandError, match="plays in this game"):
        assign(path)


def test_an_auditor_who_sits_down_sees_what_the_seat_sees_also_after_giving_up(ada, player_and_auditor):
    path = opened(ada)
    assign(path)
    player_and_auditor.done(f"{path}/seats")
    ada.done(f"{path}/start")

    for _ in range(2):
        seats = player_and_auditor.seen(path)["view"]["seats"]
        assert ["hand" in seat for seat in seats] == [False, True]
        assert secrets_in(player_and_auditor, path) == secrets_in(ada, path)
        player_and_auditor.post(f"{path}/resign")
    assert Look.objects.count() == 0


def test_an_auditor_who_wants_to_act_is_told_that_they_have_no_seat(ada, bob, player_and_auditor):
    path = chosen(ada, bob, visibility="private")
    offered = ada.seen(f"{path}/actions")["items"][0]
    posts = (f"{path}/actions", f"{path}/actions?dry_run=true")
    problem(player_and_auditor.get(f"{path}/actions"), 404, "not_found")
    for post in posts:
        problem(player_and_auditor.post(post, offered), 404, "not_found")
    assign(path)

    problem(player_and_auditor.get(f"{path}/actions"), 403, "not_seated")
    for post in posts:
        problem(player_and_auditor.post(post, offered), 403, "not_seated")
    assert Look.objects.count() == 0  # nothing was shown


def test_an_auditor_who_brings_an_assigned_game_again_reads_it_too(player_and_auditor):
    game = bring(player_and_auditor, exported()).json()
    call_command("assign_audit", "cleo", game["id"], reason="a complaint")

    assert bring(player_and_auditor, exported()).status_code == 200
    assert [look.what for look in Look.objects.all()] == ["table"]


def test_after_the_end_the_players_read_who_looked_and_not_before(ada, bob, auditor):
    path = chosen(ada, bob)
    assign(path)
    secrets_in(auditor, path)
    problem(ada.get(f"{path}/looks"), 409, "not_finished")
    game = path.id
    play_on(game, actions=5000)
    game_settle(game)

    (found,) = ada.seen(f"{path}/looks")["items"]

    assert (found["auditor"], found["what"]) == ("cleo", "export")


def test_an_auditor_lists_the_games_that_were_assigned_and_that_is_no_look(ada, bob, auditor):
    path = chosen(ada, bob, visibility="private")
    assert auditor.seen("/me/audits")["items"] == []
    assign(path)

    (found,) = auditor.seen("/me/audits")["items"]

    assert f"/games/{found['id']}" == path
    assert Look.objects.count() == 0
    problem(ada.get("/me/audits"), 403, "missing_scope")


def test_a_table_the_auditor_sits_at_is_none_of_them(ada, player_and_auditor):
    path = opened(ada)
    assign(path)
    player_and_auditor.done(f"{path}/seats")

    assert player_and_auditor.seen("/me/audits")["items"] == []


def test_looks_come_in_pages(ada, bob, auditor):
    path = chosen(ada, bob)
    assign(path)
    for _ in range(3):
        auditor.seen(path)
    game = path.id
    play_on(game, actions=5000)
    game_settle(game)

    page = ada.seen(f"{path}/looks?limit=2")

    assert len(page["items"]) == 2
    assert len(ada.seen(f"{path}/looks?cursor={page['next']}")["items"]) == 1


@pytest.mark.parametrize(
    "statement", ["UPDATE games_look SET what = 'x'", "DELETE FROM games_look", "TRUNCATE games_look"]
)
def test_the_database_refuses_to_change_the_log_of_looks(ada, bob, auditor, statement):
    path = chosen(ada, bob)
    assign(path)
    secrets_in(auditor, path)

    check_append_only(statement, triggers=not is_distributed())

    assert Look.objects.count() == 1


@pytest.mark.parametrize(
    "words",
    [("nobody", "0" * 8 + "-0000-4000-8000-" + "0" * 12), ("cleo", "0" * 8 + "-0000-4000-8000-" + "0" * 12)],
)
def test_who_or_what_is_not_there_cannot_be_assigned(cleo, words):
    with pytest.raises(CommandError, match="no such"):
        call_command("assign_audit", *words, reason="a complaint")
