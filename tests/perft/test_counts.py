"""The counts of each start, depth by depth: a rule that offers one action more or less is found out."""

from pathlib import Path

import pytest

from rules import catalogue
from tests.perft.count import count, expected, start_of

FILES = sorted((Path(__file__).parent / "starts").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_there_are_as_many_ways_to_go_on_as_there_were(file):
    text = file.read_text(encoding="utf-8")
    header, state = start_of(text)

    assert expected(text)
    for depth, ways in expected(text).items():
        assert count(header.game, state, header.chance, depth) == ways, f"at depth {depth}"


def test_every_game_is_counted_from_its_set_up_and_from_the_middle():
    counted = {(start_of(file.read_text())[0].name, file.stem.split("-")[1]) for file in FILES}

    games = [game.name for game in catalogue() if not game.is_draft]
    assert counted == {(name, start) for name in games for start in ("setup", "middle", "late")}
