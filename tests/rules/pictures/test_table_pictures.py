"""A table as a picture: whose is what, and nothing that is hidden."""

import math
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rules import State, replay, ruleset, view_for
from rules.pictures import Scene, draw_table
from rules.pictures.palette import SHAPES, SeatStyle, contrast, inks_of, luminance
from tests.golden.script import replayed
from tests.rules.pictures.drawn import (
    GAMES,
    NAMES,
    SVG,
    board_of,
    finished,
    layout,
    of_class,
    parsed,
    table_of,
    title_of,
)


@pytest.mark.parametrize("name", NAMES)
def test_claimed_routes_bear_the_colour_and_the_shape_of_their_owner_on_every_space(name):
    state = finished(name)
    tree = parsed(table_of(name, state))

    claimed = of_class(tree, "claimed")
    assert {found.get("id") for found in claimed} == {f"route-{route}" for route in state.claims}
    assert len(of_class(tree, "free")) == len(ruleset(name).board.routes) - len(claimed)
    for element in claimed:
        owner = state.claims[element.get("id", "").removeprefix("route-")]
        for space in of_class(element, "space"):
            assert len(of_class(space, SeatStyle(owner).shape)) == 1
            assert SeatStyle(owner).fill in {part.get("fill") for part in space}
        assert f"claimed by seat {owner}" in title_of(element)
    assert not [mark for free in of_class(tree, "free") for mark in of_class(free, "mark")]


def test_harbours_stand_where_they_were_built():
    state = finished("world@1")
    tree = parsed(table_of("world@1", state))

    built = {
        place.get("id", "").removeprefix("place-"): of_class(place, "harbour")[0]
        for place in of_class(tree, "place")
        if of_class(place, "harbour")
    }
    assert built.keys() == state.harbours.keys() != set()
    for place, house in built.items():
        assert of_class(house, SeatStyle(state.harbours[place]).shape)


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_has_its_row_with_its_score(name):
    state = finished(name)
    tree = parsed(table_of(name, state))

    rows = {row.get("id"): [text.text for text in row.iter(f"{SVG}text")] for row in of_class(tree, "seat")}
    assert [rows[f"seat-{seat}"][1] for seat in range(state.seats)] == list(map(str, state.scores))
    assert [seat for seat in range(state.seats) if "winner" in (rows[f"seat-{seat}"][0] or "")] == list(
        state.winners
    )


def test_goods_are_counted():
    state = finished("amsterdam@1")
    tree = parsed(table_of("amsterdam@1", state))

    rows = [[text.text for text in row.iter(f"{SVG}text")] for row in of_class(tree, "seat")]
    assert [row[-1] for row in rows] == list(map(str, state.goods))
    assert sum(state.goods) > 0


