"""Ratings follow from all games: what was changed is noticed, and `rebuild --ratings` puts it right."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import F

from games import tasks
from games.accounts.models import Player
from games.log.models import Game
from games.me.deletion import player_delete
from games.moves.act import game_resign
from games.projector import game_project
from games.ratings.comparison import ratings_compare
from games.ratings.history import all_ratings
from games.ratings.models import Rating, Result
from games.tables.lobby import game_start
from games.transparency.sequencer import log_extend
from tests.support.rated import ended, open_game, rated_game
from tests.support.roles import owner
from tests.support.tables import people

pytestmark = pytest.mark.django_db

Season = tuple[list[Player], list[Game]]


@pytest.fixture
def season(clock: Any) -> Season:
    """Some hours ago: two people and a bot met twice, a third player left a game and then the server."""
    clock.forward(hours=-5)
    ada, bob, cleo = people(3)
    first = rated_game([ada, bob, cleo])
    left = open_game([ada, cleo])
    game_start(left.id, ada)
    game_resign(left.id, 1)
    ended(left.id)
    bots = rated_game([ada], bots=("random", "greedy"))
    player_delete(cleo)
    second = rated_game([bob, ada])
    rated_game([bob, ada], visibility="private")
    clock.forward(hours=5)
    return [ada, bob, cleo], [first, bots, second]


def by_superuser(rows: Any, **changes: Any) -> None:
    with owner():
        rows.update(**changes)


def rebuilt() -> str:
    said = StringIO()
    call_command("rebuild", ratings=True, stdout=said)
    return said.getvalue()


def kept() -> tuple[list[Any], list[Any]]:
    results = Result.objects.order_by("game", "seat").values()
    return list(results), list(Rating.objects.order_by("rated", "ruleset").values())


def test_what_nobody_touched_follows_from_the_games(season):
    assert ratings_compare() == []
    assert rebuilt() == "5 games: the results of 0 were others, and so were 0 ratings.\n"


def test_a_rating_that_somebody_has_raised_is_noticed_and_named_by_the_player(season):
    (ada, _, _), _ = season
    by_superuser(Rating.objects.filter(player=ada), mean=F("mean") + 500, rating=F("rating") + 500)

    mean, rating = ratings_compare()

    name, shown = f"the rating of player {ada.pk} in london", Rating.objects.get(player=ada)
    assert mean.startswith(f"{name}: mean: {shown.mean} stands where ")
    assert rating.startswith(f"{name}: rating: {shown.rating} stands where ")


def test_so_is_everything_else_about_it(season):
    (_, bob, _), _ = season
    changes = {"games": 3, "wins": 9, "left": 1, "kind": "bots", "rated_at": None, "deviation": 1}
    for name, value in changes.items():
        with transaction.atomic():
            by_superuser(Rating.objects.filter(player=bob), **{name: value})

            (why,) = ratings_compare()

            assert why.startswith(f"the rating of player {bob.pk} in london: {name}: ")
            transaction.set_rollback(True)


def test_so_are_one_that_is_gone_and_one_without_games(season):
    _, bob, _ = season[0]
    (stranger,) = people(1)
    with owner():
        Rating.objects.get(bot="greedy").delete()
        Rating.objects.filter(player=bob).update(rated=stranger.pk, player=stranger)

    wrong = ratings_compare()

    assert f"the rating of player {bob.pk} in london is missing" in wrong
    assert "the rating of the bot greedy in london is missing" in wrong
    assert any(why.startswith(f"the rating of player {stranger.pk} in london: games: 2") for why in wrong)


def test_a_result_that_somebody_has_raised_is_noticed_by_its_game_and_by_the_next(season):
    _, (first, _, second) = season
    by_superuser(Result.objects.filter(game=first, seat=0), mean_after=F("mean_after") + 500)

    left, came = ratings_compare()

    assert left.startswith(f"game {first.id}: seat 0 left with another rating; mean: 5")
    assert came.startswith(f"game {second.id}: seat 1 came with another rating; mean: ")


RULED_OUT = (
    ({"mean_before": 26.0}, "seat 1 came with another rating; mean: 26.000000 stands where 25.000000 is due"),
    ({"mean_before": None}, "seat 1 is not rated, against the rule"),
    ({"finished": False}, "seat 0 is rated, against the rule"),
    ({"kind": "bots"}, "seat 1 is rated, against the rule"),
)


def test_results_that_break_the_rule_are_noticed(season):
    first = season[1][0]
    for changes, why in RULED_OUT:
        with transaction.atomic():
            by_superuser(Result.objects.filter(game=first, seat=1), **changes)

            assert f"game {first.id}: {why}" in ratings_compare()
            transaction.set_rollback(True)


def test_every_night_it_raises_an_alert_and_says_no_name(season, caplog):
    (ada, _, _), _ = season
    by_superuser(Rating.objects.filter(player=ada), wins=700)

    with caplog.at_level(logging.CRITICAL, "signalbox.ratings"):
        tasks.compare_ratings()

    (message,) = caplog.messages
    assert message.startswith("ALERT: a rating does not follow from the games: the rating of player ")
    assert "wins: 700 stands where " in message
    assert ada.name not in message


def test_a_verification_of_everything_compares_them_too(season):
    (ada, _, _), _ = season
    for game in Game.objects.all():
        game_project(game.id)
    log_extend()
    call_command("verify", all=True, jobs=1, stdout=StringIO())
    by_superuser(Rating.objects.filter(player=ada), rating=500)
    said = StringIO()

    with pytest.raises(CommandError, match="ratings that do not follow from its games"):
        call_command("verify", all=True, jobs=1, stdout=said)

    assert f"the rating of player {ada.pk} in london: rating: 500.0 stands where" in said.getvalue()


def test_games_that_end_meanwhile_are_no_difference(season, monkeypatch):
    ada, bob, _ = season[0]
    rated_game([ada, bob])
    met: list[Game] = []

    def meanwhile() -> Iterator[Rating]:
        met.append(rated_game([bob, ada]))
        yield from all_ratings()

    monkeypatch.setattr("games.ratings.comparison.all_ratings", meanwhile)

    assert ratings_compare() == []
    assert len(met) == 1


def test_a_change_is_noticed_even_of_somebody_who_is_playing_just_now(season):
    ada, bob, _ = season[0]
    rated_game([ada, bob])
    by_superuser(Rating.objects.filter(player=ada), wins=700)

    (why,) = ratings_compare()

    assert why.startswith(f"the rating of player {ada.pk} in london: wins: 700 stands where")


def test_results_and_ratings_are_derived_anew_from_the_logs(season):
    before, game = kept(), season[1][2]
    with owner():
        Result.objects.filter(game=game).update(rank=1, score=500, mean_after=500.0, kind="bots")
        Result.objects.filter(finished=False).delete()
        Rating.objects.filter(kind="people").update(mean=500.0, rating=500.0, left=0)
        Rating.objects.get(bot="random").delete()
    assert kept() != before

    assert rebuilt() == "5 games: the results of 2 were others, and so were 3 ratings.\n"

    assert kept() == before
    assert ratings_compare() == []


def test_what_a_deleted_account_came_with_is_the_only_thing_that_is_not_derived(season):
    first, before = season[1][0], kept()
    with owner():
        Result.objects.filter(game=first, player=None).update(mean_after=1.0, rank=1)

    rebuilt()
    assert kept() == before

    with owner():
        Result.objects.filter(game=first, player=None).delete()
    rebuilt()

    changes = {row.seat: row.change for row in Result.objects.filter(game=first)}
    assert [changes[seat] is None for seat in range(3)] == [False, False, True]
    assert ratings_compare() == []


def test_a_rating_of_nobody_is_removed(season):
    (stranger,) = people(1)
    row = Rating(rated=stranger.pk, player=stranger, ruleset="london", kind="people", games=5)
    row.mean, row.deviation, row.rating = 40, 1, 37
    row.save()

    assert rebuilt() == "5 games: the results of 0 were others, and so were 1 ratings.\n"
    assert not Rating.objects.filter(player=stranger).exists()


def test_ratings_are_rebuilt_from_all_games_or_none(season):
    with pytest.raises(CommandError, match="Each rating follows from all games"):
        call_command("rebuild", str(season[1][0].id), ratings=True)
