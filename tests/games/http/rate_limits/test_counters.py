"""Limits are counted by a real Redis, in one round trip; while it is away nobody is limited."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile

import pytest

from config.embedded.folder import DataFolder
from config.embedded.redis import redis_program
from config.embedded.redis import redis_url as url_of
from games.http import counters
from tests.support.accounts import signed_up
from tests.support.rate_limits import INDEX, standing

pytestmark = pytest.mark.django_db


def test_a_request_is_one_round_trip(api, counters):
    player, headers = signed_up()
    api.get("/api/v1/me", headers=headers)
    with counters.monitor() as monitor:
        api.get("/api/v1/me", headers=headers)
        counters.echo("the end")
        seen = list(takewhile(lambda command: command["command"] != "ECHO the end", monitor.listen()))

    ours = [
        command["command"]
        for command in seen
        if command["client_type"] != "lua" and str(player.id) in command["command"]
    ]
    assert len(ours) == 1
    assert ours[0].startswith("EVALSHA")


def test_one_process_keeps_its_connections(api, counters):
    def connections():
        mine = counters.connection_pool.connection_kwargs["db"]
        listed = [entry for entry in counters.client_list() if int(entry["db"]) == mine]
        return {entry["id"] for entry in listed if entry["cmd"] == "evalsha"}

    api.get(INDEX)
    before = connections()
    for _ in range(2):
        api.get(INDEX)

    assert before
    assert connections() == before


def test_without_redis_requests_go_through_unlimited_and_without_headers(api, counters, settings, caplog):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    with caplog.at_level("WARNING", logger="signalbox.limits"):
        responses = [api.get(INDEX) for _ in range(5)]

    assert {response.status_code for response in responses} == {200}
    assert not any("RateLimit" in r or "RateLimit-Policy" in r for r in responses)
    # Said once, not once a request.
    assert [record.getMessage() for record in caplog.records] == [
        "rate limits are off: Redis is not available (ConnectionError)"
    ]


def test_when_redis_is_back_it_counts_again(api, counters, settings):
    here, settings.REDIS_URL = settings.REDIS_URL, "unix:///nowhere/redis.sock"
    assert "RateLimit" not in api.get(INDEX)

    settings.REDIS_URL = here
    assert standing(api.get(INDEX))["address"][0] == 2


def test_a_redis_that_forgets_its_scripts_is_taught_again(api, counters):
    api.get(INDEX)
    counters.script_flush()

    assert standing(api.get(INDEX))["address"][0] == 1


@contextmanager
def running(folder: DataFolder) -> Iterator[None]:
    """A Redis of one's own, which can be stopped without anyone else noticing."""
    program = redis_program(folder, careless=True)
    with subprocess.Popen(program.argv, env=program.env, stdout=subprocess.DEVNULL) as server:
        while not (program.is_ready and program.is_ready()):
            assert server.poll() is None
            time.sleep(0.01)
        yield
        server.kill()


def test_redis_may_go_and_come_back_while_requests_are_served(api, settings, tmp_path, monkeypatch):
    monkeypatch.setattr(counters, "_PAUSE_SECONDS", 0.0)
    folder = DataFolder(tmp_path)
    folder.make()
    settings.REDIS_URL = url_of(folder)

    with running(folder):
        assert "RateLimit" in api.get(INDEX)
    gone = api.get(INDEX)
    with running(folder):
        back = api.get(INDEX)

    assert (gone.status_code, "RateLimit" in gone) == (200, False)
    assert (back.status_code, "RateLimit" in back) == (200, True)
