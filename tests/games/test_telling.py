"""Telling: what happened at a table reaches the people it concerns, once, whatever gets lost."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.utils import timezone

from games import feed
from games.management.commands import tell
from games.models import Game, Inbox, Notice, Player, Seat, Telling
from games.selectors.notices import games_to_tell, games_to_warn, newest_number, notices_after
from games.services import telling
from games.services.ending import game_settle
from games.services.leaving import player_delete
from games.services.lobby import TableWish, bot_seat, game_create, seat_leave, seat_take
from games.services.notices import notice_give
from games.services.playing import game_act
from games.services.telling import game_tell
from rules.actions import KeepTickets
from tests.games.tables import folded_now, people, play_on, started, table_with_bots

pytestmark = pytest.mark.django_db


def told(player: Player) -> list[str]:
    notices = notices_after(player, 0, 1000)
    assert [notice.number for notice in notices] == list(range(1, len(notices) + 1))
    assert newest_number(player) == len(notices)
    return [notice.kind for notice in notices]


def choose(game: Game, seat: int) -> None:
    state = folded_now(game.id).state
    assert state is not None
    game_act(game.id, KeepTickets(seat, state.offers[seat]))


def test_people_are_told_once_however_often_it_is_asked():
    game, (ada, bob) = started(options={"first": "1"})
    game_tell(game.id)
    game_tell(game.id)

    assert told(ada) == ["seat.taken", "game.started", "game.your_turn"]
    assert told(bob) == ["game.started", "game.your_turn"]
    notice = notices_after(bob, 1, 1)[0]
    assert (notice.game_id, notice.data, notice.at) == (game.id, {"seat": 1}, game.moved_at)


def test_only_what_is_new_is_told():
    game, (ada, bob) = started(options={"first": "1"})
    game_tell(game.id)
    choose(game, 0)
    game_tell(game.id)
    choose(game, 1)
    game_tell(game.id)

    assert told(ada) == ["seat.taken", "game.started", "game.your_turn"]
    assert told(bob) == ["game.started", "game.your_turn", "game.your_turn"]
    assert Telling.objects.get().seq == Game.objects.get().version


def test_a_whole_game_told_at_once_is_the_same_as_told_step_by_step():
    """A teller that was away for long has the same to say, in the same order."""
    game, players = started()
    choose(game, 0)
    game_tell(game.id)
    folded = play_on(game.id, actions=1)
    while folded.to_act:
        game_tell(game.id)
        folded = play_on(game.id, actions=1, seed=folded.seq)
    game_settle(game.id)
    game_tell(game.id)
    step_by_step = list(Notice.objects.order_by("player", "number").values())

    Notice.objects.all().delete()
    Inbox.objects.all().delete()
    Telling.objects.create(game=game)
    game_tell(game.id)

    assert list(Notice.objects.order_by("player", "number").values()) == step_by_step
    assert all(told(player)[-1] == "game.finished" for player in players)


def test_who_sat_at_a_seat_before_me_has_left_me_none_of_theirs():
    ada, bob, cleo, dan = people(4)
    game = game_create(ada, TableWish(ruleset="london", seats=3)).game
    seat_take(game.id, bob)
    seat_take(game.id, cleo)
    seat_leave(game.id, bob)
    seat_take(game.id, dan)

    game_tell(game.id)

    assert [told(player) for player in (ada, bob, cleo, dan)] == [["seat.taken"] * 3, [], ["seat.taken"], []]


def test_a_host_without_a_seat_is_told_who_sits_down_and_how_it_ends():
    host, guest = people(2)
    game = game_create(host, TableWish(ruleset="london", seats=2, sit=False)).game
    seat_take(game.id, guest)
    bot_seat(game.id, host, "random")
    game_tell(game.id)
    assert (told(host), told(guest)) == (["seat.taken"] * 2, ["seat.taken"])

    seat_leave(game.id, guest)
    seat_leave(game.id, host)
    game_tell(game.id)

    assert (told(host)[-1], told(guest)) == ("game.finished", ["seat.taken"])
    assert notices_after(host, 2, 1)[0].data == {"status": "closed"}


def test_what_is_spread_carries_every_entry_with_whom_it_concerns(monkeypatch):
    game, players = started()
    heard: list[telling.News] = []
    monkeypatch.setattr(telling, "spread", heard.append)

    game_tell(game.id)

    (news,) = heard
    assert [entry["seq"] for entry in news.entries] == list(range(1, game.version + 1))
    assert news.people == {seat: player.pk for seat, player in enumerate(players)}
    assert (news.folded.seq, news.folded.hash) == (game.version, game.hash)


def test_what_fails_to_spread_is_not_noted_as_told(monkeypatch):
    game, _ = started()

    def fail(news: telling.News) -> None:
        raise RuntimeError

    monkeypatch.setattr(telling, "spread", fail)
    with pytest.raises(RuntimeError):
        game_tell(game.id)

    assert Telling.objects.get().seq == 0
    assert list(games_to_tell()) == [game.id]


# -- what was not heard ------------------------------------------------------------------------


def looked() -> None:
    tell.tell_all(tell.forgotten())


def test_what_nobody_heard_of_is_found_by_looking():
    game, (ada, _) = started()
    assert list(games_to_tell()) == [game.id]

    looked()

    assert len(told(ada)) == 3
    assert not games_to_tell().exists()


def test_a_game_that_is_over_and_told_is_looked_at_no_more():
    game, _ = started()
    play_on(game.id, actions=5000)
    game_settle(game.id)
    looked()

    assert not Telling.objects.exists()
    assert not games_to_tell().exists()
    told_all = Notice.objects.count()
    game_tell(game.id)
    assert Notice.objects.count() == told_all


def test_a_table_of_bots_alone_is_told_of_to_its_host_when_it_is_over():
    game = table_with_bots(2)
    assert not games_to_tell().exists()
    play_on(game.id, actions=5000)
    game_settle(game.id)

    looked()

    assert game.host is not None
    assert told(game.host) == ["game.finished"]


def test_a_game_that_cannot_be_told_of_keeps_nobody_from_hearing_of_the_others(monkeypatch, caplog):
    games = [started()[0] for _ in range(3)]
    bad = games[1].id
    read = telling._read  # noqa: SLF001 – where a log that cannot be folded fails

    def read_or_fail(game_id, *args):
        return 1 / 0 if game_id == bad else read(game_id, *args)

    monkeypatch.setattr(telling, "_read", read_or_fail)
    looked()

    assert list(games_to_tell()) == [bad]
    assert f"game {bad} could not be told of" in caplog.text


def test_games_that_were_there_before_are_not_told_of_again():
    """What the migration does to a database in which people play already."""
    before, (ada, _) = started(clock={"per_action": 600})
    over, _ = started()
    play_on(over.id, actions=5000)
    game_settle(over.id)
    Telling.objects.all().delete()
    migration = import_module("games.migrations.0008_notices").Migration
    with connection.cursor() as cursor:
        cursor.execute(migration.operations[-1].sql)

    assert list(Telling.objects.values_list("game_id", "seq")) == [(before.id, before.version)]
    looked()
    assert told(ada) == []
    assert before.deadline is not None
    assert Telling.objects.get().warn_at == before.deadline - timedelta(minutes=1)


# -- deadlines ---------------------------------------------------------------------------------


def later(monkeypatch: pytest.MonkeyPatch, **span: float) -> None:
    """From here on it is so much later."""
    moment = timezone.now() + timedelta(**span)
    monkeypatch.setattr(telling, "now", lambda: moment)
    monkeypatch.setattr("games.management.commands.tell.timezone.now", lambda: moment)


def test_who_has_not_decided_is_warned_once_when_the_deadline_is_near(monkeypatch):
    game, (ada, bob) = started(clock={"per_action": 600})
    choose(game, 1)
    looked()
    assert not games_to_warn(timezone.now() + timedelta(minutes=8)).exists()
    later(monkeypatch, minutes=9.5)

    looked()
    looked()

    assert told(ada)[-2:] == ["game.your_turn", "deadline.near"]
    assert told(bob)[-1] == "game.your_turn"
    notice = notices_after(ada, 3, 1)[0]
    assert game.deadline is not None
    assert notice.data == {"seat": 0, "deadline": game.deadline.strftime("%Y-%m-%dT%H:%M:%S.%fZ")}
    assert Telling.objects.get().warn_at is None


def test_who_has_decided_in_time_is_not_warned(monkeypatch):
    game, (ada, bob) = started(clock={"per_action": 600})
    looked()
    choose(game, 0)
    choose(game, 1)
    later(monkeypatch, minutes=9.5)
    Telling.objects.update(warn_at=timezone.now())

    looked()

    turn = (ada, bob)[folded_now(game.id).to_act[0]]
    assert [told(player).count("deadline.near") for player in (ada, bob)] == [
        int(player == turn) for player in (ada, bob)
    ]


def test_quick_games_warn_nobody(monkeypatch):
    started(clock={"per_action": 60})
    looked()

    assert Telling.objects.get().warn_at is None


# -- notices about other things, and people who leave ------------------------------------------


def test_a_notice_need_not_be_about_a_game():
    (ada,) = people(1)
    notice_give(ada, "webhook.paused", {"webhook": "x"})

    (notice,) = notices_after(ada, 0, 10)
    assert (notice.number, notice.kind, notice.game_id, notice.seq) == (1, "webhook.paused", None, None)


def test_whoever_leaves_for_good_leaves_no_notices_and_gets_no_more():
    game, (ada, bob) = started()
    game_tell(game.id)
    player_delete(bob)
    assert not Notice.objects.filter(player=bob).exists()
    assert not Inbox.objects.filter(player=bob).exists()

    Seat.objects.filter(game=game, number=1).update(player=bob)  # read just before they left
    choose(game, 0)
    game_tell(game.id)
    notice_give(bob, "webhook.paused", {})

    assert not Notice.objects.filter(player=bob).exists()
    assert Notice.objects.filter(player=ada).exists()


# -- listening ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_teller_hears_a_move_and_wakes_whom_it_concerns(redis_url, monkeypatch):
    """It looks only once an hour here: it is the wake-up of the move that it hears."""
    monkeypatch.setattr(tell, "LOOK_SECONDS", 3600.0)
    game, (ada, bob) = started(options={"first": "1"})
    look_at = tell.once(lambda _: set(), 0.0)  # it begins with a look
    assert told(bob)[-1] == "game.your_turn"

    with feed.listening_to_games() as hear, feed.connection(redis_url).pubsub() as ear:
        hear(0.01)  # it listens from here on
        ear.subscribe(feed.player_channel(bob.pk))
        ear.get_message(timeout=10)
        choose(game, 1)
        choose(game, 0)
        while told(bob).count("game.your_turn") < 2:
            assert tell.once(hear, look_at) == look_at
        message = ear.get_message(timeout=10)

    assert message is not None
    assert int(message["data"]) == newest_number(bob) == 3
    assert told(ada)[-1] == "game.your_turn"


@pytest.mark.django_db(transaction=True)
def test_without_redis_the_teller_still_looks(settings, monkeypatch):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    monkeypatch.setattr(tell, "LOOK_SECONDS", 0.0)
    _, (ada, _) = started()

    with feed.listening_to_games() as hear:
        tell.once(hear, 0.0)

    assert len(told(ada)) == 3
