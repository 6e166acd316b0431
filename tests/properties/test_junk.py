"""Whatever is asked, the answer is events or a refusal, and a refusal changes nothing."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules import Refusal, State, apply, plain_action, read_action, ruleset
from rules.actions import ACTIONS, ClaimRoute, DrawCard, KeepTickets, Pass, TakeCard
from rules.kinds import NUMBER, OPTIONAL_TEXT, TEXT, TEXTS, FieldKind
from rules.notation import NotNotation, parse_action, write_action
from rules.refusals import REFUSALS, Malformed, UnknownSeat
from rules.rulebook import RULES
from rules.variants.world.exchange import ExchangePieces
from tests.properties.play import Game, positions, random_game, steady

WORDS = sorted(
    {"", "wild", "gray", "tickets", "train", "ship", "transport", "t01", "tour1", "a--b--1"}
    | {name for game in ("berlin", "world") for name in [*ruleset(game).board.routes][:20]}
    | {name for game in ("berlin", "world") for name in ruleset(game).board.cards}
    | {"lima", "southern-ocean", "random", "0", "{seat}", "{", "%s", "\x00", "\ud800", "x" * 10_000}
)

huge = st.sampled_from([16, 20, 5000]).map(lambda digits: 10**digits)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | huge
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5)
    | st.binary(max_size=3)
    | st.just(object())
    | st.just(Pass)
    | st.just(Pass(0))
)
words = st.lists(st.sampled_from(WORDS), max_size=6).map(tuple)
anything = st.recursive(
    scalars | words,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from(WORDS), inner, max_size=2)
        | st.frozensets(st.sampled_from(WORDS), max_size=2)
    ),
    max_leaves=5,
)
fields = st.integers(-2, 6) | st.sampled_from(WORDS) | words | anything


def with_fields(cls: type, **values: Any) -> Any:
    """An action with anything in its fields; those not named are not there at all."""
    action: Any = object.__new__(cls)
    for name, value in values.items():
        setattr(action, name, value)
    return action


@st.composite
def junk_actions(draw: st.DrawFn) -> Any:
    """A real class of action with anything in its fields, or nothing at all."""
    shape = draw(st.sampled_from([*ACTIONS.shapes.values()]))
    names = [name for name in shape.fields if draw(st.integers(0, 19))]
    return with_fields(shape.cls, **{name: draw(fields) for name in names})


def check_answer(game: Game, state: State, action: Any) -> None:
    kept = repr(state)
    try:
        events = game.rules.decide(state, action, game.chance)
    except Refusal as refusal:
        assert action not in game.rules.legal_actions(state, 0)
        check_refusal(refusal)
    else:
        assert action in game.rules.legal_actions(state, action.seat)
        assert apply(state, events[0]) != state
    assert repr(state) == kept


def check_refusal(refusal: Refusal) -> None:
    """It is fit to be sent: a known code, a whole sentence, data that any JSON reader takes."""
    assert REFUSALS[refusal.code] is type(refusal)
    assert str(refusal)[-1] == "."
    json.dumps([str(refusal), refusal.data], ensure_ascii=False, allow_nan=False).encode()


@settings(steady, max_examples=300)
@given(positions(), junk_actions() | anything)
def test_any_object_is_answered_with_events_or_a_refusal_and_changes_nothing(position, action):
    game, state = position
    check_answer(game, state, action)


@st.composite
def plausible_actions(draw: st.DrawFn) -> tuple[Game, State, Any]:
    """A position, and fields of the right types with names of its board, mostly at the wrong time."""
    game, state = draw(positions())
    board, rng = game.rules.board, draw(st.randoms(use_true_random=False))
    names = [*board.routes, *board.cards, *board.tickets, *board.piles, *board.places]
    things = [*board.cards, *board.tickets]
    values: dict[FieldKind, Callable[[], Any]] = {
        NUMBER: lambda: rng.randint(-1, state.seats),
        TEXT: lambda: rng.choice(names),
        OPTIONAL_TEXT: lambda: rng.choice([None, *board.piles, "tickets"]),
        TEXTS: lambda: tuple(rng.choices(things, k=rng.randint(0, 5))),
    }
    shape = rng.choice([*ACTIONS.shapes.values()])
    return game, state, shape.cls(**{name: values[kind]() for name, kind in shape.kinds.items()})


@settings(steady, max_examples=300)
@given(plausible_actions())
def test_an_action_of_the_wrong_moment_seat_or_cards_is_refused(asked):
    check_answer(*asked)


@settings(steady, max_examples=300)
@given(positions(), positions())
def test_what_is_offered_at_another_table_is_judged_like_anything_else(here, there):
    game, state = here
    other, elsewhere = there
    for seat in elsewhere.to_act:
        for action in list(other.rules.legal_actions(elsewhere, seat))[:20]:
            check_answer(game, state, action)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def nearly_plain_actions(draw: st.DrawFn) -> dict[str, Any]:
    shape = draw(st.sampled_from([*ACTIONS.shapes.values()]))
    plain = {"type": shape.name, **{name: draw(json_values) for name in shape.fields}}
    if draw(st.booleans()):
        plain.pop(draw(st.sampled_from([*plain])))
    return plain | draw(st.dictionaries(st.sampled_from(["v", "seat", "x", ""]), json_values, max_size=1))


@settings(steady, max_examples=200)
@given(nearly_plain_actions() | json_values)
@example({"type": "take_card", "seat": 0, "card": "red", "refill": None})
@example({"type": ["pass"], "seat": 0})
@example({"type": "pass", "seat": True})
@example({"type": "claim_route", "seat": 0, "route": "x", "cards": [["red"]]})
def test_any_json_is_an_action_or_malformed(value):
    try:
        action = read_action(json.loads(json.dumps(value)))
    except Malformed as refusal:
        check_refusal(refusal)
    else:
        given_values = {name: field for name, field in value.items() if field is not None}
        assert plain_action(action) == given_values


@settings(steady, max_examples=150)
@given(
    st.text(max_size=30)
    | st.from_regex(r"[0-9?]: (draw|take|claim|keep|pass|fleet)( [a-z0-9+?-]+)*", fullmatch=True)
)
@example("9" * 5000 + ": pass")
def test_any_line_is_notation_or_said_not_to_be(line):
    with suppress(NotNotation):
        found = parse_action(line)
        assert parse_action(write_action(found)) == found


@pytest.mark.parametrize(
    "action",
    [
        with_fields(TakeCard, seat=0, card="red", refill=3),
        with_fields(KeepTickets, seat=0, tickets=["t01"]),
        with_fields(KeepTickets, seat=0, tickets=("t01", ["t02"])),
        with_fields(ClaimRoute, seat=0, route={}, cards=("red",)),
        with_fields(ClaimRoute, seat=True, route="a--b--1", cards=("red",)),
        with_fields(DrawCard, seat=0.0, pile="transport"),
        DrawCard(0, "\ud800"),
        Pass(10**5000),
        ExchangePieces(0, "train", 10**5000),
        object.__new__(Pass),
        None,
        Pass,
        {"type": "pass", "seat": 0},
    ],
    ids=lambda action: f"{type(action).__name__}",
)
def test_what_no_field_can_hold_is_malformed(action):
    game = random_game("world@1", 2, 0)

    with pytest.raises(Malformed) as caught:
        game.rules.decide(game.states[-1], action, game.chance)
    check_refusal(caught.value)


def test_an_action_that_lacks_a_field_is_malformed():
    game = random_game("london@1", 2, 0)
    state = next(state for state in game.states if state.phase == "play")
    half = with_fields(TakeCard, seat=state.turn, card=state.market[0])

    with pytest.raises(Malformed, match="refill"):
        game.rules.decide(state, half, game.chance)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_offered_nothing_and_refused_everything(seat):
    game = random_game("london@1", 2, 0)
    for state in game.states[::10]:
        assert not list(game.rules.legal_actions(state, seat))
        with pytest.raises(UnknownSeat):
            game.rules.decide(state, Pass(seat), game.chance)


def test_a_refusal_names_a_rule_that_exists():
    assert REFUSALS
    assert {refusal.rule for refusal in REFUSALS.values()} <= RULES.keys()
