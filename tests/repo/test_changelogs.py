"""Both changelogs have dated releases, newest first, and groups in one order."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from tests.support.checkout import CHECKOUT

GROUPS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
FILES = [CHECKOUT / "CHANGELOG.md", CHECKOUT / "openapi" / "CHANGELOG.md"]
both = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CHECKOUT)))


def sections(text: str, mark: str) -> dict[str, str]:
    """What stands below each heading of a level."""
    _, *found = re.split(rf"^{mark} ", text, flags=re.MULTILINE)
    return dict(section.split("\n", 1) for section in found)


def releases(file: Path) -> dict[str, str]:
    return sections(file.read_text(encoding="utf-8"), "##")


def version_of(heading: str) -> tuple[int, ...]:
    """Of `Unreleased — becomes 0.1.0`, or of `0.1.0 — 2027-01-31`."""
    match = re.fullmatch(r"Unreleased — becomes (\d+\.\d+\.\d+)|(\d+\.\d+\.\d+) — (.+)", heading)
    assert match, heading
    if match[3]:
        assert date.fromisoformat(match[3]).isoformat() == match[3]
    return tuple(map(int, (match[1] or match[2]).split(".")))


@both
def test_releases_come_newest_first_and_only_the_first_has_no_date(file):
    headings = list(releases(file))
    versions = [version_of(heading) for heading in headings]

    assert versions == sorted(set(versions), reverse=True)
    assert not any(heading.startswith("Unreleased") for heading in headings[1:])


@both
def test_changes_are_grouped_and_no_group_is_empty(file):
    for text in releases(file).values():
        groups = sections(text, "###")
        assert groups
        assert list(groups) == [group for group in GROUPS if group in groups]
        assert all(changes.startswith("- ") for changes in groups.values())


def test_the_newest_version_is_that_of_the_project():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]

    assert version_of(next(iter(releases(FILES[0])))) == tuple(map(int, project["version"].split(".")))


def test_the_api_changes_in_releases_of_the_project():
    assert releases(FILES[1]).keys() <= releases(FILES[0]).keys()
