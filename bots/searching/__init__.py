"""Trying moves out: what others may hold, how they may play, and what comes of it."""
