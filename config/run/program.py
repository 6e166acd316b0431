"""A program to run, and the running child it becomes."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

from config.run.fork import Fork
from config.run.leftovers import session_members


@dataclass(frozen=True, kw_only=True)
class Program:
    name: str
    argv: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)
    account: tuple[int, int] | None = None  # user and group id, when not our own
    stop_signal: signal.Signals = signal.SIGTERM
    patience: float = 10.0  # seconds to stop before it is killed
    is_ready: Callable[[], bool] | None = None
    needs: frozenset[str] = frozenset()  # programs that must be ready before it is restarted
    socket: Path | None = None  # its unix socket, if it has one
    is_forked: bool = False  # from this process, which has the project loaded, and not executed
    timer_slack: float | None = None  # seconds that Linux may let its short sleeps take longer

    @property
    def is_python(self) -> bool:
        return self.argv[0] == sys.executable


class Child:
    """A process that leads a session of its own.

    The session keeps a Ctrl-C in the terminal from stopping it out of order, and identifies all processes
    that it has started if it dies without cleaning up.
    """

    def __init__(self, program: Program, *, cwd: Path, output: int | IO[bytes] = subprocess.PIPE) -> None:
        self.program = program
        if program.socket:
            program.socket.unlink(missing_ok=True)  # a killed predecessor leaves its socket
        in_child = _before_it_runs(program)
        if program.is_forked:
            self.process: Fork | subprocess.Popen[bytes] = Fork(
                program.argv, cwd=cwd, env=program.env, in_child=in_child
            )
        else:
            self.process = _executed(program, cwd, output, in_child)

    @property
    def pid(self) -> int:
        return self.process.pid

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def ask_to_stop(self) -> None:
        if not self.has_ended():
            self.process.send_signal(self.program.stop_signal)

    def kill_all(self) -> None:
        """Kill it and whatever it started."""
        for member in session_members(self.pid):
            with suppress(psutil.NoSuchProcess):  # it has just ended by itself
                member.kill()
        self.process.wait()

    def ending(self) -> str:
        """How it ended, for messages."""
        code = self.process.wait()
        return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def _executed(
    program: Program, cwd: Path, output: int | IO[bytes], in_child: Callable[[], None]
) -> subprocess.Popen[bytes]:
    user, group = program.account or (None, None)
    return subprocess.Popen(
        program.argv,
        cwd=cwd,
        env=program.env,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        user=user,
        group=group,
        extra_groups=None if group is None else [],
        preexec_fn=in_child,  # noqa: PLW1509 – there is one thread
    )


_PR_SET_PDEATHSIG = 1
_PR_SET_TIMERSLACK = 29
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def _before_it_runs(program: Program) -> Callable[[], None]:
    """On Linux the kernel stops the child if we are killed and cannot do it ourselves."""
    parent = os.getpid()

    def in_child() -> None:
        if _libc is None:
            return
        _libc.prctl(_PR_SET_PDEATHSIG, program.stop_signal, 0, 0, 0)
        if program.timer_slack is not None:
            _libc.prctl(_PR_SET_TIMERSLACK, round(program.timer_slack * 1e9), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return in_child
