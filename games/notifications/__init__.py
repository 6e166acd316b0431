"""Notifications: notices by e-mail and Web Push, as each player has chosen."""
