"""Data sets: many finished games in one folder, with a manifest, read and proved without the server."""
