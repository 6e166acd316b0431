"""Tasks that come at the same moment, and players who leave while something happens."""

from bots.registry import STAND_IN
from games import tasks
from games.accounts.models import Player
from games.log.models import Event, Game, Seat
from games.moves.settlement import game_settle
from games.ratings.comparison import ratings_compare
from games.ratings.models import Rating, Result
from games.work.models import Setback
from proof.ratings.rule import NEW
from tests.concurrency.races import check_log, race
from tests.support.callers import dealt, opened
from tests.support.tables import folded_now, play_on


def test_settlements_that_rate_the_same_people_at_once_lose_none(people):
    three = people[:3]
    tables = [dealt(*three[n:], *three[:n]) for n in range(3)]  # each of them sits first once
    for table in tables:
        play_on(table.id, actions=5000)

    assert race(*(lambda t=t: game_settle(t.id) for t in tables)) == [None] * 3

    assert list(Rating.objects.values_list("games", flat=True)) == [3, 3, 3]
    for rating in Rating.objects.all():
        results = Result.objects.filter(player=rating.player).order_by("finished_at")
        changes = [result.change for result in results if result.change]
        assert [change.before for change in changes] == [NEW, *(change.after for change in changes[:-1])]
        assert changes[-1].after == rating.strength
        assert rating.wins == sum(result.won for result in results)
    assert ratings_compare() == []


def test_a_settlement_that_is_asked_for_many_times_at_once_happens_once(people):
    path = dealt(*people[:2])
    play_on(path.id, actions=5000)

    assert race(*[lambda: tasks.settle_game(str(path.id))] * 6) == [None] * 6

    assert Event.objects.filter(type="game_ended").count() == 1
    assert Result.objects.count() == 2
    assert not Setback.objects.exists()
    check_log(path)


def test_a_bot_turn_that_is_asked_for_many_times_at_once_happens_once(people):
    path = dealt(people[0], seats=3, bots=["random", "random"], bot_delay=1)
    version = Game.objects.get().version

    assert race(*[lambda: tasks.play_bots(str(path.id), version)] * 6) == [None] * 6

    assert Event.objects.filter(type="tickets_chosen").count() == 1
    assert not Setback.objects.exists()
    check_log(path)


def test_who_sits_down_and_leaves_for_good_at_once_sits_nowhere(people):
    ada, bob, *_ = people
    path = opened(ada, seats=3)

    race(lambda: bob.post(f"{path}/seats", {}), lambda: bob.delete("/me"))

    assert Player.objects.get(pk=bob.player.pk).deleted_at
    assert not Seat.objects.filter(player=bob.player).exists()
    check_log(path)


def test_who_acts_and_leaves_for_good_at_once_leaves_a_whole_game_behind(people):
    ada, bob, *_ = people
    path = dealt(ada, bob)
    action = bob.seen(f"{path}/actions")["items"][0]

    race(lambda: bob.post(f"{path}/actions", action), lambda: bob.delete("/me"))

    assert folded_now(path.id).table.chairs[1].stand_in == STAND_IN
    assert not Seat.objects.filter(player=bob.player).exists()
    check_log(path)
