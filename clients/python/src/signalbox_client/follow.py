"""Streams that outlive their connections."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from signalbox_client import records
from signalbox_client.core import Core, pauses
from signalbox_client.errors import Conflict, Forbidden, NotFound, RateLimited, Unavailable, Unreachable
from signalbox_client.record import Record, read_json
from signalbox_client.request import Request, part
from signalbox_client.steps import Emit, Steps, read_line, sleep

logger = logging.getLogger(__name__)

OVER: Final = ("finished", "closed", "archived")
AWAY: Final = (Unreachable, RateLimited, Unavailable, msgspec.DecodeError)
LONGEST_WAIT: Final = 30  # seconds, of a request that waits


class Turn(Record, kw_only=True):
    """A decision that waits for you."""

    game: records.Game
    actions: list[records.Action]
    version: int
    moment: str | None = None


class Follower(ABC):
    """Reads a stream, resumes it after its last id, and polls while there is none."""

    kind: Any = records.GameMessage
    view = False

    def __init__(self, core: Core, after: int | None) -> None:
        self._core, self._last = core, after
        self._pauses: Iterator[float] = pauses()

    def steps(self) -> Steps[None]:
        while True:
            wish = 0.0
            try:
                reason = yield from self._hear()
                if reason == "game_over":
                    return
                why = f"the stream ended: {reason}"
            except AWAY as error:
                wish, why = getattr(error, "retry_after", None) or 0.0, str(error) or type(error).__name__
            seconds = max(next(self._pauses), wish)
            logger.warning("%s; listening again in %.1f s", why.rstrip("."), seconds)
            if (yield from self._meanwhile(seconds)):
                return

    def _hear(self) -> Steps[str]:
        """Everything a stream says; then why it ended."""
        link = yield from self.link()
        yield from self._core.open(link, after=self._last, view=self.view)
        logger.info("listening")
        while (line := (yield from read_line())) is not None:
            message = read_json(line, self.kind)
            self._pauses = pauses()  # it works: if it breaks off, be quick again
            if message.event == "end":
                return str(message.data.reason)
            yield from self.deliver(message)
        return "the connection broke off"

    def _meanwhile(self, seconds: float) -> Steps[bool]:
        """Without a stream, requests that wait; but a server that is away is left in peace."""
        try:
            over, has_news = yield from self.poll(min(LONGEST_WAIT, int(seconds) + 1))
            if not over and not has_news:
                yield from sleep(min(seconds, 1.0))  # a server may answer at once
        except AWAY:
            yield from sleep(seconds)
            return False
        return over

    @abstractmethod
    def link(self) -> Steps[str]:
        """Where the stream is."""

    @abstractmethod
    def deliver(self, message: Any) -> Steps[None]:
        """Emit what a message brings."""

    @abstractmethod
    def poll(self, seconds: int) -> Steps[tuple[bool, bool]]:
        """Whether it is over, and whether there was any news."""


class OfGame(Follower):
    def __init__(self, core: Core, game: str, after: int | None) -> None:
        super().__init__(core, after)
        self._path = f"/api/v1/games/{part(game)}"

    def game(self) -> Steps[records.Game]:
        return (yield from self._core.call(Request("GET", self._path, answer=records.Game), retries=0))

    def link(self) -> Steps[str]:
        game = yield from self.game()
        return game.links.stream


class Events(OfGame):
    """The log of a game, from some entry on; none is missing and none comes twice."""

    def deliver(self, message: Any) -> Steps[None]:
        if isinstance(message, records.EventMessage):
            self._last = message.id
            yield Emit(message.data)

    def poll(self, seconds: int) -> Steps[tuple[bool, bool]]:
        query = {"after": self._last, "wait": seconds}
        page = yield from self._core.call(
            Request("GET", f"{self._path}/events", answer=records.EventList, query=query), retries=0
        )
        game = yield from self.game()
        moment = game.view.moment if game.view and game.seat in game.to_act else None
        for event in page.items:
            self._last = event.seq
            yield Emit(records.NewEvent(event=event, version=game.version, to_act=game.to_act, moment=moment))
        return game.status in OVER and game.version == self._last, bool(page.items)


class Views(OfGame):
    """The table as it stands, whenever it has changed."""

    view = True

    def __init__(self, core: Core, game: str) -> None:
        super().__init__(core, game, after=None)
        self._seen: records.Game | None = None

    def deliver(self, message: Any) -> Steps[None]:
        if isinstance(message, records.ViewMessage):
            yield from self._show(message.data)

    def poll(self, seconds: int) -> Steps[tuple[bool, bool]]:
        if self._seen:
            query = {"after": self._seen.version, "wait": seconds, "limit": 1}
            wish = Request("GET", f"{self._path}/events", answer=records.EventList, query=query)
            yield from self._core.call(wish, retries=0)
        game, before = (yield from self.game()), self._seen
        yield from self._show(game)
        return game.status in OVER, game != before

    def _show(self, game: records.Game) -> Steps[None]:
        if game != self._seen:
            self._seen = game
            self._core.note(game)
            yield Emit(game)


class Mine(Follower):
    """What concerns a player, in all games."""

    kind = records.MyMessage

    def link(self) -> Steps[str]:
        me = yield from self._core.call(Request("GET", "/api/v1/me", answer=records.Me), retries=0)
        return me.links.stream

    def deliver(self, message: Any) -> Steps[None]:
        self._last = getattr(message, "id", None) or self._last
        yield Emit(message)

    def poll(self, seconds: int) -> Steps[tuple[bool, bool]]:
        """First what waits: whoever just began to listen knows of nothing yet."""
        waiting = yield from self.waiting()
        number = self._last or 0
        standing = records.StandingMessageData(number=number, forgotten=0, games=waiting)
        yield from self.deliver(records.StandingMessage(id=number, data=standing))
        if self._last is None:
            return False, False
        query = {"after": self._last, "wait": seconds}
        wish = Request("GET", "/api/v1/me/notices", answer=records.NoticeList, query=query)
        page = yield from self._core.call(wish, retries=0)
        for notice in page.items:
            yield from self.deliver(records.NoticeMessage(id=notice.number, data=notice))
        return False, bool(page.items)

    def waiting(self) -> Steps[list[records.GameSummary]]:
        wish = Request(
            "GET", "/api/v1/me/games", answer=records.MyGameList, query={"turn": "mine", "limit": 100}
        )
        page = yield from self._core.call(wish, retries=0)
        return page.items


class Turns(Mine):
    """Each decision that waits for a player, in any game."""

    def __init__(self, core: Core) -> None:
        super().__init__(core, after=None)
        self._seen: dict[str, int] = {}  # by game, the version of the last decision

    def deliver(self, message: Any) -> Steps[None]:
        self._last = getattr(message, "id", None) or self._last
        for game in (yield from self._hints(message)):
            yield from self._look(game)

    def _hints(self, message: Any) -> Steps[list[str]]:
        match message:
            case records.StandingMessage():
                return [game.id for game in message.data.games]
            case records.NoticeMessage():
                game = getattr(message.data, "game", None)
                return [game] if game else []
            case records.MyHeartbeatMessage():  # so that nothing is forgotten
                waiting = yield from self.waiting()
                return [game.id for game in waiting]
        return []

    def _look(self, game: str) -> Steps[None]:
        """Several decisions may follow each other: look again after each."""
        try:
            while turn := (yield from self._turn(game)):
                self._seen[game] = turn.version
                yield Emit(turn)
        except (NotFound, Forbidden, Conflict):
            self._seen.pop(game, None)  # it is over, or not ours any more

    def _turn(self, game: str) -> Steps[Turn | None]:
        path = f"/api/v1/games/{part(game)}"
        while True:
            offered = yield from self._core.call(Request("GET", f"{path}/actions", answer=records.ActionList))
            if not offered.items or offered.version <= self._seen.get(game, -1):
                return None
            table = yield from self._core.call(Request("GET", path, answer=records.Game))
            if table.version == offered.version:
                return Turn(game=table, actions=offered.items, version=table.version, moment=offered.moment)
