"""One folder for each game: its board, its list of rules, and the rules only it has."""
