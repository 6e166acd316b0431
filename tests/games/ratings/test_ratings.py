"""Results and ratings: written with the settlement, once, for those who can be compared."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from openskill.models import PlackettLuce

from games import tasks
from games.accounts.models import Player
from games.log.models import Game
from games.moves.act import game_act, game_resign
from games.moves.clock import game_time_out
from games.moves.settlement import game_settle
from games.ratings.models import Rating, Result
from games.ratings.services import Placement, comparable
from games.tables.lobby import TableWish, game_create, game_start, seat_take
from rules import ruleset
from tests.support.tables import bots_play, folded_now, people, play_on, played_out, started, table_with_bots

pytestmark = pytest.mark.django_db


def results(game: Game) -> list[Result]:
    return list(Result.objects.filter(game=game).order_by("seat"))


def test_the_winner_gains_and_the_loser_loses_as_the_model_says():
    game = played_out()
    before = PlackettLuce().rating()

    found, state = results(game), folded_now(game.id).state
    assert state is not None
    assert [row.seat for row in found if row.won] == list(state.winners)  # both, now and then
    assert [row.rank for row in found] == [1 if row.won else 2 for row in found]
    teams = [[PlackettLuce().rating()] for _ in found]
    expected = PlackettLuce().rate(teams, ranks=[float(row.rank) for row in found])
    for row, (new,) in zip(found, expected, strict=True):
        rating = Rating.objects.get(player=row.player)
        assert (rating.mean, rating.deviation) == (new.mu, new.sigma)
        assert (rating.ruleset, rating.kind, rating.games, rating.wins) == ("london", "people", 1, row.won)
        assert (row.rating_before, row.rating_after) == (before.ordinal(), rating.rating)
    assert [row.score for row in found] == list(state.scores)


def test_the_next_game_goes_on_from_the_rating_the_last_one_left():
    players = people(2)
    first = rated_game(players)
    second = rated_game(players)

    assert [row.rating_after for row in results(first)] == [row.rating_before for row in results(second)]
    assert set(Rating.objects.values_list("games", flat=True)) == {2}


def rated_game(players: list[Player], **wishes: Any) -> Game:
    game = open_game(players, **wishes)
    game_start(game.id, players[0])
    return ended(game.id)


def open_game(players: list[Player], bots: tuple[str, ...] = (), **wishes: Any) -> Game:
    wish = TableWish(ruleset="london", seats=len(players) + len(bots), bots=bots, **wishes)
    game = game_create(players[0], wish).game
    for player in players[1:]:
        seat_take(game.id, player, invite_code=game.invite_code)
    return game


def ended(game_id: UUID) -> Game:
    """Whoever plays, until the game is settled."""
    while folded_now(game_id).to_act:
        bots_play(game_id)
        if folded_now(game_id).people_to_act:
            act_for_people(game_id)
    game_settle(game_id)
    return Game.objects.get(pk=game_id)


def act_for_people(game_id: UUID) -> None:
    folded = folded_now(game_id)
    seat = folded.people_to_act[0]
    options = ruleset(folded.table.ruleset).legal_actions(folded.state, seat)  # type: ignore[arg-type]
    game_act(game_id, next(iter(options)))


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


def place(seat: int, rank: int, bot: str = "", player: Player | None = None) -> Placement:
    return Placement(seat=seat, player=player, bot=bot, rank=rank, score=0, won=rank == 1)


def test_bots_are_compared_by_name_and_one_that_sits_twice_is_left_out():
    places = [place(0, 1, "greedy"), place(1, 2, "random"), place(2, 3, "greedy"), place(3, 4, "planner")]

    assert [[p.bot for p in group] for group in comparable(places)] == [["random", "planner"]]


def test_a_seat_whose_player_is_gone_is_nobodys():
    assert comparable([place(0, 1), place(1, 2), place(2, 3, "random")]) == []


def test_equals_share_a_rank(monkeypatch):
    monkeypatch.setattr("rules.scoring.ScoreSheet.total", lambda _, seat: 7 if seat < 2 else 3)
    monkeypatch.setattr("rules.scoring.ScoreSheet.completed", lambda *_: 0)
    game = played_out(seats=3)

    assert [row.rank for row in results(game)] == [1, 1, 3]
    ratings = {row.player_id: row.mean for row in Rating.objects.all()}
    first, second, third = (ratings[row.player_id] for row in results(game))
    assert first == pytest.approx(second)
    assert second > third


def test_a_private_game_has_results_but_moves_no_rating():
    game = rated_game(people(2), visibility="private")

    assert not Rating.objects.exists()
    assert [row.rating_after for row in results(game)] == [None, None]


def test_versions_of_one_game_share_a_rating_and_other_games_do_not():
    played_out("london")
    game, players = started("berlin")
    play_on(game.id, actions=5000)
    game_settle(game.id)

    assert {row.ruleset for row in Rating.objects.filter(player__in=players)} == {"berlin"}
    assert set(Rating.objects.values_list("ruleset", flat=True)) == {"berlin", "london"}
