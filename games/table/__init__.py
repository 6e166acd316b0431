"""The table around a game: its events, seats, clock and status. The game itself belongs to the rules."""
