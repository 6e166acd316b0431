"""Leases: one process at a time does a piece of work, and none for ever."""

import pytest
import redis

from games.work.leases import Lease, alone
from tests.settings import NO_REDIS

SECONDS = 60.0


@pytest.fixture
def client(redis_url):
    with redis.Redis.from_url(redis_url) as found:
        found.flushdb()
        yield found


def test_a_lease_is_held_by_one_until_it_is_given_back(client):
    ours, other = Lease("work", SECONDS), Lease("work", SECONDS)

    assert ours.hold()
    assert not other.hold()
    ours.give_back()
    assert other.hold()


def test_leases_of_different_work_do_not_meet(client):
    assert Lease("work", SECONDS).hold()
    assert Lease("other work", SECONDS).hold()


def test_a_lease_that_is_held_again_lasts_for_its_whole_time_again(client):
    lease = Lease("work", SECONDS)
    lease.hold()
    client.pexpire("lease:work", 5000)

    assert lease.hold()

    assert client.pttl("lease:work") > 5000


def test_a_lease_of_a_process_that_died_expires(client):
    Lease("work", SECONDS).hold()

    assert 0 < client.pttl("lease:work") <= SECONDS * 1000
    client.delete("lease:work")  # as time does
    assert Lease("work", SECONDS).hold()


def test_a_lease_that_was_lost_is_neither_renewed_nor_given_back(client):
    ours, other = Lease("work", SECONDS), Lease("work", SECONDS)
    ours.hold()
    client.delete("lease:work")
    other.hold()

    assert not ours.hold()
    ours.give_back()

    assert not Lease("work", SECONDS).hold()


def test_work_that_is_being_done_is_left_alone(client):
    with alone("work", seconds=SECONDS) as ours:
        assert ours
        with alone("work", seconds=SECONDS) as other:
            assert other is None
        with alone("work", seconds=SECONDS) as other:
            assert other is None
    with alone("work", seconds=SECONDS) as other:
        assert other


def test_a_lease_is_given_back_whatever_happens_to_the_work(client):
    with pytest.raises(SystemExit), alone("work", seconds=SECONDS):
        raise SystemExit

    assert client.get("lease:work") is None


def test_without_redis_everyone_works(settings):
    settings.REDIS_URL = NO_REDIS
    with alone("work", seconds=SECONDS) as ours, alone("work", seconds=SECONDS) as other:
        assert ours
        assert other
