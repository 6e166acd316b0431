"""The caller's account: sign-up, profile, tokens and deletion."""
