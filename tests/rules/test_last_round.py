import pytest

from rules.actions import ClaimRoute, DrawCard
from rules.events import LastRoundBegan, ScoringBegan, TurnBegan
from rules.position import Position
from rules.refusals import PlayIsOver
from rules.variants.world.exchange import ExchangePieces
from tests.rules.position import Outcome, cards, given, table


def claim_with(game: str, pieces: dict[str, int]) -> Outcome:
    """Seat 0 claims a gray route of one space out of these pieces."""
    face = "train-black" if game == "world" else "black"
    position = table(game, board="A-B:1:gray", hands=[face], pieces=[pieces])
    return given(position).when(ClaimRoute(0, "A-B", (face,)))


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(
    ("game", "before"),
    [
        ("london", {"bus": 3}),
        ("amsterdam", {"cart": 3}),
        ("berlin", {"tram": 1, "subway-car": 1}),
        ("berlin", {"tram": 2, "subway-car": 0}),
        ("world", {"train": 3, "ship": 4}),
        ("world", {"train": 7, "ship": 0}),
    ],
)
def test_the_last_round_begins_at_the_end_of_a_turn_that_leaves_few_pieces(game, before):
    turns = 4 if game == "world" else 2

    claim_with(game, before).then(LastRoundBegan(0, turns), TurnBegan(1))


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(
    ("game", "before"),
    [
        ("london", {"bus": 4}),
        ("amsterdam", {"cart": 4}),
        ("berlin", {"tram": 1, "subway-car": 2}),
        ("berlin", {"tram": 3, "subway-car": 0}),
        ("world", {"train": 4, "ship": 4}),
        ("world", {"train": 1, "ship": 7}),
    ],
)
def test_with_one_piece_more_it_does_not(game, before):
    claim_with(game, before).never(LastRoundBegan)


@pytest.mark.rule("END-1")
def test_harbours_are_no_pieces_for_this():
    claim_with("world", {"train": 3, "ship": 4, "harbour": 3}).then(LastRoundBegan(0, 4))


def draw_two(position: Position, seat: int) -> Outcome:
    return given(position).when(DrawCard(seat, "transport"), DrawCard(seat, "transport"))


@pytest.mark.rule("END-2")
def test_then_everybody_has_one_more_turn_the_one_who_began_it_last():
    position = table("london", seats=3, turn=1, pieces=[{}, {"bus": 2}])
    whose = []
    turn = draw_two(position, 1).then(LastRoundBegan(1, 3))
    while turn.state.phase == "play":
        whose.append(turn.state.turn)
        turn = draw_two(turn.position, turn.state.turn)

    assert whose == [2, 0, 1]
    assert turn.events[-1] == ScoringBegan("last-round")
    given(turn.position).when(DrawCard(2, "transport")).refused(PlayIsOver)


@pytest.mark.rule("END-2")
def test_in_world_everybody_has_two_more_turns():
    swap = {"train": 3, "ship": 3}
    position = table("world", seats=2, pieces=[swap, swap])
    whose, turn = [], given(position).when(ExchangePieces(0, "train", 1))
    turn.then(LastRoundBegan(0, 4))
    while turn.state.phase == "play":
        whose.append(turn.state.turn)
        turn = given(turn.position).when(ExchangePieces(turn.state.turn, "ship", 1))

    assert whose == [1, 0, 1, 0]


@pytest.mark.rule("END-1")
def test_it_is_triggered_once():
    position = table(
        "london", board="A-B:1:gray B-C:1:gray", hands=["k", "k"], pieces=[{"bus": 3}, {"bus": 3}]
    )

    first = given(position).when(ClaimRoute(0, "A-B", cards("k")))
    second = given(first.position).when(ClaimRoute(1, "B-C", cards("k")))

    second.never(LastRoundBegan)
    assert second.state.turns_left == 0
    assert second.state.turn == 0
