"""HTTP for every room: authentication, bodies, pages, problems, middleware and rate limits."""
