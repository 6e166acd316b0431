"""Games as their viewers may see them."""
