"""The pages for readers, typed as somebody would type them, on what `make run` starts."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.e2e.tutorial.shell import at_home, started, typed
from tests.support.pages import PROGRAMS, SESSIONS, blocks
from tests.support.processes import clean_env

FRONT = "README.md"


@pytest.mark.parametrize("page", [page for page in SESSIONS if page != FRONT])
def test_every_command_on_a_page_works_from_top_to_bottom(page, run, folder):
    session = typed(page, run, folder)

    assert session.returncode == 0, session.stdout[-2000:] + session.stderr + run.log()[-2000:]


@pytest.mark.parametrize("page", PROGRAMS)
@pytest.mark.parametrize(("language", "command"), [("python", sys.executable), ("js", "node")])
def test_the_program_on_a_page_works_in_every_language(page, language, command, run, folder):
    if shutil.which(command) is None:
        pytest.skip(f"no {command} is installed")
    text = "\n".join(block.text for block in blocks(page) if block.language == language and not block.file)
    file = folder / f"program.{'mjs' if language == 'js' else 'py'}"
    file.write_text(at_home(text, run), encoding="utf-8")

    played = started([command, str(file)], run, folder)

    assert played.returncode == 0, played.stdout[-2000:] + played.stderr + run.log()[-2000:]
    assert "won by" in played.stdout


def test_the_first_game_of_the_readme_ends_with_a_claimed_route_also_the_second_time(run, folder):
    for _ in range(2):
        session = typed(FRONT, run, folder)

        assert session.returncode == 0, session.stdout + session.stderr
        answers = [json.loads(line) for line in session.stdout.splitlines() if line]
        assert answers[1]["status"] == "playing"
        assert all("code" not in answer for answer in answers), session.stdout
        claims = answers[-2]["view"]["claims"]
        assert answers[-2]["events"][0]["type"] == "route_claimed"
        assert claims[answers[-2]["events"][0]["public"]["route"]] == 0
        assert "route_claimed" in [event["type"] for event in answers[-1]["items"]]


def test_the_first_game_of_the_readme_stops_where_it_fails_and_says_why(run):
    (code,) = (block.text for block in blocks(FRONT) if block.language == "sh" and not block.is_make)
    wrong = code.replace('"ruleset": "london"', '"ruleset": "paris"')
    session = subprocess.run(
        ["bash", "-c", wrong.replace("localhost:8000", f"127.0.0.1:{run.port}")],
        env=clean_env(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert session.returncode == 1
    assert session.stdout == ""
    assert json.loads(session.stderr.splitlines()[-1])["code"] == "invalid"
