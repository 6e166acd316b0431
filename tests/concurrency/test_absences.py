"""Players who come back while somebody else decides for them or about them."""

from games import tasks
from games.log.models import Event
from games.work.models import Setback
from tests.concurrency.races import check_log, race, statuses
from tests.concurrency.test_actions import again
from tests.support.callers import chosen
from tests.support.tables import folded_now


def test_a_stand_in_makes_no_decision_after_its_player_is_back(people):
    ada, bob, *_ = people
    path = chosen(ada, bob)
    version = ada.done(f"{path}/resign")["version"]

    _, back = race(lambda: tasks.play_bots(str(path.id), version), lambda: ada.post(f"{path}/return"))

    assert back.status_code == 200
    returned = Event.objects.get(game=path.id, type="seat_returned").seq
    assert not Event.objects.filter(game=path.id, seq__gt=returned, by="stand_in").exists()
    assert folded_now(path.id).table.chairs[0].played_by == ""
    assert not Setback.objects.exists()
    check_log(path)


def test_who_returns_from_two_devices_returns_once(people):
    ada, bob, *_ = people
    path = chosen(ada, bob)
    ada.done(f"{path}/resign")

    answers = race(*(lambda c=c: c.post(f"{path}/return") for c in (ada, again(ada))))

    assert statuses(answers) == [200, 409]
    check_log(path)


def test_who_returns_and_leaves_for_good_at_once_leaves_no_empty_seat(people):
    ada, bob, *_ = people
    path = chosen(ada, bob)
    ada.done(f"{path}/resign")

    race(lambda: ada.post(f"{path}/return"), lambda: again(ada).delete("/me"))

    assert folded_now(path.id).table.chairs[0].stand_in
    check_log(path)


def test_who_begins_a_vacation_from_two_devices_uses_no_more_than_there_is(people):
    ada, bob, *_ = people
    path = chosen(ada, bob, clock={"per_action": 86_400, "vacation_days": 5})

    answers = race(*(lambda c=c: c.post(f"{path}/vacation", {"days": 3}) for c in (ada, again(ada))))

    assert statuses(answers) == [200, 409]
    assert ada.seen(path)["seats"][0]["vacation_days"] == 2
    check_log(path)


def test_a_pause_that_two_agree_to_at_once_begins_once(people):
    ada, bob, cleo, *_ = people
    path = chosen(ada, bob, cleo, clock={"per_action": 86_400})
    ada.done(f"{path}/pause", {"days": 3})

    answers = race(*(lambda c=c: c.post(f"{path}/pause/consent") for c in (bob, cleo)))

    assert statuses(answers) == [200, 200]
    assert Event.objects.filter(game=path.id, type="game_paused").count() == 1
    check_log(path)


def test_a_proposal_agreed_to_and_taken_back_at_once_comes_to_one_of_both(people):
    ada, bob, *_ = people
    path = chosen(ada, bob, clock={"per_action": 86_400})
    ada.done(f"{path}/pause", {"days": 3})

    agreed, _ = race(lambda: bob.post(f"{path}/pause/consent"), lambda: ada.delete(f"{path}/pause"))

    began = Event.objects.filter(game=path.id, type="game_paused").exists()
    assert began == (agreed.status_code == 200)
    check_log(path)
