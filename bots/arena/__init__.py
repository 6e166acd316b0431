"""Bot against bot: many games, seats rotated, the same deals for everyone."""
