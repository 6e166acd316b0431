"""`make mutants`: plant small breakages, one at a time, and see whether the tests that come by them notice.

The tests that start whole programs are left out. One run of the others with coverage, kept for its commit,
says which come by a line; these run until one fails, and what survives them meets all others once.
`ARGS="--at ../other --planted bench-results/mutants/planted.json"` plants the same in another checkout.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from coverage import CoverageData

from config.embedded.throwaway import throwaway_servers
from tests.mutants.sites import PACKAGES, Mutant, forget_compiled, sample
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env

KEPT = CHECKOUT / "bench-results" / "mutants"
WHOLE = ["bench", "chaos", "citus", "clients", "e2e", "generators", "repo/test_wheel.py", "upgrades", "web"]
OTHERS = ("tests", "clients/python/tests", *(f"--ignore=tests/{name}" for name in WHOLE))
SPREAD = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
PYTEST = (".venv/bin/python", "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider")
MOST = 60  # tests that a mutant meets first
SECONDS = 1800  # a mutant may never end, and is noticed then
TOLD: Any = {"capture_output": True, "text": True}
RESULTS = ("noticed", "survived", "not there")
NO_NAME = "it does not end, or nothing is collected"


class Checkout:
    """A copy of the last commit of another, to plant in."""

    def __init__(self, folder: str, origin: Path) -> None:
        self.root, self.origin = Path(folder, "checkout"), origin
        self.root.mkdir()
        packed = subprocess.run(["git", "archive", "HEAD"], cwd=origin, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", self.root], input=packed.stdout, check=True)
        (self.root / ".venv").symlink_to(origin / ".venv")

    def tests(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        env = clean_env(**env)
        return subprocess.run([*PYTEST, *words], cwd=self.root, env=env, timeout=SECONDS, check=False, **TOLD)

    def coverage(self) -> CoverageData:
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.origin, check=True, **TOLD).stdout
        kept = KEPT / f"{commit.strip()}.coverage"
        if not kept.exists():
            print("One run with coverage, which is kept for this commit …", flush=True)
            measured = ("--cov", "--cov-context=test", "--cov-report=")
            done = self.tests(*SPREAD, *OTHERS, *measured, COVERAGE_FILE=str(kept))
            if done.returncode:
                kept.unlink(missing_ok=True)
                sys.exit(f"The tests fail before anything is planted:\n{done.stdout[-3000:]}")
        data = CoverageData(str(kept))
        data.read()
        return data

    def noticed_by(self, mutant: Mutant, file: Path, chosen: list[str], servers: dict[str, str]) -> str:
        """The first test that fails, or nothing."""
        source = file.read_bytes()
        mutant.plant(file)
        try:
            done = self.tests("-x", *chosen, "--reuse-db", **servers) if chosen else None
            if done is None or not done.returncode:
                done = self.tests("-x", *SPREAD, *OTHERS)
        except subprocess.TimeoutExpired:
            return NO_NAME
        finally:
            file.write_bytes(source)
            forget_compiled(file)
        named = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
        return (named[1] if named else NO_NAME) if done.returncode else ""


def tests_of(mutant: Mutant, inside: Path, data: CoverageData) -> list[str]:
    """Those that come by its lines, else by its file; first those in files that are named like it."""
    measured = next((one for one in data.measured_files() if one.endswith(f"/checkout/{inside}")), "")
    lines = data.contexts_by_lineno(measured)
    last = mutant.line + mutant.before.count("\n")
    here = {test for line in range(mutant.line, last + 1) for test in lines.get(line, [])} - {""}
    found = here or {test for tests in lines.values() for test in tests} - {""}
    names = sorted({test.rpartition("|")[0] for test in found})
    random.Random(mutant.line).shuffle(names)
    words = set(re.findall(r"[a-z]+", mutant.path)) - {"py", mutant.package}
    return sorted(names, key=lambda name: -len(words & set(re.findall(r"[a-z]+", name.split("::")[0]))))[
        :MOST
    ]


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="how many to plant")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plants the same in the same code")
    parser.add_argument("--at", type=Path, default=CHECKOUT, help="another checkout, with its own .venv")
    parser.add_argument("--planted", type=Path, help="plant what is listed in this file")
    words = parser.parse_args(argv)
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="signalbox-mutants-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may have to run as somebody else
        here = Checkout(folder, words.at.resolve())
        if words.planted:
            mutants = [Mutant(**one) for one in json.loads(words.planted.read_text())]
        else:
            mutants = sample(here.root, words.count, words.seed)
            (KEPT / "planted.json").write_text(json.dumps([asdict(one) for one in mutants], indent=1))
        with throwaway_servers(Path(folder, "servers")) as servers:
            return planted(mutants, here, servers)


def planted(mutants: list[Mutant], here: Checkout, servers: dict[str, str]) -> int:
    count, failing = Counter[tuple[str, str]](), set[str]()
    data = here.coverage()
    for mutant in mutants:
        file = mutant.file(here.root)
        chosen = tests_of(mutant, file.relative_to(here.root), data) if file else []
        test = here.noticed_by(mutant, file, chosen, servers) if file else ""
        what = "not there" if not file else "noticed" if test else "survived"
        count[mutant.package, what] += 1
        failing.add(test)
        print(f"{what:<9} {mutant}  [{test}]", flush=True)
    for package in PACKAGES:
        print(f"{package:<6}", ", ".join(f"{count[package, what]} {what}" for what in RESULTS))
    control = here.tests(*sorted(failing - {"", NO_NAME}), "--reuse-db", **servers)
    if control.returncode:
        print(f"These fail although nothing is planted:\n{control.stdout[-3000:]}")
    return control.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
