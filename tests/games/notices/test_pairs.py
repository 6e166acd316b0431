"""However often a player does something again, the other is told of it only so many times in a day."""

from __future__ import annotations

import pytest

from games.deliveries.models import Delivery
from games.notices import pairs
from games.notices.models import Notice
from games.relations.models import Friend
from tests.support.callers import Caller, opened
from tests.support.webhooks import webhook_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def told(player: Caller) -> list[str]:
    return list(Notice.objects.filter(player=player.player).order_by("number").values_list("kind", flat=True))


def ask(player: Caller, other: Caller) -> None:
    assert player.put(f"/me/friends/{other.name}").status_code == 201


def test_who_asks_for_a_friendship_again_and_again_is_heard_once_a_day(ada, bob, cleo, settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "loopback"
    webhook_for(bob.player, url="http://127.0.0.1:9000/", kinds=["friend.request"])
    for _ in range(3):
        ask(ada, bob)
        ada.delete("/me/friends/bob")
    ask(ada, bob)

    assert told(bob) == ["friend.request"]
    assert Delivery.objects.count() == 1
    assert Friend.objects.filter(player=bob.player, other=ada.player, status="received").exists()
    ask(cleo, bob)
    ask(ada, cleo)
    assert (told(bob), told(cleo)) == (["friend.request"] * 2, ["friend.request"])


def test_who_invites_to_table_after_table_is_heard_so_often_and_no_more(ada, bob, monkeypatch):
    monkeypatch.setattr(pairs, "MOST_OF_OTHERS", 2)
    for _ in range(3):
        assert ada.put(f"{opened(ada)}/invitations/bob", {}).status_code == 201

    assert told(bob) == ["game.invitation"] * 2
    assert len(bob.seen("/me/invitations")["items"]) == 3


def test_of_many_messages_of_one_player_everybody_is_told_of_so_many(ada, bob, cleo, monkeypatch):
    monkeypatch.setitem(pairs.MOST, "game.message", 2)
    path = opened(ada, bob, cleo, seats=3)
    for _ in range(3):
        bob.done(f"{path}/messages", {"text": "hello"})
    cleo.done(f"{path}/messages", {"text": "hello"})

    assert (told(ada), told(cleo)) == (["game.message"] * 3, ["game.message"] * 2)
    assert len(ada.seen(f"{path}/messages")["items"]) == 4
