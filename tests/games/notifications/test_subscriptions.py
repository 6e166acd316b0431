"""Push subscriptions: /push-key, /me/push-subscriptions, and what they refuse."""

import pytest

from games.notifications.models import PushSubscription
from games.notifications.subscriptions import MAX_SUBSCRIPTIONS
from tests.support.accounts import token_for
from tests.support.callers import Caller, problem, wrong_fields
from tests.support.push_service import Browser, padded

pytestmark = pytest.mark.django_db
PATH = "/me/push-subscriptions"


@pytest.fixture
def public(monkeypatch):
    """Every name leads to a public address."""
    monkeypatch.setattr("games.webhooks.targets._resolve", lambda *_: ["93.184.215.14"])


def test_a_browser_gets_the_key_it_needs_without_a_token(api):
    key = api.get("/api/v1/push-key").json()["public_key"]

    assert len(padded(key)) == 65
    assert padded(key)[0] == 4


def test_a_server_without_a_key_says_so_and_takes_no_subscription(api, ada, browser, settings, public):
    settings.VAPID_KEY = None

    problem(api.get("/api/v1/push-key"), 409, "push_unavailable")
    problem(ada.post(PATH, browser.subscription("https://push.example/1")), 409, "push_unavailable")


def test_a_subscription_is_listed_without_its_keys_and_can_be_ended(ada, bob, browser, public):
    made = ada.done(PATH, {**browser.subscription("https://push.example/1"), "description": "phone"})

    assert ada.seen(PATH)["items"] == [made]
    assert ada.get(made["links"]["self"].removeprefix("/api/v1")).json() == made
    assert "keys" not in made
    problem(bob.delete(f"{PATH}/{made['id']}"), 404, "not_found")
    assert ada.delete(f"{PATH}/{made['id']}").status_code == 204
    problem(ada.delete(f"{PATH}/{made['id']}"), 404, "not_found")
    assert ada.seen(PATH)["items"] == []


def test_the_same_endpoint_again_is_the_same_browser_with_new_keys(ada, public):
    one, other = Browser(), Browser()
    first = ada.done(PATH, one.subscription("https://push.example/1"))
    second = ada.done(PATH, other.subscription("https://push.example/1"))

    assert first["id"] == second["id"]
    assert bytes(PushSubscription.objects.get().p256dh) == other.public


def test_two_players_may_share_a_browser(ada, bob, browser, public):
    for person in (ada, bob):
        person.done(PATH, browser.subscription("https://push.example/1"))

    assert PushSubscription.objects.count() == 2


def test_an_account_has_ten_subscriptions_at_most(ada, browser, public):
    for number in range(MAX_SUBSCRIPTIONS):
        ada.done(PATH, browser.subscription(f"https://push.example/{number}"))

    problem(
        ada.post(PATH, browser.subscription("https://push.example/x")), 409, "too_many_push_subscriptions"
    )
    ada.done(PATH, browser.subscription("https://push.example/0"))


@pytest.mark.parametrize("endpoint", ["http://push.example/1", "https://127.0.0.1/1", "https://[::1]:8443/1"])
def test_an_endpoint_that_is_not_https_or_not_public_is_refused(ada, browser, endpoint):
    problem(ada.post(PATH, browser.subscription(endpoint)), 422, "url_refused")
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"endpoint": "not a url"}, "endpoint"),
        ({"keys": {"p256dh": "AAAA", "auth": "c2l4dGVlbiBieXRlcyBvaw"}}, "keys.p256dh"),
        ({"keys": {"p256dh": "%", "auth": "c2l4dGVlbiBieXRlcyBvaw"}}, "keys.p256dh"),
        ({"keys": {}}, "keys.auth"),
        ({"unknown": 1}, "unknown"),
        ({"expirationTime": "tomorrow"}, "expirationTime"),
    ],
)
def test_a_malformed_subscription_is_refused_by_field(ada, browser, public, change, field):
    answer = ada.post(PATH, {**browser.subscription("https://push.example/1"), **change})

    assert field in wrong_fields(answer)
    assert not PushSubscription.objects.exists()


def test_a_short_secret_is_refused(ada, public):
    body = Browser(auth=b"short").subscription("https://push.example/1")

    assert wrong_fields(ada.post(PATH, body)) == {"keys.auth": "invalid"}


def test_a_token_that_can_only_read_cannot_subscribe(api, ada: Caller, browser, public):
    headers = token_for(ada.player, "games:read")
    body = browser.subscription("https://push.example/1")
    answer = api.post(f"/api/v1{PATH}", body, content_type="application/json", headers=headers)

    problem(answer, 403, "missing_scope")
