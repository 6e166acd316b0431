"""Webhooks as `make run` delivers them: to receivers that do what they like, and to bots behind a URL."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from threading import Lock
from typing import Any

import pytest

from tests.e2e.bot_tables import Host, all_finish, look, whole_log
from tests.e2e.runs import Run, running
from tests.support.pages import program
from tests.support.processes import clean_env, eventually, free_port
from tests.support.webhook_receiver import Received, Reply, receiving

MOODS = 25


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Iterator[Run]:
    data = tmp_path_factory.mktemp("webhooks") / "data"
    few = {"TASK_PROCESSES": "1", "WEB_PROCESSES": "1"}
    with running(data, RETRIES="1s", WEBHOOK_TIMEOUT="1s", **few) as started:
        yield started


@pytest.fixture(scope="module")
def host(run) -> Host:
    return Host(run, "hannah")


class Moody:
    """At first it often fails, hangs or talks garbage; `tests/bench` has one that never mends its ways."""

    bad = (
        Reply(500),
        Reply(hang=True),
        Reply(raw=b"garbage\r\n\r\n"),
        Reply(302, headers=(("Location", "/"),)),
    )

    def __init__(self) -> None:
        self.whim, self.lock, self.count, self.taken = random.Random(5), Lock(), 0, list[Received]()

    def __call__(self, received: Received) -> Reply:
        with self.lock:
            self.count += 1
            if self.count <= MOODS and self.whim.random() < 1 / 3:
                return self.whim.choice(self.bad)
            self.taken.append(received)
            return Reply()


def opened(host: Host, *bots: str, **wishes: Any) -> str:
    """A table of bots that has not begun."""
    wish = {"ruleset": "london", "seats": len(bots), "bots": list(bots), "sit": False, **wishes}
    game: str = host.post("/games", wish)["id"]
    return game


def all_delivered(host: Host, webhook: str) -> None:
    def nothing_is_pending() -> bool:
        return not host.get(f"/webhooks/{webhook}/deliveries?state=pending&limit=1")["items"]

    eventually(nothing_is_pending, seconds=120, what="the last delivery")


def test_every_event_of_a_game_arrives_whatever_the_receiver_does(run, host):
    with receiving() as receiver:
        receiver.answering = moody = Moody()
        game = opened(host, "random", "random")
        webhook = host.post("/webhooks", {"url": receiver.url, "kinds": ["game.event"], "game": game})
        host.post(f"/games/{game}/start", {})
        all_finish(run, [game])
        log = whole_log(run, game)
        eventually(
            lambda: len({seq_of(r) for r in moody.taken}) >= len(log) - 3, seconds=120, what="all events"
        )
        all_delivered(host, webhook["id"])

    assert len(receiver.received) > len(moody.taken)
    messages = [received.verified(webhook["secret"]) for received in moody.taken]
    told = {message["data"]["event"]["seq"]: message["data"]["event"] for message in messages}
    opened_before = [event["seq"] for event in log if event["seq"] not in told]
    assert opened_before == [
        event["seq"] for event in log[: len(opened_before)]
    ]  # from before there was a webhook
    for event in log[len(opened_before) :]:
        assert public(told[event["seq"]]) == public(event)


def seq_of(received: Received) -> int:
    return int(received.message["data"]["event"]["seq"])


def public(event: dict[str, Any]) -> dict[str, Any]:
    """What was sealed while the game was played is open now."""
    return {name: value for name, value in event.items() if name not in ("private", "salt")}


def test_the_bot_on_the_page_plays_a_whole_game(run, tmp_path):
    (tmp_path / "bot.py").write_text(program("docs/bots.md", "bot.py"))
    robot, port = Host(run, "robot", is_bot=True), free_port()
    webhook = robot.post("/webhooks", {"url": f"http://127.0.0.1:{port}/", "kinds": ["bot.act"]})
    with subprocess.Popen(
        [sys.executable, tmp_path / "bot.py", str(port), webhook["secret"]],
        env=clean_env(),
        stderr=subprocess.DEVNULL,
    ) as bot:
        try:
            game = robot.post("/games", {"ruleset": "london", "seats": 2, "bots": ["random"]})["id"]
            robot.post(f"/games/{game}/start", {})
            all_finish(run, [game])
        finally:
            bot.terminate()

    assert look(run, game)["seats"][0]["player"] == "robot"
    assert "stand_in" not in look(run, game)["seats"][0]
    acts = [event for event in whole_log(run, game) if event.get("actor") == 0]
    assert len(acts) > 20
    assert run.get(f"/api/v1/games/{game}/audit")[1]["sound"]


def test_a_message_outlives_the_worker_that_was_posting_it(run, host):
    with receiving() as receiver:
        receiver.answering = lambda _: Reply(hang=True)
        webhook = host.post("/webhooks", {"url": receiver.url, "kinds": ["game.event"]})["id"]
        at = f"/webhooks/{webhook}/deliveries/{host.post(f'/webhooks/{webhook}/test', {})['id']}"
        eventually(lambda: receiver.received, what="the first attempt", every=0.01)
        worker = run.child("hooks@%h")
        assert worker
        worker.kill()
        receiver.answering = lambda _: Reply()

        run.wait_for(f"hooks (process {worker.pid}) was ended by SIGKILL")
        eventually(lambda: host.get(at)["state"] == "delivered", seconds=60, what="the delivery")
        assert [received.headers["webhook-id"] for received in receiver.received] == [
            at.rsplit("/", 1)[1]
        ] * 2
