"""What libraries keep for themselves is used in `games.internals` alone.

The linter sees `thing._private` (SLF001). It does not see what a class inherits from a library, nor imports.
"""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from sys import stdlib_module_names
from textwrap import dedent
from types import ModuleType

import pytest

import config
import games
from tests.support.checkout import CHECKOUT

OURS = {"config", "games", "rules", "proof", "bots", "signalbox_client"}
ALLOWED = "games.internals"
# They start a program when they are imported, or are not ours to write.
NOT_TO_IMPORT = ("__main__", "migrations", "commands", "asgi", "wsgi", "config.arena", "config.run")
# Documented by the library, or a class attribute by which Django itself is configured.
DOCUMENTED = {"_meta", "_default_manager", "_replace", "_asdict", "_make", "_fields"}


def modules() -> list[ModuleType]:
    found = [
        info.name
        for package in (config, games)
        for info in walk_packages(package.__path__, f"{package.__name__}.")
        if not any(part in info.name for part in NOT_TO_IMPORT)
    ]
    return [import_module(name) for name in found if not name.startswith(ALLOWED)]


def test_no_other_module_imports_what_is_internal_to_a_library():
    found = [
        f"{file.relative_to(CHECKOUT)}:{node.lineno} {node.module}"
        for package in ("config", "games")
        for file in sorted((CHECKOUT / package).rglob("*.py"))
        if "internals" not in file.parts
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and is_internal(node.module or "")
    ]

    assert found == []


def is_internal(module: str) -> bool:
    parts = module.split(".")
    foreign = parts[0] not in OURS and module != "__future__"
    return foreign and any(part == "internal" or part.startswith("_") for part in parts)


def test_no_other_class_reads_or_replaces_a_private_member_that_it_inherits():
    found = {
        f"{one.__module__}.{one.__name__} {name}"
        for module in modules()
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__
        for name in private_names(one)
        if name in inherited(one)
    }

    assert found == set()


def private_names(one: type) -> set[str]:
    """Those that the source of the class defines, and those it asks of itself."""
    try:
        tree = ast.parse(dedent(inspect.getsource(one)))
    except (OSError, SyntaxError):  # made by a call, so it has no source
        return set()
    return {name for node in ast.walk(tree) for name in names_of(node) if is_private(name)}


def names_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls", "super()"):
        yield node.attr


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def inherited(one: type) -> set[str]:
    """The private names in classes of libraries, but not of Python itself."""
    return {name for base in one.__mro__[1:] if is_foreign(base) for name in vars(base)}


def is_foreign(base: type) -> bool:
    return base.__module__.partition(".")[0] not in OURS | stdlib_module_names


@pytest.mark.parametrize("module", ["allauth.account.internal.flows", "celery._state"])
def test_an_internal_module_is_told(module):
    assert is_internal(module)
    assert not is_internal("django.db.models")
