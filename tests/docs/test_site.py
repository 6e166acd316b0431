"""The documentation as a reader meets it: every page is there, and every link leads somewhere."""

import json
import re
import tarfile
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from docs.site.build import STATIC, build
from docs.site.chapters import pictures
from docs.site.contents import entries
from docs.site.trial import APP
from games.notices.kinds import KINDS
from games.oauth.web_app import ID
from tests.support.api_client import document
from tests.support.checkout import CHECKOUT

EXAMPLE = "http://localhost:8000"


@pytest.fixture
def texts(site) -> dict[str, str]:
    """The pages by their addresses."""
    return texts_of(site)


@cache
def texts_of(site: Path) -> dict[str, str]:
    names = {file: str(file.relative_to(site)).removesuffix(".html") for file in site.rglob("*.html")}
    return {
        "/docs" if name == "index" else f"/docs/{name}": file.read_text(encoding="utf-8")
        for file, name in names.items()
    }


@cache
def anchors_of(text: str) -> set[str]:
    return {unescape(found) for found in re.findall(r'\bid="([^"]+)"', text)}


def links_of(text: str) -> set[str]:
    return {unescape(found) for found in re.findall(r'\b(?:href|src|action)="([^"]+)"', text)}


def dead_links(page: str, texts: dict[str, str], files: set[str]) -> Iterator[str]:
    for link in links_of(texts[page]):
        path, _, anchor = link.partition("#")
        target = path or page
        if not target.startswith("/docs") or target in files:
            continue
        if target not in texts or (anchor and anchor not in anchors_of(texts[target])):
            yield f"{page}: {link}"


def test_every_link_of_the_documentation_leads_somewhere(site, texts):
    files = {f"/docs/{file.relative_to(site)}" for file in site.rglob("*") if file.is_file()}

    assert [dead for page in texts for dead in dead_links(page, texts, files)] == []


@pytest.mark.django_db  # a file that is closed ends its request, and that looks at the connection
def test_everything_else_the_pages_point_to_is_on_this_server(client, texts):
    links = {link.partition("#")[0] for text in texts.values() for link in links_of(text)}
    others = {link for link in links if link.startswith("/") and not link.startswith("/docs")}
    assert "/account/tokens" in others
    for link in others:
        response = client.get(link, follow=True)
        assert response.status_code == 200, link
        assert response.getvalue(), link  # read to its end, a file is closed


def test_no_id_is_used_twice_and_no_page_has_inline_scripts_or_styles(texts):
    inline = r"<style|<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=\"|\b(?:src|href)=\"https?:[^\"]*\.(?:css|m?js)"
    wrong = []
    for page, text in texts.items():
        ids = re.findall(r'\bid="([^"]+)"', text)
        wrong += [f"{page}: {name} twice" for name in set(ids) if ids.count(name) > 1]
        wrong += [f"{page}: {found}" for found in re.findall(inline, text)]

    assert wrong == []


def test_every_chapter_in_the_folder_is_on_the_site(texts):
    files = {path.relative_to(CHECKOUT / "docs") for path in (CHECKOUT / "docs").rglob("*.md")}
    expected = {f"/docs/{path.with_suffix('')}".removesuffix("/README") for path in files}

    assert {page for page in expected if not page.startswith("/docs/site")} <= set(texts)
    assert len(texts) == len(entries()) + 1


def test_examples_have_a_place_for_the_server_that_the_reader_looks_at(texts):
    filled = f'<span class="origin">{EXAMPLE}</span>'
    wrong = [
        (page, block[:80])
        for page, text in texts.items()
        for block in re.findall(r"<pre[^>]*>.*?</pre>", text, re.DOTALL)
        if EXAMPLE in block.replace(filled, "")
    ]

    assert wrong == []
    assert f"{filled}/api/v1" in texts["/docs/quick-start"]
    assert f"{filled}/docs/clients/python.tar.gz" in texts["/docs/clients/shared"]
    assert "location.origin" in (STATIC / "site.mjs").read_text()


def test_every_picture_in_the_folder_is_shown_on_a_page(site, texts):
    named = {name for text in texts.values() for name in re.findall(r'<img[^>]*src="/docs/([^"]+)"', text)}

    assert named == {name for name in pictures() if name.endswith(".webp")}
    assert all((site / name).read_bytes() == file.read_bytes() for name, file in pictures().items())


@pytest.mark.parametrize("name", ["javascript", "python"])
def test_a_client_to_install_has_all_of_its_sources_and_nothing_else(site, name):
    with tarfile.open(site / "clients" / f"{name}.tar.gz") as archive:
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


def test_a_second_build_replaces_the_first_and_is_the_same(site, tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "long-gone.html").write_text("")

    build(folder)

    assert {file: (folder / file).read_bytes() for file in files_in(folder)} == {
        file: (site / file).read_bytes() for file in files_in(site)
    }
    assert [*tmp_path.iterdir()] == [folder]


def files_in(folder: Path) -> list[Path]:
    return sorted(file.relative_to(folder) for file in folder.rglob("*") if file.is_file())


def test_neighbours_in_several_languages_are_tabs_that_need_no_script(texts):
    (first, *_) = re.findall(r'<fieldset class="tabs">.*?</fieldset>', texts["/docs/quick-start"], re.DOTALL)

    assert re.findall(r"<label[^>]*>(\w+)</label>", first) == ["curl", "Python", "JavaScript"]
    assert first.count('type="radio"') == first.count('class="panel"') == 3


def test_without_a_script_the_form_of_the_search_leads_to_a_list_of_all_there_is(site, texts):
    page = texts["/docs/a-z"]
    sections = json.loads((site / "search.json").read_text())

    assert 'role="search" action="/docs/a-z"' in texts["/docs/turns"]
    assert {section["address"] for section in sections} <= links_of(page)
    assert "<code>createGame</code>" in page


def test_the_type_of_every_problem_opens_its_own_place(api, texts):
    for entry in api.get("/api/v1/problems").json()["items"]:
        page, _, anchor = entry["type"].partition("#")
        assert anchor == entry["code"]
        assert anchor in anchors_of(texts[page])
        assert entry["title"] in unescape(texts[page])


def test_every_rule_of_every_game_opens_at_its_number(api, texts):
    for listed in api.get("/api/v1/rulesets").json()["items"]:
        whole = api.get(f"/api/v1/rulesets/{listed['id']}").json()
        numbers = {rule["number"] for rule in whole["rules"]}
        assert numbers <= anchors_of(texts[f"/docs/rules/{listed['game']}"])
        assert numbers <= anchors_of(texts["/docs/rules"])


def test_every_event_type_notice_kind_and_scope_opens_at_its_name(texts):
    schemas = document()["components"]["schemas"]
    types = set(schemas["KnownEvent"]["discriminator"]["mapping"])

    assert len(types) > 30
    assert types <= anchors_of(texts["/docs/events"])
    assert set(KINDS) <= anchors_of(texts["/docs/notices"])
    assert set(schemas["Scope"]["enum"]) <= anchors_of(texts["/docs/tokens"])


def test_the_forms_sign_in_as_the_app_of_the_server():
    assert str(ID) == APP
