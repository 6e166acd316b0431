"""One's webhooks: GET and POST /webhooks, GET, PATCH and DELETE /webhooks/{id}, POST …/rotate."""

from __future__ import annotations

import socket
import time
from uuid import uuid4

import pytest
from django.db import connection

from games.deliveries.models import Delivery
from games.webhooks.models import Webhook
from games.webhooks.services import MAX_WEBHOOKS, webhook_test
from tests.support.accounts import token_for
from tests.support.callers import Caller, opened, problem, wrong_fields
from tests.support.webhooks import webhook_for

pytestmark = pytest.mark.django_db

URL = "https://hooks.example.org/signalbox"
WISH = {"url": URL, "kinds": ["game.your_turn"]}


@pytest.fixture(autouse=True)
def names(monkeypatch) -> dict[str, list[str]]:
    """What names lead to, without a look at any network."""
    known = {"hooks.example.org": ["93.184.215.14"]}

    def getaddrinfo(host, port, **_):
        if host not in known:
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in known[host]]

    monkeypatch.setattr("games.webhooks.targets.socket.getaddrinfo", getaddrinfo)
    return known


@pytest.fixture
def robot(api) -> Caller:
    return Caller(api, "robot", is_bot=True)


def test_a_new_webhook_shows_its_secret_once(ada):
    answer = ada.post("/webhooks", {**WISH, "description": "my phone"})
    made = answer.json()

    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    assert answer["Location"] == made["links"]["self"] == f"/api/v1/webhooks/{made['id']}"
    assert made["secret"].startswith("whsec_")
    assert (made["url"], made["kinds"], made.get("game"), made["paused"]) == (
        URL,
        ["game.your_turn"],
        None,
        False,
    )
    seen = ada.seen(f"/webhooks/{made['id']}")
    assert seen == {name: value for name, value in made.items() if name != "secret"}
    assert ada.seen("/webhooks") == {"items": [seen], "next": None}


def test_kinds_come_in_order_and_each_once(ada):
    made = ada.done("/webhooks", {**WISH, "kinds": ["game.event", "game.started", "game.event"]})

    assert made["kinds"] == ["game.started", "game.event"]


def test_one_game_is_any_the_caller_may_see(ada, bob):
    path = opened(ada)
    made = bob.done("/webhooks", {**WISH, "kinds": ["game.event"], "game": str(path.id)})

    assert made["game"] == str(path.id)


def test_a_private_game_of_others_is_not_there(ada, bob):
    path = opened(ada, visibility="private")

    problem(bob.post("/webhooks", {**WISH, "game": str(path.id)}), 404, "not_found")
    problem(bob.post("/webhooks", {**WISH, "game": str(uuid4())}), 404, "not_found")
    assert ada.done("/webhooks", {**WISH, "game": str(path.id)})
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"url": ""}, "url"),
        ({"url": 5}, "url"),
        ({"url": None}, "url"),
        ({"url": "https://x.org/" + "y" * 500}, "url"),
        ({"kinds": []}, "kinds"),
        ({"kinds": "game.event"}, "kinds"),
        ({"kinds": ["game.moved"]}, "kinds.0"),
        ({"kinds": ["webhook.test"]}, "kinds.0"),
        ({"kinds": ["game.event"] * (len(Webhook.Kind) + 1)}, "kinds"),
        ({"kinds": [1]}, "kinds"),
        ({"game": "mine"}, "game"),
        ({"game": 5}, "game"),
        ({"description": "x" * 101}, "description"),
        ({"description": "two\nlines"}, "description"),
        ({"description": "nul\x00"}, "description"),
        ({"secret": "whsec_mine"}, "secret"),
        ({"paused": True}, "paused"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_named_and_nothing_is_made(ada, change, field):
    answer = ada.post("/webhooks", {**WISH, **change})

    assert [name.split(".")[0] for name in wrong_fields(answer)] == [field.split(".")[0]]
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://intranet.example.org/",
        "https://nowhere.example.org/",
        "https://hooks.example.org:25/",
        "https://me:pw@hooks.example.org/",
    ],
)
def test_a_url_nothing_may_be_posted_to_is_refused(ada, names, url):
    names.update({"127.0.0.1": ["127.0.0.1"], "intranet.example.org": ["93.184.215.14", "10.0.0.7"]})
    found = problem(ada.post("/webhooks", {**WISH, "url": url}), 422, "url_refused")

    assert "10.0.0.7" not in str(found)
    assert not Webhook.objects.exists()


