"""The message board of each table, and private notes. Both are kept apart from the game's log."""
