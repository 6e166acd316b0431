"""POST /games/{id}/actions?dry_run=true: what would follow, chance and the others' choices unknown."""

import pytest

from games.log.models import Event, Game
from rules import catalogue
from rules.events import EVENTS
from tests.support.callers import chosen, dealt, problem, wrong_fields
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw_card", "pile": "transport"}


def test_a_card_that_would_be_drawn_is_not_shown(ada, bob):
    path = chosen(ada, bob)
    found = ada.post(f"{path}/actions?dry_run=true", DRAW)

    assert found.status_code == 200
    assert found.json()["events"] == [
        {"type": "card_drawn", "v": 1, "public": {"seat": 0, "pile": "transport"}}
    ]


def test_a_card_that_lies_open_is_shown_but_not_what_takes_its_place(ada, bob):
    path = chosen(ada, bob)
    card = ada.seen(path)["view"]["market"][0]
    events = ada.done(f"{path}/actions?dry_run=true", {"type": "take_card", "card": card})["events"]

    assert [event["type"] for event in events] == ["card_taken", "market_filled"]
    assert events[0]["public"]["card"] == card
    assert "cards" not in events[1]["public"]


def test_a_choice_shows_itself_alone_whether_or_not_the_others_have_chosen(ada, bob):
    path = dealt(ada, bob)
    body = ada.seen(f"{path}/actions")["items"][0]

    first = ada.done(f"{path}/actions?dry_run=true", body)["events"]
    bob.done(f"{path}/actions", bob.seen(f"{path}/actions")["items"][0])
    assert ada.done(f"{path}/actions?dry_run=true", body)["events"] == first
    assert first == [
        {"type": "tickets_chosen", "v": 1, "public": {"seat": 0}, "private": {"tickets": body["tickets"]}}
    ]


@pytest.mark.parametrize("rules", [rules.name for rules in catalogue()])
def test_nothing_off_a_pile_is_ever_shown_and_nothing_changes(ada, bob, rules):
    path = chosen(ada, bob, ruleset=rules) if rules != "world@1" else dealt(ada, bob, ruleset=rules)
    game = Game.objects.get()

    for step in range(15):
        play_on(game.id, actions=4, seed=step)
        rows = Event.objects.count()
        table = ada.seen(path)
        for seat in table["to_act"]:
            caller = (ada, bob)[seat]
            for body in caller.seen(f"{path}/actions")["items"][:8]:
                events = caller.done(f"{path}/actions?dry_run=true", body)["events"]
                for event in events:
                    facts = event["public"] | event.get("private", {})
                    assert not facts.keys() & set(EVENTS.by_name[event["type"]].drawn), event
                assert all(event["public"].get("seat") in (seat, None) for event in events[:1])
        assert Event.objects.count() == rows
        assert ada.seen(path) == table


def test_it_refuses_what_would_be_refused(ada, bob):
    path = chosen(ada, bob)

    problem(bob.post(f"{path}/actions?dry_run=true", DRAW), 409, "not_your_turn")
    problem(ada.post(f"{path}/actions?dry_run=true", {**DRAW, "speed": 1}), 400, "invalid")
    stale = {**DRAW, "expected_version": 1}
    context = problem(ada.post(f"{path}/actions?dry_run=true", stale), 409, "stale_version")["context"]
    assert context["version"] == ada.seen(path)["version"]
    assert context["actions"]


def test_what_is_neither_true_nor_false_is_named(ada, bob):
    path = chosen(ada, bob)
    before = Event.objects.count()

    assert wrong_fields(ada.post(f"{path}/actions?dry_run=maybe", DRAW)) == {"dry_run": "invalid"}
    assert wrong_fields(ada.post(f"{path}/actions?dryrun=true", DRAW)) == {"dryrun": "unknown"}
    assert Event.objects.count() == before
