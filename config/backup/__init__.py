"""`make backup` and `make restore`: the database, the keys and the settings in one file."""
