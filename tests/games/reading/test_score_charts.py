"""The chart of a game's scores: from nothing to the final totals."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from games.reading.pictures import score_chart, score_steps
from rules.pictures import draw_chart
from tests.support.tables import folded_now, play_on, played_out, started

SVG = "{http://www.w3.org/2000/svg}"


def lines(picture: bytes) -> list[ET.Element]:
    tree = ET.fromstring(picture)  # noqa: S314 (our own picture)
    return [found for found in tree.iter() if found.get("class") == "seat"]


def part(line: ET.Element, name: str) -> dict[str, str]:
    """The attributes of the first such part of a line."""
    found = line.find(f"{SVG}{name}")
    assert found is not None
    return found.attrib


def points(line: ET.Element) -> list[tuple[int, int]]:
    told = [point.split(":") for point in line.get("data-points", "").split()]
    return [(int(seq), int(score)) for seq, score in told]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["london", "world"])
def test_every_seat_begins_with_nothing_and_ends_with_its_total(name):
    game = played_out(name, 3)
    state = folded_now(game.id).state

    drawn = [points(line) for line in lines(score_chart(game.id, game.version))]
    assert [line[0] for line in drawn] == [(1, 0)] * 3
    assert [line[-1][1] for line in drawn] == list(state.scores if state else ())
    assert all(seqs == sorted(set(seqs)) for seqs in ([seq for seq, _ in line] for line in drawn))


@pytest.mark.django_db
def test_a_past_moment_knows_nothing_of_what_came_later():
    game, _ = started("london", 2)
    then = play_on(game.id, actions=40).seq
    (steps, turns), picture = score_steps(game.id, then), score_chart(game.id, then)
    play_on(game.id, actions=40, seed=2)

    later = folded_now(game.id).seq
    assert later > then
    later_steps, later_turns = score_steps(game.id, later)
    assert later_steps[: len(steps)] == steps
    assert later_turns[: len(turns)] == turns
    score_chart.cache_clear()
    assert score_chart(game.id, then) == picture


@pytest.mark.django_db
def test_before_the_start_all_have_nothing():
    game, _ = started("london", 2)

    assert [points(line) for line in lines(score_chart(game.id, 1))] == [[(1, 0)], [(1, 0)]]


def test_lines_differ_in_dashes_and_shapes_and_not_by_colour_alone():
    names = [f"Seat {seat}" for seat in range(5)]
    drawn = lines(draw_chart("A", "now", names, [(1, (0,) * 5), (9, (1, 2, 3, 4, 5))], [3, 8]))

    assert len({part(line, "polyline").get("stroke-dasharray") for line in drawn}) == 5
    shapes = [{m.get("class") for m in line.iter() if "mark" in m.get("class", "")} for line in drawn]
    assert all(len(found) == 1 for found in shapes)
    assert len(set.union(*shapes)) == 5


def test_scores_below_nothing_are_on_the_paper_and_names_do_not_overlap():
    drawn = lines(draw_chart("A", "now", ["a", "b", "c"], [(1, (0, 0, 0)), (5, (-40, -40, 90))], [2, 4]))

    for line in drawn:
        corners = [corner.split(",") for corner in part(line, "polyline")["points"].split()]
        assert all(0 <= float(x) <= 1200 and 0 <= float(y) <= 620 for x, y in corners)
    heights = sorted(float(part(line, "text")["y"]) for line in drawn)
    assert all(below - above >= 13 for above, below in pairwise(heights))


def test_every_turn_is_equally_wide_however_many_events_it_took():
    (line,) = lines(draw_chart("A", "now", ["a"], [(1, (0,)), (3, (1,)), (90, (2,)), (95, (9,))], [2, 5, 94]))

    corners = [tuple(map(float, c.split(","))) for c in part(line, "polyline")["points"].split()]
    first, second, third = (x for (x, y), (_, after) in pairwise(corners) if y != after)
    assert second - first == pytest.approx(third - second, abs=0.2)


def test_a_name_can_be_anything():
    picture = draw_chart("<&>", "\"now'", ["</svg>\x00"], [(1, (0,))], [])

    assert "</svg>" in " ".join(lines(picture)[0].itertext())
