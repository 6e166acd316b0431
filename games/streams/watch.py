"""One source and all its streams and polls: it is read once for all of them."""

from __future__ import annotations

from collections.abc import Iterable

from games.log.viewer import Viewer
from games.streams.poll import Poll
from games.streams.source import Head, Page, Source
from games.streams.stream import Stream
from games.streams.wire import Reason


class Watch:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.streams: set[Stream] = set()
        self.polls: set[Poll] = set()
        self.head = Head(0)  # as of the newest page, so that no heartbeat is ahead of its stream
        self.heard = 0  # the newest number announced, by Redis or the database
        self.is_live = False  # whether it has been read and goes on
        self.is_wanted = False  # whether there may be something to read
        self.is_read = False  # whether a reader is running

    @property
    def is_watched(self) -> bool:
        return bool(self.streams or self.polls)

    def hears(self, number: int) -> bool:
        """Whether the number is new to the streams. Polls are woken and check for themselves."""
        for poll in self.polls:
            poll.hears(number)
        if number <= self.heard:
            return False
        self.heard = number
        return True

    def notes(self, head: Head) -> bool:
        """Take the end of the source from the database. Returns whether a stream has something to read."""
        self.hears(head.number)
        return self.is_hungry

    @property
    def is_hungry(self) -> bool:
        return any(stream.has_room and stream.cursor < self.heard for stream in self.streams)

    @property
    def lowest(self) -> int:
        """Where to read on: the smallest cursor of the streams that have room."""
        return min((s.cursor for s in self.streams if s.has_room), default=self.heard)

    def deliver(self, page: Page) -> None:
        # Redis may have announced a number that was never committed. The database decides.
        self.heard = page.after if page.is_empty else page.head.number
        self.is_live = not page.is_over
        if page.head.number >= self.head.number:
            self.head = page.head
        for stream in tuple(self.streams):
            # A stream that is ahead of this page knows the viewer's seat better than the page does.
            viewer = stream.viewer if stream.cursor >= page.head.number else page.admit(stream.viewer)
            if viewer is None:
                stream.end(Reason.NO_LONGER_VISIBLE)
            else:
                stream.viewer = viewer
                self._send(stream, page)
        self.is_wanted = self.is_wanted or self.is_hungry

    @property
    def viewers(self) -> list[Viewer]:
        """The viewers of the streams that want views."""
        return [stream.viewer for stream in self.streams if stream.wants_views and stream.has_room]

    @staticmethod
    def _news(stream: Stream, page: Page) -> Iterable[tuple[int, bytes]]:
        """All events, or the newest view alone."""
        if not stream.wants_views:
            return page.messages(stream.viewer, stream.form, stream.cursor)
        view = page.view(stream.viewer, stream.form)
        return [(page.head.number, view)] if view and page.head.number > stream.cursor else []

    def _send(self, stream: Stream, page: Page) -> None:
        """A stream that joined during the read may need an earlier page first: it is read next."""
        if stream.cursor < page.after:
            return
        for number, message in self._news(stream, page):
            if not stream.has_room:
                return
            stream.send(number, message)
        if page.is_over and stream.cursor >= page.head.number:
            stream.end(Reason.GAME_OVER)
