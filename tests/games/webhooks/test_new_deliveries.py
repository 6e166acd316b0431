"""What happens at tables is put down for every webhook that wants to hear of it, as its owner may know it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from games.deliveries.models import Delivery
from games.log.models import Game
from games.moves.settlement import game_settle
from games.notices.models import Notice
from games.notices.selectors import games_to_notify
from games.projector import game_project
from games.webhooks.models import Webhook
from games.webhooks.services import webhook_update
from tests.support.callers import Caller, Table, chosen, dealt, opened
from tests.support.tables import play_on
from tests.support.webhook_receiver import Receiver, Reply
from tests.support.webhooks import webhook_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nearby")]
ALL = [kind for kind in Webhook.Kind.values if kind != "bot.act"]


def hooked(player: Caller, receiver: Receiver, *kinds: str, game: Table | None = None) -> Webhook:
    one = game.id if game else None
    webhook, _ = webhook_for(player.player, url=f"{receiver.url}/{player.name}", kinds=kinds or ALL, game=one)
    return webhook


def told(path: Table) -> None:
    game_project(path.id)


def heard(receiver: Receiver, player: Caller, kind: str = "") -> list[Any]:
    mine = [r.message for r in receiver.received if r.path.endswith(player.name)]
    return [
        message["data"].get("event", message["data"]) for message in mine if kind in ("", message["type"])
    ]


def in_order(events: list[Any]) -> list[Any]:
    return sorted(events, key=lambda event: event["seq"])


def test_events_come_as_their_owner_reads_them_in_the_log_and_others_otherwise(ada, bob, receiver, posted):
    for player in (ada, bob):
        hooked(player, receiver, "game.event")
    path = chosen(ada, bob)
    told(path)
    posted()

    for player in (ada, bob):
        assert in_order(heard(receiver, player)) == player.seen(f"{path}/events?limit=500")["items"]
    assert heard(receiver, ada, "game.event") != heard(receiver, bob, "game.event")
    own = [event["sealed"]["to"] for event in heard(receiver, ada) if "private" in event]
    assert set(own) == {0}


def test_a_message_has_the_name_of_the_table_as_it_is_when_it_is_sent(ada, bob, receiver, posted):
    hooked(ada, receiver, "game.started", "seat.taken")
    friday, rude = (dealt(ada, bob, name=name) for name in ("Friday", "rude"))
    for path in (friday, rude):
        told(path)
    call_command("moderate", "clear_name", str(rude.id), "--reason", "rude")
    posted()

    names = {(one["game"], one.get("name")) for one in heard(receiver, ada)}
    assert names == {(str(friday.id), "Friday"), (str(rude.id), None)}


def test_a_request_for_a_friendship_is_posted(ada, bob, cleo, receiver, posted):
    hooked(ada, receiver, "friend.request")
    hooked(cleo, receiver, "game.started")
    for other in (ada, cleo):
        bob.put(f"/me/friends/{other.name}")
    posted()

    assert [list(one) for one in heard(receiver, ada, "friend.request")] == [["at"]]
    assert heard(receiver, cleo) == []


def turns(receiver: Receiver, player: Caller) -> list[Any]:
    """What events say beside the event itself, each thing once."""
    said: list[Any] = []
    for one in receiver.received:
        if one.path.endswith(player.name) and one.message["type"] == "game.event":
            turn = {name: value for name, value in one.message["data"].items() if name != "event"}
            said += [turn] if turn not in said else []
    return said


def test_an_event_and_a_turn_say_whose_turn_it_is_and_to_the_seat_what_to_decide(ada, bob, receiver, posted):
    for player in (ada, bob):
        hooked(player, receiver, "game.event", "game.your_turn")
    path = chosen(ada, bob)
    told(path)
    posted()

    now = {"version": ada.seen(path)["version"], "to_act": [0]}
    assert turns(receiver, ada) == [{**now, "moment": "turn"}]
    assert turns(receiver, bob) == [now]
    mine = heard(receiver, ada, "game.your_turn")[-1]
    assert {name: mine[name] for name in ("version", "to_act", "moment")} == {**now, "moment": "turn"}
    assert mine["ruleset"] == "london@1"
    assert mine["links"] == {"game": f"/api/v1{path}", "actions": f"/api/v1{path}/actions"}


def test_a_spectator_of_a_public_game_hears_what_spectators_know(ada, bob, api, receiver, posted):
    path = opened(ada, bob)
    cleo = Caller(api, "cleo")
    hooked(cleo, receiver, game=path)
    before = Game.objects.get().version
    ada.done(f"{path}/start")
    told(path)
    posted()

    log = cleo.seen(f"{path}/events?after={before}&limit=500")["items"]
    assert in_order(heard(receiver, cleo, "game.event")) == log
    assert not [event for event in heard(receiver, cleo, "game.event") if "private" in event]
    (started,) = heard(receiver, cleo, "game.started")
    assert "seat" not in started
    assert "moment" not in started
    assert started["to_act"] == [0, 1]
    assert heard(receiver, cleo, "game.your_turn") == []


@pytest.mark.parametrize("one_game", [True, False])
def test_a_table_of_bots_alone_is_told_as_it_is_played_if_somebody_listens(ada, receiver, one_game):
    path = dealt(ada, bots=["random", "random"], sit=False)
    assert not games_to_notify()
    webhook = hooked(ada, receiver, "game.event", game=path if one_game else None)
    assert games_to_notify() == [path.id]

    webhook_update(webhook, webhook.token, paused=True)
    assert not games_to_notify()


def test_a_game_of_others_is_not_one_of_mine(ada, bob, api, receiver):
    hooked(Caller(api, "cleo"), receiver)
    told(dealt(ada, bob))

    assert not Delivery.objects.exists()


def test_everybody_hears_of_the_kinds_they_chose_and_of_their_own_turn(ada, bob, receiver, posted):
    hooked(ada, receiver, "game.your_turn", "game.started", "seat.taken")
    hooked(bob, receiver, "game.your_turn")
    path = chosen(ada, bob)
    told(path)
    posted()

    assert [data["seat"] for data in heard(receiver, ada, "game.your_turn")] == [0, 0]
    assert [data["seat"] for data in heard(receiver, bob)] == [1]
    (started,) = heard(receiver, ada, "game.started")
    assert started["game"] == str(path.id)
    (taken,) = heard(receiver, ada, "seat.taken")
    assert taken["seat"] == 1


def test_the_end_of_a_game_is_told(ada, bob, receiver, posted):
    hooked(ada, receiver, "game.finished")
    path = dealt(ada, bob)
    play_on(path.id, actions=5000)
    game_settle(path.id)
    told(path)
    posted()

    (data,) = heard(receiver, ada)
    game = Game.objects.get()
    assert data["seq"] == game.version
    assert data["scores"] == list(game.seats.order_by("number").values_list("score", flat=True))


def test_who_is_removed_from_a_private_table_hears_of_that_and_no_more(ada, bob, receiver, posted):
    hooked(bob, receiver)
    path = opened(ada, bob, visibility="private", seats=3)
    told(path)
    posted()
    before = len(heard(receiver, bob))
    ada.delete(f"{path}/seats/1")
    ada.done(f"{path}/seats", {"bot": "random"})
    told(path)
    posted()

    (data,) = heard(receiver, bob)[before:]
    assert {name: data[name] for name in ("game", "seat", "seq")} == {
        "game": str(path.id),
        "seat": 1,
        "seq": 4,
    }
    assert "version" not in data


def test_an_invitation_is_posted_to_the_player_who_is_asked(ada, bob, cleo, receiver, posted):
    for player in (bob, cleo):
        hooked(player, receiver, "game.invitation", "game.declined")
    hooked(ada, receiver)
    path = opened(ada, visibility="private", seats=3)
    ada.put(f"{path}/invitations/bob", {"hold": True})
    posted()

    (data,) = heard(receiver, bob)
    assert (data["game"], data["ruleset"], data["seat"]) == (str(path.id), "london@1", 1)
    assert heard(receiver, cleo) == []
    bob.delete(f"/me/invitations/{path.id}")
    posted()
    assert [one["game"] for one in heard(receiver, ada, "game.declined")] == [str(path.id)]


def test_an_invitation_that_is_withdrawn_at_once_is_not_posted(ada, bob, receiver, posted):
    hooked(bob, receiver)
    path = opened(ada, visibility="private")
    ada.put(f"{path}/invitations/bob", {})
    ada.delete(f"{path}/invitations/bob")
    posted()

    assert heard(receiver, bob) == []


def test_a_deadline_that_comes_near_is_told(ada, bob, receiver, posted, clock):
    hooked(ada, receiver, "deadline.near")
    hooked(bob, receiver, "deadline.near")
    path = chosen(ada, bob, clock={"per_action": 600})
    told(path)
    clock.forward(minutes=9.5)
    told(path)
    posted()

    (data,) = heard(receiver, ada)
    assert (data["seat"], data["game"]) == (0, str(path.id))
    assert data["deadline"]
    assert heard(receiver, bob) == []


def test_what_happened_before_there_was_a_webhook_is_not_told_to_it(ada, bob, receiver, posted):
    path = dealt(ada, bob)
    hooked(ada, receiver)
    before = Game.objects.get().version
    ada.done(f"{path}/actions", ada.seen(f"{path}/actions")["items"][0])
    told(path)
    posted()

    assert {data["seq"] for data in heard(receiver, ada)} == {before + 1}


def test_what_was_told_is_not_told_again(ada, bob, receiver):
    hooked(ada, receiver)
    path = chosen(ada, bob)
    told(path)
    before = Delivery.objects.count()
    told(path)

    assert Delivery.objects.count() == before > 10


def test_while_a_webhook_is_paused_nothing_is_put_down_for_it(ada, bob, receiver):
    webhook = hooked(ada, receiver)
    webhook_update(webhook, webhook.token, paused=True)
    told(dealt(ada, bob))

    assert not Delivery.objects.exists()


def test_who_may_no_longer_see_a_game_hears_no_more_of_it(ada, bob, receiver, posted):
    path = opened(ada, bob, visibility="private", seats=3)
    hooked(bob, receiver, game=path)
    ada.done(f"{path}/seats", {"bot": "random"})
    told(path)
    assert Delivery.objects.exists()
    assert bob.delete(f"{path}/seats/me").status_code == 200
    told(path)
    posted()

    assert receiver.received == []
    assert set(Delivery.objects.values_list("state", flat=True)) == {"cancelled"}


def test_after_the_end_what_was_sealed_is_delivered_open(ada, bob, receiver, posted):
    """As the log itself is then; a message is made when it is sent."""
    hooked(ada, receiver, "game.event")
    path = dealt(ada, bob)
    told(path)
    play_on(path.id, actions=5000)
    game_settle(path.id)
    posted()

    others = [event for event in heard(receiver, ada) if event.get("sealed", {}).get("to") == 1]
    assert others
    assert all("private" in event for event in others)


def test_a_webhook_that_is_paused_by_itself_gives_its_owner_a_notice(
    ada, receiver, posted, django_capture_on_commit_callbacks
):
    webhook = hooked(ada, receiver)
    receiver.answering = lambda _: Reply(410)
    with django_capture_on_commit_callbacks(execute=True):
        assert ada.post(f"/webhooks/{webhook.id}/test").status_code == 202
        posted()

    (notice,) = Notice.objects.filter(player=ada.player)
    assert (notice.kind, notice.data) == ("webhook.paused", {"webhook": str(webhook.id), "because": "gone"})
