"""Ends processes that a killed supervisor has left running."""

import json
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

_EXIT_TIMEOUT = 10


class Member(NamedTuple):
    """A process of a session, with its start time: a process id alone may be reused later."""

    session: int
    pid: int
    began: float


def session_members(session: int) -> list[psutil.Process]:
    """Every living process of a session. A session id is not reused while it has members."""
    return [process for process in psutil.process_iter() if _session_of(process.pid) == session]


def _session_of(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:  # it has just ended, or belongs to another user
        return None


def members_of(sessions: Iterable[int]) -> set[Member]:
    """Every living process of these sessions, to be recorded."""
    wanted = set(sessions)
    found = (_member(pid) for pid in psutil.pids() if _session_of(pid) in wanted)
    return {member for member in found if member}


def _member(pid: int) -> Member | None:
    session = _session_of(pid)
    try:
        return Member(session, pid, psutil.Process(pid).create_time()) if session else None
    except psutil.Error:
        return None


def record(file: Path, members: Iterable[Member]) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps([member._asdict() for member in sorted(members)]))
    fresh.replace(file)


def end_leftovers(file: Path) -> int:
    """End the recorded processes that still live. Returns their number."""
    found = [process for session in _recorded_sessions(file) for process in session_members(session)]
    for process in found:
        _terminate(process)
    _, alive = psutil.wait_procs(found, timeout=_EXIT_TIMEOUT)
    for process in alive:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=_EXIT_TIMEOUT)
    with suppress(OSError):
        file.unlink(missing_ok=True)
    return len(found)


def _recorded_sessions(file: Path) -> set[int]:
    """Sessions in which a recorded process still lives: the session id cannot have been reused since."""
    recorded = _read(file)
    return {member.session for pid in psutil.pids() if (member := _member(pid)) and member in recorded}


def _read(file: Path) -> set[Member]:
    """Empty if the file is not valid: a bad record must not prevent a start."""
    try:
        return {Member(**entry) for entry in json.loads(file.read_text())}
    except (OSError, ValueError, TypeError, RecursionError):
        return set()


# The clean stops of the servers; on SIGTERM PostgreSQL would wait for its clients.
_STOPS = {"postgres": signal.SIGINT, "valkey-server": signal.SIGTERM}


def _terminate(process: psutil.Process) -> None:
    """Stop servers cleanly, and kill the others: no work is lost, and clients wait for the new run."""
    with suppress(psutil.NoSuchProcess):
        process.send_signal(_STOPS.get(process.name(), signal.SIGKILL))
