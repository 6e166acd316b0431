"""One definition of each method, for both clients.

A method builds a request (or a generator of steps) and knows nothing of the network. The client it is called
on decides what comes back: the answer itself, or something to await.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

from signalbox_client.request import Request
from signalbox_client.steps import Steps

P = ParamSpec("P")
T = TypeVar("T")


class Sync:
    """Marks what blocks."""


class Async:
    """Marks what is awaited."""


Mode = TypeVar("Mode", Sync, Async)


class Client(Protocol):
    """What a resource needs of the client it belongs to."""

    def call(self, wish: Any, /) -> Any: ...
    def iterate(self, steps: Any, /) -> Any: ...


class Resource(Generic[Mode]):
    def __init__(self, client: Client) -> None:
        self._client = client


@dataclass(frozen=True)
class Pages(Generic[T]):
    """A list whose pages are fetched as they are needed."""

    request: Request[Any]


class operation(Generic[P, T]):  # noqa: N801 – used as a decorator
    """A method that asks the server once, or a few times, and has one answer."""

    def __init__(self, build: Callable[Concatenate[Any, P], Request[T] | Steps[T]]) -> None:
        self.build = build
        update_wrapper(self, build)  # type: ignore[arg-type]

    @overload
    def __get__(self, resource: Resource[Sync], owner: Any = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, resource: Resource[Async], owner: Any = None) -> Callable[P, Awaitable[T]]: ...
    @overload
    def __get__(self, resource: None, owner: Any = None) -> operation[P, T]: ...
    def __get__(self, resource: Any, owner: Any = None) -> Any:
        if resource is None:
            return self

        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return resource._client.call(self.build(resource, *args, **kwargs))  # noqa: SLF001

        return update_wrapper(method, self.build)


class pages(Generic[P, T]):  # noqa: N801 – used as a decorator
    """A method that goes through all pages of a list."""

    def __init__(self, build: Callable[Concatenate[Any, P], Pages[T]]) -> None:
        self.build = build
        update_wrapper(self, build)  # type: ignore[arg-type]

    @overload
    def __get__(self, resource: Resource[Sync], owner: Any = None) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, resource: Resource[Async], owner: Any = None) -> Callable[P, AsyncIterator[T]]: ...
    @overload
    def __get__(self, resource: None, owner: Any = None) -> pages[P, T]: ...
    def __get__(self, resource: Any, owner: Any = None) -> Any:
        if resource is None:
            return self

        def method(*args: P.args, **kwargs: P.kwargs) -> Any:
            return resource._client.iterate(self.build(resource, *args, **kwargs))  # noqa: SLF001

        return update_wrapper(method, self.build)
