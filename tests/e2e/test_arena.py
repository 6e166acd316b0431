"""The arena over Celery: real workers, which may die at a game, and a queue that may be emptied."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
import redis

from config.embedded.folder import DataFolder
from config.embedded.redis import redis_program, redis_url
from config.run.program import Child, Program
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, eventually

LONG = ["search:nodes=400", "planner", "--games", "2"]  # each of them a second, and always the same


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    """A Redis of these tests alone: they empty it."""
    folder = DataFolder(tmp_path_factory.mktemp("redis"))
    folder.make()
    program = redis_program(folder, careless=True)
    child = Child(program, cwd=folder.root, output=subprocess.DEVNULL)
    try:
        eventually(program.is_ready or child.has_ended, what="a Redis")
        yield redis_url(folder)
    finally:
        child.kill_all()
        shutil.rmtree(folder.sockets, ignore_errors=True)


@contextmanager
def a_worker(folder: Path, url: str, name: str) -> Iterator[Child]:
    celery = (sys.executable, "-W", "ignore", "-m", "celery", "-A", "config.arena", "worker")
    argv = (*celery, "--concurrency", "1", "--loglevel", "INFO", "-n", name)
    program = Program(name=name, argv=argv, env=clean_env(REDIS_URL=url))
    log = folder / f"{name}.log"
    with log.open("wb") as out:
        child = Child(program, cwd=CHECKOUT, output=out)
    try:
        eventually(lambda: " ready." in log.read_text(), what=f"the worker {name}")
        yield child
    finally:
        child.kill_all()


@pytest.fixture
def elsewhere(url) -> str:
    """Where the worker that the other tests share does not listen."""
    return url.replace("db=0", "db=1")


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> Path:
    return Path(tmp_path_factory.mktemp("arena")) / "shared.log"


@pytest.fixture(scope="module")
def worker(log, url) -> Iterator[Child]:
    with a_worker(log.parent, url, "shared") as child:
        yield child


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "bots", "arena", *words]


def ended(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words),
        cwd=CHECKOUT,
        env=clean_env(**env),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def figures(file: Path) -> list[dict[str, object]]:
    """All that does not depend on how busy a machine is."""
    entrants = json.loads(file.read_text())["entrants"]
    return [{name: value for name, value in each.items() if "thinking" not in name} for each in entrants]


def test_workers_come_to_the_same_figures_as_one_process(tmp_path, url, worker):
    words = ["planner", "greedy", "random", "--games", "6", "--ruleset", "amsterdam", "--json"]

    there = ended(*words, str(tmp_path / "there"), "--celery", REDIS_URL=url)
    here = ended(*words, str(tmp_path / "here"), "--on", "here")

    assert (there.returncode, here.returncode) == (0, 0), there.stderr
    assert "6/6" in there.stdout
    assert figures(tmp_path / "there") == figures(tmp_path / "here")


@contextmanager
def sending(*words: str, url: str) -> Iterator[subprocess.Popen[str]]:
    """The command at work; it is gone afterwards."""
    process = subprocess.Popen(
        [*command(*words), "--celery"],
        cwd=CHECKOUT,
        env=clean_env(REDIS_URL=url),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def is_played(log: Path) -> bool:
    text = log.read_text()
    return text.count("received") > text.count("succeeded")


def test_games_outlive_the_worker_and_the_queue_they_were_in(tmp_path, elsewhere):
    """The first worker is killed at a game, and what waited behind it is gone too when the second comes."""
    with (
        a_worker(tmp_path, elsewhere, "first") as first,
        sending(*LONG, "--json", str(tmp_path / "there"), url=elsewhere) as sent,
    ):
        eventually(lambda: is_played(tmp_path / "first.log"), what="a game with the first worker")
        first.kill_all()
        with redis.Redis.from_url(elsewhere) as client:
            assert client.llen("arena") > 0
            client.flushall()
        with a_worker(tmp_path, elsewhere, "second"):
            said = sent.communicate(timeout=120)[0]

    assert sent.returncode == 0, said
    assert ended(*LONG, "--json", str(tmp_path / "here"), "--on", "here").returncode == 0
    assert figures(tmp_path / "there") == figures(tmp_path / "here")


def test_a_game_outlives_the_process_that_plays_it(tmp_path, url, worker, log):
    """The worker itself goes on, and sends the game round again."""
    with sending(*LONG, url=url) as sent:
        eventually(lambda: is_played(log), what="a game with the worker")
        for hand in psutil.Process(worker.pid).children():
            hand.kill()

        said = sent.communicate(timeout=120)[0]

    assert sent.returncode == 0, said
    assert "2/2" in said


def test_with_no_worker_it_says_so(elsewhere):
    alone = ended("greedy", "random", "--games", "2", "--celery", REDIS_URL=elsewhere)

    assert alone.returncode == 2
    assert alone.stderr == "There are no workers; start some: python -m celery -A config.arena worker.\n"


def test_with_no_redis_it_says_so(tmp_path):
    alone = ended("greedy", "random", "--celery", REDIS_URL=f"unix://{tmp_path}/nowhere.sock?db=0")

    assert alone.returncode == 2
    assert alone.stderr == "The Redis that REDIS_URL names does not answer.\n"
