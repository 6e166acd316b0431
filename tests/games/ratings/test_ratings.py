"""Results and ratings: written with the settlement, once, for those who can be compared."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games import tasks
from games.accounts.models import Player
from games.log.models import Game
from games.moves.act import game_resign
from games.moves.clock import game_time_out
from games.moves.settlement import game_settle
from games.ratings.models import Rating, Result
from games.tables.lobby import game_start
from proof.ratings.rule import NEW, compared
from tests.support.rated import ended, open_game, rated_game
from tests.support.tables import folded_now, people, play_on, played_out, started, table_with_bots

pytestmark = pytest.mark.django_db


def results(game: Game) -> list[Result]:
    return list(Result.objects.filter(game=game).order_by("seat"))


def test_the_winner_gains_and_the_loser_loses_as_the_rule_says():
    game = played_out()

    found, state = results(game), folded_now(game.id).state
    assert state is not None
    assert [row.seat for row in found if row.won] == list(state.winners)  # both, now and then
    assert [row.rank for row in found] == [1 if row.won else 2 for row in found]
    for row, new in zip(found, compared([NEW, NEW], [row.rank for row in found]), strict=True):
        rating = Rating.objects.get(player=row.player)
        assert (rating.strength, rating.rated_at) == (new, row.finished_at)
        assert (rating.ruleset, rating.kind, rating.games, rating.wins) == ("london", "people", 1, row.won)
        assert (row.rating_before, row.rating_after) == (NEW.rating, rating.rating)
    assert [row.score for row in found] == list(state.scores)


def test_the_next_game_goes_on_from_the_rating_the_last_one_left():
    players = people(2)
    first = rated_game(players)
    second = rated_game(players)

    assert [row.change.after for row in results(first)] == [row.change.before for row in results(second)]  # type: ignore[union-attr]
    assert set(Rating.objects.values_list("games", flat=True)) == {2}


def test_games_of_one_player_end_one_after_the_other_even_if_the_clock_stands_still(clock):
    clock.stop()
    players = people(2)
    first, second = rated_game(players), rated_game(players)

    assert first.finished_at < second.finished_at  # type: ignore[operator]
    assert {row.finished_at for row in results(second)} == {second.finished_at}
    assert set(Rating.objects.values_list("rated_at", flat=True)) == {second.finished_at}


def test_settling_twice_rates_once():
    game = played_out()
    tasks.settle_game(str(game.id))
    game_settle(game.id)

    assert set(Rating.objects.values_list("games", flat=True)) == {1}
    assert len(results(game)) == 2


def test_the_database_itself_refuses_a_second_result_of_a_seat():
    game = played_out()
    again = results(game)[0]

    with pytest.raises(IntegrityError, match="duplicate key"), transaction.atomic():
        again.save(force_insert=True)


def test_what_a_stand_in_has_played_rates_nobody_but_says_who_left():
    game, players = started(seats=3)
    game_resign(game.id, 0)
    game = ended(game.id)

    found = results(game)
    winners = folded_now(game.id).state.winners  # type: ignore[union-attr]
    assert [row.finished for row in found] == [False, True, True]
    assert [row.won for row in found] == [seat in winners for seat in range(3)]
    assert [row.rank == 1 for row in found] == [row.won for row in found]
    assert [row.rating_after for row in found] == [None] * 3
    row = Rating.objects.get()
    assert (row.player, row.games, row.wins, row.left) == (players[0], 0, 0, 1)


def test_leaving_keeps_the_rating_and_adds_to_what_was_left():
    ada, bob = people(2)
    rated_game([ada, bob])
    before = {row.player_id: row.rating for row in Rating.objects.all()}
    game = open_game([ada, bob])
    game_start(game.id, ada)
    game_resign(game.id, 1)
    ended(game.id)

    assert {row.player_id: row.rating for row in Rating.objects.all()} == before
    assert dict(Rating.objects.values_list("player__name", "left")) == {ada.name: 0, bob.name: 1}


def test_where_everybody_left_nobody_is_rated():
    game, _ = started()
    game_resign(game.id, 0)
    game_resign(game.id, 1)
    game = ended(game.id)

    assert set(Rating.objects.values_list("games", "left")) == {(0, 1)}
    assert [(row.finished, row.rating_after) for row in results(game)] == [(False, None)] * 2


def test_a_bots_decision_for_somebody_out_of_time_does_not_keep_a_game_from_being_rated(clock):
    ada, bob = people(2)
    game = open_game([ada, bob], clock={"per_action": 60, "strikes": 20})
    game_start(game.id, ada)
    clock.forward(seconds=61)
    game_time_out(game.id)
    ended(game.id)

    assert set(Rating.objects.values_list("games", "left")) == {(1, 0)}


def test_a_person_among_bots_is_compared_with_nobody():
    game = rated_game(people(1), bots=("random",))

    assert not Rating.objects.exists()
    assert [row.rating_after for row in results(game)] == [None, None]


def test_a_bot_that_sits_twice_is_left_out(sent):
    game = table_with_bots(2)
    ended(game.id)

    assert not Rating.objects.exists()
    assert [row.bot for row in results(game)] == ["random", "random"]


def test_people_and_accounts_that_play_by_program_are_rated_apart():
    ada, bob, *robots = people(4)
    for robot in robots:
        Player.objects.filter(pk=robot.pk).update(is_bot=True)
    robots = list(Player.objects.filter(is_bot=True))

    rated_game([ada, bob, *robots])

    kinds = dict(Rating.objects.values_list("player", "kind"))
    assert kinds == {ada.pk: "people", bob.pk: "people", robots[0].pk: "bots", robots[1].pk: "bots"}


def test_equals_share_a_rank(monkeypatch):
    monkeypatch.setattr("rules.scoring.ScoreSheet.total", lambda _, seat: 7 if seat < 2 else 3)
    monkeypatch.setattr("rules.scoring.ScoreSheet.completed", lambda *_: 0)
    game = played_out(seats=3)

    assert [row.rank for row in results(game)] == [1, 1, 3]
    ratings = {row.player_id: row.mean for row in Rating.objects.all()}
    first, second, third = (ratings[row.player_id] for row in results(game))
    assert first == pytest.approx(second)
    assert second > third


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_a_game_that_is_not_in_the_lists_has_results_but_moves_no_rating(visibility):
    game = rated_game(people(2), visibility=visibility)

    assert not Rating.objects.exists()
    assert [row.rating_after for row in results(game)] == [None, None]


def test_versions_of_one_game_share_a_rating_and_other_games_do_not():
    played_out("london")
    game, players = started("berlin")
    play_on(game.id, actions=5000)
    game_settle(game.id)

    assert {row.ruleset for row in Rating.objects.filter(player__in=players)} == {"berlin"}
    assert set(Rating.objects.values_list("ruleset", flat=True)) == {"berlin", "london"}
