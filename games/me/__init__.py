"""One's own account: sign-up, profile, tokens and deletion."""
