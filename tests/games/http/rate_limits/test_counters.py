"""Limits are counted by a real Redis, in one round trip; while it is away each process counts alone."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile

import pytest

from config.embedded.folder import DataFolder
from config.embedded.redis import redis_program
from config.embedded.redis import redis_url as url_of
from games import counters as counting
from games.counters import Account, Policy
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


def test_without_redis_a_process_counts_alone(api, counters, settings, caplog):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    with caplog.at_level("WARNING", logger="signalbox.limits"):
        responses = [api.get(INDEX) for _ in range(5)]

    assert [response.status_code for response in responses] == [200, 200, 200, 429, 429]
    assert [standing(response)["address"][0] for response in responses] == [2, 1, 0, 0, 0]
    assert 0 < int(responses[4]["Retry-After"]) <= 60
    # Said once, not once a request.
    assert [record.getMessage() for record in caplog.records] == [
        "each process counts alone: Redis is not available (ConnectionError)"
    ]


def test_what_a_process_counts_alone_ends_with_its_window_and_does_not_grow(monkeypatch):
    here = counting._CountersHere()  # noqa: SLF001 (without waiting for a window)
    policy = Policy("address", 2, 60)

    def used(whom: str, cost: int = 1) -> int:
        return here.charge([whom], [Account(policy, whom, cost)])[0].used

    assert [used("ada"), used("ada"), used("ada", -1), used("bob")] == [1, 2, 1, 1]
    later = time.monotonic() + 60
    monkeypatch.setattr(counting, "monotonic", lambda: later)
    assert used("ada") == 1
    for number in range(counting._COUNTED_HERE + 5):  # noqa: SLF001
        used(str(number))
    assert len(here._found) <= counting._COUNTED_HERE  # noqa: SLF001


def test_when_redis_is_back_it_counts_again(api, counters, settings):
    here, settings.REDIS_URL = settings.REDIS_URL, "unix:///nowhere/redis.sock"
    for _ in range(4):
        api.get(INDEX)

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
    monkeypatch.setattr(counting, "_PAUSE_SECONDS", 0.0)
    folder = DataFolder(tmp_path)
    folder.make()
    settings.REDIS_URL = url_of(folder)

    def used() -> int:
        return settings.RATE_LIMIT_ADDRESS - standing(api.get(INDEX))["address"][0]

    with running(folder):
        assert [used(), used()] == [1, 2]
    assert [used(), used(), used()] == [1, 2, 3]
    with running(folder):  # which has forgotten all
        assert [used(), used()] == [1, 2]
