"""GET /games/{id}/chart.svg: the score over the game."""

from xml.etree import ElementTree as ET

import pytest

from tests.support.callers import chosen, drawing
from tests.support.tables import folded_now, played_out

pytestmark = pytest.mark.django_db


def scores(content: bytes) -> list[tuple[str, str]]:
    """The first and the last point of every line."""
    tree = ET.fromstring(content)  # noqa: S314 (our own)
    told = [found.get("data-points", "").split() for found in tree.iter() if found.get("class") == "seat"]
    return [(points[0], points[-1].split(":")[1]) for points in told]


def test_it_begins_with_nothing_and_ends_with_the_totals(api):
    game = played_out("london", 3)
    answer = api.get(f"/api/v1/games/{game.id}/chart.svg")

    state = folded_now(game.id).state
    assert state is not None
    assert answer["Content-Type"] == "image/svg+xml"
    assert scores(answer.content) == [("1:0", str(total)) for total in state.scores]


def test_all_viewers_of_one_version_get_the_same_bytes(api, ada, bob, cleo):
    path = f"{chosen(ada, bob)}/chart.svg"

    assert len({caller.get(path).content for caller in (ada, bob, cleo)}) == 1
    assert api.get(f"/api/v1{path}").content == ada.get(path).content


def test_a_known_chart_is_not_sent_again_and_a_past_one_stays_as_it_was(ada, bob):
    path = chosen(ada, bob)
    version, first = ada.seen(path)["version"], ada.get(f"{path}/chart.svg")

    assert ada.get(f"{path}/chart.svg", if_none_match=first["ETag"]).status_code == 304
    drawing(ada, path)
    assert ada.get(f"{path}/chart.svg", if_none_match=first["ETag"]).status_code == 200
    assert ada.get(f"{path}/chart.svg?at={version}").content == first.content
