"""How a server hands the documentation out."""

import os

import pytest

from docs.site.build import build

pytestmark = pytest.mark.django_db  # a file that is closed ends its request, and that looks at the connection


@pytest.fixture(autouse=True)
def documented(site, settings):
    settings.DOCS_FOLDER = site


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/docs", "text/html"),
        ("/docs/turns", "text/html"),
        ("/docs/reference/play", "text/html"),
        ("/docs/site.css", "text/css"),
        ("/docs/search.mjs", "text/javascript"),
        ("/docs/search.json", "application/json"),
        ("/docs/web-table.webp", "image/webp"),
        ("/docs/london.svg", "image/svg+xml"),
        ("/docs/clients/python.tar.gz", "application/gzip"),
    ],
)
def test_a_page_is_the_same_for_everybody_and_can_be_cached(client, site, path, kind):
    page = client.get(path)
    again = client.get(path, headers={"If-None-Match": page["ETag"]})

    assert (page.status_code, again.status_code) == (200, 304)
    assert page["Content-Type"].split(";")[0] == kind
    assert page["Cache-Control"].startswith("max-age=60, public")
    assert not page.cookies
    assert "unsafe-inline" not in page["Content-Security-Policy"]
    name = path.removeprefix("/docs").removeprefix("/") or "index"
    assert page.getvalue() == (site / (name if "." in name else f"{name}.html")).read_bytes()


def test_a_page_has_the_headers_of_all_pages(client):
    page = client.get("/docs/turns")

    assert page.getvalue()
    assert page["X-Frame-Options"] == "DENY"
    assert page["X-Content-Type-Options"] == "nosniff"
    assert page["Referrer-Policy"] == "same-origin"


def test_a_page_is_not_shown_under_another_name(client):
    """Otherwise a page of that name would be of our own origin."""
    assert client.get("/docs/turns", headers={"host": "rebound.example"}).status_code == 400


def test_a_slash_too_many_leads_to_the_front_page(client):
    answer = client.get("/docs/")

    assert (answer.status_code, answer["Location"]) == (302, "/docs")


def test_a_page_may_load_scripts_and_data_of_this_server_only(client):
    page = client.get("/docs/turns")
    policy = page["Content-Security-Policy"]

    assert page.getvalue()  # read to its end, a file is closed
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "connect-src 'self';" in policy


@pytest.mark.parametrize(
    "path",
    [
        *("/docs/nowhere", "/docs/rules/paris", "/docs/../settings", "/docs/%2e%2e/%2e%2e/manage.py"),
        *("/docs/turns/", "/docs/turns.html/x", "/docs/%00", "/docs/clients/cobol.tar.gz", "/docs/rules/"),
    ],
)
def test_an_unknown_page_is_a_page_that_says_so(client, path):
    answer = client.get(path)

    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "There is no such page" in answer.content.decode()


def test_documentation_that_is_written_while_the_server_runs_is_shown(client, settings, tmp_path):
    settings.DOCS_FOLDER = tmp_path / "site"
    assert client.get("/docs").status_code == 404
    build(settings.DOCS_FOLDER)
    assert client.get("/docs/turns").getvalue()

    (settings.DOCS_FOLDER / "new.html").write_text("New")
    os.utime(settings.DOCS_FOLDER / "index.html", (1, 1))

    assert client.get("/docs/new").getvalue() == b"New"


def test_documentation_comes_by_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True

    answer = client.get("/docs/turns", headers={"host": "testserver"})

    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/docs/turns")
