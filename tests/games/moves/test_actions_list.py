"""GET /games/{id}/actions: what the caller may do now."""

import pytest

from rules import catalogue
from tests.support.accounts import token_for
from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def test_a_seat_is_offered_its_own_actions_and_is_told_the_moment(ada, bob):
    path = dealt(ada, bob)

    mine, theirs = ada.seen(f"{path}/actions"), bob.seen(f"{path}/actions")
    assert (mine["seat"], theirs["seat"]) == (0, 1)
    assert mine["moment"] == theirs["moment"] == "starting_tickets"
    assert mine["items"] != theirs["items"]
    offer = set(ada.seen(path)["view"]["seats"][0]["offer"])
    assert all(set(action["tickets"]) <= offer for action in mine["items"])


def test_whoever_is_not_asked_is_offered_nothing(ada, bob):
    path = chosen(ada, bob)

    assert ada.seen(f"{path}/actions")["moment"] == "turn"
    waiting = bob.seen(f"{path}/actions")
    assert waiting["items"] == []
    assert "moment" not in waiting


def test_the_moment_follows_the_turn(ada, bob):
    path = chosen(ada, bob)
    drawing(ada, path)

    assert ada.seen(f"{path}/actions")["moment"] == "second_card"


def test_actions_are_for_those_at_the_table(api, ada, bob, cleo):
    path = dealt(ada, bob)

    problem(cleo.get(f"{path}/actions"), 403, "not_seated")
    problem(api.get(f"/api/v1{path}/actions"), 401, "unauthenticated")


def test_a_token_that_reads_is_enough(ada, bob):
    path = dealt(ada, bob)
    ada.headers = token_for(ada.player, "games:read")

    assert ada.seen(f"{path}/actions")["items"]


def test_before_the_start_there_is_nothing_to_do(ada):
    assert ada.seen(f"{opened(ada)}/actions")["items"] == []


@pytest.mark.parametrize("rules", [rules.name for rules in catalogue()])
def test_every_entry_is_a_body_that_can_be_posted_back_as_it_is(ada, bob, rules):
    path = dealt(ada, bob, ruleset=rules)
    table = ada.seen(path)

    for _ in range(12):
        seat = table["to_act"][0]
        caller = (ada, bob)[seat]
        offered = caller.seen(f"{path}/actions")["items"]
        for body in offered[:3] + offered[-3:]:
            assert caller.post(f"{path}/actions?dry_run=true", body).status_code == 200
        table = caller.done(f"{path}/actions", offered[-1])


def test_a_wrong_parameter_is_named(ada):
    assert wrong_fields(ada.get(f"{opened(ada)}/actions?seat=1")) == {"seat": "unknown"}
