"""POST /games/{id}/seats, DELETE /games/{id}/seats/me and /seats/{number}: before the start."""

import re
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games.log.models import Event, Game
from games.projector import game_project
from games.tables.models import Removal
from tests.support.callers import dealt, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def types(caller, path) -> list[str]:
    return [event["type"] for event in caller.seen(f"{path}/events")["items"]]


def test_a_player_takes_the_first_free_seat(ada, bob):
    path = opened(ada, seats=3)
    answer = bob.post(f"{path}/seats", {"client_seed": "b0b5"})

    table = answer.json()
    assert (answer.status_code, table["seat"]) == (201, 1)
    assert (table["seats"][1]["player"], table["seats"][1]["client_seed"]) == ("bob", "b0b5")
    assert answer["ETag"] == f'"{table["hash"]}"'
    taken = bob.seen(f"{path}/events?after=2")["items"][0]
    assert (taken["type"], taken["actor"]) == ("seat_taken", 1)
    assert re.fullmatch("[0-9a-f]{64}", taken["public"].pop("account"))
    assert taken["public"] == {"seat": 1, "client_seed": "b0b5", "player": "person"}


def test_a_player_may_choose_the_seat(ada, bob):
    assert bob.done(f"{opened(ada, seats=3)}/seats", {"seat": 2})["seat"] == 2


def test_a_seat_that_is_taken_or_not_there_is_refused_with_those_that_are_free(ada, bob):
    path = opened(ada, seats=3)

    for seat in (0, 3, 8):
        found = problem(bob.post(f"{path}/seats", {"seat": seat}), 409, "seat_not_free")
        assert found["context"] == {"free": [1, 2]}
    assert ada.seen(path)["version"] == 2


def test_a_full_table_takes_nobody(ada, bob, cleo):
    problem(cleo.post(f"{opened(ada, bob)}/seats", {}), 409, "table_full")


def test_nobody_sits_twice(ada, bob):
    path = opened(ada, seats=3)

    assert problem(ada.post(f"{path}/seats", {}), 409, "already_seated")["context"] == {"seat": 0}


def test_a_private_table_takes_whoever_brings_its_code(ada, bob, cleo):
    path = opened(ada, bob, seats=3, visibility="private")
    code = ada.seen(path)["invite_code"]

    for body in ({}, {"invite_code": "wrong"}, {"invite_code": code + " "}, {"invite_code": "ü"}):
        problem(cleo.post(f"{path}/seats", body), 404, "not_found")
    assert cleo.done(f"{path}/seats", {"invite_code": code})["seat"] == 2


def test_a_private_table_tells_whoever_lacks_its_code_nothing_of_how_it_stands(ada, bob, cleo):
    full, playing = opened(ada, bob, visibility="private"), dealt(ada, bob, visibility="private")

    for path in (full, playing):
        problem(cleo.post(f"{path}/seats", {}), 404, "not_found")
        problem(cleo.post(f"{path}/seats", {"bot": "random"}), 404, "not_found")
        problem(cleo.delete(f"{path}/seats/me"), 404, "not_found")
        problem(cleo.delete(f"{path}/seats/0"), 404, "not_found")


def test_without_its_code_a_private_table_answers_as_one_that_does_not_exist(ada, cleo):
    path = opened(ada, seats=3, visibility="private")
    archived = Game.objects.create(
        visibility="private",
        status="archived",
        seat_count=2,
        open_seats=0,
        created_at=timezone.now(),
        moved_at=timezone.now(),
    )

    def told(game_id: UUID, body: dict[str, str]) -> dict[str, object]:
        refused = problem(cleo.post(f"/games/{game_id}/seats", body), 404, "not_found")
        return {name: value for name, value in refused.items() if name != "request_id"}

    for body in ({}, {"invite_code": "wrong"}):
        assert told(path.id, body) == told(archived.pk, body) == told(uuid4(), body)


def test_who_sits_at_a_private_table_is_answered_so_without_the_code(ada, bob):
    path = opened(ada, bob, seats=3, visibility="private")

    problem(bob.post(f"{path}/seats", {}), 409, "already_seated")


def test_nobody_sits_down_once_the_game_has_begun(ada, bob, cleo):
    path = dealt(ada, bob)

    assert problem(cleo.post(f"{path}/seats", {}), 409, "table_not_open")["context"] == {"status": "playing"}
    problem(bob.delete(f"{path}/seats/me"), 409, "table_not_open")
    problem(ada.delete(f"{path}/seats/1"), 409, "table_not_open")


