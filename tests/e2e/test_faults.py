"""What may happen to the background while bots play: nothing of it loses a game or does a thing twice.

One run, shared; its supervisor brings back what is killed, and the sweep finds what was forgotten.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psutil
import pytest
import redis
from celery import Celery

from config.embedded.folder import DataFolder
from config.embedded.redis import redis_url
from config.run.program import Child, Program
from config.servers import celery_broker
from tests.e2e.bot_tables import Host, all_finish, check_whole, look, moved
from tests.e2e.runs import Run, kill_database, running
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, eventually

TABLES = 4
MIDDLE = 60  # a game of London for two has some 300 events


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Iterator[Run]:
    data = tmp_path_factory.mktemp("faults") / "data"
    with running(data, TASK_PROCESSES="2", WEB_PROCESSES="1") as started:
        yield started


@pytest.fixture(scope="module")
def host(run) -> Host:
    return Host(run, "hannah")


def broker(run: Run) -> str:
    return redis_url(DataFolder(run.data))


def all_are_whole(run: Run, games: list[str]) -> None:
    all_finish(run, games)
    for game in games:
        check_whole(run, game, run.database)


@contextmanager
def held(*processes: psutil.Process) -> Iterator[None]:
    """They stand still meanwhile."""
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            process.resume()


def the_worker(run: Run) -> psutil.Process:
    found = eventually(lambda: run.child("--exclude-queues"), what="a worker")
    assert found
    return found


def test_a_worker_that_is_killed_in_the_middle_of_bot_turns(run, host):
    games = host.tables(TABLES, "random", "greedy")
    eventually(lambda: moved(run, games, MIDDLE), seconds=120, what="the middle of the games")
    worker = the_worker(run)
    hands = worker.children(recursive=True)

    for process in (worker, *hands):  # the hand that plays goes with the head that sends
        process.kill()

    run.wait_for(f"worker (process {worker.pid}) was ended by SIGKILL")
    all_are_whole(run, games)


def test_a_redis_that_is_emptied_while_tasks_are_queued(run, host):
    with held(the_worker(run)):
        games = host.tables(TABLES, "random", "greedy")
        with redis.Redis.from_url(broker(run)) as client:
            assert client.llen("bots") > 0  # one or two the worker has, so to speak, in its hands
            client.flushall()
            assert client.llen("bots") == 0

    all_are_whole(run, games)


WANTED = ("SECRET_KEY", "SIGNING_KEY", "SEALING_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL")


@contextmanager
def second_worker(run: Run) -> Iterator[psutil.Process]:
    words = (
        "-m",
        "celery",
        "-A",
        "config.celery",
        "--quiet",
        "worker",
        "--concurrency",
        "2",
        "-n",
        "second@%h",
    )
    program = Program(name="second", argv=(sys.executable, *words), env=settings_of(run))
    with (run.data.parent / "second.log").open("wb") as log:
        child = Child(program, cwd=CHECKOUT, output=log)
    try:
        yield psutil.Process(child.pid)
    finally:
        child.kill_all()


def settings_of(run: Run) -> dict[str, str]:
    """What the run gives its own worker, as `make manage` finds it."""
    lines = (run.data / "run" / "env").read_text().splitlines()
    given = dict(shlex.split(line)[1].split("=", 1) for line in lines)
    return clean_env(**{name: given[name] for name in WANTED})


def test_two_workers_that_are_given_the_same_bot_turns(run, host):
    app = Celery(broker=celery_broker(urlsplit(broker(run))))
    with second_worker(run) as second:
        eventually(lambda: _answer(app) >= {"celery", "second"}, seconds=60, what="two workers")
        with held(the_worker(run), second):
            games = host.tables(TABLES, "random", "greedy")
            for game in games * 10:
                send_again(app, run, game)
        while not all(over(run, game) for game in games):
            if waiting(run) < TABLES:  # a turn that is new comes after all that wait
                for game in games * 2:
                    send_again(app, run, game)
        all_are_whole(run, games)


def _answer(app: Celery) -> set[str]:
    """The names of the workers that do."""
    return {name.split("@")[0] for answer in app.control.ping(timeout=1) or [] for name in answer}


def send_again(app: Celery, run: Run, game: str) -> None:
    table = look(run, game)
    app.send_task("games.tasks.play_bots", [game, table["version"]], queue="bots")
    app.send_task("games.tasks.settle_game", [game], queue="clock")


def waiting(run: Run) -> int:
    with redis.Redis.from_url(broker(run)) as client:
        return int(client.llen("bots"))


def over(run: Run, game: str) -> bool:
    return bool(look(run, game)["status"] == "finished")


def test_a_database_that_is_restarted_under_load(run, host):
    games = host.tables(TABLES, "random", "greedy")
    eventually(lambda: moved(run, games, MIDDLE), seconds=120, what="the middle of the games")

    kill_database(run)

    eventually(run.is_ready, seconds=120, what="being ready again")
    all_are_whole(run, games)
    assert "a task failed" not in run.log()
