"""The story of the rules, one file for each rule module; `table.py` sets the tables."""
