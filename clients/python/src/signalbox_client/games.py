"""What the clients can do with games and with one's own affairs, beyond the operations of the document."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal, overload

from signalbox_client import records
from signalbox_client.core import Core
from signalbox_client.follow import Events, Mine, Views
from signalbox_client.operation import Async, Client, Mode, Resource, Sync, operation
from signalbox_client.resources import GamesOperations, MeOperations
from signalbox_client.steps import Steps
from signalbox_client.verify import Verdict, verify


class Following(Resource[Mode]):
    def __init__(self, client: Client, core: Core) -> None:
        super().__init__(client)
        self._core = core


class Games(Following[Mode], GamesOperations[Mode]):
    @overload
    def follow(self: Games[Sync], game_id: str, *, view: Literal[True]) -> Iterator[records.Game]: ...
    @overload
    def follow(self: Games[Sync], game_id: str, *, after: int = 0) -> Iterator[records.NewEvent]: ...
    @overload
    def follow(self: Games[Async], game_id: str, *, view: Literal[True]) -> AsyncIterator[records.Game]: ...
    @overload
    def follow(self: Games[Async], game_id: str, *, after: int = 0) -> AsyncIterator[records.NewEvent]: ...
    def follow(self, game_id: str, *, after: int = 0, view: bool = False) -> Any:
        """Each event after `after`; with `view` the table as you see it, whenever it has changed.

        It ends with the game. In between it survives broken connections and servers that restart.
        """
        follower = Views(self._core, game_id) if view else Events(self._core, game_id, after)
        return self._client.iterate(follower.steps())

    @operation
    def verify(self, game_id: str) -> Steps[Verdict]:
        """Check the log of a game on this machine, without trusting the server. This takes `rules`."""
        return verify(self._core, game_id)


class Me(Following[Mode], MeOperations[Mode]):
    @overload
    def follow(self: Me[Sync], *, after: int | None = None) -> Iterator[records.MyMessage]: ...
    @overload
    def follow(self: Me[Async], *, after: int | None = None) -> AsyncIterator[records.MyMessage]: ...
    def follow(self, *, after: int | None = None) -> Any:
        """Each message of your own stream: games that wait, notices, heartbeats. It never ends by itself."""
        return self._client.iterate(Mine(self._core, after).steps())
