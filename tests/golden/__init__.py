"""Recorded games: each file is a test."""
