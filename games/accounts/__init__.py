"""Players, their tokens, and what they are to each other."""
