"""The documentation as a reader meets it: every page opens, and every link leads somewhere."""

import json
import re
import tarfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from html import unescape
from io import BytesIO

import pytest
from django.test import Client

from games.docs.chapters import Chapter, pictures
from games.docs.page import ORIGIN, Page
from games.docs.search import sections
from games.docs.site import entries
from games.docs.views import rendered
from games.notices.kinds import KINDS
from tests.support.api_client import document
from tests.support.checkout import CHECKOUT

SLUGS = list(entries())


@cache
def text_of(slug: str) -> str:
    return rendered(slug).decode()


@cache
def anchors_of(slug: str) -> set[str]:
    return {unescape(found) for found in re.findall(r'\bid="([^"]+)"', text_of(slug))}


def links_of(slug: str) -> set[str]:
    return {unescape(found) for found in re.findall(r'\b(?:href|src|action)="([^"]+)"', text_of(slug))}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_link_of_the_documentation_leads_somewhere(slug):
    for link in links_of(slug):
        path, _, anchor = link.partition("#")
        if path.startswith(("http://", "https://")) or path.removeprefix("/docs/") in (
            "search",
            "search.json",
        ):
            continue
        if path.startswith("/docs") or not path:
            target = path.removeprefix("/docs").removeprefix("/") if path else slug
            assert target in SLUGS or target in pictures(), link
            assert not anchor or anchor in anchors_of(target), link


@pytest.mark.django_db  # a file that is closed ends its request, and that looks at the connection
def test_everything_else_the_pages_point_to_is_on_this_server(client):
    links = {link.partition("#")[0] for slug in SLUGS for link in links_of(slug)}
    others = {link for link in links if link.startswith("/") and not link.startswith("/docs")}
    assert "/static/docs/docs.css" in others
    for link in others:
        response = client.get(link, follow=True)
        assert response.status_code == 200, link
        assert response.getvalue(), link  # read to its end, a file is closed


@pytest.mark.parametrize("slug", SLUGS)
def test_no_id_is_used_twice_and_no_page_has_inline_scripts_or_styles(slug):
    ids = re.findall(r'\bid="([^"]+)"', text_of(slug))
    assert len(ids) == len(set(ids))
    assert not re.findall(r"<style|<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=\"", text_of(slug))


def test_every_chapter_in_the_folder_is_on_the_site():
    files = {path.stem for path in (CHECKOUT / "docs").glob("*.md")} - {"README"}

    assert files <= set(SLUGS)


def test_a_page_is_the_same_for_everybody_and_can_be_cached(client):
    page = client.get("/docs/turns")
    again = client.get("/docs/turns", headers={"If-None-Match": page["ETag"]})

    assert (page.status_code, again.status_code) == (200, 304)
    assert page["Cache-Control"].startswith("public")
    assert not page.cookies
    assert "unsafe-inline" not in page["Content-Security-Policy"]
    assert "Whose turn is it" in page.content.decode()


def test_examples_name_the_server_that_the_reader_looks_at(client, settings):
    settings.ALLOWED_HOSTS = ["games.example.org"]
    pages = {
        slug: client.get(f"/docs/{slug}".rstrip("/"), secure=True, headers={"host": "games.example.org"})
        for slug in SLUGS
    }

    texts = {slug: page.content.decode() for slug, page in pages.items()}
    for slug, text in texts.items():
        assert ORIGIN not in text
        assert not re.findall(r"<pre[^>]*>(?:(?!</pre>).)*localhost:8000", text, re.DOTALL), slug
    assert "https://games.example.org/api/v1" in texts["quick-start"]
    assert "https://games.example.org/docs/clients/python.tar.gz" in texts["clients/shared"]
    found = client.get("/docs/search.json", secure=True, headers={"host": "games.example.org"})
    assert ORIGIN not in found.content.decode()


def test_every_picture_in_the_folder_is_shown_on_a_page(client):
    named = {name for slug in SLUGS for name in re.findall(r'<img[^>]*src="(/docs/[^"]+)"', text_of(slug))}
    files = {file for file in (CHECKOUT / "docs").iterdir() if file.suffix == ".webp"}

    assert named == {f"/docs/{file.name}" for file in files}
    for name in named:
        shown = client.get(name)
        assert shown["Content-Type"] == "image/webp"
        assert shown.content == (CHECKOUT / name[1:]).read_bytes()
    assert client.get("/docs/london.svg")["Content-Type"] == "image/svg+xml"
    assert client.get("/docs/nothing.webp").status_code == 404


