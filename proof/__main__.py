"""`python -m proof`: the tools of an auditor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

TOOLS: Final = {
    "verify": ("proof.verify", "prove an export or a data set"),
    "compare": ("proof.compare", "say where two exports differ first"),
    "witness": ("proof.witness", "cosign the checkpoints of a public log"),
    "monitor": ("proof.monitor", "keep a copy of a public log, and check that it only grows"),
    "fairness": ("proof.fairness.__main__", "test the shuffles of data sets"),
    "conduct": ("proof.conduct.__main__", "measure the conduct of players in data sets"),
}


def main(words: list[str]) -> int:
    if not words or words[0] not in TOOLS:
        print("usage: python -m proof TOOL …\n")
        for name, (_, text) in TOOLS.items():
            print(f"  {name:<10} {text}")
        return 0 if words in ([], ["-h"], ["--help"]) else 2
    run: Callable[[list[str]], int] = import_module(TOOLS[words[0]][0]).main
    return run(words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
