"""Redis only wakes: whatever happens to it, the log is told. And a server that stops says so."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from config.embedded.folder import DataFolder
from config.embedded.redis import redis_program, redis_url
from config.run.program import Child
from games.log.wakes import channel, player_channel
from games.notices.services import notice_give
from games.streams.wakes import CHANNELS
from tests.games.streams.conftest import WISHES
from tests.settings import NO_REDIS
from tests.support.callers import Table, chosen
from tests.support.notified import PAUSED
from tests.support.processes import eventually
from tests.support.stream_client import Listener
from tests.support.tables import play_on
from tests.support.web_process import streams_server


def told(stream: Listener, path: Table, caller) -> None:
    """Play a little, and see that exactly that is told."""
    before = caller.seen(path)["version"]
    play_on(path.id, actions=2)
    log = caller.seen(f"{path}/events?limit=500&after={before}")["items"]
    assert log
    assert [stream.until("event")[-1].data["event"] for _ in log] == log


def test_a_move_nobody_was_woken_for_is_told(people, listen, settings):
    ada, bob, _ = people
    path = chosen(ada, bob)
    stream = listen(ada, f"{path}/stream")
    stream.next()

    settings.REDIS_URL = NO_REDIS  # whoever moves cannot reach it
    told(stream, path, ada)


def test_a_wrong_word_on_the_wire_does_no_harm(people, listen, redis_url):
    ada, bob, _ = people
    path = chosen(ada, bob)
    stream = listen(ada, f"{path}/stream")
    stream.next()

    with redis.Redis.from_url(redis_url) as anybody:
        for word in (b"", b"x", b"-1", b"0", b"999999999", b"9" * 50):
            anybody.publish(channel(path.id), word)
            anybody.publish("game:nonsense", word)
    told(stream, path, ada)
    assert [message.event for message in stream.until("heartbeat")] == ["heartbeat"]


def test_a_notice_nobody_was_woken_for_is_told_whatever_was_said_before(people, listen, redis_url, settings):
    ada = people[0]
    stream = listen(ada, "/me/stream")
    stream.next()

    with redis.Redis.from_url(redis_url) as anybody:
        for word in (b"", b"x", b"-1", b"0", b"999999999", b"9" * 50):
            anybody.publish(player_channel(ada.player.pk), word)
    settings.REDIS_URL = NO_REDIS  # whoever gives it cannot reach it
    notice_give(ada.player, PAUSED)

    notice = stream.until("notice")[-1]
    assert (notice.id, notice.data["kind"], "game" in notice.data) == (1, "webhook.paused", False)
    assert [message.event for message in stream.until("heartbeat")] == ["heartbeat"]


@contextmanager
def own_redis(folder: Path) -> Iterator[Child]:
    program = redis_program(DataFolder(folder), careless=True)
    with (folder / "redis.log").open("ab") as log:
        child = Child(program, cwd=folder, output=log)
    try:
        assert program.is_ready
        eventually(program.is_ready, what="a Redis")
        yield child
    finally:
        child.kill_all()


def test_streams_live_through_a_redis_that_dies_and_returns_and_say_so_when_they_are_stopped(
    people, same_database, settings, tmp_path
):
    ada, bob, _ = people
    path = chosen(ada, bob)
    folder = DataFolder(tmp_path / "redis")
    folder.make()
    settings.REDIS_URL = redis_url(folder)
    wishes = {**WISHES, "REDIS_URL": settings.REDIS_URL}
    with own_redis(folder.root) as first, streams_server(tmp_path, same_database, **wishes) as streams:
        stream = Listener(streams.port, f"{path}/stream", ada.headers)
        stream.next()
        told(stream, path, ada)
        first.kill_all()
        told(stream, path, ada)
        with own_redis(folder.root):
            eventually(lambda: subscriptions(settings.REDIS_URL) == len(CHANNELS), what="subscriptions")
            told(stream, path, ada)
            streams.child.process.send_signal(signal.SIGTERM)
            end = stream.until("end")[-1]
        assert (json.loads(end.raw), list(stream)) == ({"reason": "server_stopping"}, [])
        streams.child.process.wait(20)
        stream.kill()


def subscriptions(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        return int(client.pubsub_numpat())
