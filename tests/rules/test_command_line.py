"""`python -m rules`, as a person uses it."""

import os
import subprocess
import sys

import pytest

from rules import catalogue
from rules.__main__ import main
from rules.notation import parse_action
from tests.support.checkout import CHECKOUT


def said(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main([*words]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("words", [[], ["list"]])
def test_it_lists_the_games(capsys, words):
    lines = said(capsys, *words)

    assert [line.split()[0] for line in lines] == [game.name for game in catalogue()]
    (london,) = (line for line in lines if line.startswith("london@1 "))
    assert london.endswith("2-4 players, 17 places, 44 routes, 20 tickets; board confirmed")


def test_it_shows_a_board_with_every_route_and_ticket(capsys):
    lines = said(capsys, "board", "london")

    assert lines[0] == "London (london@1), 2 to 4 players"
    assert sum(line.startswith("route ") for line in lines) == 44
    assert sum(line.startswith("ticket ") for line in lines) == 20
    assert any(line.startswith("sure?") for line in lines)


def test_it_plays_a_game_in_notation_with_its_score_sheet(capsys):
    lines = said(capsys, "play", "world", "--seats", "4", "--seed", "7")
    game, sheet = lines[: lines.index("")], lines[lines.index("") :]

    assert game[0] == "# world@1, 4 seats, seed 7"
    assert {parse_action(line).seat for line in game[1:]} == {0, 1, 2, 3}
    assert sum(line.startswith("seat ") for line in sheet) == 4
    assert any(line.endswith("winner") for line in sheet)
    for part in "\n".join(sheet).strip().split("\n\n"):
        *counted, total = [int(line.split()[0]) for line in part.splitlines()[1:]]
        assert sum(counted) == total


def test_the_same_seed_plays_the_same_game(capsys):
    first = said(capsys, "play", "berlin", "--seed", "3")

    assert said(capsys, "play", "berlin", "--seed", "3") == first
    assert said(capsys, "play", "berlin", "--seed", "4") != first


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["board", "wien"], "There is no game 'wien'. `python -m rules list` lists them."),
        (["play", "wien"], "There is no game 'wien'. `python -m rules list` lists them."),
        (["play", "london", "--seats", "5"], "london@1 is played with 2 to 4 seats, not 5."),
        (["play", "world", "--seats", "-1"], "world@1 is played with 2 to 5 seats, not -1."),
    ],
)
def test_a_wrong_word_is_answered_with_one_sentence(capsys, words, sentence):
    assert main(words) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [sentence]


@pytest.mark.parametrize(
    "words", [["sing"], ["board"], ["play", "london", "--seats", "many"], ["list", "all"]]
)
def test_a_word_it_does_not_know_ends_with_2_and_says_which(capsys, words):
    with pytest.raises(SystemExit) as ended:
        main(words)

    assert ended.value.code == 2
    assert "python -m rules" in capsys.readouterr().err


def run(*words: str, stdout: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rules", *words]
    return subprocess.run(
        command, cwd=CHECKOUT, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
    )


def test_it_runs_as_a_program():
    done = run("list", stdout=subprocess.PIPE)

    assert done.returncode == 0
    assert "london@1" in done.stdout


def test_a_reader_who_has_seen_enough_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    done = run("board", "world", stdout=writing)
    os.close(writing)

    assert done.returncode == 0
    assert done.stderr == ""
