"""A table's own life: opened, joined, started, resigned from, ended. The game on it is the rules' affair."""
