"""Spans during which a clock stands, against a clock that is watched hour by hour."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from rules.table import spans
from rules.table.spans import Span

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOURS = st.integers(0, 200)
SPANS = st.lists(st.tuples(HOURS, HOURS).map(sorted), max_size=5)


def hour(count: int) -> datetime:
    return NOON + timedelta(hours=count)


def span(start: int, end: int) -> Span:
    return hour(start), hour(end)


@given(SPANS, HOURS, st.integers(1, 100))
def test_a_deadline_is_put_off_by_the_hours_the_clock_stood(found, since, allowed):
    standing, now, left = [span(*one) for one in found], since, allowed
    while left:
        left -= not spans.is_within(hour(now), standing)
        now += 1

    due = spans.put_off(hour(since + allowed), hour(since), standing)

    stands_at_the_end = [end for start, end in spans.merged(standing) if start == hour(now)]
    assert due in (hour(now), *stands_at_the_end)


@given(SPANS, HOURS, HOURS)
def test_the_time_it_stood_counts_once_however_many_reasons_there_are(found, one, other):
    since, at = sorted((one, other))
    standing = [span(*pair) for pair in found]
    hours = sum(spans.is_within(hour(now), standing) for now in range(since, at))

    assert spans.stood(hour(since), hour(at), standing) == timedelta(hours=hours)


def test_a_deadline_that_has_passed_is_not_put_off():
    assert spans.put_off(hour(5), NOON, [span(5, 50)]) == hour(5)
    assert spans.put_off(hour(5), NOON, [span(4, 50)]) == hour(51)


def test_a_day_that_has_begun_is_a_day():
    assert spans.days([]) == 0
    assert spans.days([span(0, 0)]) == spans.days([span(0, 1)]) == spans.days([span(0, 24)]) == 1
    assert spans.days([span(0, 25), span(30, 31)]) == 3


def test_what_has_ended_is_not_made_longer():
    assert spans.ended((span(0, 5), span(10, 20)), hour(15)) == (span(0, 5), span(10, 15))
    assert spans.ended((span(10, 20),), hour(25)) == (span(10, 20),)
