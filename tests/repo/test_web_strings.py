"""The words of the web table: in every language the same, all used, none missing."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.javascript.runtimes import DENO, ran
from tests.support.checkout import CHECKOUT

WEB = CHECKOUT / "web"
STRINGS = WEB / "strings"
LANGUAGES = sorted(file.stem for file in STRINGS.glob("*.js") if file.stem != "index")
CODE = {
    file: file.read_text(encoding="utf-8")
    for file in WEB.rglob("*.js")
    if not {"vendor", "strings"} & set(file.relative_to(WEB).parts)
}
NOUNS = {"card", "route", "piece"}  # a colour agrees with what has it
PLURALS = {"en": {"one", "other"}, "pl": {"one", "few", "many", "other"}}
# A key in full, or one whose middle is known only when the page runs.
KEY = re.compile(r"""["'`]([a-z]+\.(?:[a-z0-9_]|\$\{[^}]*(?:\{[^}]*\}[^}]*)?\})+)["'`]""")
PLACE = re.compile(r"\{(\w+)\}")


@pytest.fixture(scope="module")
def words() -> dict[str, dict[str, Any]]:
    """By language: every entry by its key."""
    if DENO is None:
        pytest.skip("there is no wheel of Deno for this platform")
    load = "".join(
        f"import {name} from {json.dumps((STRINGS / f'{name}.js').as_uri())};" for name in LANGUAGES
    )
    told = ran(DENO, "eval", "--quiet", f"{load} console.log(JSON.stringify({{ {', '.join(LANGUAGES)} }}))")
    assert told.returncode == 0, told.stderr
    return {name: dict(flat(sections)) for name, sections in json.loads(told.stdout).items()}


def flat(sections: dict[str, dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    for section, entries in sections.items():
        for key, entry in entries.items():
            yield f"{section}.{key}", entry


def places_in(entry: Any) -> set[str]:
    return set(PLACE.findall(entry if isinstance(entry, str) else json.dumps(entry)))


def asked(sections: set[str]) -> set[str]:
    """The keys that the code names; `*` stands for what it fills in."""
    found = {key for text in CODE.values() for key in KEY.findall(text)}
    return {re.sub(r"\$\{.*\}", "*", key) for key in found if key.split(".")[0] in sections}


def test_every_language_has_the_same_keys_and_places(words):
    assert len(LANGUAGES) > 1
    for name in LANGUAGES:
        assert words[name].keys() == words["en"].keys()
        for key, entry in words[name].items():
            assert places_in(entry) == places_in(words["en"][key]), key
            assert entry if isinstance(entry, str) else set(entry) in (PLURALS[name], NOUNS), key


def test_every_key_that_the_code_names_has_words_and_all_words_are_used(words):
    known = set(words["en"])
    named = asked({key.split(".")[0] for key in known})
    patterns = [re.compile(re.escape(key).replace(r"\*", ".+")) for key in named]

    assert {key for key in named if "*" not in key} <= known
    assert {key for key in known if not any(pattern.fullmatch(key) for pattern in patterns)} == set()
