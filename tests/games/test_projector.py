"""The notifier: what happened at a table reaches the people it concerns, once, whatever gets lost."""

from __future__ import annotations

from typing import Any

import pytest

from games import projector
from games.log.models import Game, Seat
from games.me.deletion import player_delete
from games.moves.settlement import game_settle
from games.notices.models import Inbox, Notice, NotifierCursor
from games.notices.selectors import games_to_notify, notices_after
from games.notices.services import notice_give
from games.projector import SUBSCRIBERS, Reading, game_project
from games.tables.lobby import TableWish, bot_seat, game_create, seat_clear, seat_leave, seat_take
from games.tables.models import Removal
from tests.support.notified import PAUSED, choose, told
from tests.support.tables import people, play_on, started

pytestmark = pytest.mark.django_db


def test_people_are_told_once_however_often_it_is_asked():
    game, (ada, bob) = started(options={"first": "1"})
    game_project(game.id)
    game_project(game.id)

    assert told(ada) == ["seat.taken", "game.started", "game.your_turn"]
    assert told(bob) == ["game.started", "game.your_turn"]
    notice = notices_after(bob, 1, 1)[0]
    assert (notice.game_id, notice.data, notice.at) == (
        game.id,
        {"seat": 1, "version": game.version, "to_act": [0, 1], "moment": "starting_tickets"},
        game.moved_at,
    )


def test_only_what_is_new_is_told():
    game, (ada, bob) = started(options={"first": "1"})
    game_project(game.id)
    choose(game, 0)
    game_project(game.id)
    choose(game, 1)
    game_project(game.id)

    assert told(ada) == ["seat.taken", "game.started", "game.your_turn"]
    assert told(bob) == ["game.started", "game.your_turn", "game.your_turn"]
    assert NotifierCursor.objects.get().seq == Game.objects.get().version


def test_a_whole_game_told_at_once_is_the_same_as_told_step_by_step():
    """A notifier that was away for long has the same to say, in the same order, but of a later standing."""

    def given() -> list[Any]:
        notices = list(Notice.objects.order_by("player", "number").values())
        for notice in notices:
            for name in ("version", "to_act", "moment"):
                notice["data"].pop(name, None)
        return notices

    game, players = started()
    choose(game, 0)
    game_project(game.id)
    folded = play_on(game.id, actions=1)
    while folded.to_act:
        game_project(game.id)
        folded = play_on(game.id, actions=1, seed=folded.seq)
    game_settle(game.id)
    game_project(game.id)
    step_by_step = given()

    Notice.objects.all().delete()
    Inbox.objects.all().delete()
    NotifierCursor.objects.create(game=game)
    game_project(game.id)

    assert given() == step_by_step
    assert all(told(player)[-1] == "game.finished" for player in players)


def test_who_sat_at_a_seat_before_me_has_left_me_none_of_theirs():
    ada, bob, cleo, dan = people(4)
    game = game_create(ada, TableWish(ruleset="london", seats=3)).game
    seat_take(game.id, bob)
    seat_take(game.id, cleo)
    seat_leave(game.id, bob)
    seat_take(game.id, dan)

    game_project(game.id)

    assert [told(player) for player in (ada, bob, cleo, dan)] == [["seat.taken"] * 3, [], ["seat.taken"], []]


def test_a_host_without_a_seat_is_told_who_sits_down_and_how_it_ends():
    host, guest = people(2)
    game = game_create(host, TableWish(ruleset="london", seats=2, sit=False)).game
    seat_take(game.id, guest)
    bot_seat(game.id, host, "random")
    game_project(game.id)
    assert (told(host), told(guest)) == (["seat.taken"] * 2, ["seat.taken"])

    seat_leave(game.id, guest)
    seat_leave(game.id, host)
    game_project(game.id)

    assert (told(host)[-1], told(guest)) == ("game.closed", ["seat.taken"])
    assert notices_after(host, 2, 1)[0].data == {"version": 5, "to_act": []}


def test_who_is_removed_is_told_once_though_another_has_the_seat_by_then():
    ada, bob, cleo = people(3)
    game = game_create(ada, TableWish(ruleset="london", seats=2)).game
    seat_take(game.id, bob)
    seat_clear(game.id, ada, 1)
    seat_take(game.id, cleo)
    game_project(game.id)
    game_project(game.id)

    assert [told(player) for player in (ada, bob, cleo)] == [["seat.taken"] * 2, ["seat.cleared"], []]
    (notice,) = notices_after(bob, 0, 1)
    assert (notice.game_id, notice.data) == (game.id, {"seat": 1})


def test_the_last_person_removed_is_told_at_a_table_of_which_nobody_else_is_told():
    host, guest = people(2)
    game = game_create(host, TableWish(ruleset="london", seats=2, sit=False)).game
    seat_take(game.id, guest)
    game_project(game.id)
    seat_clear(game.id, host, 0)

    assert games_to_notify() == [game.id]
    game_project(game.id)

    assert told(guest) == ["seat.cleared"]
    assert games_to_notify() == []


def test_a_bot_that_is_removed_is_nobody_to_tell():
    ada = people(1)[0]
    game = game_create(ada, TableWish(ruleset="london", seats=2, bots=["random"])).game
    seat_clear(game.id, ada, 1)

    assert not Removal.objects.exists()
    game_project(game.id)
    assert told(ada) == []


def test_what_is_spread_carries_every_entry_with_whom_it_concerns(monkeypatch):
    game, players = started()
    heard: list[Reading] = []
    monkeypatch.setattr(projector, "SUBSCRIBERS", (heard.append,))

    game_project(game.id)

    news = heard[0].news
    assert [entry["seq"] for entry in news.entries] == list(range(1, game.version + 1))
    assert news.people == {seat: player.pk for seat, player in enumerate(players)}
    assert (news.folded.seq, news.folded.hash) == (game.version, game.hash)


def test_what_fails_to_spread_is_not_noted_as_told(monkeypatch):
    game, _ = started()

    def fail(reading: Reading) -> None:
        raise RuntimeError

    monkeypatch.setattr(projector, "SUBSCRIBERS", (*SUBSCRIBERS, fail))
    with pytest.raises(RuntimeError):
        game_project(game.id)

    assert NotifierCursor.objects.get().seq == 0
    assert games_to_notify() == [game.id]


# -- notices about other things, and people who leave ------------------------------------------


def test_a_notice_need_not_be_about_a_game():
    (ada,) = people(1)
    notice_give(ada, PAUSED)

    (notice,) = notices_after(ada, 0, 10)
    assert (notice.number, notice.kind, notice.game_id, notice.seq) == (1, "webhook.paused", None, None)


def test_whoever_leaves_for_good_leaves_no_notices_and_gets_no_more():
    game, (ada, bob) = started()
    game_project(game.id)
    player_delete(bob)
    assert not Notice.objects.filter(player=bob).exists()
    assert not Inbox.objects.filter(player=bob).exists()

    Seat.objects.filter(game=game, number=1).update(player=bob)  # read just before they left
    choose(game, 0)
    game_project(game.id)
    notice_give(bob, PAUSED)

    assert not Notice.objects.filter(player=bob).exists()
    assert Notice.objects.filter(player=ada).exists()
