"""Refusals around calendars."""

from games.refusals import NotFound


class NoSuchCalendar(NotFound):
    """The same whether there never was one or it has ended."""

    text = "There is no calendar feed here."
