"""Several schedulers, of which one sends."""

from pathlib import Path

import pytest
import redis
from celery import Celery

from config.beat import FOLLOW_SECONDS, OneBeat

DAILY = {"task": "games.tasks.verify_new", "schedule": 86400.0}
MANY = 10


@pytest.fixture
def client(redis_url):
    with redis.Redis.from_url(redis_url) as found:
        found.flushdb()
        yield found


class Beat(OneBeat):
    """One that writes down what it sends."""

    producer = None

    def __init__(self, folder: Path, number: int) -> None:
        app = Celery(set_as_current=False)
        app.conf.beat_schedule = {"verify": DAILY}
        self.sent: list[str] = []
        super().__init__(app, schedule_filename=str(folder / f"beat-{number}"), lazy=False)

    def apply_entry(self, entry, producer=None) -> None:
        self.sent.append(entry.task)

    def make_due(self) -> None:
        """As if it had run for a day."""
        entry = self.schedule["verify"]
        entry.last_run_at = entry.default_now() - entry.schedule.run_every
        self._heap = None


@pytest.fixture
def beats(client, tmp_path) -> tuple[Beat, Beat]:
    first, second = Beat(tmp_path, 1), Beat(tmp_path, 2)
    for beat in (first, second):
        beat.make_due()
    return first, second


def test_of_two_beats_one_sends_what_is_due(beats):
    for _ in range(MANY):
        for beat in beats:
            beat.tick()

    assert [beat.sent for beat in beats] == [[DAILY["task"]], []]


def test_a_beat_that_stops_is_followed_by_the_other(beats):
    first, second = beats
    first.tick()

    first.close()
    second.tick()

    assert second.sent == [DAILY["task"]]


def test_a_beat_that_died_is_replaced_when_its_lease_is_over(beats, client):
    first, second = beats
    first.tick()
    assert second.tick() == FOLLOW_SECONDS

    client.delete("lease:beat")  # as time does
    second.tick()
    first.tick()  # it was only asleep

    assert second.sent == [DAILY["task"]]
    assert first.sent == [DAILY["task"]]  # from before


def test_a_beat_with_nothing_to_do_still_renews_its_lease(beats):
    first, _ = beats
    while first.tick() == 0:
        pass

    assert first.tick() <= FOLLOW_SECONDS


@pytest.mark.parametrize("kept", [0, 600, 1500, 3500])
def test_a_beat_whose_memory_is_damaged_begins_anew(client, tmp_path, kept):
    """A disk that was full leaves the index, and less of the data than it names."""
    Beat(tmp_path, 1).close()
    data = tmp_path / "beat-1.dat"
    data.write_bytes(data.read_bytes()[:kept].ljust(kept, b"\0"))

    beat = Beat(tmp_path, 1)
    beat.make_due()
    beat.tick()
    beat.close()

    assert beat.sent == [DAILY["task"]]
    assert Beat(tmp_path, 1).schedule["verify"].task == DAILY["task"]
