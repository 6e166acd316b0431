"""Where a small breakage can be planted: in comparisons, arguments, constants and statements."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import cache_from_source
from itertools import zip_longest
from pathlib import Path

PACKAGES = ("rules", "proof", "games")
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot))
OTHER: dict[type, type] = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
# They do nothing at run time; and until Python 3.12 the parts of an f-string do not know where they are.
PASSED_OVER = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    kind: str
    before: str
    after: str
    around: str  # the lines it is in and their neighbours, by which it is found where files have moved
    offset: int  # in these, in bytes

    def __str__(self) -> str:
        before, after = (" ".join(text.split())[:70] for text in (self.before, self.after))
        return f"{self.path}:{self.line} {self.kind}: {before}  →  {after}"

    @property
    def package(self) -> str:
        return self.path.partition("/")[0]

    def file(self, root: Path) -> Path | None:
        """Its own file in a checkout, else the only one that says the same."""
        found = [one for one in (root / self.package).rglob("*.py") if self.around in one.read_text("utf-8")]
        return root / self.path if root / self.path in found else found[0] if len(found) == 1 else None

    def plant(self, file: Path) -> None:
        head, around, tail = file.read_bytes().partition(self.around.encode())
        rest = around[self.offset + len(self.before.encode()) :]
        file.write_bytes(head + around[: self.offset] + self.after.encode() + rest + tail)
        forget_compiled(file)


def forget_compiled(file: Path) -> None:
    """Python compares times by the second, and a mutant may be as long as what it replaces."""
    Path(cache_from_source(file)).unlink(missing_ok=True)


def sample(root: Path, count: int, seed: int) -> list[Mutant]:
    """As many of each package, of as many files and kinds as there are."""
    chosen = random.Random(seed)
    rows = zip_longest(*(_one_per_file(root, package, chosen) for package in PACKAGES))
    return [found for row in rows for found in row if found][:count]


def _one_per_file(root: Path, package: str, chosen: random.Random) -> list[Mutant]:
    files = sorted(file for file in (root / package).rglob("*.py") if "migrations" not in file.parts)
    found = []
    for file in chosen.sample(files, len(files)):
        if there := list(_mutants(root, file)):
            kind = chosen.choice(sorted({one.kind for one in there}))
            found.append(chosen.choice([one for one in there if one.kind == kind]))
    return found


def _mutants(root: Path, file: Path) -> Iterator[Mutant]:
    source = file.read_bytes()
    lines, path = source.splitlines(keepends=True), str(file.relative_to(root))
    for node, kind, after in _changes(ast.parse(source)):
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        begin = max(0, first - 1)
        around = b"".join(lines[begin : last + 1])
        start = sum(map(len, lines[begin:first])) + node.col_offset
        end = sum(map(len, lines[begin : last - 1])) + (node.end_col_offset or 0)
        if source.count(around) == 1:
            before = around[start:end].decode()
            yield Mutant(path, node.lineno, kind, before, after, around.decode(), start)


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    for node in _walked(tree):
        match node:
            case ast.Compare(ops=[op]):
                compared = copy.copy(node)
                compared.ops = [OTHER[type(op)]()]
                yield node, "comparison", f"({ast.unparse(compared)})"
            case ast.Call(args=[one, two, *rest]) if ast.dump(one) != ast.dump(two):
                called = copy.copy(node)
                called.args = [two, one, *rest]
                yield node, "arguments", ast.unparse(called)
            case ast.Constant(value=bool() | int() as value):
                yield node, "constant", str(not value if isinstance(value, bool) else value + 1)
            case ast.Expr(value=ast.Call()) | ast.AugAssign():
                yield node, "statement", "pass"


def _walked(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if (
                isinstance(child, ast.AST)
                and not isinstance(child, ast.JoinedStr)
                and name not in PASSED_OVER
            ):
                yield from _walked(child)
