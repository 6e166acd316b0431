"""Every rule of the rulebook is followed by a game and proved by a test; no rule asks which game it is in."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules import catalogue
from rules.refusals import REFUSALS
from rules.rulebook import RULES
from tests.support.checkout import CHECKOUT

GAMES = {ruleset.id for ruleset in catalogue()}
VARIANTS = CHECKOUT / "rules" / "variants"


@cache
def nodes() -> dict[Path, list[ast.AST]]:
    """Everything that the tests say."""
    files = sorted((CHECKOUT / "tests").rglob("test_*.py"))
    return {path: list(ast.walk(ast.parse(path.read_text()))) for path in files}


def marks() -> Iterator[str]:
    """The numbers in `@pytest.mark.rule("CLAIM-5", ...)` above tests."""
    for test in (node for file in nodes().values() for node in file if isinstance(node, ast.FunctionDef)):
        for decorator in test.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                yield from (ast.literal_eval(number) for number in decorator.args)


def refused() -> Iterator[str]:
    """The types in `.refused(DoubleClosed, ...)` and `pytest.raises(DoubleClosed)`."""
    files = (file for path, file in nodes().items() if path.parts[-2] != "repo")
    for call in (node for file in files for node in file if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("refused", "raises"):
            yield from (arg.id for arg in call.args[:1] if isinstance(arg, ast.Name))


def test_every_rule_is_proved_by_a_test_and_every_number_is_in_the_rulebook():
    assert set(marks()) == RULES.keys()


def test_every_rule_is_followed_by_a_game_and_every_number_is_in_the_rulebook():
    assert {number for ruleset in catalogue() for number in ruleset.rules} == RULES.keys()


def test_every_refusal_names_a_rule_and_is_met_in_a_test():
    assert {code for code, refusal in REFUSALS.items() if refusal.rule not in RULES} == set()
    assert {refusal.__name__ for refusal in REFUSALS.values()} - set(refused()) == set()


def words(path: Path) -> set[str]:
    """Whatever the code of a file says: names, imports and strings, but no docstrings."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None
    return set(re.findall(r"[a-z0-9]+", ast.unparse(tree)))


def test_no_shared_rule_knows_a_game_by_name():
    files = [path for path in (CHECKOUT / "rules").rglob("*.py") if path.parent.parent != VARIANTS]
    known = {path.relative_to(CHECKOUT): words(path) & GAMES for path in files}

    assert known
    assert {path: games for path, games in known.items() if games} == {}


def test_no_game_knows_another():
    known = {
        path.relative_to(VARIANTS): words(path) & (GAMES - {game})
        for game in GAMES
        for path in (VARIANTS / game).rglob("*.py")
    }

    assert known
    assert {path: games for path, games in known.items() if games} == {}
