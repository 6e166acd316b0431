"""The catalogue: the games one can play here, and the bots to play them with."""
