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
from config.run.console import Console
from config.run.program import Child, Program
from config.run.record import Record

_TICK_SECONDS = 0.1
_START_SECONDS = 60
_PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds before each restart; the last one repeats
_STEADY_SECONDS = 10.0  # after this time its failures are forgotten
_CHUNK = 65536


@dataclass
class Post:
    """A program to keep running, its current child and its restarts."""

    program: Program
    child: Child
    began: float
    failures: int = 0
    return_at: float | None = None

    def next_pause(self) -> float:
        pause = _PAUSES[min(self.failures, len(_PAUSES) - 1)]
        self.failures += 1
        return pause


class StopRequested(Exception):
    """A signal arrived during a wait."""


class Supervisor:
    def __init__(self, console: Console, *, cwd: Path, record: Path) -> None:
        self._console = console
        self._cwd = cwd
        self._record = Record(record, console)
        self._posts: list[Post] = []
        self._selector = selectors.DefaultSelector()
        self._rest: dict[int, bytes] = {}
        self._signals = 0

    def listen_to_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._asked)

    def _asked(self, number: int, _: FrameType | None) -> None:
        self._signals += 1

    def start(self, *programs: Program) -> None:
        """Start programs that do not end by themselves, together, and wait until all are ready."""
        posts = [Post(program, self._spawn(program), time.monotonic()) for program in programs]
        self._posts += posts
        self._note()
        for post in posts:
            self._wait_until_ready(post)

    def _wait_until_ready(self, post: Post) -> None:
        if not self._wait(lambda: _is_ready(post) or post.child.has_ended(), _START_SECONDS):
            raise Misconfigured(f"{post.program.name} did not start; see its last lines above.")
        if post.child.has_ended():
            raise Misconfigured(f"{post.program.name} {post.child.ending()}; see its last lines above.")

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
            if self._record.is_old():
                self._note()

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
            if post.return_at is None:  # otherwise it is already dead, with all it started
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
                post.failures = 0
            post.child.kill_all()
            self._return_later(post, f"(process {post.child.pid}) {post.child.ending()}")
        elif post.return_at is not None and now >= post.return_at and self._may_return(post):
            self._fill_again(post)

    def _return_later(self, post: Post, why: str) -> None:
        pause = post.next_pause()
        post.return_at = time.monotonic() + pause
        self._console.say(f"{post.program.name} {why}; restarting it in {pause:g} s")

    def _may_return(self, post: Post) -> bool:
        """Without its servers it would only die again."""
        return all(
            other.return_at is None and _is_ready(other)
            for other in self._posts
            if other.program.name in post.program.needs
        )

    def _fill_again(self, post: Post) -> None:
        try:
            post.child = self._spawn(post.program)
        except OSError as error:  # out of memory or process ids, for example
            self._return_later(post, f"could not be started ({error.strerror})")
            return
        post.began, post.return_at = time.monotonic(), None
        self._note()
        self._console.say(f"{post.program.name} was restarted as process {post.child.pid}")

    def _wait(self, done: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not done():
            self._read(_TICK_SECONDS)
            if self._signals:
                raise StopRequested
            if time.monotonic() > deadline:
                return False
        return True

    def _note(self) -> None:
        self._record.write(post.child.pid for post in self._posts)

    def _read(self, seconds: float) -> None:
        self._console.flush()
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
    return not post.child.has_ended() and (post.program.is_ready is None or post.program.is_ready())
