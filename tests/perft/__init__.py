"""How many ways there are to go on, counted to a depth."""
