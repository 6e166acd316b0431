"""POST /games/{id}/start: dealing."""

from uuid import uuid4

import pytest

from tests.support.callers import dealt, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def test_the_host_deals_and_all_decide_at_once(ada, bob):
    path = opened(ada, bob)
    answer = ada.post(f"{path}/start")

    table = answer.json()
    assert (answer.status_code, table["status"], table["to_act"]) == (200, "playing", [0, 1])
    assert answer["ETag"] == f'"{table["hash"]}"'
    assert table["view"]["moment"] == "starting_tickets"
    assert table["view"]["seats"][0]["offer"]
    assert table["started_at"] > table["created_at"]


def test_the_log_of_the_start_shows_nobody_what_the_others_got(ada, bob):
    path = dealt(ada, bob)

    for caller, seat in ((ada, 0), (bob, 1)):
        events = caller.seen(f"{path}/events")["items"]
        opened_to = {e["public"].get("seat") for e in events if "private" in e}
        assert opened_to == {seat}
        assert all(not e.keys() & {"private", "salt"} for e in events if e["type"] == "pile_shuffled")


def test_only_the_host_starts(ada, bob, cleo):
    path = opened(ada, bob)

    problem(bob.post(f"{path}/start"), 403, "not_host")
    problem(cleo.post(f"{path}/start"), 403, "not_host")
    assert ada.seen(path)["status"] == "open"


def test_every_seat_must_be_taken(ada, bob):
    path = opened(ada, bob, seats=4)

    assert problem(ada.post(f"{path}/start"), 409, "seats_empty")["context"] == {"free": [2, 3]}


def test_a_game_starts_once(ada, bob):
    problem(ada.post(f"{dealt(ada, bob)}/start"), 409, "table_not_open")


def test_the_host_gives_a_share_in_the_chance_after_the_commitment_was_shown(ada, bob):
    path = opened(ada, bob)

    started = ada.done(f"{path}/start", {"client_seed": "ada5eed0"})

    assert started["seats"][0]["client_seed"] == "ada5eed0"
    given, began = ada.seen(f"{path}/events?after=3")["items"][:2]
    assert (given["type"], given["actor"], given["by"]) == ("seed_given", 0, "person")
    assert given["public"] == {"seat": 0, "client_seed": "ada5eed0"}
    assert began["type"] == "game_started"


def test_who_has_given_a_share_gives_no_other_and_nothing_has_happened(ada, bob):
    path = opened(ada, sit=False)
    for caller in (ada, bob):
        caller.done(f"{path}/seats", {"client_seed": "5eed"})

    problem(ada.post(f"{path}/start", {"client_seed": "5eee"}), 409, "seed_given_before")
    assert ada.done(f"{path}/start")["seats"][0]["client_seed"] == "5eed"


def test_a_host_who_does_not_sit_at_the_table_has_no_share(ada, bob, cleo):
    path = opened(ada, sit=False)
    for caller in (bob, cleo):
        caller.done(f"{path}/seats")

    problem(ada.post(f"{path}/start", {"client_seed": "5eed"}), 403, "not_seated")
    assert ada.seen(path)["status"] == "open"


def test_the_start_takes_nothing_else(ada, bob):
    path = opened(ada, bob)

    assert wrong_fields(ada.post(f"{path}/start", {"client_seed": "x"})) == {"client_seed": "invalid"}
    assert wrong_fields(ada.post(f"{path}/start", {"now": True})) == {"now": "unknown"}
    assert ada.post(f"{path}/start", {}).status_code == 200


def test_a_private_table_of_others_is_not_there(ada, bob, cleo):
    problem(cleo.post(f"{opened(ada, bob, visibility='private')}/start"), 404, "not_found")
    problem(cleo.post(f"/games/{uuid4()}/start"), 404, "not_found")
