"""What the server shows beside a log is compared with it: who sat where, and the results."""

import pytest

from games.accounts.models import Player
from games.audits.nightly import game_verify
from games.log.models import Seat
from games.me.deletion import player_delete
from games.ratings.models import Result
from tests.support.tables import people, played_out, started

pytestmark = pytest.mark.django_db


def failed(game) -> dict[str, str]:
    return {check["name"]: check["detail"] for check in game_verify(game.id).failed}


def exchange(game) -> None:
    """As a superuser would, who likes another winner."""
    one, other = Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True)
    Seat.objects.filter(game=game, number=0).update(player=None)
    Seat.objects.filter(game=game, number=1).update(player=one)
    Seat.objects.filter(game=game, number=0).update(player=other)


def test_what_nobody_touched_holds():
    assert failed(started()[0]) == failed(played_out()) == {}


def test_exchanged_players_are_noticed_while_they_play_and_after():
    for game in (started()[0], played_out()):
        exchange(game)

        assert failed(game)["people"] == "seat 0 is shown with an account that did not sit down there"


def test_so_is_somebody_who_never_sat_down():
    game, _ = started()
    for stranger in (people(1)[0], started()[1][0]):
        Seat.objects.filter(game=game, number=1).update(player=stranger)

        assert failed(game).keys() == {"people"}


@pytest.mark.parametrize("changes", [{"score": 500}, {"won": None}])
def test_another_result_of_a_seat_is_noticed(changes):
    game = played_out()
    Seat.objects.filter(game=game, number=1).update(**changes)

    assert failed(game)["results"].startswith("seat 1 is shown with another result; ")


@pytest.mark.parametrize("changes", [{"score": 500}, {"rank": 3}, {"bot": "random"}, {"finished": False}])
def test_another_result_in_the_record_of_a_player_is_noticed(changes):
    game = played_out()
    Result.objects.filter(game=game, seat=1).update(**changes)

    assert failed(game)["results"].startswith("the result of seat 1 is another; ")


def test_a_result_of_somebody_else_and_one_that_is_gone_are_noticed():
    game, other = played_out(), played_out(seed=2)
    Result.objects.filter(game=game, seat=0).update(player=people(1)[0])
    Result.objects.filter(game=other, seat=0).delete()

    assert failed(game)["results"] == "the result of seat 0 is that of another account"
    assert failed(other)["results"].startswith("the result of seat 0 is another; ")


def test_after_a_deletion_the_log_holds_and_the_secret_is_gone():
    game = played_out()
    player = Player.objects.get(seats__game=game, seats__number=0)
    assert player.secret

    player_delete(player)

    assert failed(game) == {}
    player.refresh_from_db()
    assert player.secret is None
