"""Headers that would be dear to parse, or remembered for ever, are taken out before Django sees them."""

import encodings
from http import cookies

import pytest

from games.deliveries.models import Channel
from games.http.raw_headers import MAX_ACCEPT, MAX_CONTENT_TYPE, MAX_PATH, REFUSED, tame
from games.notifications.unsubscription import unsubscribe_path
from tests.support.wsgi import ask

pytestmark = pytest.mark.django_db  # a request looks after the connection, if another test has left one
QUOTES = 'a/b; x="' + '\\";' * 5000
PLACE = "/api/v1/rulesets/london"


def tamed(**headers: str) -> dict[str, str]:
    meta = {"PATH_INFO": "/", **headers}
    tame(meta)
    return meta


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "application/json",
        "application/x-ndjson",
        "application/json; charset=utf-8",
        "text/xml; version=1",
    ],
)
def test_a_content_type_that_anybody_sends_stays(kind):
    assert tamed(CONTENT_TYPE=kind)["CONTENT_TYPE"] == kind


@pytest.mark.parametrize(
    "kind",
    [
        QUOTES,
        "a/b" + ";" * MAX_CONTENT_TYPE,
        "a/b; x*=punycode''aaa",
        "a/b; charset*=utf-8''nonsense",
        "a/b; charset*0=non; charset*1=sense",
        "a/b; charset=utf-8; charset=punycode",
        "a/b; charset = punycode",
        'a/b; x="; charset=utf-8"; charset="utf-16"',
    ],
)
def test_one_that_nobody_sends_in_good_faith_is_not_parsed(kind):
    assert tamed(CONTENT_TYPE=kind)["CONTENT_TYPE"] == REFUSED
    assert ask("GET", PLACE, CONTENT_TYPE=kind).status == 200  # there is no body that it could be of
    assert ask("POST", PLACE, b"{}", CONTENT_TYPE=kind).status == 415


PARTS = b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'


@pytest.mark.django_db
def test_the_parts_of_a_form_with_files_are_not_parsed(ada):
    """But mail services may send one to unsubscribe (RFC 8058), where nothing in it matters."""
    kind = "multipart/form-data; boundary=x"
    link = unsubscribe_path(ada.player.pk, Channel.EMAIL)

    assert ask("POST", link, PARTS, CONTENT_TYPE=kind).status == 200
    assert ask("POST", "/api/v1/players", PARTS, CONTENT_TYPE=kind).status == 415
    assert ask("POST", "/oauth/token", PARTS, CONTENT_TYPE=kind).json()["error"] == "invalid_request"


def test_cookies_are_never_unquoted(monkeypatch):
    """Python's library takes quadratic time for it until 3.11.9."""
    seen: list[str] = []
    monkeypatch.setattr(cookies, "_unquote", seen.append)

    assert ask("GET", PLACE, HTTP_COOKIE='a="' + "\\" * 5000 + '"; b=c').status == 200
    assert seen == ['""', "c"]


@pytest.mark.parametrize("header", ["CONTENT_TYPE", "HTTP_ACCEPT"])
@pytest.mark.parametrize("kind", ["a/b; charset=made-up-1", "a/b; x*=made-up-2''x", "a/b; x* = made-up-3''x"])
def test_the_names_of_codecs_that_a_client_makes_up_are_not_remembered(header, kind):
    """Python keeps each name that it has looked up in vain."""
    ask("GET", "/api/v1/reports", **{header: kind})

    assert not [name for name in encodings._cache if "made" in name]  # noqa: SLF001


def test_a_long_list_of_accepted_types_is_cut_off():
    assert len(tamed(HTTP_ACCEPT="a/b," * 5000)["HTTP_ACCEPT"]) == MAX_ACCEPT


@pytest.mark.parametrize("path", ["/api/v1/players/", "/"])
@pytest.mark.parametrize("letter", ["a", "\xff", "/"])
@pytest.mark.django_db
def test_a_path_that_is_longer_than_any_leads_nowhere(path, letter):
    found = ask("GET", path + letter * 20_000)

    assert found.status == 404
    assert len(found.body) < 5 * MAX_PATH
