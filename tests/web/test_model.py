"""The page's model of a game, tried without a browser."""

from pathlib import Path

from tests.clients.javascript.runtimes import NODE, node, ran

PROGRAM = Path(__file__).parent / "programs" / "model.test.mjs"


@node
def test_the_model_of_a_game():
    done = ran(NODE, "--test", PROGRAM)

    assert done.returncode == 0, done.stdout + done.stderr
