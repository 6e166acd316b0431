"""HTML pages for people: sign in, and what belongs to an account."""
