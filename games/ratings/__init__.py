"""Results of games, ratings and leaderboards."""
