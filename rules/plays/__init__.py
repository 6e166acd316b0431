"""One file per thing a player can do, shared by at least two games."""
