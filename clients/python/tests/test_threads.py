"""A client may be used by several threads."""

import os
import subprocess
import sys
from pathlib import Path

import signalbox_client

# In a process of its own, which may crash. The annotation of a member is evaluated when msgspec first meets
# it, and here that takes until the second thread has come.
AT_ONCE = """
from threading import Event, Thread
from signalbox_client.record import Record, read

begun, come, found = Event(), Event(), []

def slow():
    begun.set()
    come.wait()
    return int

class Inner(Record):
    number: "slow()"

class Outer(Record):
    inner: Inner
    name: str

def meet():
    found.append(read({"inner": {"number": 1}, "name": "x"}, Outer))

first, second = Thread(target=meet), Thread(target=meet)
first.start()
begun.wait()
second.start()
second.join(0.5)
come.set()
first.join()
second.join()
assert len(found) == 2
"""


def test_threads_that_meet_a_kind_of_record_for_the_first_time_do_not_crash():
    sources = str(Path(signalbox_client.__file__).parent.parent)

    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE], env={**os.environ, "PYTHONPATH": sources}, timeout=60, check=False
    )

    assert done.returncode == 0
