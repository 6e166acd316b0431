"""What the core asks of a driver. The core itself never touches the network or the clock.

The core is made of generators. Each step names a method of the driver and its arguments; what the method
returns or raises comes back at the `yield`. The sync and the async driver have the same methods.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Step:
    do: str
    with_: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Emit:
    """A value for whoever iterates."""

    value: Any


Steps: TypeAlias = Generator[Step | Emit, Any, T]


@dataclass(frozen=True)
class Wire:
    """A request as it is sent."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    form: Mapping[str, str] | None = None
    content: str | None = None
    timeout: float = 30.0


@dataclass(frozen=True)
class Reply:
    """An answer as it came."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


def send(wire: Wire) -> Steps[Reply]:
    reply: Reply = yield Step("send", (wire,))
    return reply


def open_stream(wire: Wire) -> Steps[Reply]:
    """With the body only if it is no stream after all."""
    reply: Reply = yield Step("open", (wire,))
    return reply


def read_line() -> Steps[str | None]:
    """The next line of the open stream; None at its end."""
    line: str | None = yield Step("read")
    return line


def sleep(seconds: float) -> Steps[None]:
    yield Step("sleep", (seconds,))


def now() -> Steps[float]:
    """Seconds since 1970."""
    found: float = yield Step("now")
    return found


@dataclass(frozen=True)
class Done:
    """There are no more steps; this came of them."""

    value: Any


def advance(steps: Steps[Any], found: Any = None, error: Exception | None = None) -> Step | Emit | Done:
    """The next step, after what came of the last one."""
    try:
        return steps.throw(error) if error else steps.send(found)
    except StopIteration as end:
        return Done(end.value)
