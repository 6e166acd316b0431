"""Notices in browsers: each is pushed once, encrypted, as its player has chosen."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from games.deliveries.models import Delivery
from games.deliveries.retention import deliveries_prune
from games.notices.services import notice_give
from games.notifications.models import PushSubscription
from games.notifications.push import MAX_FAILURES
from games.projector import game_project
from tests.support.callers import Caller, chosen, drawing, problem
from tests.support.notified import PAUSED
from tests.support.push_service import Browser, claims_of, pushed
from tests.support.webhook_receiver import Receiver, Reply

pytestmark = pytest.mark.django_db
PATH = "/me/push-subscriptions"


def subscribed(person: Caller, browser: Browser, service: Receiver) -> UUID:
    return UUID(person.done(PATH, browser.subscription(service.url))["id"])


def states() -> list[str]:
    return list(Delivery.objects.order_by("created_at", "id").values_list("state", flat=True))


def answering(service: Receiver, status: int, **headers: str) -> None:
    spelled = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    service.answering = lambda _: Reply(status, headers=spelled)


def test_a_notice_is_pushed_to_the_browser_in_words_and_as_it_is_in_the_api(ada, bob, browser, service, push):
    subscribed(ada, browser, service)
    table = chosen(ada, bob, clock={"per_action": 86400})
    game_project(table.id)
    push()

    messages = {one["notice"]["kind"]: one for one in pushed(browser, service)}
    assert set(messages) == {"seat.taken", "game.started", "game.your_turn"}
    turn = messages["game.your_turn"]
    assert turn["title"] == "London"
    assert turn["body"].startswith("It is your turn. Time is up at 20")
    assert turn["url"] == f"http://testserver{table}"
    assert turn["notice"] in ada.seen("/me/notices")["items"]


def test_each_push_is_sent_once(ada, browser, service, push):
    subscribed(ada, browser, service)
    for _ in range(3):
        notice_give(ada.player, PAUSED)
    assert push() == 3
    assert push() == 0

    assert sorted(one["notice"]["number"] for one in pushed(browser, service)) == [1, 2, 3]


def test_every_browser_of_a_player_gets_it_and_nobody_elses(ada, bob, service, push):
    browsers = [Browser(), Browser()]
    for number, browser in enumerate(browsers):
        ada.done(PATH, browser.subscription(f"{service.url}/{number}"))
    bob.done(PATH, Browser().subscription(f"{service.url}/bob"))
    notice_give(ada.player, PAUSED)
    push()

    assert sorted(received.path for received in service.received) == ["/hook/0", "/hook/1"]


def test_the_push_service_learns_who_sends_and_nothing_about_the_game(ada, browser, service, push):
    subscribed(ada, browser, service)
    notice_give(ada.player, PAUSED)
    push()

    (received,) = service.received
    claims = claims_of(received)
    assert claims["aud"] == f"http://127.0.0.1:{service.port}"
    assert claims["sub"].startswith("mailto:")
    assert claims["exp"] < timezone.now().timestamp() + 86400
    assert received.headers["topic"] == Delivery.objects.get().id.hex
    assert b"webhook" not in received.body


def test_a_turn_that_was_taken_meanwhile_is_not_pushed(ada, bob, browser, service, push):
    subscribed(ada, browser, service)
    ada.patch("/me/notifications", {"push_kinds": ["game.your_turn"]})
    table = chosen(ada, bob)
    game_project(table.id)
    drawing(ada, table)
    drawing(ada, table)
    push()

    assert service.received == []
    assert set(states()) == {"cancelled"}


def test_only_the_chosen_kinds_are_pushed(ada, bob, browser, service, push):
    subscribed(ada, browser, service)
    ada.patch("/me/notifications", {"push_kinds": ["game.started"]})
    game_project(chosen(ada, bob).id)
    push()

    assert [one["notice"]["kind"] for one in pushed(browser, service)] == ["game.started"]


def test_the_words_are_in_the_players_language_and_time_zone(ada, bob, browser, service, push):
    subscribed(ada, browser, service)
    choice = {"push_kinds": ["game.your_turn"], "language": "pl", "time_zone": "Europe/Warsaw"}
    assert ada.patch("/me/notifications", choice).status_code == 200
    game_project(chosen(ada, bob, clock={"per_action": 86400}).id)
    push()

    words = {one["body"] for one in pushed(browser, service)}
    assert words
    assert all(text.startswith("Twoja kolej. Czas mija 20") for text in words)
    assert all(text.endswith("(Europe/Warsaw).") for text in words)


def test_pushes_that_are_turned_off_are_not_sent_even_if_they_wait(ada, browser, service, push):
    subscribed(ada, browser, service)
    notice_give(ada.player, PAUSED)
    ada.patch("/me/notifications", {"push": False})
    notice_give(ada.player, PAUSED)
    push()

    assert service.received == []
    assert states() == ["cancelled"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_expired_is_removed(ada, browser, service, push, status):
    subscribed(ada, browser, service)
    answering(service, status)
    for _ in range(2):
        notice_give(ada.player, PAUSED)
    push()

    assert len(service.received) == 1
    assert not PushSubscription.objects.exists()
    assert states() == ["cancelled", "cancelled"]


def test_a_service_that_is_down_is_tried_again_with_the_same_topic(ada, browser, service, push, later):
    subscribed(ada, browser, service)
    answering(service, 503)
    notice_give(ada.player, PAUSED)
    assert push() == 1
    assert push() == 0
    answering(service, 201)
    later()
    assert push() == 1

    first, second = service.received
    assert first.headers["topic"] == second.headers["topic"]
    assert states() == ["delivered"]
    assert PushSubscription.objects.get().failures == 0


def test_a_service_is_left_alone_for_as_long_as_it_asks(ada, browser, service, push, settings):
    settings.RETRIES = (timedelta(seconds=1),)
    subscribed(ada, browser, service)
    answering(service, 429, Retry_After="3600")
    for _ in range(2):
        notice_give(ada.player, PAUSED)
    push()
    notice_give(ada.player, PAUSED)
    Delivery.objects.update(next_attempt_at=timezone.now())
    push()

    assert len(service.received) == 1
    soon = timezone.now() + timedelta(minutes=50)
    assert PushSubscription.objects.filter(held_until__gt=soon).exists()


def test_what_the_service_refuses_for_good_is_not_tried_again(ada, browser, service, push, later):
    subscribed(ada, browser, service)
    answering(service, 403)
    notice_give(ada.player, PAUSED)
    push()
    later()

    assert push() == 0
    assert states() == ["failed"]


def test_a_push_that_nobody_takes_for_days_is_given_up(ada, browser, service, push, later, settings):
    subscribed(ada, browser, service)
    answering(service, 500)
    notice_give(ada.player, PAUSED)
    Delivery.objects.update(created_at=timezone.now() - settings.GIVE_UP_AFTER)
    push()

    assert states() == ["failed"]


def test_a_browser_that_never_answers_is_given_up(ada, browser, service, push):
    subscribed(ada, browser, service)
    PushSubscription.objects.update(failures=MAX_FAILURES - 1)
    answering(service, 500)
    notice_give(ada.player, PAUSED)
    push()

    assert not PushSubscription.objects.exists()


def test_a_player_is_sent_so_many_pushes_a_day_and_no_more(ada, browser, service, push, settings):
    settings.PUSHES_PER_DAY = 2
    subscribed(ada, browser, service)
    for _ in range(3):
        notice_give(ada.player, PAUSED)
    push()

    assert [one["notice"]["number"] for one in pushed(browser, service)] == [1, 2]
    PushSubscription.objects.all().delete()
    subscribed(ada, browser, service)
    notice_give(ada.player, PAUSED)
    assert push() == 0  # to subscribe again does not begin the day anew
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=1, seconds=1))
    notice_give(ada.player, PAUSED)
    assert push() == 1


def test_a_suspended_player_is_sent_nothing(ada, browser, service, push):
    subscribed(ada, browser, service)
    notice_give(ada.player, PAUSED)
    ada.player.suspended_at = timezone.now()
    ada.player.save()
    push()

    assert service.received == []
    assert states() == ["cancelled"]


def test_nothing_is_left_of_it_when_the_account_is_deleted(ada, browser, service, push):
    subscribed(ada, browser, service)
    notice_give(ada.player, PAUSED)
    ada.delete("/me")
    push()

    assert service.received == []
    assert not Delivery.objects.exists()
    assert not PushSubscription.objects.exists()


def test_a_push_is_written_with_its_notice_or_not_at_all(ada, browser, service):
    subscribed(ada, browser, service)
    with transaction.atomic():
        notice_give(ada.player, PAUSED)
        assert states() == ["pending"]
        transaction.set_rollback(True)

    assert states() == []


def test_a_lease_keeps_other_senders_away_until_it_expires(ada, browser, service, push, later):
    subscribed(ada, browser, service)
    notice_give(ada.player, PAUSED)
    Delivery.objects.update(leased_until=timezone.now() + timedelta(minutes=1))
    assert push() == 0
    Delivery.objects.update(leased_until=timezone.now())
    assert push() == 0  # whoever had it has died: that was a failure
    later()
    assert push() == 1


def test_rows_are_kept_for_a_week_after_they_were_sent(ada, browser, service, push):
    subscribed(ada, browser, service)
    for _ in range(3):
        notice_give(ada.player, PAUSED)
    push()
    newest = Delivery.objects.order_by("created_at").last()
    assert newest is not None
    old = Delivery.objects.exclude(id=newest.id)
    old.update(ended_at=timezone.now() - timedelta(days=7, seconds=1))

    assert deliveries_prune() == 2
    assert Delivery.objects.get().id == newest.id


def test_choices_are_told_and_bad_ones_refused(ada):
    without = {"email": "off", "email_hour": 8, "email_verified": False, "push": True}
    assert ada.seen("/me/notifications") == {**without, "time_zone": "UTC", "language": "en"}
    for wrong in (
        {"push": 1},
        {"email": "x"},
        {"email_hour": 24},
        {"email_verified": True},
        {"push_kinds": ["x"]},
        {"time_zone": "Mars"},
        {"language": "tlh"},
        {"e": 1},
    ):
        problem(ada.patch("/me/notifications", wrong), 400, "invalid")
    assert ada.patch("/me/notifications", {"push_kinds": ["game.started", "game.started"]}).json()[
        "push_kinds"
    ] == ["game.started"]
    assert "push_kinds" not in ada.patch("/me/notifications", {"push_kinds": None}).json()
