"""A game beside the public log: the same, not yet there, left out, behind, or lost."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.audits.check import game_audit
from games.audits.models import Verification
from games.audits.nightly import game_verify, games_to_verify
from games.log.models import Game
from games.log.viewer import AUDITOR
from games.operations.moderation import Operator, close
from games.projector import game_project
from games.transparency.models import PendingLeaf
from games.transparency.sequencer import log_extend
from tests.support.callers import dealt, opened
from tests.support.roles import owner
from tests.support.tables import played_out, started

pytestmark = pytest.mark.django_db


def entered(game):
    game_project(game.id)
    log_extend()
    return game


def checked(game, **at):
    game = Game.objects.get(pk=game.id)
    (found,) = (one for one in game_audit(game, viewer=AUDITOR, **at).checks if one.name == "log")
    return found


def test_a_game_that_was_entered_is_the_same_there():
    found = checked(entered(played_out()))

    assert (found.result, found.detail) == ("passed", "the public log has the same: the opening, 1 head")


def test_while_it_runs_only_its_opening_is_due(clock):
    game, _ = started()
    clock.forward(hours=1)

    assert checked(game).result == "passed"


def test_until_the_stated_delay_is_over_nothing_is_wrong(clock):
    game = played_out()

    found = checked(game)

    assert found.result == "skipped"
    assert found.detail.startswith("its end is not yet in the public log; it will be by ")


def test_the_end_of_a_private_game_has_its_hour_beside(ada, bob, clock):
    path = opened(ada, bob, visibility="private")
    game = Game.objects.get(pk=path.id)
    log_extend()
    close(game, Operator("eva", "a complaint"))
    game_project(game.id)
    hour = PendingLeaf.objects.get(kind="game_head").due
    PendingLeaf.objects.all().delete()
    for minutes, result in ((4, "skipped"), (6, "failed")):
        clock.put(hour + timedelta(minutes=minutes))

        assert checked(game).result == result


def test_what_was_kept_back_is_a_failure(clock):
    game = played_out()
    game_project(game.id)
    PendingLeaf.objects.all().delete()
    clock.forward(minutes=6)

    found = checked(game)

    assert (found.result, found.seq) == ("failed", game.version)
    assert found.detail.startswith("its end is not in the public log, where it had to be by ")


def test_so_is_an_opening_that_was_kept_back(ada, clock):
    game = Game.objects.get(pk=opened(ada).id)
    PendingLeaf.objects.all().delete()
    assert checked(game).detail.startswith("its opening is not yet in the public log")
    clock.forward(minutes=6)

    assert checked(game).seq == 1


def test_if_the_log_is_behind_that_is_said_once_and_no_game_is_blamed(clock):
    waiting, unheard = played_out(), played_out(seed=2)
    game_project(waiting.id)
    clock.forward(minutes=6)
    for game in (waiting, unheard):
        found = checked(game)
        assert (found.result, found.detail[:25]) == ("skipped", "the public log is behind:")

    out = StringIO()
    with pytest.raises(CommandError, match="The public log is behind"):
        call_command("verify", "--all", stdout=out)

    assert out.getvalue().count("The public log is behind") == 1
    assert "2 games audited, 0 failed." in out.getvalue()
    for game in (waiting, unheard):
        entered(game)
    call_command("verify", "--all", "--anew", stdout=out)


def test_a_game_that_was_audited_before_its_end_was_entered_is_audited_again():
    game = played_out()
    game_verify(game.id)

    assert list(games_to_verify(new=True)) == [game]
    game_verify(entered(game).id)
    assert list(games_to_verify(new=True)) == []
    assert Verification.objects.get(game=game).sound


def test_test_tables_are_left_out(ada, clock):
    table = ada.done("/games", {"ruleset": "london", "seats": 2, "bots": ["random"], "test": {}})
    clock.forward(hours=2)

    found = checked(Game.objects.get(pk=table["id"]))

    assert (found.result, found.detail) == ("passed", "a test table, which the public log leaves out")


def test_a_moment_of_the_past_is_compared_up_to_there():
    game = entered(played_out())

    assert checked(game, at=game.version - 1).detail == "the public log has the same: the opening, 0 heads"


def test_where_the_opening_stands_is_what_the_game_says(ada, bob):
    path = dealt(ada, bob)
    with owner() as cursor:
        statement = "UPDATE games_event SET public = %s WHERE game_id = %s AND type = 'game_started'"
        cursor.execute(statement, ['{"log": {"index": 7, "size": 8}}', path.id])

    assert "index: 7 stands where 1 is due" in checked(Game.objects.get(pk=path.id)).detail
