"""E-mails and pushes reach their servers once each, however often the workers that send them are killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from celery import Celery
from django.utils import timezone

from config.servers import celery_broker
from games.deliveries.batches import SPARE
from games.deliveries.models import Delivery
from games.notices.services import notice_give
from games.notifications.mail import Mailer
from games.notifications.models import PushSubscription
from games.notifications.push import Pushes
from games.people.models import NotificationChoice
from games.people.services import person_create
from tests.support.checkout import CHECKOUT
from tests.support.mail_server import MailServer, mail_server
from tests.support.notified import PAUSED
from tests.support.processes import clean_env, eventually
from tests.support.push_service import Browser
from tests.support.tables import people
from tests.support.web_process import FOR_TESTS
from tests.support.webhook_receiver import Receiver, Reply, receiving

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE, NOTICES, KILLS, WORKERS = 15, 6, 4, 3
MAILS_IN_FLIGHT, PUSHES_IN_FLIGHT = 2, 4  # of one worker
KEPT = timedelta(seconds=10)
ANSWER_SECONDS = 0.2  # between taking something in and saying so: where a kill does most harm
WORKER = (
    *(sys.executable, "-m", "celery", "--app=config.celery", "--quiet", "worker", "--queues=notifications"),
    *("--pool=threads", "--concurrency=8", "--loglevel=WARNING", "--without-mingle", "--without-gossip"),
)


class Workers:
    """Real Celery workers, of which one at a time is killed and replaced."""

    def __init__(self, env: dict[str, str]) -> None:
        self._env = env
        self._running = [self._start() for _ in range(WORKERS)]

    def _start(self) -> subprocess.Popen[bytes]:
        name = f"--hostname=w{time.monotonic_ns()}@%h"
        return subprocess.Popen((*WORKER, name), cwd=CHECKOUT, env=self._env, start_new_session=True)

    def kill_one(self) -> None:
        victim = self._running.pop(0)
        victim.kill()
        victim.wait()
        self._running.append(self._start())

    def end(self) -> None:
        for one in self._running:
            one.kill()
            one.wait()


@contextmanager
def workers(**env: str) -> Iterator[Workers]:
    started = Workers(clean_env(**FOR_TESTS, **env))
    try:
        yield started
    finally:
        started.end()


def subscribers(service: Receiver) -> None:
    """People who want everything by e-mail and in their browser."""
    now = timezone.now()
    for number, player in enumerate(people(PEOPLE)):
        user = person_create(player, password=None, language="en").user
        EmailAddress.objects.create(user=user, email=f"p{number}@example.org", primary=True, verified=True)
        NotificationChoice.objects.create(player=player, email="each", push=True)
        browser = Browser()
        PushSubscription.objects.create(
            player=player,
            endpoint=f"{service.url}/{number}",
            p256dh=browser.public,
            auth=browser.auth,
            created_at=now,
        )
        for _ in range(NOTICES):
            notice_give(player, PAUSED)


def left() -> int:
    """Leases of the dead end early, which no living worker keeps for so long: mail has nearly a minute."""
    for channel in (Mailer(), Pushes()):
        mine = Delivery.objects.filter(channel=channel.name, state="pending")
        kept_long = timezone.now() + timedelta(seconds=channel.seconds()) + SPARE - KEPT
        mine.filter(leased_until__lt=kept_long).update(leased_until=timezone.now())
    return Delivery.objects.filter(state="pending").count()


def doubled(ids: list[str]) -> int:
    return sum(number - 1 for number in Counter(ids).values())


def slow_answer(_: object) -> Reply:
    time.sleep(ANSWER_SECONDS)
    return Reply(201)


def test_nothing_is_lost_and_only_what_a_killed_worker_held_is_sent_again(same_database, redis_url):
    whim = random.Random(16)
    producer = Celery(broker=celery_broker(urlsplit(redis_url)))
    with mail_server() as mail, receiving() as service:
        mail.seconds = ANSWER_SECONDS
        service.answering = slow_answer
        subscribers(service)
        env = {
            **same_database,
            "REDIS_URL": redis_url,
            "EMAIL_URL": f"smtp://127.0.0.1:{mail.port}?tls=off",
            "VAPID_KEY": "V" * 42 + "A",
            "WEBHOOKS_TO_PRIVATE_ADDRESSES": "all",
            "RETRIES": "1s",
        }
        with workers(**env) as crowd:
            _until_first(producer, mail, service)
            for _ in range(KILLS):
                _wake(producer, seconds=whim.uniform(0.5, 1.5))
                crowd.kill_one()
            eventually(lambda: _woken(producer) and not left(), seconds=120, what="the last one")
        pushes = [received.headers["topic"] for received in service.received]
        mails = mail.ids()

    rows = Delivery.objects.values_list("channel", "id", "state")
    assert {state for _, _, state in rows} == {"delivered"}
    assert set(mails) == {f"<{row}@localhost>" for channel, row, _ in rows if channel == "email"}
    assert set(pushes) == {row.hex for channel, row, _ in rows if channel == "push"}
    assert len(set(mails)) == len(set(pushes)) == PEOPLE * NOTICES
    assert doubled(mails) <= KILLS * MAILS_IN_FLIGHT
    assert doubled(pushes) <= KILLS * PUSHES_IN_FLIGHT


def _until_first(producer: Celery, mail: MailServer, service: Receiver) -> None:
    """The workers have started when something has arrived at both servers."""
    eventually(
        lambda: _woken(producer) and mail.letters and service.received,
        seconds=120,
        what="the first e-mail and push",
    )


def _woken(producer: Celery) -> bool:
    _wake(producer, seconds=0.3)
    return True


def _wake(producer: Celery, *, seconds: float) -> None:
    """What beat does, and oftener."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for task in ("send_mail", "send_pushes"):
            producer.send_task(f"games.tasks.{task}", queue="notifications", expires=1)
        time.sleep(0.1)
