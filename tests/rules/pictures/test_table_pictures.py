"""A table as a picture: whose is what, and nothing that is hidden."""

import pytest

from rules import replay, ruleset
from rules.pictures.palette import SHAPES, SeatStyle, inks_of, luminance
from tests.golden.script import replayed
from tests.rules.pictures.drawn import GAMES, NAMES, SVG, finished, of_class, parsed, table_of, title_of


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
