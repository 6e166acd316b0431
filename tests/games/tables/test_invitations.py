"""Invitations: the host asks a player by name, who accepts by sitting down, declines, or lets it be."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.log.models import Event
from games.notices.models import Notice
from games.reading.models import Invitation
from games.tables.closure import table_close
from games.tables.holds import expired_holds_release
from games.tables.invitations import invitations_forget
from tests.support.callers import Caller, Table, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def invited(host: Caller, guest: Caller, path: str, *, hold: bool = False) -> Any:
    answer = host.put(f"{path}/invitations/{guest.name}", {"hold": hold})
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


def kinds(player: Caller) -> list[str]:
    return [notice["kind"] for notice in player.seen("/me/notices")["items"]]


def types(path: Table) -> list[str]:
    return list(Event.objects.filter(game_id=path.id).order_by("seq").values_list("type", flat=True))


def held(player: Caller, path: str) -> list[int]:
    return [seat["seat"] for seat in player.seen(path)["seats"] if seat.get("held")]


def grown_old(path: Table, **age: float) -> None:
    Invitation.objects.filter(game_id=path.id).update(expires_at=timezone.now() - timedelta(**age))


# -- asking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["private", "public", "unlisted"])
def test_an_invited_player_is_told_sees_the_table_and_sits_down_without_a_code(ada, bob, visibility):
    path = opened(ada, visibility=visibility)
    answer = ada.put(f"{path}/invitations/BOB", {})

    assert (answer.status_code, answer.json()["player"], answer.json()["status"]) == (201, "bob", "open")
    (notice,) = bob.seen("/me/notices")["items"]
    assert (notice["kind"], notice["game"]) == ("game.invitation", str(path.id))
    assert notice["data"] == {"expires_at": notice["data"]["expires_at"]}
    (invitation,) = bob.seen("/me/invitations")["items"]
    assert (invitation["game"], invitation["inviter"]) == (str(path.id), "ada")
    assert bob.seen(path)["host"] == "ada"
    accept = invitation["links"]["accept"].removeprefix("/api/v1")
    assert bob.done(accept, {})["seat"] == 1
    assert bob.seen("/me/invitations")["items"] == ada.seen(f"{path}/invitations")["items"] == []


def test_a_notice_of_it_names_nobody(ada, bob):
    invited(ada, bob, opened(ada), hold=True)

    (notice,) = Notice.objects.filter(player=bob.player)
    assert notice.data.keys() == {"seat", "expires_at"}


def test_the_same_invitation_again_is_the_same_and_told_once(ada, bob):
    path = opened(ada)
    first = invited(ada, bob, path)
    again = ada.put(f"{path}/invitations/bob", {})

    assert (again.status_code, again.json()) == (200, first)
    assert kinds(bob) == ["game.invitation"]


def test_only_the_host_invites_sees_and_withdraws(ada, bob, cleo):
    path = opened(ada, bob, seats=3)
    invited(ada, cleo, path)

    problem(bob.put(f"{path}/invitations/cleo", {}), 403, "not_host")
    problem(bob.get(f"{path}/invitations"), 403, "not_host")
    problem(bob.delete(f"{path}/invitations/cleo"), 403, "not_host")
    assert len(ada.seen(f"{path}/invitations")["items"]) == 1


def test_a_private_table_does_not_exist_for_those_who_are_not_invited(ada, bob, cleo):
    path = opened(ada, visibility="private")
    invited(ada, bob, path)

    for answer in (
        cleo.get(path),
        cleo.get(f"{path}/invitations"),
        cleo.put(f"{path}/invitations/bob", {}),
        cleo.delete(f"{path}/invitations/bob"),
        cleo.delete(f"/me/invitations/{path.id}"),
    ):
        problem(answer, 404, "not_found")
    problem(bob.get(f"{path}/invitations"), 403, "not_host")


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("nobody-here", 404, "not_found"),
        ("x", 404, "not_found"),
        ("ada", 409, "invites_self"),
        ("cleo", 409, "already_seated"),
    ],
)
def test_who_cannot_be_invited_is_refused_and_nothing_changes(ada, bob, cleo, name, status, code):
    path = opened(ada, cleo, seats=4)
    version = ada.seen(path)["version"]

    problem(ada.put(f"{path}/invitations/{name}", {"hold": True}), status, code)

    assert not Invitation.objects.exists()
    assert ada.seen(path)["version"] == version


@pytest.mark.parametrize("body", [{"hold": 1}, {"hold": "yes"}, {"hold": None}, {"seat": 1}])
def test_a_body_that_makes_no_sense_is_named(ada, bob, body):
    path = opened(ada)

    assert set(wrong_fields(ada.put(f"{path}/invitations/bob", body))) == set(body)
    assert not Invitation.objects.exists()


def test_there_is_a_limit_of_a_day_which_withdrawing_does_not_raise(ada, bob, cleo, settings):
    settings.INVITATIONS_PER_DAY = 1
    path = opened(ada, seats=4)
    invited(ada, bob, path)
    ada.delete(f"{path}/invitations/bob")

    found = problem(ada.put(f"{path}/invitations/cleo", {}), 409, "too_many_invitations")
    assert found["context"] == {"most": 1, "current": 1}
    assert invited(ada, bob, path)["status"] == "open"  # the same one again
    assert kinds(bob) == ["game.invitation"]


def test_nobody_is_invited_to_a_table_that_has_started(ada, bob, cleo):
    path = opened(ada, bob)
    ada.done(f"{path}/start")

    problem(ada.put(f"{path}/invitations/cleo", {}), 409, "table_not_open")


# -- seats that are held -----------------------------------------------------------------------


def test_a_held_seat_is_for_the_invited_player_alone(ada, bob, cleo):
    path = opened(ada, seats=2)
    assert invited(ada, bob, path, hold=True)["seat"] == 1

    assert held(cleo, path) == [1]
    (listed,) = cleo.seen("/games")["items"]
    assert listed["seats"][1]["held"]
    assert cleo.seen("/games?open_seats=true")["items"] == []
    problem(cleo.post(f"{path}/seats", {}), 409, "seats_held")
    assert problem(cleo.post(f"{path}/seats", {"seat": 1}), 409, "seat_not_free")["context"] == {"free": []}
    problem(ada.post(f"{path}/seats", {"bot": "random"}), 409, "seats_held")
    problem(ada.post(f"{path}/start"), 409, "seats_empty")
    assert bob.done(f"{path}/seats", {})["seats"][1] == {
        "seat": 1,
        "taken": True,
        "player": "bob",
        "is_bot": False,
    }
    assert types(path) == ["game_created", "seat_taken", "seat_held", "seat_taken"]


def test_who_takes_another_seat_frees_the_one_that_was_held(ada, bob, cleo):
    path = opened(ada, seats=3)
    invited(ada, bob, path, hold=True)

    assert bob.done(f"{path}/seats", {"seat": 2})["seat"] == 2
    assert held(ada, path) == []
    assert cleo.done(f"{path}/seats", {})["seat"] == 1


def test_a_seat_can_be_held_or_given_free_later(ada, bob):
    path = opened(ada, seats=3)
    invited(ada, bob, path)
    assert invited(ada, bob, path, hold=True)["seat"] == 1
    assert held(ada, path) == [1]
    assert "seat" not in invited(ada, bob, path)
    assert held(ada, path) == []


def test_no_seat_is_held_where_none_is_free(ada, bob, cleo):
    path = opened(ada, bob)

    problem(ada.put(f"{path}/invitations/cleo", {"hold": True}), 409, "table_full")
    assert not Invitation.objects.exists()
    assert kinds(cleo) == []


def test_a_log_with_held_seats_is_sound_and_names_nobody(ada, bob, cleo):
    path = opened(ada, seats=3)
    invited(ada, bob, path, hold=True)
    invited(ada, cleo, path, hold=True)
    cleo.delete(f"/me/invitations/{path.id}")
    bob.done(f"{path}/seats", {})
    ada.done(f"{path}/seats", {"bot": "random"})
    ada.done(f"{path}/start")

    assert ada.seen(f"{path}/audit")["sound"]
    texts = [
        event["public"] for event in ada.seen(f"{path}/events?limit=10")["items"] if "held" in event["type"]
    ]
    assert texts == [{"seat": 1}, {"seat": 2}]


# -- the end of an invitation ------------------------------------------------------------------


def test_who_declines_is_out_the_seat_is_free_and_the_host_is_told(ada, bob, cleo):
    path = opened(ada, visibility="private")
    invited(ada, bob, path, hold=True)
    assert bob.delete(f"/me/invitations/{path.id}").status_code == 204

    problem(bob.get(path), 404, "not_found")
    problem(bob.delete(f"/me/invitations/{path.id}"), 404, "not_found")
    problem(bob.post(f"{path}/seats", {}), 404, "not_found")
    assert held(ada, path) == []
    assert kinds(ada) == ["game.declined"]
    (row,) = ada.seen(f"{path}/invitations")["items"]
    assert (row["player"], row["status"]) == ("bob", "declined")
    problem(ada.put(f"{path}/invitations/bob", {}), 409, "invitation_declined")
    problem(ada.delete(f"{path}/invitations/bob"), 404, "not_found")


def test_an_invitation_that_is_withdrawn_is_gone(ada, bob):
    path = opened(ada, visibility="private")
    invited(ada, bob, path, hold=True)
    assert ada.delete(f"{path}/invitations/bob").status_code == 204

    problem(bob.get(path), 404, "not_found")
    assert bob.seen("/me/invitations")["items"] == ada.seen(f"{path}/invitations")["items"] == []
    assert held(ada, path) == []
    problem(ada.delete(f"{path}/invitations/bob"), 404, "not_found")


def test_an_expired_one_counts_no_more_and_its_seat_is_free_at_once(ada, bob, cleo):
    path = opened(ada, visibility="private")
    invited(ada, bob, path, hold=True)
    code = ada.seen(path)["invite_code"]
    grown_old(path, seconds=1)

    problem(bob.get(path), 404, "not_found")
    assert bob.seen("/me/invitations")["items"] == []
    assert ada.seen(f"{path}/invitations")["items"][0]["status"] == "expired"
    assert cleo.done(f"{path}/seats", {"invite_code": code})["seat"] == 1


def test_an_expired_one_can_be_sent_again_and_is_told_again(ada, bob):
    path = opened(ada)
    invited(ada, bob, path, hold=True)
    grown_old(path, seconds=1)

    assert ada.put(f"{path}/invitations/bob", {"hold": True}).status_code == 201
    assert kinds(bob) == ["game.invitation"] * 2
    assert held(ada, path) == [1]


def test_seats_of_expired_ones_are_freed_even_if_nobody_comes(ada, bob):
    path, closed = opened(ada), opened(ada)
    for one in (path, closed):
        invited(ada, bob, one, hold=True)
        grown_old(one, seconds=1)
    table_close(closed.id)

    assert expired_holds_release() == 2
    assert expired_holds_release() == 0
    assert types(path)[-1] == "seat_released"
    assert types(closed)[-1] == "game_closed"


def test_old_ones_are_forgotten_when_they_no_longer_count(ada, bob):
    path = opened(ada)
    invited(ada, bob, path)
    grown_old(path, hours=23)
    assert invitations_forget() == 0
    grown_old(path, hours=25)
    assert invitations_forget() == 1
    assert not Invitation.objects.exists()


def test_a_table_that_is_closed_or_has_started_asks_nobody(ada, bob, cleo):
    closed, started = opened(ada, visibility="private"), opened(ada, cleo, visibility="private")
    for path in (closed, started):
        invited(ada, bob, path)
    table_close(closed.id)
    ada.done(f"{started}/start")

    assert bob.seen("/me/invitations")["items"] == []
    for path in (closed, started):
        problem(bob.get(path), 404, "not_found")


def test_who_deletes_the_account_is_invited_nowhere_and_frees_the_seats(ada, bob):
    first, second = opened(ada), opened(ada)
    invited(ada, bob, first, hold=True)
    invited(ada, bob, second)
    bob.delete("/me")

    assert not Invitation.objects.exists()
    assert held(ada, first) == []


def test_they_come_in_pages(ada, bob):
    paths = [opened(ada) for _ in range(3)]
    for path in paths:
        invited(ada, bob, path)

    first = bob.seen("/me/invitations?limit=2")
    second = bob.seen(f"/me/invitations?limit=2&cursor={first['next']}")
    found = [row["game"] for page in (first, second) for row in page["items"]]
    assert found == [str(path.id) for path in reversed(paths)]
    assert second["next"] is None
