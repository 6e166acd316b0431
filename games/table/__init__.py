"""The table around a game: its events, seats, clock and status. The game itself belongs to the rules."""

from games.table import absences as absences  # so that every event of a table is known to all who read logs
