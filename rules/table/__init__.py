"""The table around a game: its events, seats, clock and status. Of the game it knows only who is to act."""

from rules.table import absences as absences  # so that every event of a table is known to all who read logs
