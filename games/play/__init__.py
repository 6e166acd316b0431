"""Playing a game: tables, actions, clocks, bots' turns and the end, all through `change.changing`."""
