import json
import re
import tomllib
from typing import Any

import pytest

from tests.support.checkout import CHECKOUT

NPM_LOCK = CHECKOUT / "tests" / "generators" / "package-lock.json"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
FOLDER = CHECKOUT / "requirements"
LOCKS = sorted(FOLDER.glob("*.lock"))
FOLLOWED = {"dev.lock": "run.lock", "bench.lock": "dev.lock"}


def name_of(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match
    return re.sub(r"[._-]+", "-", match[0]).lower()


def own(group: list[Any]) -> list[str]:
    """What a group asks for itself, without the groups it includes."""
    return [requirement for requirement in group if isinstance(requirement, str)]


def pinned(file: str) -> set[str]:
    """All that pip installs with this lock, with what it takes from the one it follows."""
    lines = (FOLDER / file).read_text().splitlines()
    own = {" ".join(line.removesuffix(" \\").split()) for line in lines if line and line[0] not in " -"}
    return own | (pinned(FOLLOWED[file]) if file in FOLLOWED else set())


def names(file: str) -> set[str]:
    return {name_of(line) for line in pinned(file)}


def versions(file: str) -> dict[str, str]:
    return {name_of(line): line.partition("==")[2].split()[0] for line in pinned(file)}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_address(lock):
    assert not re.search(r"://|index-url|find-links|\bfile:", lock.read_text())


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_in_a_lock_has_one_version_and_hashes(lock):
    entries = re.split(r"\n(?=\S)", lock.read_text().strip())
    if lock.name in FOLLOWED:
        assert entries.pop(0) == f"-r {FOLLOWED[lock.name]}"

    assert len(entries) > (20 if lock.name not in ("bench.lock", "fuzz.lock") else 0)
    for entry in entries:
        assert re.match(r"[a-z0-9._-]+(\[[a-z0-9, ]+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_the_lock_of_npm_names_no_registry_and_has_hashes():
    packages = json.loads(NPM_LOCK.read_text())["packages"]
    locked = [package for name, package in packages.items() if name]

    assert len(locked) > 100
    assert not any("resolved" in package for package in locked)
    assert all(package["integrity"].startswith("sha512-") for package in locked)


def test_what_the_project_asks_for_is_locked():
    wanted = {name_of(requirement) for requirement in PROJECT["project"]["dependencies"]}
    groups = {name: set(map(name_of, own(group))) for name, group in PROJECT["dependency-groups"].items()}

    assert groups["clients"] <= names("clients.lock")
    assert groups["rules"] <= names("rules.lock")
    assert groups["fuzz"] == names("fuzz.lock")
    assert wanted <= names("run.lock")
    assert wanted | groups["rules"] | groups["dev"] <= names("dev.lock")
    assert wanted | groups["dev"] | groups["bench"] <= names("bench.lock")


@pytest.mark.parametrize("file", FOLLOWED)
def test_a_lock_that_follows_another_pins_nothing_again(file):
    lines = (FOLDER / file).read_text().splitlines()
    again = {name_of(line) for line in lines if line and line[0] not in " -"} & names(FOLLOWED[file])

    assert not again


def test_rules_and_bots_are_tested_with_the_same_versions_and_without_django():
    assert versions("rules.lock").items() <= versions("dev.lock").items()
    assert not any("django" in name for name in names("rules.lock"))


def test_tools_of_development_are_not_shipped():
    shipped = names("run.lock")

    assert not shipped & {"pytest", "coverage", "ruff", "mypy", "hypothesis", "catanatron", "eventsourcing"}
