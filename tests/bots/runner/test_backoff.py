from itertools import islice

from bots.runner.backoff import FIRST_SECONDS, MAX_SECONDS, pauses


def test_pauses_grow_to_a_limit_and_no_two_runners_have_the_same():
    one, other = (list(islice(pauses(), 12)) for _ in range(2))

    for seconds in (one, other):
        assert FIRST_SECONDS / 2 <= seconds[0] <= FIRST_SECONDS
        assert MAX_SECONDS / 2 <= seconds[-1] <= MAX_SECONDS
        assert all(early < late for early, late in zip(seconds, seconds[2:5], strict=False))
    assert one != other
