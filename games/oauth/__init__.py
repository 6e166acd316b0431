"""Apps that act for players: OAuth 2.1 with authorization code, refresh and device flow."""
