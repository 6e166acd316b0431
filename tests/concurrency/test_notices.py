"""Many tell at once: nobody misses anything, and nothing is told twice."""

from django.db import connection, transaction

from games.accounts.models import Player
from games.management.commands.notify import notify_all
from games.notices.models import Inbox, Notice, NotifierCursor
from games.notices.selectors import notices_after
from games.notices.services import notice_give
from games.projector import game_project
from tests.concurrency.races import race
from tests.support.callers import Caller, dealt
from tests.support.notified import PAUSED


def numbers(caller: Caller) -> list[int]:
    return [notice.number for notice in notices_after(caller.player, 0, 1000)]


def test_a_game_that_is_told_of_many_times_at_once_is_told_of_once(people):
    ada, bob = people[:2]
    game = dealt(ada, bob).id

    assert race(*[lambda: game_project(game)] * 6) == [None] * 6

    kinds = [notice.kind for notice in notices_after(ada.player, 0, 100)]
    assert kinds == ["seat.taken", "game.started", "game.your_turn"]
    assert numbers(bob) == [1, 2]


def test_who_finds_another_telling_of_a_game_goes_on_to_the_next(people):
    ada, bob = people[:2]
    one, other = dealt(ada, bob).id, dealt(bob, ada).id

    with transaction.atomic():
        NotifierCursor.objects.select_for_update().get(pk=one)
        assert race(lambda: notify_all([one, other])) == [None]

    assert {notice.game_id for notice in notices_after(ada.player, 0, 100)} == {other}
    notify_all([one])
    assert {notice.game_id for notice in notices_after(ada.player, 0, 100)} == {one, other}


def test_tables_told_of_at_once_number_the_notices_of_their_people_without_a_gap(people):
    four = people[:4]
    games = [dealt(*four[n:], *four[:n]).id for n in range(4)]  # each sits elsewhere at each table

    assert race(*(lambda g=g: game_project(g) for g in games)) == [None] * 4

    for caller in four:
        assert numbers(caller) == list(range(1, 4 * 2 + 6 + 1))  # three are told of at their own table, …


def test_whoever_reads_on_from_a_cursor_while_many_tell_misses_nothing(people):
    """A notice that is committed late must not have a smaller number than one that was read."""
    ada = people[0]
    read: list[int] = []

    def read_on() -> None:
        while len(read) < 40:
            read.extend(notice.number for notice in notices_after(ada.player, read[-1] if read else 0, 7))

    def give() -> None:
        for _ in range(10):
            notice_give(ada.player, PAUSED)

    assert race(read_on, *[give] * 4) == [None] * 5

    assert read == list(range(1, 41))


def test_what_one_player_has_under_way_keeps_no_other_waiting(people):
    """On Citus too, where a lock on an account would be one on all of them."""
    ada, bob = people[:2]

    def impatient() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        notice_give(bob.player, PAUSED)
        return bob.post("/games", {"ruleset": "london", "seats": 2}).status_code

    with transaction.atomic():
        notice_give(ada.player, PAUSED)
        assert race(impatient) == [201]

    assert numbers(ada) == numbers(bob) == [1]


def test_whoever_leaves_for_good_while_their_game_is_told_of_keeps_no_notice(people):
    ada, bob = people[:2]
    game = dealt(ada, bob).id

    told, left = race(lambda: game_project(game), lambda: bob.delete("/me"))

    assert (told, left.status_code) == (None, 204)
    assert Player.objects.get(pk=bob.player.pk).deleted_at
    assert not Notice.objects.filter(player=bob.player).exists()
    assert not Inbox.objects.filter(player=bob.player).exists()
    assert numbers(ada) == [1, 2, 3]
