"""What is true of every position of every game, and what cannot happen."""
