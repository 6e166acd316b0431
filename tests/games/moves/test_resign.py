"""POST /games/{id}/resign: handing the seat to a stand-in."""

from uuid import uuid4

import pytest

from bots.registry import STAND_IN
from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def test_a_stand_in_plays_on_and_is_labelled(ada, bob):
    path = chosen(ada, bob)
    answer = bob.post(f"{path}/resign")

    found = answer.json()
    assert (answer.status_code, [event["type"] for event in found["events"]]) == (200, ["seat_resigned"])
    assert found["events"][0]["actor"] == 1
    seat = ada.seen(path)["seats"][1]
    assert (seat["player"], seat["stand_in"]) == ("bob", STAND_IN)
    assert ada.seen("/games")["items"][0]["seats"][1]["stand_in"] == STAND_IN


def test_one_may_resign_out_of_turn_and_while_all_decide(ada, bob):
    assert bob.post(f"{dealt(ada, bob)}/resign").status_code == 200
    assert bob.post(f"{chosen(ada, bob)}/resign").status_code == 200


def test_whoever_has_resigned_decides_no_more(ada, bob):
    path = chosen(ada, bob)
    ada.done(f"{path}/resign")

    assert ada.seen(path)["to_act"] == [0]
    assert ada.seen(f"{path}/actions")["items"] == []
    problem(drawing(ada, path), 409, "seat_handed_over")
    body = {"type": "draw_card", "pile": "transport"}
    problem(ada.post(f"{path}/actions?dry_run=true", body), 409, "seat_handed_over")
    problem(ada.post(f"{path}/resign"), 409, "seat_handed_over")


def test_only_those_at_the_table_resign_and_only_while_it_is_played(ada, bob, cleo):
    problem(cleo.post(f"{chosen(ada, bob)}/resign"), 403, "not_seated")
    problem(cleo.post(f"{chosen(ada, bob, visibility='private')}/resign"), 404, "not_found")
    problem(cleo.post(f"/games/{uuid4()}/resign"), 404, "not_found")
    problem(ada.post(f"{opened(ada)}/resign"), 409, "not_playing")


def test_resigning_takes_no_body(ada, bob):
    assert wrong_fields(ada.post(f"{chosen(ada, bob)}/resign", {"seat": 1})) == {"seat": "unknown"}
