"""The consent page: what it shows, where it leads, and whom it does not send anywhere."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from games.oauth import web_app
from games.oauth.models import App, AuthorizationCode, Grant
from tests.support.accounts import bearer, signed_up
from tests.support.oauth import (
    REDIRECT,
    answer_in,
    new_app,
    redeem,
    request_of,
    signed_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def app() -> App:
    return new_app(signed_up("maker")[0])[0]


@pytest.fixture
def browser() -> Client:
    return signed_in("ada")[0]


def address(app: App, *scopes: str, without: str = "", **more: str) -> str:
    asked = {name: value for name, value in request_of(app, *scopes, **more).items() if name != without}
    return f"/oauth/authorize?{urlencode(asked)}"


def sent_back(answer) -> dict[str, str]:
    assert answer.status_code == 303, answer.content
    assert answer["Location"].startswith(f"{REDIRECT}?")
    found = answer_in(answer["Location"])
    assert found.pop("iss") == "http://testserver"
    return found


def test_it_shows_the_app_its_maker_its_origin_and_the_scopes_in_words(app, browser):
    answer = browser.get(address(app, "games:read", "account"))
    page = answer.content.decode()

    assert answer.status_code == 200
    for word in (
        "Pocket",
        "maker",
        "https://app.example.org",
        "ada",
        "see your games",
        "manage your account",
        "What the app has set up to be told of your games ends with it.",
    ):
        assert word in page
    assert "play for you" not in page
    assert not AuthorizationCode.objects.exists()


def test_it_speaks_polish(app, browser):
    answer = browser.get(address(app, "games:play", "account"), headers={"Accept-Language": "pl"})
    page = answer.content.decode()

    assert '<html lang="pl">' in page
    assert "Pozwolić, by Pocket działała za ciebie?" in page
    assert "play for you" not in page
    assert "kończyć tokeny i aplikacje" in page
    assert "by dowiadywać się o twoich grach" in page


def test_nobody_can_frame_it_and_its_form_leads_to_the_app_alone(app, browser):
    answer = browser.get(address(app))

    policy = answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://app.example.org;" in policy
    assert answer["Cache-Control"] == "no-store"


def test_whoever_allows_it_is_sent_back_with_a_code_that_works(app, browser, client):
    found = sent_back(browser.post(address(app, state="a b&c"), {"answer": "allow"}))

    assert found.keys() == {"code", "state"}
    assert found["state"] == "a b&c"
    made = redeem(client, app, found["code"]).json()
    assert client.get("/api/v1/me", headers=bearer(made["access_token"])).json()["name"] == "ada"


@pytest.mark.parametrize("answer", ["deny", "", "ALLOW"])
def test_anything_but_allow_is_told_as_denied(app, browser, answer):
    found = sent_back(browser.post(address(app), {"answer": answer}))

    assert (found["error"], found["state"]) == ("access_denied", "xyz")
    assert not AuthorizationCode.objects.exists()


def test_a_form_from_elsewhere_is_refused(app):
    browser, _ = signed_in("ada")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies

    assert strict.post(address(app), {"answer": "allow"}).status_code == 403
    assert not AuthorizationCode.objects.exists()


def test_whoever_is_not_signed_in_signs_in_first_and_comes_back(app):
    stranger = Client()
    answer = stranger.get(address(app))

    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/sign-in?next=/oauth/authorize%3F")
    assert stranger.post(address(app), {"answer": "allow"}).status_code == 302
    assert not AuthorizationCode.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"client_id": "nobody"},
        {"client_id": "00000000-0000-0000-0000-000000000000"},
        {"client_id": ""},
        {"redirect_uri": "https://evil.example/back"},
        {"redirect_uri": f"{REDIRECT}/"},
        {"redirect_uri": f"{REDIRECT}?x=1"},
        {"redirect_uri": REDIRECT.replace("https", "http")},
        {"redirect_uri": REDIRECT.upper()},
        {"redirect_uri": "/back"},
        {"redirect_uri": "javascript:alert(1)"},
    ],
)
def test_a_wrong_app_or_address_shows_a_page_and_sends_nobody_anywhere(app, browser, wrong):
    for answer in (
        browser.get(address(app, **wrong)),
        browser.post(address(app, **wrong), {"answer": "allow"}),
        Client().get(address(app, **wrong)),
    ):
        assert answer.status_code == 400
        assert "Location" not in answer
        assert "The app cannot be allowed" in answer.content.decode()


def test_a_parameter_given_twice_sends_nobody_anywhere(app, browser):
    answer = browser.get(f"{address(app)}&state=other")

    assert (answer.status_code, "Location" in answer) == (400, False)


@pytest.mark.parametrize(
    ("without", "more", "error"),
    [
        ("code_challenge", {}, "invalid_request"),
        ("", {"code_challenge_method": "plain"}, "invalid_request"),
        ("code_challenge_method", {}, "invalid_request"),
        ("scope", {}, "invalid_scope"),
        ("", {"scope": "games:read fly"}, "invalid_scope"),
        ("", {"scope": "audit"}, "invalid_scope"),
        ("response_type", {}, "invalid_request"),
        ("", {"response_type": "token"}, "unsupported_response_type"),
        ("", {"response_type": "code token"}, "unsupported_response_type"),
        ("", {"response_type": "none"}, "unsupported_response_type"),
    ],
)
def test_other_mistakes_are_told_to_the_app_by_those_who_have_signed_in(app, browser, without, more, error):
    asked = address(app, without=without, **more)
    found = sent_back(browser.get(asked))

    assert (found["error"], found["state"]) == (error, "xyz")
    assert not AuthorizationCode.objects.exists()
    for answer in (Client().get(asked), Client().post(asked, {"answer": "deny"})):
        assert (answer.status_code, "Location" in answer) == (400, False)
        assert "The app cannot be allowed" in answer.content.decode()


def test_a_confidential_app_needs_pkce_too(browser):
    app, _ = new_app(signed_up("maker")[0], confidential=True)

    assert sent_back(browser.get(address(app, without="code_challenge")))["error"] == "invalid_request"


def test_an_app_with_one_address_need_not_name_it(app, browser):
    assert "code" in sent_back(browser.post(address(app, without="redirect_uri"), {"answer": "allow"}))


def test_the_answer_is_never_put_into_the_fragment(app, browser):
    answer = browser.post(address(app, response_mode="fragment"), {"answer": "allow"})

    assert "code" in sent_back(answer)
    assert "#" not in answer["Location"]


@pytest.mark.parametrize(
    ("registered", "used"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:49152/back"),
        ("http://127.0.0.1:80/back", "http://127.0.0.1:49152/back"),
        ("http://localhost/back", "http://localhost:8123/back"),
        ("http://[::1]/back", "http://[::1]:8123/back"),
        ("org.example.app:/back", "org.example.app:/back"),
    ],
)
def test_a_program_on_the_players_machine_takes_any_port(browser, registered, used):
    app, _ = new_app(signed_up("maker")[0], redirect_uris=(registered,))
    answer = browser.post(address(app, redirect_uri=used), {"answer": "allow"})

    assert answer.status_code == 303
    assert answer["Location"].startswith(f"{used}?code=sbc_")
    assert browser.get(address(app, redirect_uri=used)).status_code == 200


@pytest.mark.parametrize(
    ("registered", "used"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:49152/other"),
        ("http://127.0.0.1/back", "http://localhost:49152/back"),
        ("http://127.0.0.1/back", "https://127.0.0.1:49152/back"),
        ("http://127.0.0.1/back", "http://127.0.0.1:99999/back"),
        ("http://127.0.0.1/back", "http://x@127.0.0.1:49152/back"),
        ("http://127.0.0.1/back", "http://127.0.0.1:49152/back?x=1"),
        (REDIRECT, "https://app.example.org:444/back"),
    ],
)
def test_nothing_else_of_the_address_may_differ(browser, registered, used):
    app, _ = new_app(signed_up("maker")[0], redirect_uris=(registered,))

    assert browser.get(address(app, redirect_uri=used)).status_code == 400


def test_the_servers_own_app_is_not_asked_about(browser, client):
    app = App.objects.create(name="Web table", redirect_uris=[REDIRECT])

    found = sent_back(browser.get(address(app)))
    assert redeem(client, app, found["code"]).status_code == 200
    assert Client().get(address(app)).status_code == 302  # to sign in


def test_a_name_with_markup_is_text(browser):
    app, _ = new_app(signed_up("maker")[0], name="<script>alert(1)</script>")

    assert "<script>" not in browser.get(address(app)).content.decode().split("</head>")[1]


def test_a_consent_does_not_skip_the_next_one(app, browser, client):
    redeem(client, app, sent_back(browser.post(address(app), {"answer": "allow"}))["code"])

    assert Grant.objects.count() == 1
    assert browser.get(address(app)).status_code == 200


def web_table(**more: str) -> str:
    asked = request_of(web_app.web_app(), "account", "games:play", "games:read", "webhooks")
    return f"/oauth/authorize?{urlencode({**asked, 'redirect_uri': 'http://testserver/', **more})}"


def test_the_web_table_of_this_server_is_known_and_needs_no_consent(browser):
    App.objects.all().delete()
    location = browser.get(web_table())["Location"]

    assert location.startswith("http://testserver/?")
    assert AuthorizationCode.objects.get(app=web_app.ID).scopes == [
        "games:read",
        "games:play",
        "account",
        "webhooks",
    ]


def test_the_web_table_that_another_version_has_stored_is_sent_to_the_places_of_this_one(browser):
    App.objects.update_or_create(pk=web_app.ID, defaults={"name": "Signalbox", "redirect_uris": ["/table"]})

    assert browser.get(web_table())["Location"].startswith("http://testserver/?")
    assert browser.get(web_table(redirect_uri="http://testserver/table")).status_code == 400


@pytest.mark.parametrize(
    "elsewhere",
    ["/", "http://testserver/games/", "http://testserver:81/", "https://evil.example/", "//evil.example/"],
)
def test_the_web_table_sends_nobody_to_another_place(browser, elsewhere):
    answer = browser.get(web_table(redirect_uri=elsewhere))

    assert answer.status_code == 400
    assert "Location" not in answer
    assert not AuthorizationCode.objects.exists()
