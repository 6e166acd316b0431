"""Finished public games: found by what happened in them."""
