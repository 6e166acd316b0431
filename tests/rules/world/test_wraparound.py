import pytest

from rules import ruleset
from rules.actions import ClaimRoute
from rules.variants.world.harbours import BuildHarbour, NotAHarbourCity
from tests.rules.position import cards, given, table

BOARD = ruleset("world").board


@pytest.mark.rule("WRAP-1")
def test_a_route_over_the_edge_of_the_map_is_an_ordinary_route():
    route = BOARD.routes["los-angeles--tokyo--1"]
    assert route.wraps
    position = table("world", hands=["3 ship-black-double ship-black"])

    claimed = given(position).when(ClaimRoute(0, route.id, cards("3 ship-black-double ship-black")))

    assert claimed.state.scores[0] == 18


@pytest.mark.rule("WRAP-1", "SCORE-1")
def test_a_ticket_may_be_completed_over_the_edge():
    """From Buenos Aires west to Lima, and on over the Pacific."""
    ticket = next(t for t in BOARD.tickets.values() if t.places == ("buenos-aires", "sydney"))
    claims = dict.fromkeys(("lima--sydney--1", "lima--valparaiso--1", "buenos-aires--valparaiso--1"), 0)
    assert claims.keys() <= BOARD.routes.keys()

    sheet = ruleset("world").score(table("world", claims=claims, held=[[ticket.id]]).state)

    assert sheet.completed(0) == 1


@pytest.mark.rule("WRAP-1", "SCORE-1")
def test_the_junction_in_the_southern_ocean_joins_routes_like_any_end():
    ticket = next(t for t in BOARD.tickets.values() if t.places == ("rio-de-janeiro", "perth"))
    way = ("cape-town--rio-de-janeiro--1", "cape-town--southern-ocean--1", "perth--southern-ocean--1")

    sheet = ruleset("world").score(table("world", claims=dict.fromkeys(way, 0), held=[[ticket.id]]).state)

    (line,) = (line for line in sheet.lines[0] if line.what == ticket.id)
    assert line.witness == way


@pytest.mark.rule("WRAP-1", "HARB-1")
def test_the_junction_is_no_city():
    junction = BOARD.places["southern-ocean"]
    marked = "2 train-red-harbour 2 ship-red"
    position = table("world", hands=[marked], claims={"cape-town--southern-ocean--1": 0})

    assert junction.junction
    assert not any(junction.id in ticket.places for ticket in BOARD.tickets.values())
    given(position).when(BuildHarbour(0, junction.id, cards(marked))).refused(NotAHarbourCity)
    given(position).offers(BuildHarbour(0, "cape-town", cards(marked)))
