"""One target under the fuzzer: `python -m tests.fuzz.process TARGET CORPUS`, then words of libFuzzer."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["rules", "proof", "games", "rest_framework"]):
    from tests.fuzz.targets import target

    TARGET = target(sys.argv[1])

from tests.fuzz.mutations import mutated

MOST_SECONDS = 5  # of a core, for one input


def run(data: bytes) -> None:
    begun = time.process_time()
    TARGET.run(data)
    if time.process_time() - begun > MOST_SECONDS:
        raise AssertionError(f"more than {MOST_SECONDS} seconds")


def mutator(data: bytes, longest: int, seed: int) -> bytes:
    chance = random.Random(seed)
    if chance.random() < 0.5:
        return bytes(atheris.Mutate(data, longest))
    return mutated(data, longest, chance)


def main() -> None:
    _, _, corpus, *words = sys.argv
    for number, seed in enumerate(TARGET.seeds()):
        (Path(corpus) / f"{number:04}").write_bytes(seed)
    atheris.Setup([sys.argv[0], corpus, f"-max_len={TARGET.LONGEST}", *words], run, custom_mutator=mutator)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
