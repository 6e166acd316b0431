"""An app and its way to tokens, as an app sees it."""

from __future__ import annotations

import base64
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from games.accounts.models import Player
from games.oauth import server
from games.oauth.models import App
from games.oauth.services import app_create

REDIRECT = "https://app.example.org/back"
VERIFIER = "a-verifier-of-more-than-forty-three-characters-0123456789"
SCOPES = ("games:read", "games:play")


def challenge_of(verifier: str) -> str:
    return base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def new_app(
    owner: Player, *, confidential: bool = False, redirect_uris: tuple[str, ...] = (REDIRECT,), **more: Any
) -> tuple[App, str]:
    """The app and its secret, which is empty if it has none."""
    wish = {"name": "Pocket", "homepage": "https://app.example.org", **more}
    app, secret = app_create(owner, confidential=confidential, redirect_uris=list(redirect_uris), **wish)
    return app, secret or ""


def request_of(app: App, *scopes: str, **more: str) -> dict[str, str]:
    """The parameters with which an app sends a player to the consent page."""
    return {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": app.redirect_uris[0],
        "scope": " ".join(scopes or SCOPES),
        "state": "xyz",
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
        **more,
    }


def code_for(app: App, player: Player, *scopes: str, **more: str) -> str:
    """The code that the app gets after the player has agreed."""
    uri = f"/oauth/authorize?{urlencode(request_of(app, *scopes, **more))}"
    chosen = list(scopes or SCOPES)
    headers, _, _ = server.authorization.create_authorization_response(
        uri, scopes=chosen, credentials={"user": player}
    )
    return answer_in(headers["Location"])["code"]


def answer_in(location: str) -> dict[str, str]:
    """The parameters of the address to which a browser is sent back."""
    return {name: value for name, (value,) in parse_qs(urlsplit(location).query).items()}


def send(client: Client, endpoint: str, headers: dict[str, str] | None = None, /, **form: str) -> Any:
    body = urlencode(form)
    return client.post(
        f"/oauth/{endpoint}", body, content_type="application/x-www-form-urlencoded", headers=headers
    )


def redeem(client: Client, app: App, code: str, **more: str) -> Any:
    form = {
        "grant_type": "authorization_code",
        "client_id": app.client_id,
        "code": code,
        "redirect_uri": REDIRECT,
        "code_verifier": VERIFIER,
        **more,
    }
    return send(client, "token", **{name: value for name, value in form.items() if value})


def refresh(client: Client, app: App, token: str, **more: str) -> Any:
    form = {"grant_type": "refresh_token", "client_id": app.client_id, "refresh_token": token, **more}
    return send(client, "token", **form)


def tokens_of(client: Client, app: App, player: Player, *scopes: str) -> dict[str, Any]:
    """A whole flow, after which the app may act for the player."""
    answer = redeem(client, app, code_for(app, player, *scopes))
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def basic(app: App, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{app.client_id}:{secret}".encode()).decode()}


def signed_in(name: str = "ada", **more: Any) -> tuple[Client, Player]:
    """A browser in which somebody has signed up, and who it is."""
    browser = Client(**more)
    answer = browser.post("/account/sign-up", {"username": name, "password1": "a horse with a stapler"})
    assert answer.status_code == 302, answer.content
    return browser, Player.objects.get(name=name)