@pytest.mark.parametrize("name", ["javascript", "python"])
def test_a_client_to_install_has_all_of_its_sources_and_nothing_else(client, name):
    answer = client.get(f"/docs/clients/{name}.tar.gz")
    known = client.get(f"/docs/clients/{name}.tar.gz", headers={"If-None-Match": answer["ETag"]})
    with tarfile.open(fileobj=BytesIO(answer.content)) as archive:
        found = set(archive.getnames())

    folder = CHECKOUT / "clients" / name
    files = (file for file in (folder / "src").rglob("*") if file.is_file() and file.suffix != ".pyc")
    sources = {str(file.relative_to(folder)) for file in files}
    about = {
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        *({"package.json"} if name == "javascript" else {"pyproject.toml"}),
    }
    assert found == {f"package/{file}" for file in {*sources, *about}}
    assert known.status_code == 304
    assert client.get("/docs/clients/cobol.tar.gz").status_code == 404


@pytest.mark.parametrize("path", ["/docs/nowhere", "/docs/rules/paris", "/docs/../settings"])
def test_an_unknown_page_is_a_page_that_says_so(client, path):
    answer = client.get(path)

    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "There is no such page" in answer.content.decode()


def test_neighbours_in_several_languages_are_tabs_that_need_no_script():
    page = text_of("quick-start")

    (first, *_) = re.findall(r'<fieldset class="tabs">.*?</fieldset>', page, re.DOTALL)
    assert re.findall(r"<label[^>]*>(\w+)</label>", first) == ["curl", "Python", "JavaScript"]
    assert first.count('type="radio"') == first.count('class="panel"') == 3


def test_a_search_works_without_a_script_and_finds_the_section(client):
    page = client.get("/docs/search", {"q": "idempotency replayed"}).content.decode()

    assert 'href="/docs/retries#idempotency-key"' in page
    assert client.get("/docs/search").status_code == 200
    assert "0 sections" in client.get("/docs/search", {"q": "zzzz"}).content.decode()


def test_however_many_search_at_once_each_page_is_read_once(monkeypatch):
    read: list[str] = []

    def page(chapter: Chapter) -> Page:
        read.append(chapter.slug)
        return chapter_page(chapter)

    chapter_page = Chapter.page
    monkeypatch.setattr(Chapter, "page", page)
    sections.forget()
    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(lambda _: Client().get("/docs/search?q=seal").content, range(8)))

    assert len(found) == 1
    assert len(read) == len(set(read)) > 30


def test_what_is_searched_for_is_text_and_never_markup(client):
    page = client.get("/docs/search", {"q": '"><script src="/x">'}).content.decode()

    assert '<script src="/x">' not in page


def test_the_script_in_the_pages_searches_the_same_sections(client):
    index = json.loads(client.get("/docs/search.json").content)

    places = {item["address"] for item in index["items"]}
    assert {"/docs", "/docs/retries#idempotency-key"} <= places


def test_the_type_of_every_problem_opens_its_own_place(api):
    for entry in api.get("/api/v1/problems").json()["items"]:
        page, _, anchor = entry["type"].partition("#")
        assert page == "/docs/errors"
        assert anchor == entry["code"]
        assert anchor in anchors_of("errors")


def test_every_rule_of_every_game_opens_at_its_number(api):
    for listed in api.get("/api/v1/rulesets").json()["items"]:
        whole = api.get(f"/api/v1/rulesets/{listed['id']}").json()
        numbers = {rule["number"] for rule in whole["rules"]}
        assert numbers <= anchors_of(f"rules/{listed['game']}")
        assert numbers <= anchors_of("rules")


def test_every_event_type_notice_kind_and_scope_opens_at_its_name():
    schemas = document()["components"]["schemas"]
    types = set(schemas["KnownEvent"]["discriminator"]["mapping"])

    assert len(types) > 30
    assert types <= anchors_of("events")
    assert set(KINDS) <= anchors_of("notices")
    assert set(schemas["Scope"]["enum"]) <= anchors_of("tokens")