def test_there_is_no_seat_at_a_table_that_is_not_there(ada):
    path = f"/games/{uuid4()}"

    for answer in (
        ada.post(f"{path}/seats", {}),
        ada.post(f"{path}/seats", {"bot": "random"}),
        ada.delete(f"{path}/seats/me"),
        ada.delete(f"{path}/seats/1"),
    ):
        problem(answer, 404, "not_found")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"seat": "1"}, {"seat": "type"}),
        ({"seat": True}, {"seat": "type"}),
        ({"seat": -1}, {"seat": "min_value"}),
        ({"seat": 16}, {"seat": "max_value"}),
        ({"bot": 1}, {"bot": "type"}),
        ({"bot": "random", "client_seed": "5eed"}, {"bot": "invalid"}),
        ({"client_seed": ""}, {"client_seed": "blank"}),
        ({"client_seed": "00" * 33}, {"client_seed": "invalid"}),
        ({"client_seed": "5ee"}, {"client_seed": "invalid"}),
        ({"client_seed": "5EED"}, {"client_seed": "invalid"}),
        ({"client_seed": "ada@example.org"}, {"client_seed": "invalid"}),
        ({"client_seed": "5eed\n"}, {"client_seed": "invalid"}),
        ({"client_seed": 5}, {"client_seed": "type"}),
        ({"invite_code": 1}, {"invite_code": "type"}),
        ({"invite_code": "x" * 41}, {"invite_code": "max_length"}),
        ({"player": "cleo"}, {"player": "unknown"}),
    ],
)
def test_a_wrong_field_is_named_and_nobody_sits_down(ada, bob, body, fields):
    path = opened(ada, seats=3)

    assert wrong_fields(bob.post(f"{path}/seats", body)) == fields
    assert Event.objects.count() == 2


# -- bots --------------------------------------------------------------------------------------


def test_the_host_seats_a_bot_and_sends_it_away(ada):
    path = opened(ada, seats=3)

    table = ada.done(f"{path}/seats", {"bot": "random", "seat": 2})
    assert table["seats"][2] == {"seat": 2, "taken": True, "is_bot": True, "bot": "random"}
    answer = ada.delete(f"{path}/seats/2")
    assert (answer.status_code, answer.json()["seats"][2]["taken"]) == (200, False)
    assert types(ada, path)[-2:] == ["bot_seated", "seat_cleared"]


def test_only_the_host_seats_bots(ada, bob):
    problem(bob.post(f"{opened(ada, bob, seats=3)}/seats", {"bot": "random"}), 403, "not_host")


def test_a_bot_nobody_knows_is_refused_with_those_that_are_known(ada):
    answer = ada.post(f"{opened(ada)}/seats", {"bot": "hal"})

    assert wrong_fields(answer) == {"bot": "unknown_bot"}
    assert "Available bots: greedy, planner, random, search." in answer.json()["detail"]


# -- leaving -----------------------------------------------------------------------------------


def test_a_player_leaves_and_the_seat_is_free_again(ada, bob, cleo):
    path = opened(ada, bob)
    answer = bob.delete(f"{path}/seats/me")

    assert answer.status_code == 200
    assert "seat" not in answer.json()
    assert answer.json()["seats"][1] == {"seat": 1, "taken": False, "is_bot": False}
    assert cleo.done(f"{path}/seats", {})["seat"] == 1


def test_whoever_does_not_sit_there_cannot_leave(ada, cleo):
    problem(cleo.delete(f"{opened(ada)}/seats/me"), 403, "not_seated")


def test_a_host_who_leaves_passes_the_table_on(ada, bob, cleo):
    path = opened(ada, bob, cleo)
    ada.delete(f"{path}/seats/me")

    assert bob.seen(path)["host"] == "bob"
    problem(ada.post(f"{path}/start"), 403, "not_host")
    bob.done(f"{path}/seats", {"bot": "random"})
    assert bob.done(f"{path}/start")["status"] == "playing"


def test_a_table_without_people_is_closed(ada):
    path = opened(ada, seats=3, bots=["random"])
    table = ada.delete(f"{path}/seats/me").json()

    assert table["status"] == "closed"
    assert types(ada, path)[-2:] == ["seat_left", "game_closed"]
    problem(ada.post(f"{path}/seats", {}), 409, "table_not_open")
    problem(ada.post(f"{path}/start"), 409, "table_not_open")


