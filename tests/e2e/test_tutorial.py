"""The first game and the listener of the README, as somebody would type them, on what `make run` starts."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

from tests.e2e.bot_tables import Host, look
from tests.e2e.runs import Run, running
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, eventually

pytestmark = pytest.mark.xdist_group("run")
README = (CHECKOUT / "README.md").read_text()


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Iterator[Run]:
    data = tmp_path_factory.mktemp("tutorial") / "data"
    with running(data, WEB_PROCESSES="1", TASK_PROCESSES="1") as started:
        yield started


def tutorial() -> str:
    """The commands under the heading, and nothing else."""
    (block,) = re.findall(r"^## A first game$.*?^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return block


def test_the_first_game_of_the_readme_ends_with_a_claimed_route(run):
    commands = tutorial().replace("localhost:8000", f"127.0.0.1:{run.port}")
    typed = subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", commands],
        env=clean_env(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert typed.returncode == 0, typed.stdout + typed.stderr + run.log()
    answers = [json.loads(line) for line in typed.stdout.splitlines() if line]
    assert answers[0]["status"] == "playing"
    assert all("code" not in answer for answer in answers), typed.stdout
    claims = answers[-2]["view"]["claims"]
    assert answers[-2]["events"][0]["type"] == "route_claimed"
    assert claims[answers[-2]["events"][0]["public"]["route"]] == 0
    assert "route_claimed" in [event["type"] for event in answers[-1]["events"]]


def listener() -> Callable[..., Iterator[Any]]:
    (block,) = re.findall(r"^## Listen$.*?^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    client: dict[str, Any] = {}
    exec(block, client)  # noqa: S102 – it is the README's
    messages: Callable[..., Iterator[Any]] = client["messages"]
    return messages


def test_the_listener_of_the_readme_hears_a_whole_game_although_its_servers_are_killed(run):
    messages = listener()
    game = Host(run, "host").table("random", "random", bot_delay=5)
    address = look(run, game)["links"]["stream"]
    assert address == f"http://localhost:{run.streams_port}/api/v1/games/{game}/stream"

    # The web server sends it there.
    heard = messages(f"http://127.0.0.1:{run.port}/api/v1/games/{game}/stream")
    told = [next(heard) for _ in range(30)]
    for word in ("config.streams", "postgres"):
        server = eventually(lambda word=word: run.child(word))  # type: ignore[misc]
        server.kill()
        told += [next(heard) for _ in range(30)]
    told += heard

    assert (told[0]["event"], told[-1]["data"]) == ("view", {"reason": "game_over"})
    seqs = [message["id"] for message in told if message["event"] == "event"]
    assert seqs == list(range(told[0]["id"] + 1, look(run, game)["version"] + 1))


def test_the_listener_of_the_readme_hears_that_it_is_its_turn_although_whoever_tells_is_killed(run):
    host = Host(run, "listener")
    _, index = run.get("/api/v1/")
    heard = listener()(index["links"]["stream"], host.token)
    standing = next(heard)
    assert (standing["event"], standing["data"]) == ("standing", {"number": 0, "games": []})

    wish = {"ruleset": "london", "seats": 2, "bots": ["random"], "options": {"first": "1"}}
    game = host.post("/games", wish)["id"]
    table = host.post(f"/games/{game}/start", {})
    told = list(islice(heard, 2))
    processes = [eventually(partial(run.child, word)) for word in ("config.streams", "manage.py notify")]
    for process in processes:
        process.kill()
    offer = table["view"]["seats"][0]["offer"]
    host.post(f"/games/{game}/actions", {"type": "keep_tickets", "tickets": offer})
    told += islice((message for message in heard if message["event"] == "notice"), 1)

    kinds = ["game.started", "game.your_turn", "game.your_turn"]
    assert [(message["id"], message["data"]["kind"]) for message in told] == list(enumerate(kinds, 1))
    assert {message["data"]["game"] for message in told} == {game}
