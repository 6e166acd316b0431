"""`python -m rules new`: a board that can be played at once and passes every test there is."""

import os
import subprocess
import sys

import pytest

from rules import catalogue, ruleset
from rules.__main__ import main
from rules.catalogue import BOARDS, load
from tests.rules.boards import boards_in
from tests.support.checkout import CHECKOUT

OF_ALL_GAMES = [
    f"tests/{suite}"
    for suite in (
        "properties",
        "golden",
        "perft",
        "rules/pictures",
        "rules/test_catalogue.py",
        "bots/test_playing.py",
    )
]


@pytest.fixture
def vienna(tmp_path, monkeypatch):
    """A folder in which the command has written a new board."""
    monkeypatch.setenv(BOARDS, str(tmp_path))
    assert main(["new", "vienna"]) == 0
    with boards_in(tmp_path, monkeypatch):
        yield tmp_path


def test_it_says_how_to_play_what_it_wrote(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(BOARDS, "")

    assert main(["new", "new_york", "--boards", str(tmp_path)]) == 0

    told = capsys.readouterr().out
    assert f"python -m rules play new_york --boards {tmp_path}" in told
    assert sorted(path.name for path in (tmp_path / "new_york").iterdir()) == [
        "NOTES.md",
        "__init__.py",
        "board.json",
    ]


def test_a_new_board_is_a_draft_beside_the_other_games(vienna):
    game = ruleset("vienna")

    assert (game.name, game.title, game.is_draft) == ("vienna@0", "Vienna", True)
    assert game in catalogue()


def test_the_inspection_finds_nothing_and_it_can_be_played_and_drawn(vienna, capsys):
    assert main(["check", "vienna"]) == 0
    assert capsys.readouterr().out == "vienna: 0 errors, 0 warnings\n"

    assert main(["play", "vienna", "--seats", "4"]) == 0
    assert "winner" in capsys.readouterr().out

    assert main(["picture", "vienna"]) == 0
    assert capsys.readouterr().out.startswith("<svg")


def test_the_tests_of_all_games_take_a_new_one_in_without_a_change(vienna):
    """In a process of their own: tests are collected for the games that are there."""
    chosen = ["-k", "vienna or every_game or folder", f"--basetemp={vienna / 'pytest'}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, *OF_ALL_GAMES],
        cwd=CHECKOUT,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert int(done.stdout.split(" passed")[0].split()[-1]) > 40


@pytest.mark.parametrize("name", ["Vienna", "new york", "../vienna", "", "7th", "a" * 40])
def test_a_name_that_cannot_be_a_folder_is_refused(tmp_path, monkeypatch, capsys, name):
    monkeypatch.setenv(BOARDS, str(tmp_path))

    assert main(["new", name]) == 2

    assert capsys.readouterr().err.startswith("A game is called by lower-case letters")
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_there_is_overwritten(vienna, capsys):
    (vienna / "vienna" / "NOTES.md").write_text("mine")

    assert main(["new", "vienna"]) == 2

    assert capsys.readouterr().err == f"{vienna / 'vienna'} is there already.\n"
    assert (vienna / "vienna" / "NOTES.md").read_text() == "mine"


def test_a_folder_that_is_named_last_is_looked_into_too(vienna, monkeypatch, capsys):
    monkeypatch.setenv(BOARDS, os.pathsep.join(["", str(vienna)]))
    load.cache_clear()

    assert main(["board", "vienna"]) == 0
    assert capsys.readouterr().out.startswith("Vienna (vienna@0)")
