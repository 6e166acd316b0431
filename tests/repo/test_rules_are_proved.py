"""Every rule of the rulebook is followed by a game and proved by a test; no rule asks which game it is in."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import catalogue
from rules.refusals import REFUSALS
from rules.rulebook import RULES
from tests.support.checkout import CHECKOUT

TREES = {path: ast.parse(path.read_text()) for path in sorted((CHECKOUT / "tests").rglob("test_*.py"))}
GAMES = {ruleset.id for ruleset in catalogue()}
VARIANTS = CHECKOUT / "rules" / "variants"


def marks(tree: ast.Module) -> Iterator[str]:
    """The numbers in `@pytest.mark.rule("CLAIM-5", ...)` above tests."""
    for test in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for decorator in test.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                yield from (ast.literal_eval(number) for number in decorator.args)


def refused(tree: ast.Module) -> Iterator[str]:
    """The types in `.refused(DoubleClosed, ...)` and `pytest.raises(DoubleClosed)`."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("refused", "raises"):
            yield from (arg.id for arg in call.args[:1] if isinstance(arg, ast.Name))


PROVED = {number for tree in TREES.values() for number in marks(tree)}
REFUSED = {name for path, tree in TREES.items() if path.parts[-2] != "repo" for name in refused(tree)}


@pytest.mark.parametrize("number", RULES)
def test_every_rule_is_proved_by_a_test(number):
    assert number in PROVED


@pytest.mark.parametrize("number", RULES)
def test_every_rule_is_followed_by_a_game(number):
    assert any(number in ruleset.rules for ruleset in catalogue())


def test_every_number_that_a_test_or_a_game_names_is_in_the_rulebook():
    followed = {number for ruleset in catalogue() for number in ruleset.rules}

    assert PROVED | followed <= RULES.keys()


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_every_refusal_names_a_rule_and_is_met_in_a_test(refusal):
    assert refusal.rule in RULES
    assert refusal.__name__ in REFUSED


def words(path: Path) -> set[str]:
    """Whatever the code of a file says: names, imports and strings, but no docstrings."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None
    return set(re.findall(r"[a-z0-9]+", ast.unparse(tree)))


def shared_files() -> list[Path]:
    return sorted(path for path in (CHECKOUT / "rules").rglob("*.py") if path.parent.parent != VARIANTS)


@pytest.mark.parametrize("path", shared_files(), ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_no_shared_rule_knows_a_game_by_name(path):
    assert not words(path) & GAMES


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_game_knows_another(game):
    for path in (VARIANTS / game).rglob("*.py"):
        assert not words(path) & (GAMES - {game})
