"""Starts programs in order, keeps them running, and stops them in the opposite order.

A single thread reads the children's output and checks on them in between.
"""

import math
import selectors
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from config.env import Misconfigured
from config.run import leftovers
from config.run.console import Console
from config.run.program import Child, Program

_TICK_SECONDS = 0.1
_START_SECONDS = 60
_MAX_PAUSE = 30.0
_STEADY_SECONDS = 30.0
_CHUNK = 65536


@dataclass
class Post:
    """A program to keep running, its current child and its restarts."""

    program: Program
    child: Child
    began: float
    pause: float = 1.0
    return_at: float | None = None


class StopAsked(Exception):
    """A signal arrived during a wait."""


class Supervisor:
    def __init__(self, console: Console, *, cwd: Path, record: Path) -> None:
        self._console = console
        self._cwd = cwd
        self._record = record
        self._posts: list[Post] = []
        self._selector = selectors.DefaultSelector()
        self._rest: dict[int, bytes] = {}
        self._signals = 0

    def listen_to_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._asked)

    def _asked(self, number: int, _: FrameType | None) -> None:
        self._signals += 1

    def start(self, program: Program) -> None:
        """Start a program that does not end by itself, and wait until it is ready."""
        post = Post(program, self._spawn(program), time.monotonic())
        self._posts.append(post)
        self._note()
        if not self._wait(lambda: _is_ready(post), _START_SECONDS):
            raise Misconfigured(f"{program.name} did not start; see its last lines above.")

    def finish(self, program: Program) -> None:
        """Run a program that ends by itself."""
        child = self._spawn(program)
        try:
            self._wait(child.has_ended, math.inf)
        finally:
            child.kill_all()
            self._read(0)
        if child.process.returncode:
            raise Misconfigured(f"{program.name} {child.ending()}; see its last lines above.")

    def watch(self, until: Callable[[], bool]) -> None:
        """Restart programs that end, until a signal arrives or the condition holds."""
        while not self._signals and not until():
            self._read(_TICK_SECONDS)
            for post in self._posts:
                self._look_after(post)

    def stop(self, names: set[str]) -> None:
        """Stop the named programs together. Another signal or the time-out kills them."""
        posts = [post for post in self._posts if post.program.name in names]
        heard = self._signals
        for post in posts:
            post.child.ask_to_stop()
        deadline = time.monotonic() + max((post.program.patience for post in posts), default=0)
        while any(not post.child.has_ended() for post in posts):
            self._read(_TICK_SECONDS)
            if time.monotonic() > deadline or self._signals > heard:
                break
        for post in posts:
            if not post.child.has_ended():
                self._console.say(f"{post.program.name} did not stop in time and is killed")
            post.child.kill_all()
        self._read(0)
        self._posts = [post for post in self._posts if post not in posts]
        self._note()

    def names(self) -> set[str]:
        return {post.program.name for post in self._posts}

    def _spawn(self, program: Program) -> Child:
        child = Child(program, cwd=self._cwd)
        if child.process.stdout:
            self._selector.register(child.process.stdout, selectors.EVENT_READ, program.name)
        return child

    def _look_after(self, post: Post) -> None:
        now = time.monotonic()
        if post.return_at is None and post.child.has_ended():
            if now - post.began > _STEADY_SECONDS:
                post.pause = 1.0
            post.return_at = now + post.pause
            post.child.kill_all()
            ending = f"{post.program.name} (process {post.child.pid}) {post.child.ending()}"
            self._console.say(f"{ending}; restarting it in {post.pause:.0f} s")
            post.pause = min(post.pause * 2, _MAX_PAUSE)
        elif post.return_at is not None and now >= post.return_at:
            post.child, post.began, post.return_at = self._spawn(post.program), now, None
            self._note()
            self._console.say(f"{post.program.name} was restarted as process {post.child.pid}")

    def _wait(self, done: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not done():
            self._read(_TICK_SECONDS)
            if self._signals:
                raise StopAsked
            if time.monotonic() > deadline:
                return False
        return True

    def _note(self) -> None:
        leftovers.record(self._record, [post.child.pid for post in self._posts])

    def _read(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            data = key.fileobj.read1(_CHUNK)  # type: ignore[union-attr]
            *lines, rest = (self._rest.pop(key.fd, b"") + data).split(b"\n")
            if not data:
                self._selector.unregister(key.fileobj)
                key.fileobj.close()  # type: ignore[union-attr]
                lines, rest = [rest] if rest else [], b""
            if rest:
                self._rest[key.fd] = rest
            for line in filter(bytes.strip, lines):
                self._console.relay(key.data, line.decode(errors="replace").rstrip())


def _is_ready(post: Post) -> bool:
    if post.child.has_ended():
        raise Misconfigured(f"{post.program.name} {post.child.ending()}; see its last lines above.")
    return post.program.is_ready is None or post.program.is_ready()
