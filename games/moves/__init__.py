"""Moves: the one road for every change of a game."""
