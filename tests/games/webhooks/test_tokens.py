"""A webhook sees what its token may see, and ends with it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.accounts.models import Token
from games.deliveries.batches import batch_lease
from games.deliveries.models import Delivery
from games.notices.models import Notice
from games.projector import game_project
from games.webhooks.channel import Webhooks
from games.webhooks.models import Webhook
from games.webhooks.services import webhook_test
from tests.games.webhooks.robots import ask, table
from tests.support.accounts import token_for
from tests.support.callers import Caller, Table, chosen, opened, problem
from tests.support.webhook_receiver import Receiver
from tests.support.webhooks import webhook_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nearby")]
KINDS = ["game.event", "game.your_turn", "game.started"]


def hooked(player: Caller, receiver: Receiver, *scopes: str) -> Webhook:
    return webhook_for(player.player, *scopes, url=receiver.url, kinds=KINDS)[0]


def events(receiver: Receiver) -> list[Any]:
    found = [r.message["data"]["event"] for r in receiver.received if r.message["type"] == "game.event"]
    return sorted(found, key=lambda event: event["seq"])


def public_log(api, path: Table) -> list[Any]:
    items: list[Any] = api.get(f"/api/v1{path}/events?limit=500").json()["items"]
    return items


def test_a_token_that_may_not_read_is_sent_what_a_stranger_sees(ada, bob, api, receiver, posted):
    hooked(ada, receiver, "webhooks")
    path = chosen(ada, bob)
    game_project(path.id)
    posted()

    assert events(receiver) == public_log(api, path)
    assert not [event for event in events(receiver) if "private" in event]
    turns = [r.message["data"] for r in receiver.received if r.message["type"] == "game.your_turn"]
    assert turns
    assert not [turn for turn in turns if "moment" in turn]


@pytest.mark.parametrize("scope", ["games:read", "games:play"])
def test_a_token_that_may_read_is_sent_ones_own_hand(ada, bob, receiver, posted, scope):
    hooked(ada, receiver, "webhooks", scope)
    path = chosen(ada, bob)
    game_project(path.id)
    posted()

    assert events(receiver) == ada.seen(f"{path}/events?limit=500")["items"]
    assert [event for event in events(receiver) if "private" in event]


def test_a_token_that_may_not_read_hears_nothing_of_a_private_table(ada, bob, api, receiver, posted):
    lesser = token_for(ada.player, "webhooks")
    path = chosen(ada, bob, visibility="private")
    hooked(ada, receiver, "webhooks")
    webhook = Webhook.objects.get()
    Webhook.objects.update(created_at=timezone.now() - timedelta(days=1))
    game_project(path.id)
    posted()

    assert receiver.received == []
    assert set(Delivery.objects.filter(webhook=webhook).values_list("state", flat=True)) == {"cancelled"}
    wish = {"url": receiver.url, "kinds": ["game.started"], "game": str(path.id)}
    answer = api.post("/api/v1/webhooks", wish, content_type="application/json", headers=lesser)
    problem(answer, 404, "not_found")


def test_who_changes_a_webhook_with_a_lesser_token_gets_what_that_token_may_see(
    ada, bob, api, receiver, posted
):
    webhook = hooked(ada, receiver, "webhooks", "games:read")
    lesser = token_for(ada.player, "webhooks")
    changed = api.patch(
        f"/api/v1/webhooks/{webhook.id}",
        {"url": f"{receiver.url}/mine"},
        content_type="application/json",
        headers=lesser,
    ).json()
    path = chosen(ada, bob)
    game_project(path.id)
    posted()

    assert changed["token"] == str(Token.objects.get(player=ada.player, scopes=["webhooks"]).id)
    assert events(receiver) == public_log(api, path)


def test_a_lesser_token_reads_in_the_delivery_log_what_a_stranger_sees(ada, bob, api, receiver):
    webhook = hooked(ada, receiver, "webhooks", "games:read")
    path = chosen(ada, bob)
    game_project(path.id)
    lesser = token_for(ada.player, "webhooks")
    sent = Delivery.objects.filter(webhook=webhook, kind="game.event")

    def bodies(headers: dict[str, str]) -> list[Any]:
        base = f"/api/v1/webhooks/{webhook.id}/deliveries"
        found = [api.get(f"{base}/{one.id}", headers=headers).json() for one in sent.order_by("seq")]
        return [one["body"]["data"]["event"] for one in found]

    assert bodies(lesser) == public_log(api, path)
    assert bodies(ada.headers) == ada.seen(f"{path}/events?limit=500")["items"]


def test_a_lesser_token_does_not_find_in_the_delivery_log_that_there_is_a_private_table(
    ada, bob, api, receiver
):
    webhook = hooked(ada, receiver, "webhooks", "games:read")
    for visibility in ("private", "public"):
        game_project(chosen(ada, bob, visibility=visibility).id)
    webhook_test(webhook)
    base = f"/api/v1/webhooks/{webhook.id}/deliveries"
    private = Delivery.objects.exclude(game=None).order_by("created_at")[:1].get()
    lesser = token_for(ada.player, "webhooks")

    def listed(headers: dict[str, str]) -> set[tuple[str, str | None]]:
        items = api.get(f"{base}?limit=100", headers=headers).json()["items"]
        return {(one["kind"], one.get("game")) for one in items}

    hidden = {one for one in listed(ada.headers) if one[1] == str(private.game_id)}
    assert {kind for kind, _ in hidden} == set(KINDS)
    assert listed(lesser) == listed(ada.headers) - hidden
    assert ("webhook.test", None) in listed(lesser)
    path = f"{base}/{private.id}"
    assert api.get(path, headers=ada.headers).status_code == 200
    problem(api.get(path, headers=lesser), 404, "not_found")
    again = api.post(f"{path}/replay", content_type="application/json", headers=lesser)
    problem(again, 404, "not_found")


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_a_lesser_token_is_not_told_what_only_its_player_knows(ada, bob, api, receiver, posted, visibility):
    kinds = ["game.invitation", "friend.request", "game.message", "seat.cleared"]
    webhook_for(ada.player, "webhooks", url=receiver.url, kinds=kinds)
    path = opened(bob, ada, seats=3, visibility=visibility)
    bob.done(f"{path}/messages", {"text": "Hello."})
    assert bob.delete(f"{path}/seats/1").status_code == 200
    bob.put(f"{path}/invitations/ada", {"hold": False})
    bob.put("/me/friends/ada")
    game_project(path.id)
    posted()

    assert set(Delivery.objects.values_list("kind", flat=True)) == set(kinds)
    told = {received.message["type"] for received in receiver.received}
    assert told == ({"seat.cleared"} if visibility == "public" else set())


def test_nor_does_it_read_there_what_a_bot_was_asked(robot, api, receiver):
    webhook, _ = webhook_for(robot, url=receiver.url, kinds=["bot.act"])
    ask(table(robot))
    asked = Delivery.objects.filter(kind="bot.act").first()
    assert asked
    path = f"/api/v1/webhooks/{webhook.id}/deliveries/{asked.id}"

    problem(api.get(path, headers=token_for(robot, "webhooks")), 404, "not_found")
    for scope in ("bots", "games:read"):
        shown = api.get(path, headers=token_for(robot, "webhooks", scope)).json()
        assert shown["body"]["data"]["game"]["view"]


# -- the end of a token ----------------------------------------------------------------------------


def paused(webhook: Webhook) -> str:
    return Webhook.objects.get(pk=webhook.pk).paused_because


def test_a_webhook_ends_with_its_token_and_its_owner_is_told(
    ada, receiver, django_capture_on_commit_callbacks
):
    webhook, other = hooked(ada, receiver), hooked(ada, receiver)
    with django_capture_on_commit_callbacks(execute=True):
        assert ada.delete(f"/me/tokens/{webhook.token_id}").status_code == 204

    assert (paused(webhook), paused(other)) == ("token_ended", "")
    notice = Notice.objects.get(player=ada.player, kind="webhook.paused")
    assert notice.data == {"webhook": str(webhook.id), "because": "token_ended"}
    assert ada.seen(f"/webhooks/{webhook.id}")["paused_because"] == "token_ended"


def test_a_webhook_whose_token_expires_is_paused_by_the_next_sweep(ada, receiver):
    webhook, other = hooked(ada, receiver), hooked(ada, receiver)
    Token.objects.filter(pk=webhook.token_id).update(expires_at=timezone.now())
    Token.objects.filter(pk=other.token_id).update(expires_at=timezone.now() + timedelta(hours=1))
    tasks.tidy_webhooks()

    assert (paused(webhook), paused(other)) == ("token_ended", "")


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_even_before_that_nothing_is_written_or_sent_for_it(ada, bob, receiver, end):
    webhook = hooked(ada, receiver)
    webhook_test(webhook)
    token = Token.objects.filter(pk=webhook.token_id)
    _ = token.delete() if end == "revoked" else token.update(expires_at=timezone.now())
    game_project(chosen(ada, bob).id)

    assert list(Delivery.objects.values_list("kind", flat=True)) == ["webhook.test"]
    assert batch_lease(Webhooks()) == []


def test_nor_is_a_bot_asked_for_a_token_that_has_ended(robot, receiver):
    webhook, _ = webhook_for(robot, url=receiver.url, kinds=["bot.act"])
    Token.objects.filter(pk=webhook.token_id).delete()

    assert ask(table(robot)) == 0


def test_who_resumes_it_with_another_token_goes_on_under_that_one(ada, receiver, posted):
    webhook = hooked(ada, receiver)
    ada.delete(f"/me/tokens/{webhook.token_id}")
    problem(ada.post(f"/webhooks/{webhook.id}/test"), 409, "webhook_paused")
    resumed = ada.patch(f"/webhooks/{webhook.id}", {"paused": False}).json()
    ada.post(f"/webhooks/{webhook.id}/test")

    assert (resumed["paused"], resumed["token"]) == (False, str(ada.player.tokens.get(name="first").id))
    assert posted() == 1
