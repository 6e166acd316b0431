"""Rules that only the game around the globe has."""
