import pytest

from rules import ScoreLine, ruleset
from tests.rules.position import table

HIGH, MIDDLE, PENALTY = 9, 6, -15


def tour(routes: str, places: str, owner: int = 0) -> ScoreLine:
    """The line of a tour through these places for seat 0, all routes being the owner's."""
    board = " ".join(f"{route}:1:gray:sea" for route in routes.split())
    position = table("world", board=board, tickets=f"{places}:9/6/15", held=[[places]])
    position.state.claims = dict.fromkeys(position.board.routes, owner)
    (line,) = (line for line in position.ruleset.score(position.state).lines[0] if line.rule == "TOUR-1")
    return line


@pytest.mark.rule("TOUR-1")
def test_joined_in_the_printed_order_it_is_worth_most():
    line = tour("A-B B-C C-D", "A-B-C-D")

    assert line == ScoreLine("TOUR-1", "A-B-C-D", HIGH, ("A-B", "B-C", "C-D"), completed=True)


@pytest.mark.rule("TOUR-1")
def test_joined_but_not_in_that_order_it_is_worth_less():
    line = tour("A-C C-B", "A-B-C")

    assert (line.points, line.completed) == (MIDDLE, True)


@pytest.mark.rule("TOUR-1")
@pytest.mark.parametrize("routes", ["A-B", "A-B C-D", "A-B X-Y"])
def test_not_joined_it_costs_the_penalty(routes):
    line = tour(routes, "A-B-C")

    assert (line.points, line.completed) == (PENALTY, False)


@pytest.mark.rule("TOUR-1")
def test_the_routes_of_others_join_nothing():
    assert tour("A-B B-C", "A-B-C", owner=1).points == PENALTY


@pytest.mark.rule("TOUR-1")
def test_other_cities_may_lie_between():
    assert tour("A-X X-B B-Y Y-C", "A-B-C").points == HIGH


@pytest.mark.rule("TOUR-1")
def test_no_route_is_used_twice():
    """A star: from B back to the middle there is only the way that was used to come."""
    assert tour("A-M M-B M-C", "A-B-C").points == MIDDLE


@pytest.mark.rule("TOUR-1")
def test_a_city_may_be_met_twice_if_the_routes_differ():
    """Out to B on one side of the ring, back through the middle on the other."""
    line = tour("A-M M-B B-N N-M M-C", "A-B-C")

    assert line.points == HIGH
    assert line.witness == ("A-M", "M-B", "B-N", "N-M", "M-C")


@pytest.mark.rule("TOUR-1")
def test_a_later_city_may_be_passed_on_the_way_to_an_earlier_one():
    """A, C, B, C: the run meets A, then B, then C."""
    assert tour("A-C C-B B-D D-C", "A-B-C").points == HIGH


@pytest.mark.rule("TOUR-1")
def test_the_shortest_way_is_left_when_it_would_block_the_rest():
    """Straight from A to B uses up the only bridge to C; round about by X leaves it free."""
    line = tour("A-B A-X X-B A-C", "A-B-C")

    assert line.points == HIGH
    assert line.witness[-1] == "A-C"


@pytest.mark.rule("TOUR-1")
def test_a_line_of_routes_serves_a_tour_from_either_end_but_not_from_the_middle():
    assert tour("A-B B-C", "A-B-C").points == HIGH
    assert tour("A-B B-C", "C-B-A").points == HIGH
    assert tour("A-B B-C", "B-A-C").points == MIDDLE


@pytest.mark.rule("TOUR-1")
def test_a_real_tour_on_the_real_board():
    claims = {
        "lagos--luanda--1": 0,
        "dar-es-salaam--luanda--1": 0,
        "dar-es-salaam--djibouti--1": 0,
    }
    assert claims.keys() <= ruleset("world").board.routes.keys()
    joined = ruleset("world").score(table("world", held=[["tour2"]], claims=claims).state)
    del claims["lagos--luanda--1"]
    broken = ruleset("world").score(table("world", held=[["tour2"]], claims=claims).state)

    assert [line.points for line in joined.lines[0] if line.what == "tour2"] == [9]
    assert [line.points for line in broken.lines[0] if line.what == "tour2"] == [-15]


@pytest.mark.rule("TOUR-1", "HARB-3", "SCORE-5")
@pytest.mark.parametrize("routes", ["A-B B-C", "A-C C-B"])
def test_a_tour_done_in_either_way_is_a_completed_ticket(routes):
    board = " ".join(f"{route}:1:gray:sea" for route in routes.split())
    position = table(
        "world",
        board=board,
        tickets="A-B-C:9/6/15",
        held=[["A-B-C"]],
        harbours={"B": 0},
        pieces=[{"harbour": 2}],
    )
    position.state.claims = dict.fromkeys(position.board.routes, 0)

    sheet = position.ruleset.score(position.state)

    assert sheet.completed(0) == 1
    assert ("harbour B", 20) in [(line.what, line.points) for line in sheet.lines[0]]


@pytest.mark.rule("TOUR-1", "SCORE-4")
def test_a_tour_scores_once_and_not_as_a_ticket_too():
    board = "A-B:1:gray:sea B-C:1:gray:sea"
    position = table(
        "world", board=board, tickets="A-B-C:9/6/15", held=[["A-B-C"]], claims={"A-B": 0, "B-C": 0}
    )

    lines = position.ruleset.score(position.state).lines[0]

    assert [line.rule for line in lines if line.what == "A-B-C"] == ["TOUR-1"]
