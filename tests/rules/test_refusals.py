"""Refusals as types, and those about asking at all; each other one is proved beside its rule."""

import copy
import pickle

import pytest

from rules.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from rules.refusals import (
    REFUSALS,
    CardsNotHeld,
    DoubleClosed,
    Malformed,
    NotInMarket,
    NotYourTurn,
    PlayIsOver,
    UnknownAction,
    UnknownSeat,
    WrongNumberOfCards,
)
from rules.rulebook import RULES
from rules.variants.world.exchange import ExchangePieces
from tests.rules.position import cards, given, start, table


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_a_refusal_has_a_code_a_rule_of_the_book_and_a_sentence(code):
    refusal = REFUSALS[code]

    assert refusal.code == code
    assert code == code.lower()
    assert refusal.rule in RULES
    assert refusal.text.endswith(".")
    assert refusal.title.endswith(".")
    assert "{" not in refusal.title


@pytest.mark.parametrize(
    ("needed", "sentence"), [(1, "The route takes 1 card, not 4."), (2, "The route takes 2 cards, not 4.")]
)
def test_a_refusal_counts_in_singular_and_plural(needed, sentence):
    assert str(WrongNumberOfCards(needed=needed, given=4)) == sentence


def test_a_refusal_tells_its_data_in_its_sentence_and_beside_it():
    refusal = DoubleClosed(route="A-B.2", twin="A-B.1", owner=1)

    assert str(refusal) == "The route A-B.2 is closed: its twin A-B.1 is claimed by seat 1."
    assert refusal.data == {"route": "A-B.2", "twin": "A-B.1", "owner": 1}
    assert repr(refusal) == "DoubleClosed(route='A-B.2', twin='A-B.1', owner=1)"


@pytest.mark.parametrize(("missing", "said"), [(("blue", "wild"), "blue, wild"), ((), "none")])
def test_several_things_are_told_as_people_tell_them(missing, said):
    assert str(CardsNotHeld(missing=missing)) == f"You do not hold these cards: {said}."


def test_a_refusal_can_be_carried_to_another_process():
    refusal = DoubleClosed(route="A-B.2", twin="A-B.1", owner=1)

    there = pickle.loads(pickle.dumps(refusal))  # noqa: S301 (our own bytes)

    assert (type(there), there.data, str(there)) == (DoubleClosed, refusal.data, str(refusal))


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize(
    "action",
    [
        DrawCard(0, 7),  # type: ignore[arg-type]
        DrawCard("0", "transport"),  # type: ignore[arg-type]
        DrawCard(seat=True, pile="transport"),
        TakeCard(0, None),  # type: ignore[arg-type]
        ClaimRoute(0, "A-B", ["red", "red"]),  # type: ignore[arg-type]
        ClaimRoute(0, "A-B", (None,)),  # type: ignore[arg-type]
        KeepTickets(0, "t01"),  # type: ignore[arg-type]
        "draw a card",
        None,
    ],
)
def test_what_is_not_made_like_an_action_is_malformed(action):
    position = table()

    with pytest.raises(Malformed):
        position.ruleset.check(position.state, action)
    assert action not in position.ruleset.legal_actions(position.state, 0)


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_at_the_table_can_do_nothing(seat):
    for position in (table(), start("berlin")):
        with pytest.raises(UnknownSeat):
            position.ruleset.check(position.state, DrawTickets(seat))
        assert given(position).offered(seat) == []


@pytest.mark.rule("TURN-1")
def test_an_action_of_another_game_is_unknown():
    given(table("berlin")).when(ExchangePieces(0, "train", 1)).refused(
        UnknownAction, action="exchange_pieces"
    )


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_acts_out_of_turn(seats):
    position = table(seats=seats, turn=1)

    for seat in set(range(seats)) - {1}:
        assert given(position).offered(seat) == []
        given(position).when(DrawCard(seat, "transport")).refused(NotYourTurn, seat=seat, to_act=[1])


@pytest.mark.rule("END-2")
@pytest.mark.parametrize("phase", ["scoring", "over"])
def test_after_the_end_of_play_nothing_can_be_done(phase):
    position = table(phase=phase)

    given(position).when(DrawCard(0, "transport")).refused(PlayIsOver)
    given(position).when(Pass(1)).refused(PlayIsOver)


def test_a_refused_action_changes_nothing():
    position = table(market="rbgko")
    before = copy.deepcopy(position.state)

    given(position).when(TakeCard(0, "purple")).refused(NotInMarket)

    assert position.state == before


@pytest.mark.rule("CLAIM-2")
def test_a_refusal_tells_nothing_the_asking_seat_does_not_know():
    """Whatever the others hold, the answer is the same."""
    asked = ClaimRoute(0, "A-B", cards("rr"))
    answers = set()
    for hand in ("rrrr", "bb", ""):
        position = table(board="A-B:2:red", hands=["r", hand])
        with pytest.raises(CardsNotHeld) as refused:
            position.ruleset.check(position.state, asked)
        answers.add(repr(refused.value))

    assert len(answers) == 1
