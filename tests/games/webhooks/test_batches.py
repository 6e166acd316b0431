"""Who posts what next: in batches, for one alone, and never so that others get nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.deliveries import sender
from games.deliveries.batches import DOUBTFUL_AT_ONCE, SURE, batch_lease
from games.deliveries.channel import DELIVERED
from games.deliveries.models import Channel, Delivery, Standing
from games.deliveries.sender import batch_send, deliveries_send, settle
from games.webhooks.channel import Webhooks
from games.webhooks.models import Webhook
from games.webhooks.services import webhook_test, webhook_update
from tests.support.tables import people
from tests.support.webhook_receiver import Receiver, Reply
from tests.support.webhooks import webhook_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nearby")]


def hooked(owner: Player, receiver: Receiver, *kinds: str) -> Webhook:
    return webhook_for(owner, url=receiver.url, kinds=kinds or ["game.event"])[0]


def leased() -> list[list[Delivery]]:
    return list(iter(lambda: batch_lease(Webhooks()), []))


def test_a_batch_is_what_is_due_to_one_webhook_the_oldest_first(receiver, monkeypatch):
    monkeypatch.setattr(Webhooks, "batch", 3)
    webhook = hooked(people(1)[0], receiver)
    made = [webhook_test(webhook) for _ in range(4)]

    first, second = leased()
    assert [*first, *second] == made
    assert len(first) == 3
    assert first[0].receiver == webhook.id


def test_a_lease_is_for_one_worker_alone_and_expires(receiver):
    webhook_test(hooked(people(1)[0], receiver))

    assert len(leased()) == 1
    assert leased() == []


def test_a_message_over_which_a_worker_died_has_failed_and_waits_and_is_given_up_in_the_end(
    receiver, settings
):
    webhook_test(hooked(people(1)[0], receiver))
    for attempts in (1, 2):
        Delivery.objects.update(next_attempt_at=timezone.now())
        assert leased()
        Delivery.objects.update(leased_until=timezone.now())  # the worker has died
        deliveries_send(Webhooks())

        row = Delivery.objects.get()
        assert (row.attempts, row.leased_until, row.state) == (attempts, None, "pending")
        assert row.next_attempt_at
        assert row.next_attempt_at > timezone.now()
    settings.GIVE_UP_AFTER = timedelta(0)
    Delivery.objects.update(leased_until=timezone.now())
    deliveries_send(Webhooks())

    assert Delivery.objects.get().state == "failed"
    assert receiver.received == []


def test_who_comes_back_after_the_lease_has_ended_changes_nothing(receiver):
    webhook_test(hooked(people(1)[0], receiver))
    ((late,),) = leased()
    Delivery.objects.update(leased_until=timezone.now())
    deliveries_send(Webhooks())  # it is found, and waits
    left = Delivery.objects.get()

    settle(late, DELIVERED)

    left.refresh_from_db()
    assert (left.state, left.attempts) == ("pending", 1)


def test_a_question_is_leased_alone(receiver, monkeypatch):
    webhook = hooked(Player.objects.create(name="robot", is_bot=True), receiver, "bot.act")
    tests = [webhook_test(webhook) for _ in range(2)]
    now = timezone.now()
    questions = [
        Delivery.objects.create(
            channel=Channel.WEBHOOK, webhook=webhook, kind="bot.act", next_attempt_at=now, created_at=now
        )
        for _ in range(2)
    ]

    assert sorted(len(batch) for batch in leased()) == [1, 1, 2]
    assert set(tests + questions) == set(Delivery.objects.filter(leased_until__isnull=False))


def test_one_players_receivers_never_take_every_poster(receiver, monkeypatch):
    monkeypatch.setattr(Webhooks, "batch", 2)
    owner, other = people(2)
    hooks = [hooked(owner, receiver) for _ in range(3)]
    for webhook in hooks * 4:
        webhook_test(webhook)
    healthy = hooked(other, receiver)
    trust_all()
    webhook_test(healthy)

    found = leased()
    assert len(found) == Webhooks.per_player + 1
    assert healthy.id in [batch[0].receiver for batch in found]


def test_a_receiver_that_fails_gets_one_batch_at_a_time(receiver, monkeypatch):
    monkeypatch.setattr(Webhooks, "batch", 2)
    webhook = hooked(people(1)[0], receiver)
    for _ in range(4):
        webhook_test(webhook)
    Webhook.objects.update(failures=1)

    assert [len(batch) for batch in leased()] == [2]


def test_receivers_that_have_never_answered_leave_posters_for_those_that_have_and_come_last(receiver):
    for owner in people(DOUBTFUL_AT_ONCE + 3):
        webhook_test(hooked(owner, receiver))
    check_goes_first(trusted(receiver))


@pytest.mark.parametrize("status", [200, 500])
def test_all_receivers_of_a_player_come_last_for_a_while_after_one_of_them_was_slow(
    receiver, monkeypatch, status
):
    receiver.answering = lambda _: Reply(status)
    owners = people(DOUBTFUL_AT_ONCE + 3)
    hooks = [(hooked(owner, receiver), hooked(owner, receiver)) for owner in owners]
    for slow, _ in hooks:
        webhook_test(slow)
    trust_all()
    with monkeypatch.context() as patient:
        patient.setattr(sender, "QUICK_SECONDS", 0)  # it answers, but not as quickly as that
        deliver_all()
    assert Standing.objects.filter(trusted_from__gt=timezone.now()).count() == len(owners)
    for _, other in hooks:
        webhook_test(other)
    check_goes_first(trusted(receiver))
    trust_all()
    Delivery.objects.update(leased_until=None)
    assert len(leased()) == len(hooks) + 1


def test_of_new_receivers_those_of_the_least_busy_player_come_first(receiver):
    busy, other = people(2)
    for _ in range(3):
        webhook_test(hooked(busy, receiver))
    webhook_test(hooked(other, receiver))

    assert [batch[0].player for batch in leased()] == [busy, other, busy, busy]


def test_a_receiver_is_trusted_once_it_has_answered_quickly_and_a_new_url_has_to_answer_itself(receiver):
    webhook = hooked(people(1)[0], receiver)
    receiver.answering = lambda _: Reply(500)
    webhook_test(webhook)
    deliver_all()
    assert not is_trusted(webhook)

    receiver.answering = lambda _: Reply()
    webhook_test(webhook)
    deliver_all()
    assert is_trusted(webhook)
    webhook_update(webhook, webhook.token, paused=False)
    assert is_trusted(webhook)
    webhook_update(webhook, webhook.token, url=f"{receiver.url}/other")
    assert not is_trusted(webhook)
    trust_all()
    hooked(webhook.player, receiver)
    assert not is_trusted(webhook)


def test_a_new_receiver_that_is_slow_stays_in_doubt(receiver, monkeypatch):
    monkeypatch.setattr(sender, "QUICK_SECONDS", 0)
    webhook = hooked(people(1)[0], receiver)
    webhook_test(webhook)
    deliver_all()

    assert Delivery.objects.get().state == "delivered"
    assert not is_trusted(webhook)


def trust_all() -> None:
    for player in Player.objects.all():
        Standing.objects.update_or_create(
            player=player,
            channel=Channel.WEBHOOK,
            defaults={"trusted_from": timezone.now()},
            create_defaults={"trusted_from": timezone.now(), "served_at": timezone.now()},
        )


def is_trusted(webhook: Webhook) -> bool:
    return Standing.objects.filter(player=webhook.player_id, trusted_from__lte=timezone.now()).exists()


def trusted(receiver: Receiver) -> Webhook:
    webhook = hooked(people(1)[0], receiver)
    now = timezone.now()
    Standing.objects.create(
        player_id=webhook.player_id, channel=Channel.WEBHOOK, served_at=now, trusted_from=now
    )
    webhook_test(webhook)
    return webhook


def check_goes_first(webhook: Webhook) -> None:
    """Though its message came last; and of the others only so many are posted at once."""
    found = leased()
    assert webhook.id in [batch[0].receiver for batch in found[: SURE + 1]]
    assert len(found) == DOUBTFUL_AT_ONCE + 1


def deliver_all() -> None:
    for batch in iter(lambda: batch_lease(Webhooks()), []):
        batch_send(batch, Webhooks())


@pytest.mark.parametrize("column", ["paused_at", "held_until"])
def test_what_is_paused_or_left_alone_is_not_leased(receiver, column):
    webhook_test(hooked(people(1)[0], receiver))
    Webhook.objects.update(**{column: timezone.now() + timedelta(hours=1)})

    assert leased() == []


def test_what_a_batch_does_not_come_to_is_there_for_others_at_once(receiver):
    webhook = hooked(people(1)[0], receiver)
    made = [webhook_test(webhook) for _ in range(3)]
    receiver.answering = lambda _: Reply(500 if len(receiver.received) > 1 else 204)
    batch = batch_lease(Webhooks())

    assert batch_send(batch, Webhooks()) == 2
    assert [Delivery.objects.get(pk=one.pk).state for one in made] == ["delivered", "pending", "pending"]
    assert leased() == [made[2:]]


def test_a_slow_receiver_does_not_keep_a_whole_batch_waiting(receiver, monkeypatch):
    monkeypatch.setattr(sender, "QUICK_SECONDS", 0)
    webhook = hooked(people(1)[0], receiver)
    for _ in range(3):
        webhook_test(webhook)
    batch = batch_lease(Webhooks())

    assert batch_send(batch, Webhooks()) == 1
    assert Delivery.objects.filter(leased_until=None, state="pending").count() == 2
