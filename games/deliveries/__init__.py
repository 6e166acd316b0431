"""The outbox: one table, one lease and one loop for everything that is sent to players outside the API."""
