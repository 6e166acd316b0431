"""Two want to write the next event of one game."""

import pytest

from games.log.models import Event
from tests.concurrency.races import check_log, race, statuses
from tests.support.callers import Caller, chosen, dealt

DRAW = {"type": "draw_card", "pile": "transport"}


def again(caller: Caller) -> Caller:
    """The same player at a second device."""
    other = object.__new__(Caller)
    other.__dict__ = {**vars(caller), "api": type(caller.api)(raise_request_exception=False)}
    return other


def test_of_two_who_expect_the_same_version_one_is_first_and_the_other_is_told(people):
    ada, bob = people[:2]
    path = chosen(ada, bob)
    version = ada.seen(path)["version"]
    body = {**DRAW, "expected_version": version}

    answers = race(*(lambda c=c: c.post(f"{path}/actions", body) for c in (ada, again(ada))))

    assert statuses(answers) == [201, 409]
    (late,) = [answer.json() for answer in answers if answer.status_code == 409]
    (done,) = [answer.json() for answer in answers if answer.status_code == 201]
    assert late["code"] == "stale_version"
    assert (late["context"]["version"], late["context"]["hash"]) == (done["version"], done["hash"])
    assert ada.seen(path)["version"] == done["version"] == version + len(done["events"])
    check_log(path)


def test_two_without_expectations_are_judged_one_after_the_other(people):
    ada, bob = people[:2]
    path = chosen(ada, bob)

    answers = race(*(lambda c=c: c.post(f"{path}/actions", DRAW) for c in (ada, again(ada), again(ada))))

    assert statuses(answers) == [201, 201, 409]  # a turn has two cards
    assert [a.json()["code"] for a in answers if a.status_code == 409] == ["not_your_turn"]
    check_log(path)


@pytest.mark.parametrize("rules", ["berlin@1", "world@1"])
def test_all_seats_choose_their_tickets_at_once(people, rules):
    players = people[: 5 if rules == "world@1" else 4]
    path = dealt(*players, ruleset=rules)
    version = players[0].seen(path)["version"]
    bodies = [p.seen(f"{path}/actions")["items"][0] | {"expected_version": version} for p in players]

    posts = zip(players, bodies, strict=True)
    answers = race(*(lambda p=p, b=b: p.post(f"{path}/actions", b) for p, b in posts))

    assert statuses(answers) == [201] * len(players)
    chosen_by = Event.objects.filter(type="tickets_chosen").order_by("actor")
    assert list(chosen_by.values_list("actor", flat=True)) == list(range(len(players)))
    assert Event.objects.filter(type="starting_tickets_kept").count() == len(players)
    check_log(path)


def test_the_same_request_twice_at_once_is_one_change_and_two_equal_answers(people):
    ada, bob = people[:2]
    path = chosen(ada, bob)
    version = ada.seen(path)["version"]

    answers = race(
        *(lambda c=c: c.post(f"{path}/actions", DRAW, idempotency_key="k") for c in (ada, again(ada)))
    )

    assert statuses(answers) == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert sorted(a.headers.get("Idempotency-Replayed", "") for a in answers) == ["", "true"]
    assert ada.seen(path)["version"] == version + 1
    check_log(path)


def test_one_key_for_two_games_at_once_is_good_for_both_of_them(people):
    ada, bob, cleo = people[:3]
    paths = [chosen(ada, bob), chosen(ada, cleo)]

    posts = zip((ada, again(ada)), paths, strict=True)
    answers = race(*(lambda c=c, p=p: c.post(f"{p}/actions", DRAW, idempotency_key="k") for c, p in posts))

    assert statuses(answers) == [201, 201]
    assert Event.objects.filter(type="card_drawn").count() == 2
    for path in paths:
        check_log(path)
