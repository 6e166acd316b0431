import pytest

from rules import catalogue, ruleset
from rules.catalogue import faults, game_folders


def test_the_catalogue_lists_every_folder_by_name():
    names = [(game.id, game.version) for game in catalogue()]

    assert names == sorted(names)
    assert {game.id for game in catalogue()} == {folder.name for folder in game_folders()}
    assert faults() == {}


def test_a_name_without_a_version_is_the_newest():
    assert ruleset("london") is ruleset("london@1")


@pytest.mark.parametrize("name", ["", "wien", "london@2", "London", "london@"])
def test_there_is_no_other_game(name):
    with pytest.raises(KeyError):
        ruleset(name)


@pytest.mark.parametrize(
    ("name", "places", "routes", "tickets", "confidence"),
    [
        ("amsterdam", 17, 44, 24, "reconstructed"),
        ("berlin", 20, 54, 22, "reconstructed"),
        ("london", 17, 44, 20, "confirmed"),
        ("world", 48, 130, 65, "confirmed"),
    ],
)
def test_a_board_has_what_is_printed_and_says_how_sure_it_is(name, places, routes, tickets, confidence):
    board = ruleset(name).board

    assert (len(board.places), len(board.routes), len(board.tickets)) == (places, routes, tickets)
    assert board.confidence == confidence
    assert sum(board.provenance["tickets"].values()) == tickets
    assert set(board.provenance) >= {"places", "coordinates", "routes", "points", "tickets"}
