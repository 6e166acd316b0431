"""The places of the streams process."""

import pytest

from games.http.problems import OVERLOADED, ProblemError
from games.streams.limits import Places


def test_the_places_of_all_callers_are_limited_and_free_again_afterwards(settings):
    settings.STREAMS_MAX = 2
    places = Places()

    with places.door() as first:
        taken(places, first, "ada")
        with places.door() as second:
            taken(places, second, "bob")
            with pytest.raises(ProblemError) as refused:
                places.take("cleo", 10)
            assert refused.value.problem.type is OVERLOADED
        for _ in range(3):
            with places.door() as next_one:
                taken(places, next_one, "cleo")


def taken(places, door, caller: str) -> None:
    """What the door does for a request of this caller."""
    places.take(caller, 10)
    door.caller = caller
