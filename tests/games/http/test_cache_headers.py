"""What caches may keep: finished games that anybody may see, and lists that are the same for all."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.moves.settlement import game_settle
from tests.support.accounts import token_for
from tests.support.callers import Table, chosen, dealt
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db

FOR_GOOD = "public, max-age=604800, immutable"
FOR_VIEWERS = "private, no-cache"
LOG = ("/events", "/events?after=5&limit=3", "/export")
PICTURES = ("/board.svg", "/board.svg?at=5")


def finished(ada, bob, **wishes) -> Table:
    path = dealt(ada, bob, **wishes)
    play_on(path.id, actions=5000)
    game_settle(path.id)
    return path


def body(answer) -> bytes:
    return answer.getvalue() if answer.streaming else answer.content


def test_the_log_of_a_finished_game_is_the_same_for_all_and_may_be_kept_for_good(api, ada, bob, cleo):
    path = finished(ada, bob)

    for part in LOG:
        answers = [ada.get(path + part), cleo.get(path + part), api.get(f"/api/v1{path}{part}")]
        assert {answer["Cache-Control"] for answer in answers} == {FOR_GOOD}
        assert len({(answer["ETag"], body(answer)) for answer in answers}) == 1
        assert not any("Authorization" in answer.get("Vary", "") for answer in answers)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_who_has_the_log_already_is_told_that_it_is_unchanged(ada, bob, visibility):
    path = finished(ada, bob, visibility=visibility)

    for part in LOG:
        first = ada.get(path + part)
        again = ada.get(path + part, if_none_match=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert (again["ETag"], again["Cache-Control"]) == (first["ETag"], first["Cache-Control"])
        assert ada.get(path + part, if_none_match='"0123"').status_code == 200


def test_a_finished_game_of_whoever_has_its_address_may_be_kept_too(ada, bob):
    assert ada.get(f"{finished(ada, bob, visibility='unlisted')}/events")["Cache-Control"] == FOR_GOOD


def test_of_a_private_game_nothing_is_kept_for_others(ada, bob):
    path = finished(ada, bob, visibility="private")

    for part in (*LOG, *PICTURES):
        answer = ada.get(path + part)
        assert answer["Cache-Control"] == FOR_VIEWERS
        assert "Authorization" in answer["Vary"]


def test_a_running_game_is_kept_by_nobody(ada, bob):
    path = chosen(ada, bob)

    for part in (*LOG, *PICTURES):
        assert ada.get(path + part)["Cache-Control"] == FOR_VIEWERS


def test_a_past_moment_of_a_finished_game_shows_each_what_they_saw_so_it_is_not_shared(ada, bob):
    path = finished(ada, bob)

    for part in ("/events?at=8", "/export?at=8"):
        assert ada.get(path + part)["Cache-Control"] == FOR_VIEWERS


def test_what_names_players_or_gets_a_rematch_is_not_kept(ada, bob):
    path = finished(ada, bob)

    for part in ("", "/diff", "/record.txt"):
        assert ada.get(path + part)["Cache-Control"] == FOR_VIEWERS


def test_what_an_auditor_reads_is_not_kept_so_that_every_look_is_recorded(ada, bob, cleo):
    path = finished(ada, bob)
    call_command("assign_audit", "cleo", str(path.id), reason="a complaint")
    cleo.headers = token_for(cleo.player, "audit")

    for part in LOG:
        assert cleo.get(path + part)["Cache-Control"] == FOR_VIEWERS
    looks = ada.seen(f"{path}/looks")["items"]
    assert [look["what"] for look in looks] == ["events", "events", "export"]


def test_pictures_of_a_finished_game_may_be_kept_for_a_day(ada, bob):
    path = finished(ada, bob)

    for part in PICTURES:
        assert ada.get(path + part)["Cache-Control"] == "public, max-age=86400"


@pytest.mark.parametrize(
    ("path", "seconds"),
    [
        ("/api/v1/bots", 3600),
        ("/api/v1/problems", 3600),
        ("/api/v1/schema", 3600),
        ("/api/v1/schema?format=yaml", 3600),
        ("/api/v1/leaderboards", 3600),
        ("/api/v1/leaderboards/london", 60),
        ("/.well-known/signalbox-key", 60),
    ],
)
def test_what_is_the_same_for_all_may_be_kept_for_a_while(client, path, seconds):
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, first["Cache-Control"]) == (200, f"public, max-age={seconds}")
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_forms_of_one_answer_are_kept_apart_by_what_was_asked_for(client):
    for kind in ("application/json", "application/yaml"):
        answer = client.get("/api/v1/schema", headers={"Accept": kind})
        assert answer["Content-Type"].split(";")[0] == kind
        assert "Accept" in answer["Vary"].split(", ")