def test_a_host_that_cannot_be_looked_up_now_is_to_be_sent_again_and_not_refused(ada, monkeypatch):
    monkeypatch.setattr("games.webhooks.services.LOOKUP_SECONDS", 0.01)
    monkeypatch.setattr("games.webhooks.targets.socket.getaddrinfo", lambda *_, **__: time.sleep(0.5))

    answer = ada.post("/webhooks", WISH)

    problem(answer, 503, "resolver_busy")
    assert answer["Retry-After"] == "5"
    assert not Webhook.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_for_a_name_server_holds_no_database_connection(ada, monkeypatch):
    held: list[object] = []
    monkeypatch.setattr(
        "games.webhooks.services.addresses_of", lambda *_, **__: held.append(connection.connection)
    )

    ada.done("/webhooks", WISH)

    assert held == [None]


@pytest.mark.parametrize(
    "url",
    ["hooks.example.org", "/hook", "https://", "https:///hook", "https://[::1/", "https://exa mple.org/"],
)
def test_what_is_not_a_url_is_an_invalid_field(ada, url):
    path = f"/webhooks/{ada.done('/webhooks', WISH)['id']}"

    assert wrong_fields(ada.post("/webhooks", {**WISH, "url": url})) == {"url": "invalid"}
    assert wrong_fields(ada.patch(path, {"url": url})) == {"url": "invalid"}
    assert (Webhook.objects.count(), ada.seen(path)["url"]) == (1, URL)


def test_a_wrong_field_is_named_before_a_url_is_refused(ada):
    body = {**WISH, "url": "http://hooks.example.org/", "kinds": []}

    assert list(wrong_fields(ada.post("/webhooks", body))) == ["kinds"]


def test_a_refusal_does_not_tell_what_is_inside_from_what_is_nowhere(ada, names):
    names["intranet.example.org"] = ["10.0.0.7"]
    details = {
        ada.post("/webhooks", {**WISH, "url": f"https://{host}.example.org/"}).json()["detail"]
        for host in ("intranet", "nowhere")
    }

    assert details == {"The host does not resolve to a public address."}


def test_one_has_so_many_webhooks_and_no_more(ada):
    for _ in range(MAX_WEBHOOKS):
        ada.done("/webhooks", WISH)

    assert problem(ada.post("/webhooks", WISH), 409, "too_many_webhooks")["context"] == {
        "most": 10,
        "current": 10,
    }
    assert Webhook.objects.count() == MAX_WEBHOOKS


def test_the_list_has_ones_own_oldest_first_in_pages(ada, bob):
    made = [ada.done("/webhooks", WISH)["id"] for _ in range(3)]
    bob.done("/webhooks", WISH)
    page = ada.seen("/webhooks?limit=2")

    assert [item["id"] for item in page["items"]] == made[:2]
    rest = ada.seen(f"/webhooks?limit=2&cursor={page['next']}")
    assert [item["id"] for item in rest["items"]] == made[2:]


def test_what_is_named_is_changed_and_nothing_else(ada):
    made = ada.done("/webhooks", {**WISH, "description": "phone"})
    path = f"/webhooks/{made['id']}"
    changed = ada.patch(path, {"kinds": ["game.event"], "url": f"{URL}/2"}).json()

    assert (changed["kinds"], changed["url"]) == (["game.event"], f"{URL}/2")
    assert changed["description"] == "phone"
    assert ada.patch(path, {}).json() == changed == ada.seen(path)


def test_a_webhook_is_paused_and_resumed(ada):
    path = f"/webhooks/{ada.done('/webhooks', WISH)['id']}"
    paused = ada.patch(path, {"paused": True}).json()
    assert (paused["paused"], paused.get("paused_because"), bool(paused.get("paused_at"))) == (
        True,
        "asked",
        True,
    )
    assert ada.patch(path, {"paused": True}).json() == paused

    resumed = ada.patch(path, {"paused": False}).json()
    assert (resumed["paused"], resumed.get("paused_because"), resumed.get("paused_at")) == (False, None, None)


@pytest.mark.parametrize(
    "change", [{"game": None}, {"secret": "x"}, {"paused": "yes"}, {"paused": None}, {"kinds": []}]
)
def test_what_cannot_be_changed_is_named_and_nothing_is(ada, change):
    path = f"/webhooks/{ada.done('/webhooks', WISH)['id']}"
    before = ada.seen(path)

    assert list(wrong_fields(ada.patch(path, change))) == list(change)
    assert ada.seen(path) == before


