"""Thinking ahead for one seat: what is where, what it costs, and what to aim for."""
