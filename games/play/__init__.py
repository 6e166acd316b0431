"""Playing a game: tables, actions, clocks, bots' turns and the end, all on one road."""
