"""The pages in Polish."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail

from games.people.models import Person
from tests.support.checkout import CHECKOUT
from tests.support.people import sign_up, text_of

FOLDER = CHECKOUT / "games/locale/pl/LC_MESSAGES"


def strings(block: str) -> str:
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"', block)
    return "".join(parts).replace("\\n", "\n").replace('\\"', '"')


def entries() -> Iterator[tuple[str, str]]:
    for block in (FOLDER / "django.po").read_text().split("\n\n")[1:]:
        before, after = block.split("msgstr", 1)
        yield strings(before.split("msgid_plural")[0]), strings(after.split("msgstr[1]")[0])


def catalogue() -> gettext.GNUTranslations:
    with (FOLDER / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_the_compiled_translations_are_those_of_the_source():
    compiled, source = catalogue(), dict(entries())

    assert len(source) > 150
    for english, polish in source.items():
        assert polish in (compiled.gettext(english), compiled.ngettext(english, english, 1))
        assert polish


def test_every_sentence_of_a_template_is_translated():
    known = dict(entries())
    sentence = re.compile(r"""{% translate (?:"([^"]+)"|'([^']+)')""")
    asked = {
        first or second
        for file in (CHECKOUT / "games/templates").rglob("*.*")
        for first, second in sentence.findall(file.read_text())
    }

    assert asked
    assert asked - set(known) == set()


def test_every_sentence_of_the_code_is_translated():
    known = dict(entries())
    asked = {text for file in (CHECKOUT / "games").rglob("*.py") for text in translated_in(file)}

    assert "It is your turn." in asked
    assert asked - set(known) == set()


def translated_in(file: Path) -> Iterator[str]:
    """What is given to `gettext`, `gettext_lazy` or `gettext_noop`, by whatever name."""
    tree = ast.parse(file.read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {
        alias.asname or alias.name
        for node in imports
        if node.module == "django.utils.translation"
        for alias in node.names
        if alias.name.startswith("gettext")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            for given in node.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


@pytest.mark.django_db
def test_a_page_is_in_the_language_of_the_browser(browser):
    polish = browser.get("/account/sign-in", headers={"Accept-Language": "pl-PL,pl;q=0.9,en;q=0.5"})
    german = browser.get("/account/sign-in", headers={"Accept-Language": "de"})

    assert '<html lang="pl">' in polish.content.decode()
    assert "Zaloguj się kluczem dostępu" in text_of(polish)
    assert polish["Content-Language"] == "pl"
    assert '<html lang="en">' in german.content.decode()


@pytest.mark.django_db
def test_the_choice_of_a_language_is_kept_with_the_person_and_mail_follows_it(browser):
    sign_up(browser)

    browser.post("/account/language", {"language": "pl", "next": "/account/"})
    browser.post("/account/email", {"email": "ada@example.org", "action_add": ""})

    assert Person.objects.get().language == "pl"
    assert "Twoje konto" in browser.get("/account/").content.decode()
    assert mail.outbox[0].subject == "Potwierdź swój adres e-mail"
    assert "to jego lub jej adres e-mail" in mail.outbox[0].body


@pytest.mark.django_db
def test_a_language_that_does_not_exist_changes_nothing(browser):
    sign_up(browser)

    browser.post("/account/language", {"language": "xx", "next": "https://elsewhere.example/"})

    assert Person.objects.get().language == "en"
    assert dict(settings.LANGUAGES).keys() == {"en", "pl"}
