"""What the README says is true."""

import re
import subprocess

import pytest

from tests.support.checkout import CHECKOUT

README = (CHECKOUT / "README.md").read_text()
TARGETS = set(re.findall(r"^([a-z]+):.*## ", (CHECKOUT / "Makefile").read_text(), re.MULTILINE))


def test_every_make_target_it_mentions_exists():
    assert set(re.findall(r"\bmake ([a-z]+)", README)) <= TARGETS


def test_make_help_lists_every_target():
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    ).stdout

    assert {line.split()[0] for line in shown.splitlines()} == TARGETS


def test_its_table_of_variables_is_the_list_of_those_that_are_read():
    read = set()
    for file in ("config/settings.py", "config/run/plan.py"):
        read |= set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (CHECKOUT / file).read_text()))

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)) == read | {"PROMETHEUS_MULTIPROC_DIR"}


def test_its_map_of_the_tree_names_what_is_there():
    block = README.split("```text\n")[1].split("```")[0]
    named = {line.split()[0].rstrip("/") for line in block.splitlines() if line and not line.startswith(" ")}

    tracked = subprocess.run(
        ["git", "ls-files"], cwd=CHECKOUT, capture_output=True, text=True, check=False
    ).stdout
    if not tracked:
        pytest.skip("not a git checkout")
    assert named == {
        line.split("/")[0] for line in tracked.splitlines() if "/" in line and not line.startswith(".")
    }


@pytest.mark.parametrize("package", ["config", "games", "bots", "rules"])
def test_every_package_says_what_lives_there(package):
    assert (CHECKOUT / package / "README.md").read_text().startswith(f"# {package}\n")


def test_its_links_inside_the_repository_lead_somewhere():
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (CHECKOUT / target).exists(), target
