"""A player who deletes the account leaves every table, and no log is the worse for it."""

from __future__ import annotations

import json

import pytest

from bots.registry import STAND_IN
from games.accounts.models import Player
from games.accounts.refusals import PlayerGone
from games.audits.nightly import game_verify
from games.log import store
from games.log.models import Event, Game, Seat
from games.me.deletion import game_leave, player_delete
from games.moves.act import game_resign
from games.moves.settlement import game_settle
from games.ratings.models import Rating, Result
from games.reading.models import AuditAssignment
from games.tables.lobby import TableWish, game_create, seat_take
from proof.chain import link
from rules.table.fold import NOTHING_BEFORE
from tests.support.tables import bots_play, folded_now, people, play_on, played_out, started

pytestmark = pytest.mark.django_db


def table(*guests: Player, host: Player, **wishes: object) -> Game:
    game = game_create(host, TableWish(ruleset="london", seats=3, **wishes)).game  # type: ignore[arg-type]
    for guest in guests:
        seat_take(game.id, guest)
    return Game.objects.get(pk=game.pk)


def types(game: Game) -> list[str]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("type", flat=True))


def holds(game: Game) -> bool:
    before = NOTHING_BEFORE
    for seq, entry in enumerate(store.entries_of(game.id), start=1):
        if (entry["seq"], entry["prev"], entry["hash"]) != (seq, before, link(before, entry)):
            return False
        before = entry["hash"]
    return Game.objects.get(pk=game.pk).hash == before


def test_before_the_start_the_seat_is_free_again_and_the_next_is_host():
    ada, bob = people(2)
    game = table(bob, host=ada)

    player_delete(ada)

    game.refresh_from_db()
    assert types(game)[-1] == "seat_left"
    assert (game.host, game.open_seats, game.status) == (bob, 2, "open")
    assert game.opened_by is None
    assert holds(game)


def test_a_table_with_nobody_left_is_closed():
    ada, bob = people(2)
    alone, without_a_seat = table(host=ada), table(host=ada, sit=False)

    player_delete(ada)

    for game in (alone, without_a_seat):
        game.refresh_from_db()
        assert (game.status, game.host) == ("closed", None)
        assert holds(game)
    assert Player.objects.filter(deleted_at=None).get() == bob


def test_in_a_running_game_a_stand_in_plays_the_seat_to_the_end():
    game, (ada, bob) = started()

    player_delete(ada)
    bots_play(game.id)

    assert types(game).count("seat_handed_over") == 1
    chair = folded_now(game.id).table.chairs[0]
    assert (chair.taken, chair.stand_in) == (True, STAND_IN)
    assert list(Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True)) == [
        None,
        bob.pk,
    ]
    assert folded_now(game.id).to_act == (1,)
    assert holds(game)


def test_a_seat_that_a_stand_in_has_already_is_not_handed_over_again():
    game, (ada, _) = started()
    game_resign(game.id, 0)

    player_delete(ada)

    assert types(game)[-1] == "seat_resigned"
    assert not Seat.objects.filter(player=ada).exists()


def test_between_the_last_turn_and_the_settlement_only_the_name_goes():
    game, (ada, _) = started()
    play_on(game.id, actions=5000)

    player_delete(ada)

    assert "seat_handed_over" not in types(game)
    assert not Seat.objects.filter(player=ada).exists()


def test_of_finished_games_the_log_and_the_result_stay_but_nobodys():
    game = played_out()
    ada = Seat.objects.get(game=game, number=0).player
    assert ada

    player_delete(ada)

    assert not Seat.objects.filter(player=ada).exists()
    assert not Rating.objects.filter(player=ada).exists()
    assert not Result.objects.filter(player=ada).exists()
    assert Result.objects.filter(game=game).count() == 2
    assert holds(game)


def test_asked_twice_it_leaves_once():
    game, (ada, _) = started()
    game_leave(game.id, ada)
    version = Game.objects.get(pk=game.pk).version

    game_leave(game.id, ada)

    assert Game.objects.get(pk=game.pk).version == version


def test_who_is_deleted_sits_down_nowhere_and_opens_no_table():
    ada, bob = people(2)
    game = table(host=bob)
    player_delete(ada)

    with pytest.raises(PlayerGone):
        seat_take(game.id, ada)
    with pytest.raises(PlayerGone):
        table(host=ada, sit=False)

    assert types(game) == ["game_created", "seat_taken"]
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_who_sits_down_while_being_deleted_gets_up_again(monkeypatch):
    """The account is deleted between two looks at its seats."""
    ada, bob = people(2)
    first, second = table(bob, host=ada), table(host=bob)

    def and_sits_down(game_id, player) -> None:
        monkeypatch.undo()
        game_leave(game_id, player)
        seat_take(second.id, player)

    monkeypatch.setattr("games.me.deletion.game_leave", and_sits_down)
    player_delete(ada)

    assert types(first)[-1] == types(second)[-1] == "seat_left"
    assert not Seat.objects.filter(player=ada).exists()


def test_every_log_of_a_player_who_is_gone_holds_and_none_names_them():
    """Before the start, in the middle and after the end; and what they were assigned to is theirs no more."""
    watched, running, finished = (started()[0] for _ in range(3))
    gone = people(1)[0]
    opened = game_create(gone, TableWish(ruleset="london", seats=2)).game
    for game in (running, finished):
        Seat.objects.filter(game=game, number=0).update(player=gone)
        Game.objects.filter(pk=game.pk).update(host=gone)
    play_on(running.id, actions=9)
    play_on(finished.id, actions=5000)
    game_settle(finished.id)
    AuditAssignment.objects.create(game=watched, player=gone)

    player_delete(gone)

    for game in (opened, running, finished):
        assert game_verify(game.id).sound
        assert not Seat.objects.filter(game=game, player=gone).exists()
        log = json.dumps(store.entries_of(game.id))
        assert gone.name not in log
        assert str(gone.id) not in log
    assert not AuditAssignment.objects.exists()
