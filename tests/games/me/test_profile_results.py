"""What a player's profile tells of their games: GET /players/{name}."""

from uuid import UUID

import pytest

from games.moves.settlement import game_settle
from games.ratings.models import Result
from games.ratings.selectors import MAX_RESULTS
from tests.support.callers import Caller, opened
from tests.support.tables import play_on

pytestmark = pytest.mark.django_db


def finished(host: Caller, *guests: Caller, **wishes) -> str:
    path = opened(host, *guests, **wishes)
    host.done(f"{path}/start")
    play_on(path.id, actions=5000)
    game_settle(path.id)
    return str(path.id)


def test_a_profile_tells_ratings_and_the_newest_results(api, ada, bob):
    game = finished(ada, bob)

    profile = api.get("/api/v1/players/ada").json()

    assert [(row["ruleset"], row["games"]) for row in profile["ratings"]] == [("london", 1)]
    result = profile["results"][0]
    assert (result["game"], result["ruleset"], result["seat"]) == (game, "london@1", 0)
    assert result["won"] == (result["rank"] == 1)
    assert result["rating_before"] == 0
    assert result["rating_after"] == profile["ratings"][0]["rating"]


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_results_of_tables_that_are_not_public_are_shown_to_those_who_sat_there(
    api, ada, bob, cleo, visibility
):
    game = finished(ada, bob, visibility=visibility)

    assert api.get("/api/v1/players/ada").json()["results"] == []
    assert cleo.seen("/players/ada")["results"] == []
    assert [row["game"] for row in bob.seen("/players/ada")["results"]] == [game]
    assert [row["game"] for row in ada.seen("/players/ada")["results"]] == [game]


def test_a_private_game_does_not_show_in_the_numbers_either(api, ada, bob):
    before = api.get("/api/v1/players/ada").json()

    finished(ada, bob, visibility="private")

    assert api.get("/api/v1/players/ada").json() == before


def test_the_list_has_an_end(api, ada, bob):
    game = UUID(finished(ada, bob))
    mine = Result.objects.get(player=ada.player)
    for mine.seat in range(10, 10 + MAX_RESULTS):
        mine.save(force_insert=True)

    assert len(api.get("/api/v1/players/ada").json()["results"]) == MAX_RESULTS
    assert Result.objects.filter(game=game).count() == MAX_RESULTS + 2
