"""A recipe names files, functions and tests that are there, and so does the table of where things are."""

import re

from tests.support.checkout import CHECKOUT

GUIDE = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = (CHECKOUT / "docs/architecture.md").read_text(encoding="utf-8")
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
        "A wish or a rule of the table",
        "A new version of an event",
        "An endpoint",
        "A member of an answer",
        "A notice kind",
        "A webhook kind",
        "A delivery channel",
        "A due job",
        "What is kept for a time",
        "A setting",
        "A bot",
        "A migration",
        "A chapter",
        "A release",
    ]


def missing(file: str, names: list[str]) -> list[str]:
    if roles(file):
        return [] if list((CHECKOUT / "games").glob(f"*/{file}")) else [file]
    if not (CHECKOUT / file).exists():
        return [file]
    text = (CHECKOUT / file).read_text(encoding="utf-8")
    there = r"^ *(?:(?:async )?def |class )%s\b|^ *%s\b(?::| =|,)"
    return [f"{name} in {file}" for name in names if not re.search(there % (name, name), text, re.MULTILINE)]


def test_every_file_a_recipe_names_is_there_and_has_what_it_names():
    assert all(named(recipe) for recipe in RECIPES.values())
    assert {
        title: what
        for title, recipe in RECIPES.items()
        for file, names in named(recipe)
        if (what := missing(file, names))
    } == {}


def test_every_test_a_recipe_names_is_there():
    tests = "".join(path.read_text(encoding="utf-8") for path in (CHECKOUT / "tests").rglob("test_*.py"))
    names = set(re.findall(r"`(test_\w+)`", "".join(RECIPES.values())))

    assert names
    assert {name for name in names if f"def {name}(" not in tests} == set()


def test_every_recipe_names_a_test_to_copy():
    without = {
        title
        for title, recipe in RECIPES.items()
        if not any(file.startswith("tests/") for file, _ in named(recipe))
    }

    assert without <= {"A release"}


def test_every_place_of_the_map_is_there():
    table = MAP.split("## Where is …?")[1].split("\n## ")[0]
    rows = re.findall(r"^\| .+? \| (`.+?`) \| (`\w+`) \|$", table, re.MULTILINE)
    places = [named(f"{file} ({name})") for file, name in rows]

    assert len(places) == len(re.findall(r"^\| .*\?", table, re.MULTILINE)) >= 20
    assert all(found and found[0][1] for found in places), "a row without a file or a name"
    assert [what for ((file, names),) in places for what in missing(file, names)] == []
