"""Invitations: named players are asked to a table, and to a rematch."""
