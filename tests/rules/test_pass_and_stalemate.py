from typing import Any

import pytest

from rules.actions import ClaimRoute, DrawCard, DrawTickets, Pass
from rules.events import ScoringBegan, TurnBegan, TurnPassed
from rules.refusals import MustNotPass, NotNow, PlayIsOver
from rules.variants.world.exchange import ExchangePieces
from tests.rules.position import cards, given, table

NOTHING_LEFT: dict[str, Any] = {"market": "", "piles": {"transport": "", "tickets": ""}}


@pytest.mark.rule("TURN-2")
def test_a_player_who_can_do_nothing_passes():
    position = table(board="A-B:2:red", hands=["bb", "rr"], **NOTHING_LEFT)

    assert given(position).offered(0) == [Pass(0)]
    given(position).when(Pass(0)).then_only(TurnPassed(0), TurnBegan(1))


@pytest.mark.rule("TURN-2")
@pytest.mark.parametrize(
    "something",
    [
        {"hands": ["rr"]},
        {"market": "k"},
        {"piles": {"transport": "k", "tickets": ""}},
        {"piles": {"transport": "", "tickets": "t01"}},
    ],
)
def test_who_can_do_anything_at_all_must_not_pass(something):
    position = table(board="A-B:2:red", **(NOTHING_LEFT | something))

    given(position).when(Pass(0)).refused(MustNotPass)


@pytest.mark.rule("TURN-2")
def test_a_lone_wild_in_the_market_can_be_taken_so_there_is_no_passing():
    position = table(board="A-B:2:red", **(NOTHING_LEFT | {"market": "*"}))

    given(position).when(Pass(0)).refused(MustNotPass)


@pytest.mark.rule("TURN-2")
def test_nobody_passes_instead_of_a_second_card():
    given(table()).when(DrawCard(0, "transport"), Pass(0)).refused(NotNow, expected="second_card")


@pytest.mark.rule("TURN-2", "END-2")
def test_in_the_last_round_passing_uses_up_a_turn():
    position = table(board="A-B:2:red", hands=["bb", "rr"], turns_left=1, **NOTHING_LEFT)

    passed = given(position).when(Pass(0))
    passed.then_only(TurnPassed(0), TurnBegan(1))
    assert passed.state.turns_left == 0

    given(passed.position).when(Pass(1)).refused(MustNotPass)
    claim = ClaimRoute(1, "A-B", cards("rr"))
    given(passed.position).when(claim).then(ScoringBegan("last-round"))


@pytest.mark.rule("TURN-2")
def test_when_all_pass_in_a_row_the_game_goes_to_scoring_at_once():
    position = table(board="A-B:2:red", seats=3, hands=["bb", "b", ""], **NOTHING_LEFT)

    ended = given(position).when(Pass(0), Pass(1), Pass(2))

    assert ended.events[-2:] == (TurnPassed(2), ScoringBegan("stalemate"))
    assert ended.state.phase == "scoring"
    given(ended.position).when(Pass(0)).refused(PlayIsOver)


@pytest.mark.rule("TURN-2")
def test_an_action_between_passes_breaks_the_row():
    """The claim brings cards back into play, so the first to pass may draw again."""
    position = table(board="A-B:2:red", hands=["bb", "rr"], **NOTHING_LEFT)

    claimed = given(position).when(Pass(0), ClaimRoute(1, "A-B", cards("rr")))

    assert claimed.state.passes == 0
    given(claimed.position).when(Pass(0)).refused(MustNotPass)


@pytest.mark.rule("TURN-2", "DRAW-8")
def test_in_world_with_all_cards_in_hands_other_actions_must_be_taken_first():
    no_cards = {"train": "", "ship": ""}
    position = table("world", market="3 train-red 3 ship-red", piles=no_cards)

    given(position).when(Pass(0)).refused(MustNotPass)
    given(position).offers(DrawTickets(0), ExchangePieces(0, "train", 1))
