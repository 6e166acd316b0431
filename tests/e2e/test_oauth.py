"""Apps whose user signs in here with a real browser and allows them: a page on another origin, a program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import msgspec
import pytest

from signalbox_client import Client, SignInFailed, Tokens, sign_in_with_browser, sign_out
from tests.e2e.bot_tables import Host
from tests.support import oauth_page
from tests.support.browser import Browser, Page, browsing, chromium
from tests.support.http_server import serving
from tests.support.oauth_page import ClientPage

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")
PLAY = "games:read games:play"
CALL = """
const api = (path, token, method = "GET", body = undefined) => fetch(%s + "/api/v1" + path, {
    method, body: body && JSON.stringify(body),
    headers: {Authorization: "Bearer " + token, ...(body && {"Content-Type": "application/json"})},
});
"""


@pytest.fixture(scope="module")
def issuer(run) -> str:
    return f"http://localhost:{run.port}"


@pytest.fixture(scope="module")
def client_id(run) -> str:
    wish = {"name": "A page elsewhere", "redirect_uris": [oauth_page.BACK]}
    return str(Host(run, "developer").post("/apps", wish)["client_id"])


@pytest.fixture
def browser(tmp_path_factory) -> Iterator[Browser]:
    program = chromium()
    assert program
    with browsing(program, tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture
def page(browser) -> Iterator[Page]:
    """The client, open in a browser that nobody has signed in with."""
    with serving(ClientPage) as port:
        found = browser.page()
        found.open(f"http://localhost:{port}/")
        yield found


def test_a_page_on_another_origin_is_allowed_and_plays(page, issuer, client_id):
    oauth_page.begin(page, issuer, client_id, PLAY)
    oauth_page.sign_up(page, "person")
    shown = page.run("document.querySelector('main').innerText")
    assert "A page elsewhere" in shown
    assert "developer" in shown
    assert "http://localhost:" in shown
    oauth_page.answer(page, "allow")

    page.run(CALL % json.dumps(issuer))
    said = page.run(
        """(async () => {
            const {access_token, refresh_token, scope} = await finish();
            const wish = {ruleset: "london", seats: 2, bots: ["random"], options: {first: "0"}};
            const {id} = await (await api("/games", access_token, "POST", wish)).json();
            await api(`/games/${id}/start`, access_token, "POST");
            const {items} = await (await api(`/games/${id}/actions`, access_token)).json();
            const acted = await api(`/games/${id}/actions`, access_token, "POST", items[0]);
            const renamed = await api("/me", access_token, "PATCH", {name: "stolen"});
            const renewed = await ask("token_endpoint", {grant_type: "refresh_token", refresh_token});
            const old = await api("/me", access_token);
            const me = await (await api("/me", renewed.access_token)).json();
            const ended = await ask("revocation_endpoint", {token: renewed.refresh_token});
            const after = await api("/me", renewed.access_token);
            return {scope, acted: acted.status, renamed: renamed.status, old: old.status, name: me.name,
                    ended: ended.status, after: after.status};
        })()"""
    )

    assert said["scope"] == PLAY
    assert (said["acted"], said["renamed"]) == (201, 403)
    assert (said["old"], said["name"]) == (401, "person")
    assert (said["ended"], said["after"]) == (200, 401)


def test_whoever_denies_it_is_sent_back_without_a_code(page, issuer, client_id):
    oauth_page.begin(page, issuer, client_id, PLAY)
    oauth_page.sign_up(page, "doubter")
    oauth_page.answer(page, "deny")

    assert page.run("finish()") == {"error": "access_denied"}


def test_the_python_client_signs_its_user_in_and_refreshes(browser, run, issuer):
    wish = {"name": "A program", "redirect_uris": ["http://127.0.0.1/back"]}
    app = Host(run, "programmer").post("/apps", wish)["client_id"]
    page, opened, kept = browser.page(), SimpleQueue[str](), list[Tokens]()
    with ThreadPoolExecutor(1) as thread:
        signing_in = thread.submit(
            sign_in_with_browser,
            issuer,
            app,
            redirect_uri="http://127.0.0.1/back",
            open_browser=opened.put,
            seconds=60,
        )
        page.run(f"void location.assign({json.dumps(opened.get(timeout=30))})")
        oauth_page.sign_up(page, "user")
        oauth_page.answer(page, "allow")
        tokens = signing_in.result(60)

    assert tokens.scope == PLAY
    late = msgspec.structs.replace(tokens, expires_at=0)
    with Client(issuer, tokens=late, client_id=app, save=kept.append) as client:
        assert client.me.get().name == "user"
        client.games.create(ruleset="london", seats=2)
        assert [found.access_token == tokens.access_token for found in kept] == [False]
        sign_out(issuer, app, kept[0])
        with pytest.raises(SignInFailed, match="invalid_grant"):
            client.me.get()
