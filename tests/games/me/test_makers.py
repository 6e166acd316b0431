"""What a token or an app has made ends with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import tasks
from games.accounts.models import Player, Token
from games.accounts.services import token_create
from games.calendars.services import calendar_create
from games.deliveries.batches import batch_lease
from games.deliveries.models import Delivery
from games.notices.services import notice_give
from games.notifications.models import PushSubscription
from games.notifications.subscriptions import MAX_SUBSCRIPTIONS
from games.oauth.models import Grant
from games.refusals import Unauthenticated
from games.webhooks.channel import Webhooks
from games.webhooks.services import webhook_create, webhook_test
from tests.support.accounts import bearer
from tests.support.callers import Caller, problem
from tests.support.notified import PAUSED
from tests.support.oauth import new_app, tokens_of
from tests.support.push_service import Browser
from tests.support.webhook_receiver import receiving

pytestmark = pytest.mark.django_db
SCOPES = ("games:read", "account", "webhooks")
PUSHES = "/api/v1/me/push-subscriptions"
CALENDAR = "/api/v1/me/calendar"
Maker = tuple[Token, dict[str, str]]


@pytest.fixture(autouse=True)
def service(settings, sent):
    """A push service on this machine."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "loopback"
    with receiving() as found:
        yield found


def personal(api: Client, player: Player) -> Maker:
    token, plain = token_create(player, name="maker", scopes=SCOPES)
    return token, bearer(plain)


def of_an_app(api: Client, player: Player) -> Maker:
    app, _ = new_app(player)
    made = tokens_of(Client(), app, player, *SCOPES)
    return Token.objects.get(grant__isnull=False), bearer(made["access_token"])


def revoked(api: Client, token: Token, headers: dict[str, str]) -> None:
    assert api.delete(f"/api/v1/me/tokens/{token.pk}", headers=headers).status_code == 204


def expired(api: Client, token: Token, headers: dict[str, str]) -> None:
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())


def disconnected(api: Client, token: Token, headers: dict[str, str]) -> None:
    grant = Grant.objects.get(token=token)
    assert api.delete(f"/api/v1/me/apps/{grant.app_id}", headers=headers).status_code == 204


def idle(api: Client, token: Token, headers: dict[str, str]) -> None:
    """Nothing has noticed yet that the time of the grant is over."""
    expired(api, token, headers)
    Grant.objects.update(expires_at=timezone.now())


PERSONAL = [(personal, revoked), (personal, expired)]
ENDS = [*PERSONAL, (of_an_app, revoked), (of_an_app, disconnected), (of_an_app, idle)]
every_end = pytest.mark.parametrize(("make", "end"), ENDS)


def addressed(api: Client, headers: dict[str, str]) -> Any:
    return api.post(CALENDAR, content_type="application/json", headers=headers)


def feed_of(api: Client, headers: dict[str, str]) -> str:
    url: str = addressed(api, headers).json()["url"]
    return url.removeprefix("http://testserver")


def subscribed(api: Client, headers: dict[str, str], endpoint: str) -> Any:
    body = Browser().subscription(endpoint)
    return api.post(PUSHES, body, content_type="application/json", headers=headers)


@every_end
def test_nothing_is_pushed_for_a_token_that_has_ended(
    ada: Caller, api, service, make: Callable[..., Maker], end: Callable[..., None]
):
    token, headers = make(api, ada.player)
    assert subscribed(api, headers, service.url).status_code == 201
    notice_give(ada.player, PAUSED)
    assert tasks.send_pushes() == len(service.received) == 1

    notice_give(ada.player, PAUSED)
    end(api, token, headers)
    notice_give(ada.player, PAUSED)
    tasks.send_pushes()
    assert len(service.received) == 1
    assert ada.seen("/me/push-subscriptions")["items"] == []
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered", "cancelled"}


def test_pushes_of_an_app_outlive_the_hour_of_its_token(ada: Caller, api, service):
    token, headers = of_an_app(api, ada.player)
    subscribed(api, headers, service.url)
    expired(api, token, headers)
    notice_give(ada.player, PAUSED)
    tasks.send_pushes()

    assert len(service.received) == 1


def test_a_subscription_that_has_ended_takes_no_room(ada: Caller, api, service):
    token, headers = personal(api, ada.player)
    for number in range(MAX_SUBSCRIPTIONS):
        assert subscribed(api, headers, f"{service.url}/{number}").status_code == 201
    revoked(api, token, headers)

    assert subscribed(api, ada.headers, service.url).status_code == 201
    assert PushSubscription.objects.count() == 1


def test_who_subscribes_a_browser_again_is_its_maker(ada: Caller, api, service):
    token, headers = personal(api, ada.player)
    subscribed(api, headers, service.url)
    subscribed(api, ada.headers, service.url)
    revoked(api, token, headers)

    assert len(ada.seen("/me/push-subscriptions")["items"]) == 1


