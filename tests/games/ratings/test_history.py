"""GET /me/results and /me/statistics: one's own history, private games included."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games.log.models import Game
from games.ratings.models import Result
from tests.support.callers import Caller, chosen, opened, wrong_fields

pytestmark = pytest.mark.django_db


def ended(host: Caller, *places: tuple[Caller | str, int], won: int = 0, **wishes: Any) -> UUID:
    """A game that came to these scores, by seat; its log does not matter here."""
    bots = [who for who, _ in places if isinstance(who, str)]
    path = opened(host, seats=max(2, len(places)), bots=bots, **wishes)
    game = Game.objects.get(pk=path.id)
    order = sorted((score for _, score in places), reverse=True)
    for seat, (who, score) in enumerate(places):
        whose = {"bot": who} if isinstance(who, str) else {"player": who.player}
        place = {"rank": 1 + order.index(score), "score": score, "won": seat == won}
        Result.objects.create(game=game, seat=seat, finished_at=timezone.now(), **whose, **place)
    return game.id


def games(answer: Any) -> list[str]:
    return [item["game"] for item in answer["items"]]


def test_all_results_are_there_the_newest_first_and_in_pages(ada, bob):
    made = [ended(ada, (ada, n), (bob, 10), visibility="private", won=1) for n in range(5)]
    ended(bob, (bob, 3), ("random", 4), won=1)

    first = ada.seen("/me/results?limit=3")
    second = ada.seen(f"/me/results?limit=3&cursor={first['next']}")

    assert games(first) + games(second) == [str(game) for game in reversed(made)]
    assert second["next"] is None
    assert (first["items"][0]["score"], first["items"][0]["rank"], first["items"][0]["won"]) == (4, 2, False)


def test_results_can_be_filtered(ada, bob):
    with_bob = str(ended(ada, (ada, 20), (bob, 10)))
    with_bot = str(ended(ada, (ada, 5), ("random", 10), won=1))
    berlin = str(ended(ada, (ada, 7), ("greedy", 1), ruleset="berlin"))

    assert games(ada.seen("/me/results?opponent=BOB")) == [with_bob]
    assert games(ada.seen("/me/results?opponent=random")) == [with_bot]
    assert games(ada.seen("/me/results?opponent=nobody")) == []
    assert games(ada.seen("/me/results?ruleset=berlin")) == [berlin]
    assert games(ada.seen("/me/results?ruleset=london@1&won=false")) == [with_bot]
    assert games(ada.seen("/me/results?won=true")) == [berlin, with_bob]
    assert games(ada.seen("/me/results?since=2099-01-01T00:00:00Z")) == []
    assert len(games(ada.seen("/me/results?until=2099-01-01T00:00:00Z"))) == 3
    assert wrong_fields(ada.get("/me/results?won=maybe")) == {"won": "invalid"}
    assert wrong_fields(ada.get("/me/results?lost=true")) == {"lost": "unknown"}


def test_statistics_are_by_game(ada, bob):
    ended(ada, (ada, 20), (bob, 10))
    ended(ada, (ada, 5), (bob, 10), won=1, visibility="private")
    ended(ada, (ada, -2), ("random", 4), won=1, ruleset="berlin")
    left = ended(ada, (ada, 8), (bob, 4))
    Result.objects.filter(game=left, seat=0).update(finished=False)

    berlin, london = ada.seen("/me/statistics")["items"]

    assert (berlin["ruleset"], berlin["title"], berlin["games"], berlin["mean_score"]) == (
        "berlin",
        "Berlin",
        1,
        -2.0,
    )
    last = london.pop("last_at")
    assert london == {
        "ruleset": "london",
        "title": "London",
        "games": 3,
        "wins": 2,
        "left": 1,
        "mean_score": 11.0,
        "best_score": 20,
        "worst_score": 5,
    }
    assert last == ada.seen("/me/results?limit=1")["items"][0]["finished_at"]


def test_two_players_are_compared_head_to_head(ada, bob, cleo):
    ended(ada, (ada, 20), (bob, 10))
    ended(ada, (ada, 9), (bob, 9))
    ended(bob, (bob, 30), (ada, 10), (cleo, 40), won=2)
    ended(ada, (ada, 50), (cleo, 1))

    (mine,) = ada.seen("/me/statistics?opponent=bob")["items"]
    (theirs,) = bob.seen("/me/statistics?opponent=ada")["items"]

    assert (mine["games"], mine["wins"], mine["mean_score"]) == (3, 2, 13.0)
    assert mine["head_to_head"] == {
        "ahead": 1,
        "even": 1,
        "behind": 1,
        "their_wins": 0,
        "their_mean_score": 16.33,
    }
    assert theirs["head_to_head"]["their_mean_score"] == 13.0
    for nobody in ("nobody", "ada"):
        assert ada.seen(f"/me/statistics?opponent={nobody}")["items"] == []


def test_who_has_played_nothing_has_no_statistics(ada, bob):
    chosen(ada, bob)

    assert ada.seen("/me/statistics")["items"] == []
    assert ada.seen("/me/results")["items"] == []
