"""What an app was allowed ends: by revocation, by the player, with the app, with the account, with time."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.models import Token
from games.oauth.devices import device_begin
from games.oauth.models import App, AuthorizationCode, DeviceCode, Grant
from games.oauth.services import app_delete
from games.retention import old_rows_forget
from games.webhooks.models import Webhook
from games.webhooks.receivers import expired_pause
from games.webhooks.services import webhook_create
from tests.support.accounts import bearer, signed_up
from tests.support.oauth import code_for, new_app, refresh, send, tokens_of

pytestmark = pytest.mark.django_db
ME = "/api/v1/me"


@pytest.fixture
def ada():
    return signed_up("ada")


@pytest.fixture
def app():
    return new_app(signed_up("maker")[0])[0]


def is_alive(client, made) -> bool:
    return client.get(ME, headers=bearer(made["access_token"])).status_code == 200


def hooked(player) -> Webhook:
    """A webhook that an app has made."""
    token = Token.objects.get(player=player, grant__isnull=False)
    return webhook_create(token, url="https://1.1.1.1/hook", kinds=["game.your_turn"])[0]


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
@pytest.mark.parametrize("hint", [None, "access_token", "refresh_token", "nonsense"])
def test_either_token_revokes_the_grant(client, app, ada, which, hint):
    made = tokens_of(client, app, ada[0])
    form = {"client_id": app.client_id, "token": made[which], **({"token_type_hint": hint} if hint else {})}
    answer = send(client, "revoke", **form)

    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert not is_alive(client, made)
    assert refresh(client, app, made["refresh_token"]).json()["error"] == "invalid_grant"


def test_an_unknown_token_or_one_of_others_is_answered_alike_and_nothing_ends(client, app, ada):
    made = tokens_of(client, app, ada[0])
    other, _ = new_app(ada[0], name="Other")
    personal = ada[1]["Authorization"].split()[1]

    for token in ("unknown", made["access_token"], made["refresh_token"], personal):
        assert send(client, "revoke", client_id=other.client_id, token=token).status_code == 200
    assert is_alive(client, made)
    assert client.get(ME, headers=ada[1]).status_code == 200


def test_to_revoke_takes_an_app_that_proves_itself(client, ada):
    app, secret = new_app(ada[0], confidential=True)
    form = {"client_id": app.client_id, "token": "x"}

    assert send(client, "revoke", **form).json()["error"] == "invalid_client"
    assert send(client, "revoke", client_secret=secret, **form).status_code == 200
    assert send(client, "revoke", client_id="nobody", token="x").status_code == 401


def test_the_token_of_an_app_can_revoke_itself_and_takes_the_grant_along(client, app, ada):
    made = tokens_of(client, app, ada[0])
    token = Token.objects.get(grant__isnull=False)

    headers = bearer(made["access_token"])
    assert client.delete(f"/api/v1/me/tokens/{token.id}", headers=headers).status_code == 204
    assert not Grant.objects.exists()


def test_webhooks_outlive_the_hour_of_a_token_but_not_the_grant(client, app, ada):
    made = tokens_of(client, app, ada[0], "webhooks", "games:read")
    webhook = hooked(ada[0])
    Token.objects.filter(grant__isnull=False).update(expires_at=timezone.now())
    expired_pause()
    webhook.refresh_from_db()
    assert webhook.paused_at is None

    refresh(client, app, made["refresh_token"])
    send(client, "revoke", client_id=app.client_id, token=made["refresh_token"])
    webhook.refresh_from_db()
    assert webhook.paused_because == "token_ended"


def test_an_app_is_deleted_with_everything_that_works_for_it(client, app, ada):
    made = tokens_of(client, app, ada[0], "webhooks")
    webhook = hooked(ada[0])
    code_for(app, ada[0])
    device_begin(app, ["games:read"])

    app_delete(app)
    webhook.refresh_from_db()
    assert not is_alive(client, made)
    assert webhook.paused_because == "token_ended"
    assert not any(model.objects.exists() for model in (App, Grant, AuthorizationCode, DeviceCode))


def test_a_deleted_account_leaves_nothing_behind(client, ada):
    own, _ = new_app(ada[0])
    bob, _ = signed_up("bob")
    of_bob = tokens_of(client, own, bob)
    other, _ = new_app(bob, name="Other")
    of_ada = tokens_of(client, other, ada[0])
    code_for(other, ada[0])

    assert client.delete(ME, headers=ada[1]).status_code == 204
    assert not is_alive(client, of_bob)
    assert not is_alive(client, of_ada)
    assert list(App.objects.all()) == [other]
    assert not Grant.objects.exists()
    assert not AuthorizationCode.objects.exists()


def test_what_has_expired_is_forgotten(client, app, ada):
    made = tokens_of(client, app, ada[0], "webhooks")
    webhook = hooked(ada[0])
    device_begin(app, ["games:read"])
    long_ago = timezone.now() - timedelta(days=2)
    AuthorizationCode.objects.update(expires_at=long_ago)
    DeviceCode.objects.update(expires_at=long_ago)
    Token.objects.filter(grant__isnull=False).update(expires_at=timezone.now() - timedelta(days=40))

    old_rows_forget()
    assert not AuthorizationCode.objects.exists()
    assert not DeviceCode.objects.exists()
    assert Token.objects.filter(grant__isnull=False).count() == 1  # the grant is good for thirty days
    assert refresh(client, app, made["refresh_token"]).status_code == 200

    Grant.objects.update(expires_at=timezone.now())
    old_rows_forget()
    webhook.refresh_from_db()
    assert not Token.objects.filter(grant__isnull=False).exists()
    assert webhook.paused_because == "token_ended"


def test_what_apps_may_and_may_no_longer_do_is_logged_without_secrets(client, app, ada, caplog):
    caplog.set_level(logging.INFO, "signalbox.oauth")
    made = tokens_of(client, app, ada[0])
    again = refresh(client, app, made["refresh_token"]).json()
    assert is_alive(client, again)
    refresh(client, app, made["refresh_token"])  # a thief
    known = str(app.pk)
    app_delete(app)

    lines = [record for record in caplog.records if record.name == "signalbox.oauth"]
    assert [record.getMessage() for record in lines] == [
        "an app acts for a player",
        "a refresh token came twice",
        "an app no longer acts for a player",
        "an app was removed",
    ]
    assert {(record.player, record.app) for record in lines[:3]} == {(str(ada[0].pk), known)}
    for secret in (*made.values(), *again.values()):
        assert len(str(secret)) < 20 or str(secret) not in str([vars(record) for record in caplog.records])
