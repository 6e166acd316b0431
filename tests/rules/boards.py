"""Games in a folder of a test's own."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rules import variants
from rules.catalogue import BOARDS, load


@contextmanager
def boards_in(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games of this folder are in the catalogue, until the end of the block."""
    before = set(vars(variants))
    with monkeypatch.context() as patch:
        patch.setenv(BOARDS, str(root))
        patch.setattr(variants, "__path__", [*variants.__path__])
        importlib.invalidate_caches()
        load.cache_clear()
        yield
    load.cache_clear()
    for name in set(vars(variants)) - before:
        delattr(variants, name)
    for name in [name for name in sys.modules if name.startswith(f"{variants.__name__}.")]:
        if str(root) in str(sys.modules[name].__file__):
            del sys.modules[name]
