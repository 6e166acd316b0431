"""What a table can agree on when it is opened, and how the clock of a test table moves."""

from __future__ import annotations

import pytest

from rules.table.base import NotDue
from rules.table.clock import BOUNDS
from rules.table.life import AdvanceClock
from tests.rules.table.written import Written


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"clock": [1]}, "the clock is no object"),
        ({"clock": {"nonsense": -5}}, "no clock has nonsense -5"),
        ({"clock": {"per_action": True}}, "no clock has per_action True"),
        ({"clock": {"bank": 3600, "per_action": 60}}, "a clock takes either per_action or bank"),
        ({"clock": {"strikes": 3}}, "a clock takes either per_action or bank"),
        ({"clock": {"per_action": 60, "increment": 5}}, "an increment requires a bank"),
        ({"visibility": "nobody"}, "no table has the visibility nobody"),
        ({"purpose": "test", "visibility": "unlisted"}, "a test table is always private"),
        ({"stand_ins": "sometimes"}, "no table has stand-ins sometimes"),
        ({"bot_delay": -1}, "no bot waits -1 milliseconds"),
        ({"bot_delay": 60_001}, "no bot waits 60001 milliseconds"),
    ],
)
def test_what_no_table_can_agree_on_is_refused(settings, why):
    with pytest.raises(NotDue, match=why):
        Written(**settings)


@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_of_a_clock_has_a_least_and_a_most(name):
    kind = {} if name in ("per_action", "bank") else {"bank": 3600}
    for value in BOUNDS[name]:
        Written(clock={**kind, name: value})
    for value in (BOUNDS[name][0] - 1, BOUNDS[name][1] + 1):
        with pytest.raises(NotDue, match=f"no clock has {name} {value}"):
            Written(clock={**kind, name: value})


@pytest.mark.parametrize("seconds", [-1_000_000, 0])
def test_the_clock_of_a_test_table_never_stands_or_goes_back(seconds):
    table = Written(purpose="test", visibility="private", clock={"per_action": 60}).start()

    with pytest.raises(NotDue, match=f"moved by {seconds} seconds"):
        table.ask(AdvanceClock(seconds))
    table.ask(AdvanceClock(1))
    assert table.folded.table.advanced == 1
