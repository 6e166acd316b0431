"""What the Makefile names is there."""

import re
import subprocess

from tests.support.checkout import CHECKOUT


def test_what_is_run_on_citus_is_there():
    shown = subprocess.run(
        ["make", "--dry-run", "test-citus"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    named = set(re.findall(r"\btests/\S+", shown))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (CHECKOUT / path).exists()] == []
