"""The third verifier counts completed tickets as score sheets tell them."""

import pytest

from tests.golden.record import RECORDINGS
from tests.proof.third.log import TICKETS, Log, failures
from tests.properties.forgery.forger import export_of, last, remade
from tests.properties.forgery.recorded import recorded


@pytest.mark.parametrize("game", RECORDINGS)
def test_a_ticket_that_was_not_completed_has_an_empty_witness(game):
    lines = [
        line for one in recorded(game) if one["type"] == "seat_scored" for line in one["public"]["lines"]
    ]
    tickets = [line for line in lines if line["rule"] in TICKETS]

    assert [line for line in tickets if line["points"] < 0] == [
        line for line in tickets if line["witness"] == []
    ]


def test_of_equals_the_one_with_more_completed_tickets_wins():
    log = recorded("london-3")
    sheets = [one["public"] for one in log if one["type"] == "seat_scored"]
    kept, lost = ({"rule": "SCORE-1", "what": "t", "points": 7, "witness": made} for made in (["r"], []))
    for sheet, line in zip(sheets, [kept, lost, lost], strict=True):
        sheet.update(lines=[line], total=7)
    last(log, "game_ended")["public"]["winners"] = [sheets[0]["seat"]]

    assert failures(Log(export_of(remade(log)))) == []
