import subprocess
import sys

import pytest

from config.run.program import Child, Program


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a timer slack")
def test_a_program_sleeps_as_inexactly_as_it_is_allowed_to(tmp_path):
    words = ("cat", "/proc/self/timerslack_ns")
    child = Child(Program(name="sleeper", argv=words, timer_slack=0.01), cwd=tmp_path)

    assert isinstance(child.process, subprocess.Popen)
    out, _ = child.process.communicate(timeout=10)

    assert out == b"10000000\n"
