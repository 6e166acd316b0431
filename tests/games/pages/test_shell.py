"""The shell of the web table: one page for all its addresses, and files that browsers may keep."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from games.oauth import web_app
from tests.support.checkout import CHECKOUT

ADDRESSES = ("/", "/tables/new", "/games/x", "/games/x/replay", "/players/ada", "/leaderboard", "/settings")
INDEX = (CHECKOUT / "web" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_the_table_is_the_same_page(address):
    answer = Client().get(address)

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert answer.content == Client().get("/").content
    assert not answer.cookies


def test_its_policy_allows_no_inline_script_but_the_import_map():
    policy = dict(part.split(" ", 1) for part in Client().get("/")["Content-Security-Policy"].split("; "))

    assert policy["default-src"] == "'self'"
    assert re.fullmatch(r"'self' 'sha256-[A-Za-z0-9+/]{43}='", policy["script-src"])
    assert "style-src" not in policy
    assert "unsafe" not in str(policy)


@pytest.mark.django_db  # what is closed ends its request, and Django then looks at its connections
def test_its_files_are_there_and_may_be_kept_for_ever():
    page = Client().get("/").content.decode()
    files = re.findall(rf'"({settings.STATIC_URL}[^"]+)"', page)

    assert len(files) == len(re.findall(r'"/(?:web|clients)/', INDEX)) > 5
    for file in files:
        answer = Client().get(file)
        answer.close()
        assert (answer.status_code, answer["Cache-Control"]) == (200, "max-age=315360000, public, immutable")


def test_a_browser_asks_whether_the_page_has_changed():
    first = Client().get("/")

    assert first["Cache-Control"] == "no-cache"
    again = Client().get("/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert "Content-Security-Policy" not in again  # the browser would replace that of the page it has kept


def test_without_scripts_it_leads_on():
    page = Client().get("/").content.decode()

    for address in ("/account/sign-in", "/account/sign-up", "/docs", "/api/v1"):
        assert f'href="{address}"' in page


def test_it_cannot_be_written_to():
    assert Client().post("/").status_code == 405


def test_it_signs_in_as_the_app_that_the_server_knows():
    assert f'<meta name="signalbox-app" content="{web_app.ID}">' in INDEX
