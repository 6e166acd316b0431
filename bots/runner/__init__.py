"""A player made of code, outside the server: it knows the public API, and nothing else of it."""
