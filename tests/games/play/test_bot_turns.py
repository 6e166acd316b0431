"""Bots play on until a person has to act, one worker at a time, and never twice for one message."""

from __future__ import annotations

import pytest

from games.models import Event, Game
from games.play import bot_turns
from games.play.act import game_act, game_resign
from games.play.attempts import game_attempt
from games.play.dispatch import MAX_ALONE, attend
from games.play.sweep import games_sweep
from rules.actions import KeepTickets
from tests.support.callers import Caller, Table, opened
from tests.support.tables import (
    bots_play,
    folded_now,
    play_on,
    started,
    stood_still,
    table_with_bots,
)

pytestmark = pytest.mark.django_db


def test_bots_stop_where_a_person_has_to_act(sent):
    game = table_with_bots(2, people_too=1)

    bots_play(game.id)

    assert folded_now(game.id).to_act == (0,)


def test_with_a_delay_a_bot_decides_once_and_sends_for_the_next(sent):
    game = table_with_bots(2, bot_delay=500)

    bots_play(game.id)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert sent[-1] == ("play_bots", str(game.id), folded_now(game.id).seq)


def test_a_bot_that_was_overtaken_does_nothing(sent, monkeypatch):
    """Two workers decide for the same seat: the one that comes second finds a table that has moved on."""
    game = table_with_bots(1, people_too=1)
    chosen: list[object] = []
    decide = bot_turns.decide

    def overtaken(game_id, folded, seat):
        if not chosen:
            chosen.append(game_act(game_id, KeepTickets(seat, folded.state.offers[seat]), bot="random"))
        return decide(game_id, folded, seat)

    monkeypatch.setattr(bot_turns, "decide", overtaken)
    bots_play(game.id)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert Game.objects.get(pk=game.pk).parked_at is None


def test_a_bot_that_is_overtaken_by_the_end_of_the_game_has_not_failed(sent, monkeypatch):
    game, _ = started()
    game_resign(game.id, 0)
    game_resign(game.id, 1)

    def overtaken(game_id, folded, seat):
        monkeypatch.undo()
        while folded_now(game_id).to_act:
            bots_play(game_id)
        return bot_turns.decide(game_id, folded, seat)

    monkeypatch.setattr(bot_turns, "decide", overtaken)
    bot_turns.play_turns(game.id)

    assert Game.objects.get(pk=game.pk).status == "scoring"


def test_a_message_for_a_table_that_has_moved_on_is_void(sent):
    game = table_with_bots(2, bot_delay=500)
    bots_play(game.id)

    bot_turns.bots_play(game.id, game.version)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert len(sent) == 1  # a message that came twice does not go on twice


def test_a_message_whose_table_moves_on_before_its_work_begins_is_void(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=500)

    def overtaken(*args, **options):
        monkeypatch.setattr(bot_turns, "game_attempt", game_attempt)
        bots_play(game.id)
        return game_attempt(*args, **options)

    monkeypatch.setattr(bot_turns, "game_attempt", overtaken)
    bot_turns.bots_play(game.id, game.version)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert Game.objects.get(pk=game.pk).tried_version == game.version  # nor has it been counted as a try


def test_whoever_was_turned_away_by_a_message_that_is_void_is_sent_for_again(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=500)

    def overtaken(*args, **options):
        monkeypatch.setattr(bot_turns, "game_attempt", game_attempt)
        bots_play(game.id)
        sent.clear()  # its message for the next turn finds us at the game, and is lost
        return game_attempt(*args, **options)

    monkeypatch.setattr(bot_turns, "game_attempt", overtaken)
    bot_turns.bots_play(game.id, game.version)

    assert sent == [("play_bots", str(game.id), folded_now(game.id).seq)]


def test_a_broker_that_is_away_is_no_error(caplog):
    game = table_with_bots(2)

    attend(game.id, folded_now(game.id))

    assert "the broker does not respond" in caplog.text


# -- tables of bots alone ------------------------------------------------------------------------


@pytest.fixture
def queues(monkeypatch) -> dict[str, str]:
    """In which queue each game last waited for its bots."""
    found: dict[str, str] = {}
    monkeypatch.setattr(
        "games.play.dispatch.current_app.send_task",
        lambda _, args, **options: found.update({args[0]: options["queue"]}),
    )
    return found


def bots_alone(host: Caller) -> Table:
    return begun(host, opened(host, seats=2, bots=["random", "random"], sit=False))


def begun(host: Caller, path: Table) -> Table:
    host.done(f"{path}/start")
    return path


def attended(queues: dict[str, str], tables: list[Table]) -> list[str]:
    """In which queues they wait when they are dispatched now."""
    for path in tables:
        attend(path.id, folded_now(path.id))
    return [queues[str(path.id)] for path in tables]


def test_up_to_four_tables_of_bots_alone_wait_with_those_of_others_and_more_of_one_host_elsewhere(
    ada, bob, queues
):
    mine = [bots_alone(ada) for _ in range(MAX_ALONE)]
    assert attended(queues, mine) == ["bots"] * MAX_ALONE
    mine.append(bots_alone(ada))

    assert attended(queues, mine) == ["crowd"] * (MAX_ALONE + 1)
    assert attended(queues, [bots_alone(bob)]) == ["bots"]


def test_when_a_table_has_ended_the_others_may_no_longer_be_a_crowd(ada, queues):
    first, *others = [bots_alone(ada) for _ in range(MAX_ALONE + 1)]
    play_on(first.id, actions=5000)

    assert attended(queues, others) == ["bots"] * MAX_ALONE


def test_a_table_that_its_people_have_left_to_bots_is_one_of_bots_alone(ada, queues):
    left = [begun(ada, opened(ada, seats=2, bots=["random"])) for _ in range(MAX_ALONE + 1)]
    assert set(attended(queues, left)) == {"people"}
    for path in left:
        ada.done(f"{path}/resign")

    assert set(attended(queues, left)) == {"crowd"}


def test_a_sweep_sends_for_the_crowd_in_its_own_queue(ada, bob, queues):
    tables = [*(bots_alone(ada) for _ in range(MAX_ALONE + 1)), bots_alone(bob)]
    for path in tables:
        stood_still(Game.objects.get(pk=path.id))

    games_sweep()

    assert [queues[str(path.id)] for path in tables] == ["crowd"] * (MAX_ALONE + 1) + ["bots"]
