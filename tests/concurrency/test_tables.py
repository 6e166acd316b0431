"""Several want the same seat, the same table, or the same start."""

from games.log.models import Game, Seat
from tests.concurrency.races import check_log, race, statuses
from tests.concurrency.test_actions import again
from tests.support.callers import opened

LONDON = {"ruleset": "london", "seats": 2}


def test_the_same_table_opened_twice_at_once_is_one_table(people):
    ada = people[0]

    answers = race(*(lambda c=c: c.post("/games", LONDON, idempotency_key="k") for c in (ada, again(ada))))

    assert statuses(answers) == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert sorted(a.headers.get("Idempotency-Replayed", "") for a in answers) == ["", "true"]
    assert Game.objects.count() == 1


def test_two_tables_opened_at_once_under_one_key_are_one_table_and_a_refusal(people):
    ada, bodies = people[0], [LONDON, {**LONDON, "seats": 3}]

    posts = zip((ada, again(ada)), bodies, strict=True)
    answers = race(*(lambda c=c, b=b: c.post("/games", b, idempotency_key="k") for c, b in posts))

    assert statuses(answers) == [201, 422]
    assert Game.objects.count() == 1


def test_the_last_seat_goes_to_one_of_those_who_want_it(people):
    ada, *others = people
    path = opened(ada)

    answers = race(*(lambda c=c: c.post(f"{path}/seats", {"seat": 1}) for c in others))

    assert statuses(answers) == [201, 409, 409, 409]
    assert Seat.objects.filter(player__isnull=False).count() == 2
    check_log(path)


def test_one_player_at_two_devices_takes_one_seat(people):
    ada, bob = people[:2]
    path = opened(ada, seats=3)

    answers = race(
        *(lambda c=c, s=s: c.post(f"{path}/seats", {"seat": s}) for c, s in ((bob, 1), (again(bob), 2)))
    )

    assert statuses(answers) == [201, 409]
    assert Seat.objects.filter(player=bob.player).count() == 1
    check_log(path)


def test_a_game_that_two_start_at_once_is_dealt_once(people):
    ada, bob = people[:2]
    path = opened(ada, bob)

    answers = race(*(lambda c=c: c.post(f"{path}/start") for c in (ada, again(ada))))

    assert statuses(answers) == [200, 409]
    types = [event["type"] for event in ada.seen(f"{path}/events?limit=500")["items"]]
    assert types.count("game_started") == types.count("table_set") == 1
    check_log(path)


def test_whoever_leaves_while_the_host_starts_is_either_dealt_in_or_gone(people):
    ada, bob = people[:2]
    path = opened(ada, bob)

    started, left = race(lambda: ada.post(f"{path}/start"), lambda: bob.delete(f"{path}/seats/me"))

    assert sorted((started.status_code, left.status_code)) == [200, 409]
    table = ada.seen(path)
    assert (table["status"] == "playing") == (started.status_code == 200) == table["seats"][1]["taken"]
    check_log(path)
