"""What concerns a player, over all their games."""
