"""The first game and the listener of the README, as somebody would type them, on what `make run` starts."""

import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.bot_tables import Host, look
from tests.e2e.runs import CHECKOUT, Run, clean_env, eventually, free_port

pytestmark = pytest.mark.xdist_group("run")
README = (CHECKOUT / "README.md").read_text()


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Iterator[Run]:
    data = tmp_path_factory.mktemp("tutorial") / "data"
    started = Run(data, free_port(), WEB_PROCESSES="1", TASK_PROCESSES="1")
    try:
        started.wait_for('"message": "ready"')
        yield started
    finally:
        started.stop()


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


def test_the_listener_of_the_readme_hears_a_whole_game_although_its_servers_are_killed(run):
    (block,) = re.findall(r"^## Listen$.*?^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    client: dict[str, Any] = {}
    exec(block, client)  # noqa: S102 – it is the README's
    game = Host(run, "host").table("random", "random", bot_delay=5)
    address = look(run, game)["links"]["stream"]
    assert address == f"http://localhost:{run.streams_port}/api/v1/games/{game}/stream"

    # The web server sends it there.
    heard = client["messages"](f"http://127.0.0.1:{run.port}/api/v1/games/{game}/stream")
    told = [next(heard) for _ in range(30)]
    for word in ("config.streams", "postgres"):
        server = eventually(lambda word=word: run.child(word))  # type: ignore[misc]
        server.kill()
        told += [next(heard) for _ in range(30)]
    told += heard

    assert (told[0]["event"], told[-1]["data"]) == ("view", {"reason": "game_over"})
    seqs = [message["id"] for message in told if message["event"] == "event"]
    assert seqs == list(range(told[0]["id"] + 1, look(run, game)["version"] + 1))
