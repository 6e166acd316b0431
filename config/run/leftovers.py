"""Ends processes that a killed supervisor has left running."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import psutil

_EXIT_TIMEOUT = 10


def session_members(session: int) -> list[psutil.Process]:
    """Every living process of a session. A session id is not reused while it has members."""
    return [process for process in psutil.process_iter() if _session_of(process.pid) == session]


def _session_of(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:  # it has just ended, or belongs to another user
        return None


def record(file: Path, pids: Iterable[int]) -> None:
    """Record the processes with their start times: a process id alone may be reused later."""
    known = [{"pid": pid, "began": began} for pid in pids if (began := _began(pid)) is not None]
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(known))
    fresh.replace(file)


def _began(pid: int) -> float | None:
    try:
        return psutil.Process(pid).create_time()
    except psutil.NoSuchProcess:
        return None


def end_leftovers(file: Path) -> int:
    """Stop the recorded processes that still live. Returns their number."""
    found = [process for session in _recorded_sessions(file) for process in session_members(session)]
    for process in found:
        _terminate(process)
    _, alive = psutil.wait_procs(found, timeout=_EXIT_TIMEOUT)
    for process in alive:
        process.kill()
    psutil.wait_procs(alive, timeout=_EXIT_TIMEOUT)
    file.unlink(missing_ok=True)
    return len(found)


def _recorded_sessions(file: Path) -> Iterator[int]:
    try:
        entries = json.loads(file.read_text())
    except (OSError, ValueError):
        return
    for entry in entries:
        if _began(entry["pid"]) in (None, entry["began"]):
            yield entry["pid"]


def _terminate(process: psutil.Process) -> None:
    try:
        # On SIGTERM PostgreSQL waits for its clients; SIGINT is its fast and clean stop.
        if process.name() == "postgres":
            process.send_signal(2)
        else:
            process.terminate()
    except psutil.NoSuchProcess:
        pass
