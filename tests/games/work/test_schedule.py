"""Pauses grow, and chance keeps apart what failed together."""

from datetime import timedelta

import pytest

from games.work.schedule import SPREAD, pause_after


@pytest.mark.parametrize(
    ("failures", "seconds"),
    [(1, 5), (2, 30), (3, 120), (4, 600), (5, 3600), (6, 21600), (7, 21600), (100, 21600)],
)
def test_pauses_grow_to_the_last_step_and_stay_there(failures, seconds):
    pause = pause_after(failures).total_seconds()

    assert seconds * (1 - SPREAD) <= pause <= seconds * (1 + SPREAD)


def test_a_pause_is_no_longer_than_it_may_be():
    assert pause_after(6, at_most=timedelta(minutes=1)) <= timedelta(minutes=1) * (1 + SPREAD)


def test_chance_keeps_what_failed_together_apart():
    assert len({pause_after(6) for _ in range(20)}) > 10
