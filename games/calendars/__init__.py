"""Calendars: a player's deadlines as an iCalendar feed at a private address."""
