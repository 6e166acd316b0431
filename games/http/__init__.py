"""What every endpoint shares: authentication, bodies, lists, problems, middleware and rate limits."""
