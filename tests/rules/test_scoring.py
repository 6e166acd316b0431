import pytest

from rules import ScoreLine, apply, ruleset
from rules.events import GameEnded, SeatScored
from rules.refusals import PlayIsNotOver
from rules.scoring import ScoreSheet
from tests.rules.position import table

LINE = "A-B:2:red B-C:3:gray C-D:1:gray:subway D-E:4:blue"


def score(**facts) -> ScoreSheet:
    position = table(board=LINE, tickets="A-C:8 A-D:11 B-E:12", **facts)
    return position.ruleset.score(position.state)


@pytest.mark.rule("SCORE-1")
def test_a_completed_ticket_adds_its_value_and_shows_the_way():
    sheet = score(held=[["A-C"]], claims={"A-B": 0, "B-C": 0})

    assert sheet.lines[0] == (
        ScoreLine("CLAIM-4", "routes", 6, ("A-B", "B-C")),
        ScoreLine("SCORE-1", "A-C", 8, ("A-B", "B-C"), completed=True),
    )
    assert sheet.total(0) == 14


@pytest.mark.rule("SCORE-1", "SET-7")
def test_a_failed_ticket_takes_its_value_away_below_nothing_if_need_be():
    sheet = score(held=[["A-C"], ["B-E"]], claims={"A-B": 0})

    assert [sheet.total(0), sheet.total(1)] == [2 - 8, -12]


@pytest.mark.rule("SCORE-1")
def test_routes_of_whatever_kind_join_places():
    sheet = score(held=[["A-D"]], claims={"A-B": 0, "B-C": 0, "C-D": 0})

    assert sheet.completed(0) == 1
    assert sheet.total(0) == 2 + 4 + 2 + 11


@pytest.mark.rule("SCORE-1")
def test_the_routes_of_others_join_nothing():
    sheet = score(held=[["A-C"]], claims={"A-B": 0, "B-C": 1})

    assert sheet.completed(0) == 0


@pytest.mark.rule("SCORE-1")
def test_tickets_still_in_the_deck_do_not_count():
    assert score(claims={"A-B": 0}).total(0) == 2


@pytest.mark.rule("SCORE-4")
@pytest.mark.parametrize("game", ["berlin", "london", "amsterdam", "world"])
def test_there_is_no_bonus_for_a_long_path_or_many_tickets(game):
    board = ruleset(game).board
    ticket = next(t for t in board.tickets.values() if not t.is_tour)
    claims = dict.fromkeys(board.routes, 0)
    state = table(game, claims=claims, held=[[ticket.id]], pieces=[{"harbour": 0}]).state

    lines = ruleset(game).score(state).lines[0]

    known = {"CLAIM-4", "SCORE-1"} | ({"SCORE-2"} if board.districts else set())
    assert {line.rule for line in lines} == known
    routes = sum(board.points_for(route) for route in board.routes.values())
    districts = sum(district.points for district in board.districts.values())
    assert sum(line.points for line in lines) == routes + ticket.points + districts


def sheet(*seats: tuple[int, int]) -> ScoreSheet:
    """By seat: points, of them 1 for each completed ticket."""
    lines = []
    for points, completed in seats:
        done = (ScoreLine("SCORE-1", "ticket", 1, completed=True),) * completed
        lines.append((ScoreLine("CLAIM-4", "routes", points - completed), *done))
    return ScoreSheet(tuple(lines))


@pytest.mark.rule("SCORE-5")
def test_most_points_win_however_many_tickets_others_have():
    assert sheet((30, 0), (29, 9)).winners == (0,)
    assert sheet((-5, 0), (-4, 0)).winners == (1,)


@pytest.mark.rule("SCORE-5")
def test_with_equal_points_more_completed_tickets_win():
    assert sheet((30, 2), (30, 3), (10, 9)).winners == (1,)


@pytest.mark.rule("SCORE-5")
def test_if_that_is_equal_too_victory_is_shared():
    assert sheet((30, 2), (29, 2), (30, 2)).winners == (0, 2)


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize("game", ["berlin", "world"])
def test_the_tie_break_works_at_a_real_table_in_every_game(game):
    """Both have four points; seat 1 has them from a ticket."""
    position = table(
        game,
        board="A-B:3:gray C-D:1:gray",
        tickets="C-D:3",
        held=[[], ["C-D"]],
        claims={"A-B": 0, "C-D": 1},
    )

    found = position.ruleset.score(position.state)

    assert found.total(0) == found.total(1)
    assert found.winners == (1,)


@pytest.mark.rule("SCORE-5", "SCORE-1")
def test_the_end_writes_every_sheet_then_names_the_winners():
    position = table(
        board=LINE, tickets="A-C:8", held=[["A-C"], []], claims={"A-B": 0, "B-C": 0}, phase="scoring"
    )

    events = position.ruleset.settle(position.state)

    assert [type(event) for event in events] == [SeatScored, SeatScored, GameEnded]
    assert events[0] == SeatScored(
        0,
        14,
        (
            {"rule": "CLAIM-4", "what": "routes", "points": 6, "witness": ["A-B", "B-C"]},
            {"rule": "SCORE-1", "what": "A-C", "points": 8, "witness": ["A-B", "B-C"]},
        ),
    )
    state = position.state
    for event in events:
        state = apply(state, event)
    assert (state.phase, state.winners, state.scores) == ("over", (0,), (14, 0))


@pytest.mark.rule("END-2")
def test_nothing_is_settled_before_play_is_over():
    position = table()

    with pytest.raises(PlayIsNotOver):
        position.ruleset.settle(position.state)
