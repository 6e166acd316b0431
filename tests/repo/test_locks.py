import json
import re
import tomllib
from typing import Any

import pytest

from tests.support.checkout import CHECKOUT

NPM_LOCK = CHECKOUT / "tests" / "generators" / "package-lock.json"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
LOCKS = sorted(CHECKOUT.glob("requirements*.lock"))


def name_of(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match
    return re.sub(r"[._-]+", "-", match[0]).lower()


def own(group: list[Any]) -> list[str]:
    """What a group asks for itself, without the groups it includes."""
    return [requirement for requirement in group if isinstance(requirement, str)]


def pinned(file: str) -> set[str]:
    lines = (CHECKOUT / file).read_text().splitlines()
    return {" ".join(line.removesuffix(" \\").split()) for line in lines if line and not line.startswith(" ")}


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

    assert len(entries) > (20 if lock.name != "requirements-fuzz.lock" else 0)
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

    assert groups["clients"] <= names("requirements-clients.lock")
    assert groups["rules"] <= names("requirements-rules.lock")
    assert groups["fuzz"] == names("requirements-fuzz.lock")
    assert wanted <= names("requirements.lock")
    assert wanted | groups["rules"] | groups["dev"] <= names("requirements-dev.lock")
    assert wanted | groups["dev"] | groups["bench"] <= names("requirements-bench.lock")


def test_each_lock_only_adds_to_the_one_before():
    assert pinned("requirements.lock") <= pinned("requirements-dev.lock") <= pinned("requirements-bench.lock")


def test_rules_and_bots_are_tested_with_the_same_versions_and_without_django():
    assert versions("requirements-rules.lock").items() <= versions("requirements-dev.lock").items()
    assert not any("django" in name for name in names("requirements-rules.lock"))


def test_tools_of_development_are_not_shipped():
    shipped = names("requirements.lock")

    assert not shipped & {"pytest", "coverage", "ruff", "mypy", "hypothesis", "catanatron", "eventsourcing"}
