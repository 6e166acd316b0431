"""What is fuzzed. Each module has `seeds`, which makes valid input, and `run`, which reads some bytes.

A finding is any exception that is not the parser's own refusal, output that could paint on a terminal, and an
input that takes longer than the fuzzer allows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, cast

import django

NAMES = ("bodies", "exports", "notation", "notes", "datasets")


class Target(Protocol):
    LONGEST: int  # bytes of an input

    def seeds(self) -> Sequence[bytes]: ...

    def run(self, data: bytes) -> None: ...


def target(name: str) -> Target:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    return cast("Target", import_module(f"{__name__}.{name}"))


def bare(main: Callable[..., int]) -> Callable[..., int]:
    """A command without its last net, which would make a sentence of every exception."""
    return cast("Callable[..., int]", main.__wrapped__)  # type: ignore[attr-defined]


def check_output(text: str) -> None:
    for line in text.split("\n"):
        if not line.isprintable():
            raise AssertionError(f"this could paint: {line!r}")
