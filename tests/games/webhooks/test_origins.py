"""Where pages of other origins may have messages sent: nowhere that they could not reach themselves."""

from __future__ import annotations

import pytest

from games.notifications.models import PushSubscription
from games.webhooks.models import Webhook
from tests.support.callers import Caller, problem
from tests.support.push_service import Browser

pytestmark = pytest.mark.django_db
NEARBY, PUBLIC = "http://127.0.0.1:9009/", "https://93.184.215.14/"
OWN = "http://testserver"
FOREIGN = [
    "https://evil.example",
    "http://evil.example:8000",
    "null",
    "",
    "http://testserver:9000",
    "https://testserver",
    "http://testserver.evil.example",
]


@pytest.fixture(autouse=True, params=["loopback", "all"])
def development(request, settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = request.param


def hook(url: str) -> dict[str, object]:
    return {"url": url, "kinds": ["game.your_turn"]}


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_origin_makes_no_webhook_to_this_machine(ada, origin):
    problem(ada.post("/webhooks", hook(NEARBY), origin=origin), 422, "url_refused")
    path = f"/webhooks/{ada.done('/webhooks', hook(PUBLIC), origin=origin)['id']}"
    problem(ada.patch(path, {"url": NEARBY}, origin=origin), 422, "url_refused")

    assert ada.patch(path, {"description": "mine"}, origin=origin).status_code == 200
    assert [found.url for found in Webhook.objects.all()] == [PUBLIC]


@pytest.mark.parametrize("headers", [{"origin": OWN}, {}], ids=["own page", "program"])
def test_a_program_and_our_own_pages_do(ada, headers):
    made = ada.done("/webhooks", hook(NEARBY), **headers)

    assert ada.patch(f"/webhooks/{made['id']}", {"url": f"{NEARBY}2"}, **headers).status_code == 200


def test_nor_does_it_have_a_bot_asked_there(api):
    bot = Caller(api, "robot", is_bot=True)
    wish = {"url": NEARBY, "kinds": ["bot.act"]}
    problem(bot.post("/webhooks", wish, origin=FOREIGN[0]), 422, "url_refused")

    assert bot.done("/webhooks", wish)


@pytest.mark.parametrize("origin", FOREIGN)
def test_nor_does_it_push_there(ada, origin):
    path, wish = "/me/push-subscriptions", Browser().subscription(NEARBY)
    problem(ada.post(path, wish, origin=origin), 422, "url_refused")
    ada.done(path, wish, origin=OWN)

    assert PushSubscription.objects.count() == 1
