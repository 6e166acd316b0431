"""Finished public games: found, counted and compared."""
