"""A real PostgreSQL and a real Redis, started from installed wheels."""
