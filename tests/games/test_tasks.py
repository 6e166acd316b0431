"""What happens without anybody asking: bots play on, games are settled, and nothing is forgotten."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from bots.registry import BOTS
from games import tasks
from games.models import Event, Game
from games.services.lobby import TableWish, game_create, game_start
from games.services.parking import PATIENCE, game_release
from games.services.playing import game_act
from rules.actions import KeepTickets
from tests.games.tables import folded_now, people, play_on, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch):
    """What was sent to the broker, instead of sending it."""
    messages = []
    monkeypatch.setattr(
        "games.attention.current_app.send_task", lambda name, args, **_: messages.append((name, args[0]))
    )
    monkeypatch.setattr(tasks.time_out_game, "delay", lambda game: messages.append(("time_out", game)))
    return messages


def table_with_bots(bots: int, people_too: int = 0, **wishes: object) -> Game:
    host = people(1)[0]
    wish = TableWish(
        ruleset="london",
        seats=bots + people_too,
        bots=["random"] * bots,
        sit=bool(people_too),
        **wishes,  # type: ignore[arg-type]
    )
    game = game_create(host, wish).game
    game_start(game.id, host)
    return Game.objects.get(pk=game.pk)


def stood_still(game: Game, seconds: int = 60) -> None:
    Game.objects.filter(pk=game.pk).update(moved_at=timezone.now() - timedelta(seconds=seconds))


def test_a_table_of_bots_alone_plays_to_its_end(sent):
    game = table_with_bots(3)

    while Game.objects.get(pk=game.pk).status == "playing":
        tasks.play_bots(str(game.id))
    tasks.settle_game(str(game.id))

    game.refresh_from_db()
    assert game.status == "finished"
    assert Event.objects.filter(game=game, type="seed_revealed").count() == 1


def test_bots_stop_where_a_person_has_to_act(sent):
    game = table_with_bots(2, people_too=1)

    tasks.play_bots(str(game.id))

    assert folded_now(game.id).to_act == (0,)


def test_with_a_delay_a_bot_decides_once_and_sends_for_the_next(sent):
    game = table_with_bots(2, bot_delay=500)

    tasks.play_bots(str(game.id))

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert sent[-1] == ("games.tasks.play_bots", str(game.id))


def test_settling_twice_settles_once(sent):
    game, _ = started()
    play_on(game.id, actions=5000)

    tasks.settle_game(str(game.id))
    version = Game.objects.get(pk=game.pk).version
    tasks.settle_game(str(game.id))

    assert Game.objects.get(pk=game.pk).version == version


def test_a_sweep_sends_for_what_was_forgotten_and_not_again_at_once(sent):
    game = table_with_bots(2)
    sent.clear()
    assert tasks.sweep() == 0  # it has only just moved
    stood_still(game)

    assert tasks.sweep() == 1
    assert sent == [("games.tasks.play_bots", str(game.id))]
    assert tasks.sweep() == 0


def test_a_sweep_finds_a_settlement_nobody_was_told_of(sent):
    game, _ = started()
    play_on(game.id, actions=5000)
    sent.clear()
    stood_still(game)

    tasks.sweep()

    assert sent == [("games.tasks.settle_game", str(game.id))]


def test_a_sweep_sends_for_a_deadline_that_has_passed(sent):
    game, _ = started(clock={"per_action": 5})
    assert tasks.sweep() == 0
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=1))

    assert tasks.sweep() == 1
    assert sent[-1] == ("time_out", str(game.id))


def test_a_game_that_waits_for_a_person_is_left_alone(sent):
    game, _ = started()
    sent.clear()
    stood_still(game)

    assert tasks.sweep() == 0


def test_a_game_whose_bot_keeps_failing_is_parked_with_the_reason(sent, monkeypatch):
    class Broken:
        def choose(self, view, options, chance):
            raise RuntimeError("no idea")

    monkeypatch.setitem(BOTS, "random", Broken)
    game = table_with_bots(2)

    for _ in range(PATIENCE):
        tasks.play_bots(str(game.id))

    game.refresh_from_db()
    assert game.parked_because == "RuntimeError: no idea"
    stood_still(game)
    assert tasks.sweep() == 0
    out = StringIO()
    call_command("parked", stdout=out)
    assert f"{game.id}" in out.getvalue()
    assert "no idea" in out.getvalue()


def test_a_released_game_goes_on(sent):
    game = table_with_bots(2)
    Game.objects.filter(pk=game.pk).update(parked_at=timezone.now(), parked_because="x", failures=3)
    version = game.version
    tasks.play_bots(str(game.id))
    assert Game.objects.get(pk=game.pk).version == version

    call_command("parked", release=str(game.id), stdout=StringIO())
    tasks.play_bots(str(game.id))

    game.refresh_from_db()
    assert game.version > version
    assert not game_release(game.id)


def test_a_bot_that_was_overtaken_does_nothing(sent, monkeypatch):
    """Two workers decide for the same seat: the one that comes second finds a table that has moved on."""
    game = table_with_bots(1, people_too=1)
    chosen: list[object] = []
    decide = tasks.decide

    def overtaken(game_id, folded, seat):
        if not chosen:
            chosen.append(game_act(game_id, KeepTickets(seat, folded.state.offers[seat]), bot="random"))
        return decide(game_id, folded, seat)

    monkeypatch.setattr(tasks, "decide", overtaken)
    tasks.play_bots(str(game.id))

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert Game.objects.get(pk=game.pk).failures == 0