def test_the_seat_whose_turn_it_is_is_marked():
    rules = ruleset("london")
    events = replayed((GAMES / "london-3.txt").read_text(encoding="utf-8"))
    state = replay(events[: len(events) // 2])

    tree = parsed(table_of(rules.name, state))
    marked = [row.get("id") for row in of_class(tree, "seat") if of_class(row, "turn")]
    assert marked == [f"seat-{seat}" for seat in state.to_act]


def test_what_is_hidden_from_a_spectator_changes_nothing():
    events = replayed((GAMES / "london-3.txt").read_text(encoding="utf-8"))
    state = replay(events[: len(events) // 2])
    other = state.copy()
    other.hands = tuple({"wild": sum(hand.values())} for hand in state.hands)
    other.tickets = tuple(("t01",) * len(held) for held in state.tickets)
    other.piles = {pile: tuple(reversed(cards)) for pile, cards in state.piles.items()}

    assert other != state
    assert table_of("london@1", other) == table_of("london@1", state)


# -- colours -----------------------------------------------------------------------------------


def test_seats_differ_in_shape_even_where_their_colours_cannot_be_seen():
    assert len({SeatStyle(seat).shape for seat in range(len(SHAPES))}) == len(SHAPES)
    assert len({(SeatStyle(seat).fill, SeatStyle(seat).shape) for seat in range(40)}) == 40


@pytest.mark.parametrize("seat", range(6))
def test_the_shape_of_a_seat_can_be_seen_on_its_colour(seat):
    style = SeatStyle(seat)
    dark, light = sorted((luminance(style.fill), luminance(style.on)))

    assert (light + 0.05) / (dark + 0.05) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_colours_of_routes_differ_in_letter_too(name):
    inks = inks_of(ruleset(name).board)

    assert inks.keys() == {"gray", *ruleset(name).board.colors}
    assert len({ink.letter for ink in inks.values()}) == len({ink.fill for ink in inks.values()}) == len(inks)


@pytest.mark.parametrize("name", NAMES)
def test_letters_on_routes_are_large_enough_and_have_contrast(name):
    tree = board_of(name)
    inks = inks_of(ruleset(name).board).values()

    letters = [text for space in of_class(tree, "space") for text in space.iter(f"{SVG}text")]
    assert letters
    assert min(float(text.get("font-size", "0")) for text in letters) >= 11
    assert min(contrast(ink.on, ink.fill) for ink in inks) >= 4.5
    assert not [found for found in tree.iter() if found.get("opacity")]


def without_green(color: str) -> tuple[float, float, float]:
    """CIELAB of a colour as somebody with deuteranopia sees it (Machado et al., 2009)."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    line = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    seen = ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969))
    rgb = [min(1.0, max(0.0, sum(w * c for w, c in zip(row, line, strict=True)))) for row in seen]
    white = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8730))
    xyz = [sum(w * c for w, c in zip(row, rgb, strict=True)) for row in white]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("name", NAMES)
def test_colours_of_routes_differ_for_those_who_cannot_tell_red_from_green(name):
    seen = {color: without_green(ink.fill) for color, ink in inks_of(ruleset(name).board).items()}

    assert [(a, b) for a, b in combinations(seen, 2) if math.dist(seen[a], seen[b]) < 14] == []


# -- the map as a base layer -------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_routes_spaces_and_places_can_be_found_by_programs(name):
    board, tree = ruleset(name).board, parsed(table_of(name, finished(name)))
    found = {element.get("id"): element for element in tree.iter() if element.get("id")}

    assert len(found) == len([element for element in tree.iter() if element.get("id")])
    for route in board.routes.values():
        element = found[f"route-{route.id}"]
        facts = {
            key: element.get(f"data-{key}") for key in ("route", "from", "to", "kind", "color", "length")
        }
        assert facts == {
            "route": route.id,
            "from": route.a,
            "to": route.b,
            "kind": route.kind,
            "color": route.color,
            "length": str(route.length),
        }
        spaces = of_class(element, "space")
        assert [space.get("id") for space in spaces] == [
            f"space-{route.id}-{n + 1}" for n in range(len(spaces))
        ]
    for place in board.places:
        assert found[f"place-{place}"].get("data-place") == found[f"name-{place}"].get("data-place") == place


def drawn_with(name: str, state: State, **more: Any) -> ET.Element:
    scene = Scene(view_for(state, None), [f"Seat {n}" for n in range(state.seats)], "now", **more)
    return parsed(draw_table(ruleset(name).board, layout(name), scene))


def replayed_game(name: str, seats: int) -> State:
    return replay(replayed((GAMES / f"{name}-{seats}.txt").read_text(encoding="utf-8")))


@pytest.mark.rule("CLAIM-3")
def test_a_twin_that_nobody_can_claim_is_drawn_and_titled_as_closed():
    rules, state = ruleset("london"), replayed_game("london", 2)
    closed = rules.closed_routes(state)
    tree = drawn_with("london@1", state, closed=closed)

    assert (
        closed
        == {rules.board.twins[r] for r in state.claims if r in rules.board.twins} - state.claims.keys()
        != set()
    )
    shown = {element.get("data-route", ""): element for element in of_class(tree, "closed")}
    assert shown.keys() == closed
    for route, element in shown.items():
        assert f"closed, its twin is claimed by seat {state.claims[rules.board.twins[route]]}" in title_of(
            element
        )
        assert element.get("data-state") == "closed"
        assert not list(element.iter(f"{SVG}text"))


@pytest.mark.rule("CLAIM-3")
def test_with_four_players_no_twin_is_closed():
    assert ruleset("london").closed_routes(replayed_game("london", 4)) == frozenset()


def test_the_last_move_is_marked():
    state = finished("world@1")
    route, place = next(iter(state.claims)), next(iter(state.harbours))
    tree = drawn_with("world@1", state, last=frozenset([route, place]))

    assert [found.get("id") for found in of_class(tree, "last")] == [f"route-{route}", f"place-{place}"]
    assert "the last move" in title_of(of_class(tree, "last")[0])
    assert of_class(drawn_with("world@1", state), "halo") == []


@pytest.mark.parametrize("name", NAMES)
def test_market_and_piles_are_beside_the_map(name):
    state = finished(name)
    tree = parsed(table_of(name, state))

    assert tuple(card.get("data-card") for card in of_class(tree, "card")) == state.market
    piles = {pile.get("data-pile"): int(pile.get("data-count", "")) for pile in of_class(tree, "pile")}
    discarded = piles.pop("discarded")
    assert piles == {pile: len(cards) for pile, cards in state.piles.items()}
    assert discarded == sum(map(len, state.discards.values()))


@pytest.mark.parametrize("name", NAMES)
def test_tickets_are_shown_once_the_game_is_over_and_not_before(name):
    state = finished(name)
    running = state.copy()
    running.phase = "play"
    before, after = (parsed(table_of(name, found)) for found in (running, state))

    assert [element for element in before.iter() if element.get("data-ticket")] == []
    shown = {
        row.get("data-seat"): [t.get("data-ticket") for t in row.iter(f"{SVG}text")]
        for row in of_class(after, "tickets")
    }
    assert shown == {str(seat): list(held) for seat, held in enumerate(state.tickets)}
