"""Notices: what players should know about, in all their games."""
