"""The first game of the README, as somebody would type it, on a server as `make run` starts it."""

import json
import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.e2e.runs import CHECKOUT, Run, clean_env, free_port

pytestmark = pytest.mark.xdist_group("run")
README = (CHECKOUT / "README.md").read_text()


@pytest.fixture
def run(tmp_path) -> Iterator[Run]:
    started = Run(tmp_path / "data", free_port(), WEB_PROCESSES="1", TASK_PROCESSES="1")
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