def test_a_table_stays_open_for_a_host_who_does_not_sit(ada, bob):
    path = opened(ada, bob, sit=False)
    bob.delete(f"{path}/seats/me")

    assert ada.seen(path)["status"] == "open"
    assert ada.delete(f"{path}/seats/me").json()["status"] == "closed"


def test_a_host_who_does_not_sit_can_leave_the_table_to_a_player(ada, bob):
    path = opened(ada, bob, sit=False)
    version = ada.seen(path)["version"]

    table = ada.delete(f"{path}/seats/me").json()
    assert (table["host"], table["status"], table["version"]) == ("bob", "open", version)
    problem(ada.delete(f"{path}/seats/me"), 403, "not_seated")


def test_the_host_sends_a_player_away(ada, bob):
    path = opened(ada, bob)

    assert ada.delete(f"{path}/seats/1").json()["seats"][1]["taken"] is False
    assert "seat" not in bob.seen(path)
    cleared = ada.seen(f"{path}/events")["items"][-1]
    assert (cleared["type"], cleared.get("actor")) == ("seat_cleared", None)


def test_only_the_host_sends_anybody_away(ada, bob):
    problem(bob.delete(f"{opened(ada, bob)}/seats/0"), 403, "not_host")


@pytest.mark.parametrize("seat", ["1", "7", "99999999999999999999"])
def test_nobody_can_be_sent_away_from_an_empty_seat(ada, seat):
    problem(ada.delete(f"{opened(ada)}/seats/{seat}"), 409, "seat_empty")


@pytest.mark.parametrize("seat", ["-1", "one"])
def test_what_is_no_number_of_a_seat_is_not_found(ada, seat):
    problem(ada.delete(f"{opened(ada)}/seats/{seat}"), 404, "not_found")


def test_leaving_takes_no_body(ada):
    assert wrong_fields(ada.delete(f"{opened(ada)}/seats/me", {"why": "tired"})) == {"why": "unknown"}


# -- coming and going ----------------------------------------------------------------------------


def test_who_has_left_a_table_twice_does_not_sit_down_there_again(ada, bob, cleo):
    path = opened(ada, bob)
    bob.delete(f"{path}/seats/me")
    bob.done(f"{path}/seats", {})
    bob.delete(f"{path}/seats/me")
    game_project(path.id)  # it forgets nobody while the table is open

    refused = problem(bob.post(f"{path}/seats", {}), 409, "left_too_often")

    assert refused["context"] == {"times": 2}
    assert refused["detail"] == "You have left this table 2 times, so you cannot take a seat there again."
    cleo.done(f"{path}/seats", {})
    bob.done(f"{opened(ada)}/seats", {})


def test_who_was_sent_away_has_left_too(ada, bob):
    path = opened(ada, bob)
    ada.delete(f"{path}/seats/1")
    bob.done(f"{path}/seats", {})
    bob.delete(f"{path}/seats/me")

    problem(bob.post(f"{path}/seats", {}), 409, "left_too_often")


def test_who_has_left_is_forgotten_when_the_game_begins(ada, bob):
    path = opened(ada, bob)
    bob.delete(f"{path}/seats/me")
    bob.done(f"{path}/seats", {})
    game_project(path.id)
    assert Removal.objects.count() == 1
    ada.done(f"{path}/start")
    game_project(path.id)

    assert not Removal.objects.exists()


def test_after_many_events_before_the_start_nobody_sits_down_but_the_game_can_begin(
    ada, bob, cleo, monkeypatch
):
    path = opened(ada, bob)
    monkeypatch.setattr("rules.table.seats.MAX_EVENTS", Event.objects.filter(game=path.id).count() + 2)
    ada.delete(f"{path}/seats/1")
    bob.done(f"{path}/seats", {})
    ada.done(f"{path}/start")

    other = opened(ada)
    monkeypatch.setattr("rules.table.seats.MAX_EVENTS", Event.objects.filter(game=other.id).count())
    most = {"most": Event.objects.filter(game=other.id).count()}
    assert problem(cleo.post(f"{other}/seats", {}), 409, "too_many_changes")["context"] == most
    problem(ada.post(f"{other}/seats", {"bot": "random"}), 409, "too_many_changes")
    problem(ada.put(f"{other}/invitations/cleo", {"hold": True}), 409, "too_many_changes")
    assert ada.put(f"{other}/invitations/cleo", {}).status_code == 201
    assert ada.delete(f"{other}/seats/me").status_code == 200