@pytest.mark.parametrize(("make", "end"), PERSONAL)
def test_a_calendar_ends_with_the_token_that_made_its_address(ada: Caller, api, make, end):
    token, headers = make(api, ada.player)
    feed = feed_of(api, headers)
    assert api.get(feed).status_code == 200
    end(api, token, headers)

    problem(api.get(feed), 404, "not_found")
    problem(ada.get("/me/calendar"), 404, "not_found")


def test_an_app_neither_makes_nor_ends_the_calendar_of_a_player(ada: Caller, api):
    _, secret = calendar_create(ada.player)  # as on the page
    _, headers = of_an_app(api, ada.player)

    problem(addressed(api, headers), 403, "personal_token_required")
    assert api.get(f"/api/v1/calendars/{secret}.ics").status_code == 200


def test_what_was_made_on_the_pages_ends_with_no_token(ada: Caller, api):
    _, secret = calendar_create(ada.player)
    Token.objects.all().delete()

    assert api.get(f"/api/v1/calendars/{secret}.ics").status_code == 200


def test_a_webhook_ends_when_the_time_of_its_grant_is_over(ada: Caller, api, service):
    token, headers = of_an_app(api, ada.player)
    webhook, _ = webhook_create(token, url=service.url, kinds=["game.event"])
    expired(api, token, headers)
    webhook_test(webhook)
    assert batch_lease(Webhooks())
    webhook_test(webhook)
    Grant.objects.update(expires_at=timezone.now())

    assert batch_lease(Webhooks()) == []


# -- tokens made by tokens --------------------------------------------------------------------------


def minted(api: Client, headers: dict[str, str], name: str = "more", *scopes: str) -> dict[str, str]:
    wish = {"name": name, "scopes": scopes or SCOPES}
    answer = api.post("/api/v1/me/tokens", wish, content_type="application/json", headers=headers)
    return bearer(answer.json()["token"])


def names(player: Player) -> list[str]:
    return sorted(player.tokens.values_list("name", flat=True))


def test_a_revoked_token_takes_along_the_tokens_it_has_made_and_theirs(ada: Caller, api):
    stolen, headers = personal(api, ada.player)
    child = minted(api, headers, "child")
    grandchild = minted(api, child, "grandchild")
    minted(api, ada.headers, "other")
    revoked(api, stolen, ada.headers)

    assert names(ada.player) == ["first", "other"]
    assert api.get("/api/v1/me", headers=grandchild).status_code == 401


def test_what_the_tokens_of_a_revoked_token_have_made_ends_too(ada: Caller, api):
    stolen, headers = personal(api, ada.player)
    child = minted(api, headers)
    feed = feed_of(api, child)
    webhook, _ = webhook_create(Token.objects.get(name="more"), url="https://1.1.1.1/", kinds=["game.event"])
    revoked(api, stolen, ada.headers)

    problem(api.get(feed), 404, "not_found")
    webhook.refresh_from_db()
    assert webhook.paused_because == "token_ended"


def test_a_token_is_replaced_by_one_it_has_made(ada: Caller, api):
    replacing = minted(api, ada.headers, "new")
    minted(api, replacing, "of the new")
    minted(api, ada.headers, "of the old")
    revoked(api, ada.player.tokens.get(name="first"), replacing)

    assert names(ada.player) == ["new", "of the new"]
    assert ada.player.tokens.get(name="new").made_by is None


def test_a_token_that_revokes_itself_takes_along_what_it_has_made(ada: Caller, api):
    token, headers = personal(api, ada.player)
    minted(api, headers)
    revoked(api, token, headers)

    assert names(ada.player) == ["first"]


def test_a_token_that_takes_the_place_of_another_still_ends_with_its_first_maker(ada: Caller, api):
    stolen, headers = personal(api, ada.player)
    child = minted(api, headers, "child")
    grandchild = minted(api, child, "grandchild")
    revoked(api, ada.player.tokens.get(name="child"), grandchild)
    assert names(ada.player) == ["first", "grandchild", "maker"]
    revoked(api, stolen, ada.headers)

    assert names(ada.player) == ["first"]


def test_a_token_that_is_revoked_meanwhile_makes_no_other(ada: Caller, api):
    token, headers = personal(api, ada.player)
    revoked(api, token, headers)

    with pytest.raises(Unauthenticated):
        token_create(ada.player, name="late", scopes=["account"], made_by=token)
    assert names(ada.player) == ["first"]


def test_a_token_made_for_longer_ends_when_its_maker_expires(ada: Caller, api):
    soon = timezone.now() + timedelta(minutes=1)
    _, plain = token_create(ada.player, name="maker", scopes=SCOPES, expires_at=soon)
    minted(api, bearer(plain))

    assert ada.player.tokens.get(name="more").expires_at == soon
