"""A recipe names files, functions and tests that are there."""

import re

import pytest

from tests.support.checkout import CHECKOUT

GUIDE = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### (.*?)\n(.*?)(?=^### |\Z)", GUIDE, re.MULTILINE | re.DOTALL))
FILE = r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|md|json|yaml|toml|mjs))`"


def named(recipe: str) -> list[tuple[str, list[str]]]:
    """Each file with the names in brackets after it: `games/urls.py` (`urlpatterns`)."""
    found = re.findall(rf"{FILE}(?:\s+\(((?:`\w+`(?:, )?)+)\))?", recipe)
    return [(file, re.findall(r"\w+", names)) for file, names in found]


def roles(file: str) -> bool:
    """`services.py` of whichever room it is."""
    return "/" not in file and not (CHECKOUT / file).exists()


def test_there_is_a_recipe_for_what_is_added_most_often():
    assert list(RECIPES) == [
        "A board",
        "An action and its event",
        "A wish of the table",
        "A new version of an event",
        "An endpoint",
        "A notice kind",
        "A webhook kind",
        "A setting",
        "A bot",
        "A migration",
        "A chapter",
        "A release",
    ]


@pytest.mark.parametrize("title", RECIPES)
def test_every_file_a_recipe_names_is_there_and_has_what_it_names(title):
    files = named(RECIPES[title])
    assert files
    for file, names in files:
        if roles(file):
            assert list((CHECKOUT / "games").glob(f"*/{file}")), file
            continue
        assert (CHECKOUT / file).exists(), file
        text = (CHECKOUT / file).read_text(encoding="utf-8")
        for name in names:
            assert re.search(rf"^ *(?:def |class )?{name}\b", text, re.MULTILINE), f"{name} in {file}"


@pytest.mark.parametrize("title", RECIPES)
def test_every_test_a_recipe_names_is_there(title):
    tests = "".join(path.read_text(encoding="utf-8") for path in (CHECKOUT / "tests").rglob("test_*.py"))
    for name in re.findall(r"`(test_\w+)`", RECIPES[title]):
        assert f"def {name}(" in tests, name


@pytest.mark.parametrize("title", [title for title in RECIPES if title != "A release"])
def test_every_recipe_names_a_test_to_copy(title):
    assert any(file.startswith("tests/") for file, _ in named(RECIPES[title]))
