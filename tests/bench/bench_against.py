"""This checkout against another one: the same load on both, in turns, as ratios.

    make bench ARGS=against AGAINST=/path/to/worktree

The other checkout needs a virtual environment of its own in `.venv`. Each side has its own PostgreSQL, which
keeps what it commits, its own Redis and a web server with two workers as `make run` starts it. Clients
connect to the web server directly; this checkout is also measured through its proxy. PLAIN_ROADS says which
roads of `games.internals` the other side does without. The rate is the median
of the ratios of each slice, so that a busy machine slows both sides alike; it is steady only where the
clients have cores of their own. CPU is that of web server, PostgreSQL, Redis and proxy together: how many
times as many requests the same cores can answer. SLICES in the environment says how many slices to count.
"""

from __future__ import annotations

import json
import os
import pickle
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import psutil

from tests.bench import side
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.load import Load, Script, run
from tests.support.checkout import CHECKOUT

AGAINST: Final = os.environ.get("AGAINST", "")
SLICES: Final = int(os.environ.get("SLICES", "8"))
SIZES: Final = {"GET games": 8, "GET my games": 15}  # requests of each of eight clients in a slice
USUAL_SIZE: Final = 30
ALONE: Final = 2  # times as many for a single client
BARS: Final = {
    **dict.fromkeys(("POST action", "POST action with a key", "GET events"), 1.5),
    "GET game": 2,
    **dict.fromkeys(("GET games", "GET my games"), 2.5),
}
CREATED: Final = 201


@dataclass
class Server:
    """A web server of a side, and the process that started it and all it needs."""

    port: int
    owner: psutil.Process
    work: side.Work

    def cpu(self) -> dict[str, float]:
        """The seconds used so far by each kind of process; what has ended is counted with its parent."""
        used: dict[str, float] = {}
        for process in self.owner.children(recursive=True):
            times = process.cpu_times()
            name = _kind(process.name())
            used[name] = used.get(name, 0) + sum(times[:4])
        return used


def _kind(program: str) -> str:
    return next((known for known in ("postgres", "caddy") if known in program), _web_or_redis(program))


def _web_or_redis(program: str) -> str:
    return "redis" if "redis" in program or "valkey" in program else "web"


@dataclass
class Side:
    """What was measured of one server with one kind of request."""

    server: Server
    load: Load = field(default_factory=Load)
    rates: list[float] = field(default_factory=list)
    cpu: dict[str, float] = field(default_factory=dict)
    requests: int = 0

    def slice(self, parts: Sequence[Script], expect: int, *, counts: bool) -> None:
        before = self.server.cpu()
        load = run(self.server.port, parts, expect=expect)
        if not counts:
            return
        for name, seconds in self.server.cpu().items():
            self.cpu[name] = self.cpu.get(name, 0) + seconds - before.get(name, 0)
        self.load.add(load)
        self.rates.append(load.per_second)
        self.requests += sum(map(len, parts))

    @property
    def cpu_ms(self) -> float:
        return sum(self.cpu.values()) / self.requests * 1e3

    @property
    def shares(self) -> str:
        each = {name: seconds / self.requests * 1e3 for name, seconds in sorted(self.cpu.items()) if seconds}
        return f"{self.cpu_ms:.2f} ms ({', '.join(f'{name} {ms:.2f}' for name, ms in each.items())})"


def measure() -> list[Figure]:
    if not AGAINST:
        return [Figure("skipped", 0, "", "AGAINST=/path/to/another/checkout is not given")]
    with _served(Path(AGAINST), plain=True) as other, _served(CHECKOUT, "proxied") as ours:
        servers = [other["direct"], ours["direct"], ours["proxied"]]
        figures = [figure for kind in side.KINDS for figure in _compare(kind, servers)]
    return [*figures, load_of_the_machine()]


@contextmanager
def _served(checkout: Path, *more: str, plain: bool = False) -> Iterator[dict[str, Server]]:
    with TemporaryDirectory(prefix="signalbox-side-") as folder:
        scripts = Path(folder) / "scripts"
        program = subprocess.Popen(
            [str(checkout / ".venv/bin/python"), side.__file__, str(scripts), *more],
            cwd=checkout,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ if plain else {**os.environ, "PLAIN_ROADS": ""},
        )
        with program:
            line = program.stdout.readline() if program.stdout else b""
            if not line:
                sys.exit(f"{checkout} cannot be served; it says why above.")
            work = pickle.loads(scripts.read_bytes())  # noqa: S301 – our own file
            owner = psutil.Process(program.pid)
            yield {name: Server(port, owner, work[name]) for name, port in json.loads(line).items()}
            program.communicate()


def _compare(kind: str, servers: list[Server]) -> list[Figure]:
    size = SIZES.get(kind, USUAL_SIZE)
    many = _take_turns(kind, servers, [server.work[kind] for server in servers], size)
    rest = [[_one_after_the_other(server.work[kind], size * (SLICES + 1))] for server in servers[:2]]
    one = _take_turns(kind, servers[:2], rest, ALONE * size)
    return [*_many_figures(kind, *many), *_one_figures(kind, *one)]


def _one_after_the_other(scripts: list[list[bytes]], start: int) -> list[bytes]:
    """What eight clients have left, for a single one."""
    return [message for script in scripts for message in script[start:]]


def _take_turns(kind: str, servers: list[Server], work: list[list[list[bytes]]], size: int) -> list[Side]:
    """A slice each, in changing order; the first one warms up."""
    sides = [Side(server) for server in servers]
    for turn in range(SLICES + 1):
        pairs = list(zip(sides, work, strict=True))
        for measured, scripts in pairs if turn % 2 else reversed(pairs):
            parts = [script[turn * size : (turn + 1) * size] for script in scripts]
            measured.slice(parts, CREATED if kind.startswith("POST") else 200, counts=turn > 0)
    return sides


def _ratio(before: Side, after: Side) -> float:
    """The median of how many times as fast the second was in each slice."""
    return statistics.median(new / old for old, new in zip(before.rates, after.rates, strict=True))


def _many_figures(kind: str, before: Side, after: Side, proxied: Side) -> list[Figure]:
    """Eight clients."""
    bar, each = f"≥ {BARS[kind]}", f"{before.load.per_second:.0f} → {after.load.per_second:.0f} a second"
    return [
        Figure(f"{kind}, rate", _ratio(before, after), "×", each, bar),
        Figure(f"{kind}, CPU", before.cpu_ms / after.cpu_ms, "×", f"{before.shares} → {after.shares}", bar),
        *(_wait_figure(f"{kind}, p{part}", before, after, part) for part in (50, 99)),
        Figure(f"{kind}, proxied: rate", _ratio(after, proxied), "×", "to direct"),
        Figure(f"{kind}, proxied: CPU", proxied.cpu_ms / after.cpu_ms, "×", f"to direct; {proxied.shares}"),
    ]


def _one_figures(kind: str, before: Side, after: Side) -> list[Figure]:
    """One client, whose time for a request is all that the request takes."""
    return [_wait_figure(f"{kind}, one client, p50", before, after, 50)]


def _wait_figure(name: str, before: Side, after: Side, part: int) -> Figure:
    old, new = (measured.load.percentile(part) * 1e3 for measured in (before, after))
    return Figure(name, new / old, "×", f"{old:.2f} → {new:.2f} ms", "≤ 1")
