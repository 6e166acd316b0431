"""Data sets of all finished public games, written every month and served as files."""