def test_a_url_is_looked_at_when_it_is_changed_too(ada):
    path = f"/webhooks/{ada.done('/webhooks', WISH)['id']}"

    problem(ada.patch(path, {"url": "https://nowhere.example.org/"}), 422, "url_refused")
    assert ada.seen(path)["url"] == URL


def test_a_new_secret_is_shown_once_and_the_old_one_lives_on_for_a_day(ada):
    made = ada.done("/webhooks", WISH)
    answer = ada.post(f"/webhooks/{made['id']}/rotate")
    rotated = answer.json()

    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    assert rotated["secret"] != made["secret"]
    assert rotated["old_secret_until"]
    assert "secret" not in ada.seen(f"/webhooks/{made['id']}")


def test_a_deleted_webhook_is_gone_with_its_deliveries(ada):
    made = ada.done("/webhooks", WISH)
    webhook_test(Webhook.objects.get())

    assert ada.delete(f"/webhooks/{made['id']}").status_code == 204
    assert not Delivery.objects.exists()
    problem(ada.get(f"/webhooks/{made['id']}"), 404, "not_found")


def test_webhooks_of_others_are_not_there(ada, bob):
    path = f"/webhooks/{ada.done('/webhooks', WISH)['id']}"

    for answer in (
        bob.get(path),
        bob.patch(path, {"paused": True}),
        bob.delete(path),
        bob.post(f"{path}/rotate"),
    ):
        problem(answer, 404, "not_found")
    assert not ada.seen(path)["paused"]


def test_it_takes_a_token_with_the_scope_webhooks(ada, api):
    path = f"/api/v1/webhooks/{ada.done('/webhooks', WISH)['id']}"
    lesser = token_for(ada.player, "games:read", "games:play")

    assert api.get("/api/v1/webhooks").status_code == 401
    for method, at in (
        ("get", "/api/v1/webhooks"),
        ("get", path),
        ("delete", path),
        ("post", f"{path}/rotate"),
    ):
        assert (
            problem(getattr(api, method)(at, headers=lesser), 403, "missing_scope")["context"]["scope"]
            == "webhooks"
        )


def test_whoever_deletes_the_account_leaves_no_webhook(ada):
    ada.done("/webhooks", WISH)
    webhook_test(Webhook.objects.get())

    assert ada.delete("/me").status_code == 204
    assert not Webhook.objects.exists()


# -- bots behind a URL ---------------------------------------------------------------------------

ACT = {"url": URL, "kinds": ["bot.act"]}


def test_only_an_account_that_plays_by_program_is_asked_for_its_actions(ada, robot):
    problem(ada.post("/webhooks", ACT), 409, "not_a_bot")
    path = f"/webhooks/{ada.done('/webhooks', WISH)['id']}"
    problem(ada.patch(path, {"kinds": ["bot.act"]}), 409, "not_a_bot")

    assert robot.done("/webhooks", ACT)["kinds"] == ["bot.act"]


def test_to_let_others_act_takes_the_scope_bot_too(robot, api):
    lesser = token_for(robot.player, "webhooks")
    answer = api.post("/api/v1/webhooks", ACT, content_type="application/json", headers=lesser)
    assert problem(answer, 403, "missing_scope")["context"]["scope"] == "bots"

    webhook, _ = webhook_for(robot.player, url=URL, kinds=["game.event"])
    path = f"/api/v1/webhooks/{webhook.id}"
    answer = api.patch(path, {"kinds": ["bot.act"]}, content_type="application/json", headers=lesser)
    problem(answer, 403, "missing_scope")


@pytest.mark.parametrize(
    "wish",
    [{"url": "https://elsewhere.example.org/"}, {"kinds": ["game.event"]}, {"paused": False}, {}],
)
def test_nor_does_a_lesser_token_change_where_a_bot_is_asked(robot, api, wish):
    webhook, _ = webhook_for(robot.player, url=URL, kinds=["bot.act"])
    path, lesser = (
        f"/api/v1/webhooks/{webhook.id}",
        token_for(robot.player, "webhooks", "games:read", "games:play"),
    )
    answers = [
        api.patch(path, wish, content_type="application/json", headers=lesser),
        api.post(f"{path}/rotate", content_type="application/json", headers=lesser),
    ]

    for answer in answers:
        assert problem(answer, 403, "missing_scope")["context"]["scope"] == "bots"
    assert Webhook.objects.values_list("url", "kinds", "secret").get() == (URL, ["bot.act"], webhook.secret)
