"""The tasks of people's accounts, started by several beats at the same moment: each thing is done once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games.deliveries.channel import DELIVERED, Verdict
from games.deliveries.models import Delivery
from games.deliveries.sender import deliveries_send
from games.log.models import Event
from games.notices.kinds import FriendRequest
from games.notices.services import notice_give
from games.notifications.mail import Mailer
from games.people.models import NotificationChoice
from games.reading.models import Invitation
from games.retention import old_rows_forget
from games.tables.holds import expired_holds_release
from tests.concurrency.races import check_log, race
from tests.support.callers import opened

Email = NotificationChoice.Email


@pytest.fixture(autouse=True)
def machines(monkeypatch) -> None:
    """Every thread is a worker on a machine of its own, and nobody else is woken."""
    monkeypatch.setattr("games.deliveries.channel.wake", lambda *_, **__: None)


def test_several_senders_send_each_mail_once(people):
    for person in people:
        NotificationChoice.objects.create(player=person.player, email=Email.EACH)
        for _ in range(3):
            notice_give(person.player, FriendRequest())
    sent: list[UUID] = []

    class Post(Mailer):
        def render(self, row: Delivery) -> Any:
            return row.id

        def send(self, row: Delivery, message: Any) -> Verdict:
            sent.append(message)
            return DELIVERED

    done = race(*[lambda: deliveries_send(Post())] * 4)

    assert sum(done) == len(sent) == len(set(sent)) == 3 * len(people)
    assert set(Delivery.objects.values_list("state", "attempts")) == {("delivered", 1)}


def test_notices_at_the_same_moment_are_collected_in_one_digest(people):
    ada = people[0].player
    NotificationChoice.objects.create(player=ada, email=Email.DAILY)

    assert race(*[lambda: notice_give(ada, FriendRequest())] * 4) == [None] * 4

    digest = Delivery.objects.get()
    assert sorted(digest.notices) == [1, 2, 3, 4]


def test_the_seat_of_an_expired_invitation_is_released_once(people):
    ada, bob, *_ = people
    path = opened(ada)
    assert ada.put(f"{path}/invitations/{bob.name}", {"hold": True}).status_code == 201
    Invitation.objects.update(expires_at=timezone.now() - timedelta(minutes=1))

    found = race(*[expired_holds_release] * 3)

    assert set(found) <= {0, 1}
    assert Event.objects.filter(game=path.id, type="seat_released").count() == 1
    check_log(path)


def test_what_is_old_is_forgotten_once(people):
    ada, bob, *_ = people
    path = opened(ada)
    assert ada.put(f"{path}/invitations/{bob.name}", {}).status_code == 201
    Invitation.objects.update(expires_at=timezone.now() - timedelta(days=2))

    assert sum(race(*[old_rows_forget] * 3)) == 1
    assert not Invitation.objects.exists()
