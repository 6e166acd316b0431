"""A feed in iCalendar (RFC 5545): one event for each deadline."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import override
from icalendar import Calendar, Event

from games.calendars.selectors import Deadline
from games.people.models import Language
from games.reading.answers import game_links
from games.reading.titles import table_title

PRODUCT: Final = "-//Signalbox//Deadlines//EN"
NAME: Final = "Signalbox"
REFRESH: Final = timedelta(hours=1)  # how often a client should ask again


def feed_of(deadlines: Iterable[Deadline], *, origin: str, language: Language) -> bytes:
    """The same bytes for the same deadlines, so that a client can ask whether anything has changed."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", NAME)
    calendar.add("x-wr-calname", NAME)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    with override(language):
        for deadline in deadlines:
            calendar.add_component(_event(deadline, origin))
    return calendar.to_ical()


def _event(deadline: Deadline, origin: str) -> Event:
    """Without a duration: it is the moment at which the time is up. It changes with the game."""
    game = deadline.game
    event = Event()
    event.add("uid", f"{game.id}-{deadline.seat.number}@signalbox")
    event.add("sequence", game.version)
    event.add("dtstamp", game.moved_at)
    event.add("dtstart", deadline.at)
    event.add("summary", _("Your move: %(table)s") % {"table": table_title(game)})
    event.add("url", origin + game_links(game.id)["game"])
    event.add("transp", "TRANSPARENT")
    return event
