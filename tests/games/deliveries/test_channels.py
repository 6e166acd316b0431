"""Channels share the threads of a worker: one whose server hangs leaves some for the others."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from config.run.programs import POSTERS
from games.accounts.models import Player
from games.deliveries import sender
from games.deliveries.batches import DOUBTFUL_AT_ONCE, SURE, batch_lease
from games.deliveries.channel import DELIVERED, Carrier
from games.deliveries.models import Delivery, Standing
from games.deliveries.sender import batch_send, settle
from games.notifications.mail import Mailer
from games.notifications.push import Pushes
from games.webhooks.channel import Webhooks
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def waiting(channel: Carrier, player: Player) -> Delivery:
    now = timezone.now()
    return Delivery.objects.create(
        player=player,
        channel=channel.name,
        receiver=player.id,
        kind="friend.request",
        next_attempt_at=now,
        created_at=now,
    )


@pytest.mark.parametrize("channel", [Mailer(), Pushes()])
def test_a_server_that_hangs_keeps_a_few_workers_and_no_more(channel):
    for player in people(channel.workers + 3):
        waiting(channel, player)

    leased = all_leased(channel)

    assert [len(batch) for batch in leased] == [1] * channel.workers


def test_what_hangs_and_what_is_in_doubt_leaves_threads_for_webhooks_that_are_trusted():
    """Webhooks of others may be in doubt, and pushes and mail may not be."""
    assert Mailer.workers + Pushes.workers + DOUBTFUL_AT_ONCE <= POSTERS - 3


def test_receivers_in_doubt_are_counted_together_whatever_their_channel():
    for player in people(DOUBTFUL_AT_ONCE):
        waiting(Webhooks(), player)
        waiting(Pushes(), player)

    webhooks = len(all_leased(Webhooks()))
    assert webhooks == DOUBTFUL_AT_ONCE
    assert all_leased(Pushes()) == []


@pytest.mark.parametrize("channel", [Mailer(), Pushes(), Webhooks()])
def test_who_was_slow_lately_comes_after_who_was_not(channel, monkeypatch):
    slow, quick = people(2)
    for player in (slow, quick):
        sent(waiting(channel, player), channel, monkeypatch, seconds=0.1)
    sent(waiting(channel, slow), channel, monkeypatch, seconds=9.9)
    in_doubt = Standing.objects.filter(trusted_from__gt=timezone.now())
    assert [one.player for one in in_doubt] == [slow]
    for player in people(SURE):  # new, and in doubt as well
        waiting(channel, player)
    for _ in range(SURE):
        batch_lease(channel)

    waiting(channel, slow)
    waiting(channel, quick)

    (first,) = batch_lease(channel)
    assert first.player == quick


def sent(row: Delivery, channel: Carrier, monkeypatch, *, seconds: float) -> None:
    """A server took the message, and so long to say so."""
    clock = iter([0.0, 0.0, seconds, seconds])  # the batch begins, the attempt begins and ends, and the batch
    with monkeypatch.context() as waited:
        waited.setattr(sender, "time", SimpleNamespace(monotonic=lambda: next(clock)))
        for name, found in {"begin": None, "render": "hello", "send": DELIVERED, "judge": DELIVERED}.items():
            waited.setattr(channel, name, lambda *_, found=found: found)
        assert batch_send(batch_lease(channel), channel) == 1
    row.refresh_from_db()
    assert row.state == "delivered"


@pytest.mark.parametrize("channel", [Mailer(), Pushes()])
def test_who_was_served_longest_ago_comes_first_however_old_the_message(channel, monkeypatch):
    busy, other = people(2)
    for _ in range(3):
        waiting(channel, busy)
    waiting(channel, other)

    order = []
    while batch := batch_lease(channel):
        order.append(batch[0].player)
        settle(batch[0], DELIVERED)

    assert order == [busy, other, busy, busy]


def test_a_channel_that_cannot_begin_tries_again_later(monkeypatch):
    player = people(1)[0]
    for kind in ("friend.request", "bot.act"):
        Delivery.objects.filter(id=waiting(Webhooks(), player).id).update(kind=kind)
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=30))
    channel = Webhooks()
    monkeypatch.setattr(channel, "begin", None)

    for batch in all_leased(channel):
        batch_send(batch, channel)

    found = dict(Delivery.objects.values_list("kind", "state"))
    assert found == {"friend.request": "failed", "bot.act": "pending"}  # a question is never given up


def all_leased(channel: Carrier) -> list[list[Delivery]]:
    return list(iter(lambda: batch_lease(channel), []))


@pytest.mark.parametrize("channel", [Mailer(), Pushes()])
def test_a_player_is_sent_one_message_at_a_time(channel):
    player, other = people(2)
    for _ in range(3):
        waiting(channel, player)
    waiting(channel, other)

    leased = all_leased(channel)

    assert [one.player for (one,) in leased] == [player, other]


def test_channels_do_not_wait_for_each_other():
    (player,) = people(1)
    waiting(Mailer(), player)
    waiting(Pushes(), player)

    assert batch_lease(Mailer())
    assert batch_lease(Pushes())


def test_what_is_not_yet_due_waits():
    row = waiting(Mailer(), people(1)[0])
    Delivery.objects.filter(id=row.id).update(next_attempt_at=timezone.now() + timedelta(minutes=1))

    assert batch_lease(Mailer()) == []
