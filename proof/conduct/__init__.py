"""How people behaved in finished games: counts beside what is usual, from nothing but the logs."""
