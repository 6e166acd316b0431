"""Programs on generated clients play whole games: one by waiting for its turn, one by a stream."""

import json

import pytest

from tests.generators import tools

GAMES = [("london", "poll"), ("world", "stream")]


def check_played(done, record_property, player: str, ruleset: str) -> None:
    assert done.returncode == 0, tools.said(done)
    told = json.loads(done.stdout)
    assert told["actions"] > 10
    assert (told["status"], told["whole"], told["sound"]) == ("finished", True, True)
    record_property(f"{ruleset}, {player}", f"{told['actions']} actions")


@pytest.mark.parametrize(("ruleset", "way"), GAMES)
def test_a_generated_python_client_plays_a_whole_game(python_client, server, record_property, ruleset, way):
    origin = f"http://127.0.0.1:{server.port}"
    done = tools.python("python", "player.py", origin, ruleset, way, at=python_client)

    check_played(done, record_property, "Python", ruleset)


@pytest.mark.parametrize(("ruleset", "way"), GAMES)
def test_a_generated_typescript_client_plays_a_whole_game(
    typescript_client, server, record_property, ruleset, way
):
    origin = f"http://127.0.0.1:{server.port}"
    done = tools.python("node", "player.ts", origin, ruleset, way, at=typescript_client)

    check_played(done, record_property, "TypeScript", ruleset)
