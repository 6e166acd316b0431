"""The programs of the chapter on reinforcement learning run as they stand, and the policy does learn."""

import subprocess
import sys

import pytest

from bots.gym.action_numbers import action_numbers
from rules import catalogue
from tests.support.checkout import CHECKOUT
from tests.support.pages import program

pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

PAGE = "docs/reinforcement-learning.md"


def output(name: str, folder) -> list[list[str]]:
    (folder / name).write_text(program(PAGE, name))
    done = subprocess.run(
        [sys.executable, "-W", "error", name],
        cwd=folder,
        env={"PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def test_random_players_play_a_game(tmp_path):
    said = output("random_play.py", tmp_path)

    assert sorted(agent for agent, _ in said) == ["seat_0", "seat_1", "seat_2"]
    assert "1.0" in {reward for _, reward in said}


def test_the_policy_beats_random_players_after_a_few_games(tmp_path):
    (_, before), (_, after) = output("learn.py", tmp_path)

    assert 0.35 < float(before) < 0.65
    assert float(after) > 0.75


def test_the_table_of_sizes_is_true():
    text = (CHECKOUT / PAGE).read_text(encoding="utf-8")
    for game in catalogue():
        if not game.is_draft:
            assert f"| {game.title} | {len(action_numbers(game.name))} |" in text
