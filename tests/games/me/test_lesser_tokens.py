"""What a token sees of a game that was not made for looking, and what an app cannot have."""

from uuid import UUID

import pytest
from django.test import Client

from games.oauth.scopes import GRANTABLE
from tests.support.accounts import bearer, token_for
from tests.support.callers import chosen, opened, problem
from tests.support.oauth import new_app, tokens_of
from tests.support.push_service import Browser
from tests.support.signing import Signer

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("scopes", [("webhooks",), ("bots",), ("webhooks", "bots"), ()])
def test_it_sees_what_a_stranger_sees(ada, bob, api, scopes):
    path = f"/api/v1{chosen(ada, bob)}"
    lesser = token_for(ada.player, *scopes)

    for look in (path, f"{path}/events"):
        assert api.get(look, headers=lesser).json() == api.get(look).json()


@pytest.mark.parametrize("scopes", [("webhooks",), ("bots",)])
def test_a_private_table_of_its_owner_is_not_there_for_it(ada, api, scopes):
    path = f"/api/v1{opened(ada, visibility='private')}"

    for look in (path, f"{path}/events", f"{path}/board.svg"):
        problem(api.get(look, headers=token_for(ada.player, *scopes)), 404, "not_found")


@pytest.mark.parametrize("scope", ["games:read", "games:play"])
def test_whoever_may_read_or_play_sees_their_own_hand(ada, bob, api, scope):
    path = chosen(ada, bob)

    assert api.get(f"/api/v1{path}", headers=token_for(ada.player, scope)).json() == ada.seen(path)


TELLING = [
    ("get", "/me/export", None),
    ("post", "/me/calendar", None),
    ("post", "/me/push-subscriptions", Browser().subscription("https://push.example/1")),
]
LASTING = [
    ("get", "/me/export", None),
    ("post", "/me/calendar", None),
    ("post", "/me/claim", None),
    ("post", "/me/tokens", {"name": "more", "scopes": ["games:read"]}),
    ("put", "/me/key", {"key": Signer().key}),
    ("delete", "/me/key", None),
    ("post", "/apps", {"name": "Other", "redirect_uris": []}),
    ("patch", f"/apps/{UUID(int=1)}", {"redirect_uris": ["https://evil.example/"]}),
    ("post", f"/apps/{UUID(int=1)}/secret", None),
]


def asked(api, method, path, body, headers):
    more = {"data": body} if body else {}
    kind = {} if method == "get" else {"content_type": "application/json"}
    return getattr(api, method)(f"/api/v1{path}", headers=headers, **kind, **more)


@pytest.mark.parametrize(("method", "path", "body"), TELLING)
def test_whoever_manages_the_account_reads_no_games_along_with_it(ada, api, method, path, body):
    answer = asked(api, method, path, body, token_for(ada.player, "account"))

    assert problem(answer, 403, "missing_scope")["context"]["scope"] == "games:read"


@pytest.mark.parametrize(("method", "path", "body"), LASTING)
def test_an_app_with_every_scope_gets_nothing_that_would_outlive_it(ada, bob, api, method, path, body):
    app, _ = new_app(bob.player)
    made = tokens_of(Client(), app, ada.player, *GRANTABLE)

    problem(asked(api, method, path, body, bearer(made["access_token"])), 403, "personal_token_required")
