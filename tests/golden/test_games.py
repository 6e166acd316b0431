"""Every recorded game still happens exactly as it did: same events, same scores, same digest."""

from functools import cache
from pathlib import Path

import pytest

from rules import Event, catalogue, replay
from rules.events import EVENTS, PileShuffled, ScoringBegan
from tests.golden.script import Header, is_action, outcome, replayed

FILES = sorted((Path(__file__).parent / "games").glob("*.txt"))


@cache
def events_of(file: Path) -> list[Event]:
    return replayed(file.read_text(encoding="utf-8"))


def header_of(file: Path) -> Header:
    return Header.parse(file.read_text(encoding="utf-8").splitlines()[0])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_comes_out_as_it_did(file):
    first, *lines = file.read_text(encoding="utf-8").splitlines()

    told = [line for line in lines if not is_action(line)]
    assert list(outcome(Header.parse(first).game, events_of(file))) == told


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_score_sheet_adds_up_to_the_score(file):
    state = replay(events_of(file))
    sheet = header_of(file).game.score(state)

    assert [sheet.total(seat) for seat in range(state.seats)] == list(state.scores)
    assert max(state.scores) in {state.scores[seat] for seat in state.winners}


def test_every_game_is_recorded_with_every_number_of_players():
    recorded = {(header_of(file).name, header_of(file).seats) for file in FILES}

    assert recorded == {
        (game.name, seats) for game in catalogue() for seats in game.seats if not game.is_draft
    }


def test_every_type_of_event_happens_in_a_recorded_game():
    happened = {type(event) for file in FILES for event in events_of(file)}

    assert {shape.name for cls, shape in EVENTS.shapes.items() if cls not in happened} == set()


def test_piles_run_out_and_are_shuffled_again():
    again = {
        (header_of(file).name, event.pile)
        for file in FILES
        for event in events_of(file)
        if isinstance(event, PileShuffled) and event.nth > 1
    }

    assert again == {
        (game.name, pile) for game in catalogue() for pile in game.board.piles if not game.is_draft
    }


def test_every_line_of_the_score_sheets_occurs_and_tickets_are_won_and_lost():
    occurred = {
        (line.rule, (line.points > 0) - (line.points < 0))
        for file in FILES
        for lines in header_of(file).game.score(replay(events_of(file))).lines
        for line in lines
    }
    wanted = {
        *(("CLAIM-4", 1), ("SCORE-1", 1), ("SCORE-1", -1), ("SCORE-2", 1), ("SCORE-3", 1)),
        *(("TOUR-1", 1), ("TOUR-1", -1), ("HARB-3", 1), ("HARB-3", 0), ("EXCH-1", -1)),
    }
    assert wanted <= occurred


def test_tours_are_done_in_order_and_out_of_order():
    done = set()
    for file in FILES:
        game = header_of(file).game
        for lines in game.score(replay(events_of(file))).lines:
            for line in lines:
                if line.rule == "TOUR-1" and line.completed:
                    done.add(line.points == game.board.tickets[line.what].points)

    assert done == {True, False}


def test_they_end_with_the_last_round():
    for file in FILES:
        assert ScoringBegan("last-round") in events_of(file)
