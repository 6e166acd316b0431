"""The event log: written, read back, folded into a game, and projected into rows."""
