"""Senders share the threads of a worker with webhooks, and take only a few of them."""

from threading import Event, Thread

import pytest

from games.models import Channel
from games.notifications import leases, sender
from games.notifications.outcome import SENT
from tests.support.processes import eventually


@pytest.mark.parametrize(("channel", "threads"), [(Channel.EMAIL, 2), (Channel.PUSH, 4)])
def test_a_server_that_hangs_keeps_a_few_threads_and_no_more(monkeypatch, channel, threads):
    asked, hangs = [], Event()

    def look(one: str) -> list[object]:
        asked.append(one)
        hangs.wait(30)
        return []

    monkeypatch.setattr(leases, "due", look)
    busy = [
        Thread(target=sender.notifications_send, args=(channel, lambda _: SENT)) for _ in range(threads + 3)
    ]
    for one in busy:
        one.start()
    try:
        eventually(lambda: sum(one.is_alive() for one in busy) == threads == len(asked))
        assert sender.notifications_send(channel, lambda _: SENT) == 0
    finally:
        hangs.set()
        for one in busy:
            one.join()
    assert asked == [channel] * threads
