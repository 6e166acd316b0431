"""What could be connected with a person by its time enters the public log in batches, with rounded times."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.me.deletion import player_delete
from games.notices.models import NotifierCursor
from games.projector import game_project
from games.transparency.announcements import announce
from games.transparency.models import Leaf, PendingLeaf
from games.transparency.sequencer import log_extend
from tests.support.callers import dealt
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def waiting(kind):
    return [(json.loads(bytes(one.entry)), one.due) for one in PendingLeaf.objects.filter(kind=kind)]


def entered(kind):
    return [json.loads(bytes(one.entry)) for one in Leaf.objects.filter(kind=kind).order_by("index")]


def head_soon(path):
    """As if the game had last been announced an hour ago."""
    NotifierCursor.objects.filter(game=path.id).update(head_at=timezone.now() - timedelta(hours=2))
    game_project(path.id)


def is_whole(at, **unit):
    return (datetime.fromisoformat(at) - datetime(2020, 1, 1, tzinfo=UTC)) % timedelta(**unit) == timedelta()


def test_heads_of_a_private_game_wait_for_the_end_of_their_hour(ada, bob):
    path = dealt(ada, bob, visibility="private")
    head_soon(path)
    log_extend()

    ((head, due),) = waiting("game_head")
    assert is_whole(head["at"], hours=1)
    assert timezone.now() < due == datetime.fromisoformat(head["at"]) + timedelta(hours=1)
    assert entered("game_head") == []
    PendingLeaf.objects.update(due=timezone.now() - timedelta(seconds=1))
    assert log_extend() == 1
    assert entered("game_head") == [head]


def test_those_of_other_games_do_not(ada, bob):
    head_soon(dealt(ada, bob, visibility="unlisted"))
    log_extend()

    (head,) = entered("game_head")
    assert not is_whole(head["at"], hours=1)


def test_a_batch_is_in_an_order_that_tells_nothing(ada, bob):
    """That of random ids, but for one game that of its versions."""
    games = [dealt(ada, bob, visibility="private").id for _ in range(4)]
    long_ago = datetime(2026, 1, 31, 12, 30, tzinfo=UTC)
    for version in (1, 2):
        for game in games:
            facts = {"version": version, "hash": "00" * 32, "status": "playing"}
            announce("game_head", long_ago, game=game, every=timedelta(hours=1), **facts)
    log_extend()

    rows = [
        (one.game, json.loads(bytes(one.entry))["version"]) for one in Leaf.objects.filter(kind="game_head")
    ]
    assert rows == [(game, version) for game in sorted(games) for version in (1, 2)]


def test_a_deletion_is_dated_by_its_day_and_enters_after_it():
    player_delete(people(1)[0])
    log_extend()

    ((told, due),) = waiting("account_deleted")
    assert is_whole(told["at"], days=1)
    assert timezone.now() < due == datetime.fromisoformat(told["at"]) + timedelta(days=1)
    assert entered("account_deleted") == []
